// Recursive division of a line: the line is cut in halves, and the informed node of a segment informs its
// counterpart in the other half. In a segment of odd length, the lower half is longer, and its last node
// takes the nearest counterpart.
//
//   s . . . | . . . .      s . | . . | s . | . .      s|s|s|s|s|s|s|s
//   1: s ------> .         2: s -> .   s -> .         3: neighbours
#pragma once
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// A part of a line with one informed node.
struct Segment {
  std::uint32_t begin, length, informed;
  constexpr std::uint32_t half() const { return (length + 1) / 2; }
  constexpr std::uint32_t middle() const { return begin + half(); }
  constexpr std::uint32_t counterpart() const {
    if (informed >= middle()) return informed - half();
    const std::uint32_t last = begin + length - 1;
    return informed + half() < last ? informed + half() : last;
  }
  /// The half that contains `x`.
  constexpr Segment towards(std::uint32_t x) const {
    const bool upper = x >= middle();
    return {upper ? middle() : begin, upper ? length - half() : half(),
            upper == (informed >= middle()) ? informed : counterpart()};
  }
  /// The segment of a line of `extent` nodes that contains `x` after `levels` cuts, if node `root` has begun.
  static constexpr Segment after(std::uint32_t extent, std::uint32_t root, std::uint32_t x,
                                 std::uint32_t levels) {
    Segment s{0, extent, root};
    for (std::uint32_t i = 0; i < levels && s.length > 1; ++i) s = s.towards(x);
    return s;
  }
};

/// Recursive division of all ranks, as if they were one line: a binomial tree whose subtrees are ranges of
/// ranks. With extents that are powers of two, a cut of the ranks is a cut of the last dimension first, and
/// messages of one level share no link.
struct RankTree {
  Rank size, root;

  constexpr std::uint32_t levels() const { return log2_ceil(size); }
  /// The subtree that contains `rank` after `level` cuts, with its informed rank.
  constexpr Segment subtree(Rank rank, std::uint32_t level) const {
    return Segment::after(size, root, rank, level);
  }
  /// Whether `rank` informs another one in the cut of `level`.
  constexpr bool informs(Rank rank, std::uint32_t level) const {
    const Segment s = subtree(rank, level);
    return s.length > 1 && s.informed == rank;
  }
  /// Whether another rank informs `rank` in the cut of `level`.
  constexpr bool learns(Rank rank, std::uint32_t level) const {
    const Segment s = subtree(rank, level);
    return s.length > 1 && s.informed != rank && s.counterpart() == rank;
  }
  /// Number of ranks that `rank` informs in the cuts [first, last).
  constexpr std::uint32_t children(Rank rank, std::uint32_t first, std::uint32_t last) const {
    std::uint32_t count = 0;
    for (std::uint32_t level = first; level < last; ++level) count += informs(rank, level);
    return count;
  }
};

}  // namespace collnoc

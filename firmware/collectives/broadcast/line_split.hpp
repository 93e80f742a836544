// Scatter or broadcast along a line by cutting it. A holder holds the data for its part of the line, which
// includes the holder itself. It cuts chunks off the ends of its part and sends each one to a node of the
// chunk, the new holder, over a separate link.
//
//   before   [ . . . . . h . . . . . . . ]     h holds the part
//   after    [ . h ][ . . h . . ][ . h . ]     with one link to each side
//
// A holder has `many` links to the longer side of its part and `few` links to the shorter side. The load is
// the maximum number of nodes that one link must serve. At the root, load_0 = max(longer/many, shorter/few).
// In one step a link transfers the data of at most load - load' nodes, and load' = (load - 1)/(1 + many +
// few) remain; all values are rounded up. A chunk of load - load' nodes has a load of at most load' when its
// holder divides it many : few. So parts shrink by a factor of 1 + many + few per step, and one link
// transfers load_0 nodes in total.
#pragma once
#include <cstdint>

namespace collnoc {

struct LineSplit {
  std::uint32_t extent = 1;
  std::uint32_t root = 0;
  std::uint32_t many = 1, few = 1;

  /// Nodes begin .. end-1, and the one that holds the data for them.
  struct Part {
    std::uint32_t begin, end, holder;
  };

  constexpr std::uint32_t load() const {
    const std::uint32_t below = root, above = extent - 1 - root;
    const std::uint32_t longer = above >= below ? above : below, shorter = extent - 1 - longer;
    const std::uint32_t a = (longer + many - 1) / many, b = (shorter + few - 1) / few;
    return a > b ? a : b;
  }
  constexpr std::uint32_t steps() const {
    std::uint32_t steps = 0;
    for (std::uint32_t l = load(); l != 0; l = after(l)) ++steps;
    return steps;
  }

  /// The part that contains `at` before `step`.
  constexpr Part part(std::uint32_t at, std::uint32_t step) const {
    Part part{0, extent, root};
    std::uint32_t l = load();
    for (std::uint32_t s = 0; s < step && l != 0; ++s, l = after(l)) part = cut(part, l).part_of(at);
    return part;
  }

  /// Calls visit(chunk, second) for every chunk that `at` sends in `step`. `second`: over the second
  /// link to that side.
  template <class Visit>
  constexpr void sends(std::uint32_t at, std::uint32_t step, Visit&& visit) const {
    const Part own = part(at, step);
    if (own.holder != at) return;
    std::uint32_t l = load();
    for (std::uint32_t s = 0; s < step; ++s) l = after(l);
    if (l != 0) cut(own, l).for_each_chunk(visit);
  }

  /// Whether `at` becomes a holder in `step`; if so, `chunk` is its part.
  constexpr bool receives(std::uint32_t at, std::uint32_t step, Part& chunk) const {
    if (part(at, step).holder == at) return false;
    chunk = part(at, step + 1);
    return chunk.holder == at;
  }

 private:
  constexpr std::uint32_t after(std::uint32_t l) const {
    return l == 0 ? 0 : (l - 1 + many + few) / (1 + many + few);
  }

  /// A part in one step: `above` nodes are cut off at its upper end, the outer `first` of them over the first
  /// link; likewise below.
  struct Cut {
    const LineSplit& line;
    Part part;
    std::uint32_t above, above_first, below, below_first;

    constexpr Part chunk(std::uint32_t begin, std::uint32_t end) const {
      return {begin, end, begin + (end - begin - 1) * line.few / (line.many + line.few)};
    }
    constexpr Part upper(bool second) const {
      return second ? chunk(part.end - above, part.end - above_first)
                    : chunk(part.end - above_first, part.end);
    }
    constexpr Part lower(bool second) const {
      return second ? chunk(part.begin + below_first, part.begin + below)
                    : chunk(part.begin, part.begin + below_first);
    }
    constexpr Part part_of(std::uint32_t at) const {
      if (at >= part.end - above) return upper(at < part.end - above_first);
      if (at < part.begin + below) return lower(at >= part.begin + below_first);
      return {part.begin + below, part.end - above, part.holder};
    }
    template <class Visit>
    constexpr void for_each_chunk(Visit&& visit) const {
      if (above_first != 0) visit(upper(false), false);
      if (above != above_first) visit(upper(true), true);
      if (below_first != 0) visit(lower(false), false);
      if (below != below_first) visit(lower(true), true);
    }
  };

  constexpr Cut cut(const Part& part, std::uint32_t l) const {
    const std::uint32_t above = part.end - 1 - part.holder, below = part.holder - part.begin;
    const std::uint32_t links_above = above >= below ? many : few, links_below = many + few - links_above;
    const std::uint32_t rest = after(l);
    const auto excess = [&](std::uint32_t side, std::uint32_t links) {
      return side > links * rest ? side - links * rest : 0;
    };
    const std::uint32_t a = excess(above, links_above), b = excess(below, links_below);
    return {*this, part, a, (a + links_above - 1) / links_above, b, (b + links_below - 1) / links_below};
  }
};

}  // namespace collnoc

// The links of a network of nodes in slices: what all nodes drive in a cycle, and what their neighbours see
// of it. A link of all nodes is a shift (model/planes/link_planes.hpp).
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "collnoc/model/planes/link_planes.hpp"

namespace collnoc {

/// Values of two cycles, [cycle % 2], of up to 8 links with `bits` bits each. Bit 0 says that there is a
/// flit. A word is that of 64 nodes.
class SlicedLinks {
 public:
  SlicedLinks(const Topology& topology, unsigned bits, unsigned first_credit, std::size_t words)
      : map_(topology, 0, topology.size()),
        bits_(bits),
        first_credit_(first_credit),
        length_(words + 2 * map_.margin()),
        exists_(map_.links() * words) {
    for (auto& cycle : driven_) cycle.resize(std::size_t{map_.links()} * bits_ * length_);
    words_ = words;
    for (Rank n = 0; n < topology.size(); ++n) {
      for (unsigned l = 0; l < map_.links(); ++l) {
        if (map_.neighbour(n, l) != no_rank) exists_[l * words + n / 64] |= std::uint64_t{1} << n % 64;
      }
    }
  }

  unsigned links() const { return map_.links(); }
  /// How many words away a neighbour may be, at most.
  std::size_t reach() const { return map_.reach(); }
  /// What the nodes from word `w` on drive in a cycle, of this parity.
  std::uint64_t* driven(unsigned parity, unsigned link, unsigned bit, std::size_t w) {
    return &driven_[parity][(std::size_t{link} * bits_ + bit) * length_ + map_.margin() + w];
  }

  /// Calls put(bit, values) with what `n` words of nodes from `w` on see over `link`: bit 0 and credits
  /// always, the others if there is a flit, and then of other nodes anything. The result: the nodes to which
  /// a flit or a credit comes, in `comes`.
  template <unsigned n, class Put>
  [[gnu::always_inline]] void take(unsigned parity, unsigned link, std::size_t w, std::uint64_t* comes,
                                   Put&& put) {
    const unsigned far = map_.opposite(link);
    const std::uint64_t* const exists = &exists_[link * words_ + w];
    std::uint64_t value[n];
    std::uint64_t flits = 0;
    const auto see = [&](unsigned bit) {
      const std::uint64_t* const from = driven(parity, far, bit, w);
      if (map_.scattered(link)) return scattered<n>(from, link, w, value);
      shifted<n>(from, link, w, value);
    };
    const auto see_existing = [&](unsigned bit) {
      see(bit);
      for (unsigned k = 0; k < n; ++k) {
        value[k] &= exists[k];
        comes[k] |= value[k];
      }
    };
    see_existing(0);
    put(0, value);
    for (unsigned k = 0; k < n; ++k) flits |= value[k];
    for (unsigned bit = first_credit_; bit < bits_; ++bit) {
      see_existing(bit);
      put(bit, value);
    }
    if (flits == 0) return;
    for (unsigned bit = 1; bit < first_credit_; ++bit) {
      see(bit);
      put(bit, value);
    }
  }

 private:
  static std::uint64_t bits_from(const std::uint64_t* at, unsigned bits) {
    return at[0] >> bits | at[1] << 1 << (63 - bits);
  }
  template <unsigned n>
  [[gnu::always_inline]] void shifted(const std::uint64_t* from, unsigned link, std::size_t w,
                                      std::uint64_t* value) const {
    if (map_.shifts(link) == 0) {
      for (unsigned k = 0; k < n; ++k) value[k] = 0;
      return;
    }
    const model::LinkMap::Shift& one = map_.shift(link, 0);
    for (unsigned k = 0; k < n; ++k) value[k] = bits_from(from + one.words + k, one.bits);
    if (map_.shifts(link) == 1) return;
    const model::LinkMap::Shift& two = map_.shift(link, 1);
    const std::uint64_t* const second = map_.second(link) + w;
    for (unsigned k = 0; k < n; ++k) {
      const std::uint64_t mine = w + k < map_.words() ? second[k] : 0;
      value[k] = (value[k] & ~mine) | (bits_from(from + two.words + k, two.bits) & mine);
    }
  }
  /// Bit by bit.
  template <unsigned n>
  void scattered(const std::uint64_t* from, unsigned link, std::size_t w, std::uint64_t* value) const {
    const std::uint64_t* const exists = &exists_[link * words_ + w];
    for (unsigned k = 0; k < n; ++k) {
      value[k] = 0;
      for (std::uint64_t m = exists[k]; m != 0; m &= m - 1) {
        const auto l = static_cast<unsigned>(std::countr_zero(m));
        const std::size_t far = map_.neighbour(static_cast<Rank>((w + k) * 64 + l), link) - w * 64;
        const auto at = static_cast<std::ptrdiff_t>(far);
        value[k] |= (from[at >> 6] >> (at & 63) & 1) << l;
      }
    }
  }

  model::LinkMap map_;
  unsigned bits_, first_credit_;
  std::size_t length_, words_ = 0;
  std::vector<std::uint64_t> exists_;  ///< [link][word]: nodes that have this link
  std::vector<std::uint64_t> driven_[2];
};

}  // namespace collnoc

// The links of a network of nodes in slices: what all nodes drive in a cycle, and what their neighbours see
// of it. A link of all nodes is a shift (model/planes/link_planes.hpp).
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

  /// What `n` words of nodes from `w` on see over `link`, in planes of n words at `places` of their array:
  /// bit 0 and credits always, the others if there is a flit, and then of other nodes anything. Planes 0 and
  /// 1 are not written. `comes` gets the nodes to which a flit or a credit comes.
  template <unsigned n>
  void take(unsigned parity, unsigned link, std::size_t w, const int* places, std::uint64_t* planes,
            std::uint64_t* comes) {
    const unsigned far = map_.opposite(link);
    const std::uint64_t* const from = driven(parity, far, 0, w);
    if (map_.scattered(link)) return take_bits<n>(from, link, w, places, planes, comes, Scattered{});
    if (map_.shifts(link) == 2 && second_in(link, w, n))
      return take_bits<n>(from, link, w, places, planes, comes, TwoShifts{});
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return take_avx2<n>(from, link, w, places, planes, comes);
#endif
    take_bits<n>(from, link, w, places, planes, comes, OneShift{});
  }

 private:
  struct Scattered {};  // bit by bit
  struct OneShift {};
  struct TwoShifts {};

  /// Whether the second shift applies to any node of these words.
  bool second_in(unsigned link, std::size_t w, unsigned n) const {
    const std::uint64_t* const second = map_.second(link);
    std::uint64_t any = 0;
    for (std::size_t k = w; k < std::min(w + n, map_.words()); ++k) any |= second[k];
    return any != 0;
  }
#if defined(__x86_64__)
  template <unsigned n>
  [[gnu::target("avx2")]] void take_avx2(const std::uint64_t* from, unsigned link, std::size_t w,
                                         const int* places, std::uint64_t* planes,
                                         std::uint64_t* comes) const {
    take_bits<n>(from, link, w, places, planes, comes, OneShift{});
  }
#endif
  template <unsigned n, class How>
  [[gnu::always_inline]] inline void take_bits(const std::uint64_t* from, unsigned link, std::size_t w,
                                               const int* places, std::uint64_t* planes, std::uint64_t* comes,
                                               How how) const {
    const std::uint64_t* const exists = &exists_[link * words_ + w];
    std::uint64_t value[n], flits = 0;
    see<n>(from, link, w, value, how);
    for (unsigned k = 0; k < n; ++k) {
      value[k] &= exists[k];
      flits |= value[k];
      comes[k] |= value[k];
    }
    put<n>(places[0], value, planes);
    for (unsigned bit = first_credit_; bit < bits_; ++bit) {
      see<n>(from + bit * length_, link, w, value, how);
      for (unsigned k = 0; k < n; ++k) {
        value[k] &= exists[k];
        comes[k] |= value[k];
      }
      put<n>(places[bit], value, planes);
    }
    if (flits == 0) return;
    for (unsigned bit = 1; bit < first_credit_; ++bit) {
      see<n>(from + bit * length_, link, w, value, how);
      put<n>(places[bit], value, planes);
    }
  }
  template <unsigned n>
  [[gnu::always_inline]] static inline void put(int place, const std::uint64_t* value,
                                                std::uint64_t* planes) {
    if (place > 1) std::memcpy(planes + static_cast<std::size_t>(place) * n, value, n * sizeof *value);
  }
  [[gnu::always_inline]] static inline std::uint64_t bits_from(const std::uint64_t* at, unsigned bits) {
    return at[0] >> bits | at[1] << 1 << (63 - bits);
  }
  template <unsigned n>
  [[gnu::always_inline]] inline void see(const std::uint64_t* from, unsigned link, std::size_t,
                                         std::uint64_t* value, OneShift) const {
    if (map_.shifts(link) == 0) {
      for (unsigned k = 0; k < n; ++k) value[k] = 0;
      return;
    }
    const model::LinkMap::Shift& one = map_.shift(link, 0);
    for (unsigned k = 0; k < n; ++k) value[k] = bits_from(from + one.words + k, one.bits);
  }
  template <unsigned n>
  void see(const std::uint64_t* from, unsigned link, std::size_t w, std::uint64_t* value, TwoShifts) const {
    const model::LinkMap::Shift &one = map_.shift(link, 0), &two = map_.shift(link, 1);
    const std::uint64_t* const second = map_.second(link) + w;
    for (unsigned k = 0; k < n; ++k) {
      const std::uint64_t mine = w + k < map_.words() ? second[k] : 0;
      value[k] = (bits_from(from + one.words + k, one.bits) & ~mine) |
                 (bits_from(from + two.words + k, two.bits) & mine);
    }
  }
  template <unsigned n>
  void see(const std::uint64_t* from, unsigned link, std::size_t w, std::uint64_t* value, Scattered) const {
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

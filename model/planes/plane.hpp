// One bit of every node: 64 nodes in a word.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace collnoc::model {

/// Bit n of word w: of node 64 * w + n.
using Plane = std::uint64_t;
inline constexpr unsigned plane_nodes = 64;

/// The planes of up to `width` ports side by side, in one SIMD register or several.
template <unsigned width>
struct PortPlanes {
  using Vec [[gnu::vector_size(width * sizeof(Plane))]] = Plane;
  [[gnu::always_inline]] static Vec load(const Plane* planes) {
    Vec v;
    std::memcpy(&v, planes, sizeof v);
    return v;
  }
  [[gnu::always_inline]] static void store(Plane* planes, const Vec& v) { std::memcpy(planes, &v, sizeof v); }
  /// The same plane for every port.
  [[gnu::always_inline]] static Vec all(Plane plane) { return Vec{} + plane; }
  /// The planes of all ports in one.
  [[gnu::always_inline]] static Plane any(const Vec& v) {
    if constexpr (width == 2) {
      Plane plane[2];
      std::memcpy(&plane, &v, sizeof v);
      return plane[0] | plane[1];
    } else {
      using Half = PortPlanes<width / 2>;
      typename Half::Vec half[2];
      std::memcpy(&half, &v, sizeof v);
      return Half::any(half[0] | half[1]);
    }
  }
};

// Numbers of 64 nodes: of bit c, the plane is at number[c * stride]; V is a plane, or those of several ports.

/// Adds 1 where `up` is set and subtracts 1 where `down` is, never both. Where the number is not 0
/// afterwards.
template <class V>
[[gnu::always_inline]] inline V count_planes(V* number, unsigned bits, V up, V down) {
  V any{};
  for (unsigned c = 0; c < bits; ++c) {
    const V x = number[c];
    any |= number[c] = x ^ (up | down);
    up &= x;
    down &= ~x;
  }
  return any;
}
/// Where the number is at least `least`.
template <class V>
[[gnu::always_inline]] inline V at_least(const V* number, unsigned bits, unsigned least,
                                         std::size_t stride = 1) {
  V above{}, equal = ~V{};
  for (unsigned c = bits; c-- > 0;) {
    const V x = number[c * stride];
    if ((least >> c & 1) != 0) {
      equal &= x;
    } else {
      above |= equal & x;
      equal &= ~x;
    }
  }
  return above | equal;
}
/// Where one number is larger than another.
template <class V>
[[gnu::always_inline]] inline V larger(const V* number, unsigned bits, const V* other, unsigned other_bits) {
  V above{};
  for (unsigned c = 0; c < std::max(bits, other_bits); ++c) {
    const V a = c < bits ? number[c] : V{}, b = c < other_bits ? other[c] : V{};
    above = (a & ~b) | (above & ~(a ^ b));
  }
  return above;
}
/// The number of one node.
inline unsigned number_of(const Plane* number, unsigned bits, std::size_t stride, unsigned node) {
  unsigned value = 0;
  for (unsigned c = 0; c < bits; ++c) value |= static_cast<unsigned>(number[c * stride] >> node & 1) << c;
  return value;
}

/// The set bits of `n` words as numbers 64 * word + bit, in their order; how many they are. Up to four bits
/// of a word take no branch, since how many there are is random. `list`: space for four more.
inline std::size_t bits_of(const Plane* words, std::size_t n, std::uint16_t* list) {
  constexpr unsigned few = 4;
  std::uint16_t* to = list;
  for (std::size_t w = 0; w < n; ++w) {
    Plane m = words[w];
    const auto bits = static_cast<unsigned>(std::popcount(m));
    for (unsigned k = 0; k < few; ++k, m &= m - 1)
      to[k] = static_cast<std::uint16_t>(w * plane_nodes + static_cast<unsigned>(std::countr_zero(m) & 63));
    for (unsigned k = few; m != 0; ++k, m &= m - 1)
      to[k] = static_cast<std::uint16_t>(w * plane_nodes + static_cast<unsigned>(std::countr_zero(m)));
    to += bits;
  }
  return static_cast<std::size_t>(to - list);
}

}  // namespace collnoc::model

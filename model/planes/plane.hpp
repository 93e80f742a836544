// One bit of every node: 64 nodes in a word.
#pragma once
#include <cstdint>
#include <type_traits>
#include <utility>

namespace collnoc::model {

/// Bit n of word w: of node 64 * w + n.
using Plane = std::uint64_t;
inline constexpr unsigned plane_nodes = 64;

/// Calls f(i) for 0 to n-1 with constants, so that nothing is left of the loop.
template <unsigned n, class F>
[[gnu::always_inline]] inline void each(F&& f) {
  [&]<std::size_t... i>(std::index_sequence<i...>) __attribute__((always_inline)) {
    (f(std::integral_constant<unsigned, i>()), ...);
  }(std::make_index_sequence<n>());
}

// Numbers of 64 nodes: plane c holds bit c of each.

/// Adds 1 where `up` is set and subtracts 1 where `down` is; never both.
[[gnu::always_inline]] inline void count_planes(Plane* number, unsigned bits, Plane up, Plane down) {
  for (unsigned c = 0; c < bits; ++c) {
    const Plane x = number[c];
    number[c] = x ^ (up | down);
    up &= x;
    down &= ~x;
  }
}
/// Subtracts 1 where `down` is set. Where the number is not 0 afterwards.
[[gnu::always_inline]] inline Plane fewer(Plane* number, unsigned bits, Plane down) {
  Plane any = 0;
  for (unsigned c = 0; c < bits; ++c) {
    const Plane x = number[c];
    any |= number[c] = x ^ down;
    down &= ~x;
  }
  return any;
}
/// Where the number is not 0.
[[gnu::always_inline]] inline Plane any_plane(const Plane* number, unsigned bits) {
  Plane any = 0;
  for (unsigned c = 0; c < bits; ++c) any |= number[c];
  return any;
}
/// Where the number is at least `least`.
[[gnu::always_inline]] inline Plane at_least(const Plane* number, unsigned bits, unsigned least) {
  Plane above = 0, equal = ~Plane{0};
  for (unsigned c = bits; c-- > 0;) {
    const Plane one = Plane{0} - (least >> c & 1);
    above |= equal & number[c] & ~one;
    equal &= ~(number[c] ^ one);
  }
  return above | equal;
}
/// The number of one node.
inline unsigned number_of(const Plane* number, unsigned bits, unsigned node) {
  unsigned value = 0;
  for (unsigned c = 0; c < bits; ++c) value |= static_cast<unsigned>(number[c] >> node & 1) << c;
  return value;
}

}  // namespace collnoc::model

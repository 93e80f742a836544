// Bits of words, for comparisons.
#pragma once
#include <bit>
#include <cstdint>

namespace collnoc {

/// Bit `n` of a word as an integer, 0 or 1.
///
/// It is not a bool, because g++ 12.2 at -O2 generates wrong code for a comparison of two such bools:
///
///     const bool mine = (a >> n) & 1;
///     if (mine != (((b >> n) & 1) != 0)) report(mine, !mine);
///     if (mine) note();
///
/// Value range propagation drops the masks, since a bool has one bit, and the comparison becomes a test of
/// the bit of `b` alone (bt). With a = b = 5 and n = 0 it reports a difference; with -fno-tree-vrp it does
/// not. Lockstep once reported such a difference between RTL and model. Integers keep their masks.
constexpr std::uint64_t bit(std::uint64_t word, unsigned n) { return (word >> n) & 1u; }

/// Calls f(number) for the set bits, from the lowest on.
template <class F>
void each_bit(std::uint64_t word, F&& f) {
  for (; word != 0; word &= word - 1) f(static_cast<unsigned>(std::countr_zero(word)));
}

}  // namespace collnoc

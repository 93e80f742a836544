// Shared by the searches for tables of slotted exchanges: the messages on an 8x8 torus, and slots.
#pragma once
#include <array>
#include <cstdint>
#include <cstdlib>

namespace collnoc::tune {

/// Offset from any rank to another one: 0 to 4 hops in x and in y.
struct Offset {
  int x = 0, y = 0;
};

/// The offsets to all other ranks. For half-way offsets, half of the messages use each direction.
constexpr std::array<Offset, 63> torus_offsets() {
  std::array<Offset, 63> offsets;
  std::size_t i = 0;
  for (int y = -3; y <= 4; ++y) {
    for (int x = -3; x <= 4; ++x) {
      if (x != 0 || y != 0) offsets[i++] = {x == 4 && y % 2 != 0 ? -4 : x, y == 4 && x % 2 != 0 ? -4 : y};
    }
  }
  return offsets;
}

/// Reverses two half-way messages of opposite directions along x or y (`axis`). Returns false for other
/// pairs.
template <class Message>
bool turn(Message& a, Message& b, int Message::*axis) {
  if (a.*axis + b.*axis != 0 || std::abs(a.*axis) != 4) return false;
  a.*axis = -(a.*axis);
  b.*axis = -(b.*axis);
  return true;
}

/// 128 slots of one resource: bit t is set if slot t is taken.
using Slots = unsigned __int128;
constexpr Slots run(int first, int count) { return ((Slots{1} << count) - 1) << first; }

}  // namespace collnoc::tune

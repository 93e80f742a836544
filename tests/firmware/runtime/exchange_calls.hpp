// Total exchanges with a different length for each pair, with every byte checked; for tiles on the host and
// for programs on processors.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "collnoc/firmware/runtime/exchange_blocks.hpp"

namespace collnoc::test {

/// Lengths in bytes of what `from` sends to `to`.
enum class Lengths : std::uint32_t { random, power_law, mostly_none, none, end };
constexpr std::uint32_t scrambled(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}
constexpr std::uint32_t length_of(Lengths lengths, Rank from, Rank to) {
  const std::uint32_t dice = scrambled(7919 * from + 31 * to + 1000003 * static_cast<std::uint32_t>(lengths));
  switch (lengths) {
    case Lengths::random: return dice % 50;
    case Lengths::power_law: return 400 / (1 + dice % 400);  // 400, 200, 133, ... and mostly 1
    case Lengths::mostly_none: return dice % 8 == 0 ? 17 : 0;
    case Lengths::none:
    case Lengths::end: break;
  }
  return 0;
}
constexpr std::byte byte_of(Rank from, Rank to, std::uint32_t index) {
  return static_cast<std::byte>(scrambled(from * 65536 + to * 256 + index) >> 7);
}

/// Calls total_exchange(call, ...) with memory of `tile` from `base` on; finish() ends the call. Returns the
/// number of wrong bytes, also those around the blocks.
template <class Schedule = Direct, Tile T, class Call, class Finish>
unsigned wrong_exchange(T& tile, Call& call, std::uint32_t base, Lengths lengths, Finish finish) {
  constexpr auto untouched = std::byte{0x5a};
  const Rank n = size(tile), me = tile.rank();
  std::byte* const memory = tile.memory().data();
  const auto numbers = [&](std::uint32_t which) {
    return std::span(reinterpret_cast<std::uint32_t*>(memory + base) + which * n, n);
  };
  const std::span<std::uint32_t> to = numbers(0), to_bytes = numbers(1), from = numbers(2),
                                 from_bytes = numbers(3);
  const std::uint32_t table = base + (16 * n + 7) / 8 * 8;
  std::uint32_t at = table + exchange_table_bytes(tile);
  const auto place = [&](std::span<std::uint32_t> where, Rank rank, std::uint32_t bytes) {
    where[rank] = at;
    at += static_cast<std::uint32_t>(padded(bytes)) + 8 * (rank % 2);
  };
  for (Rank r = 0; r < n; ++r) {
    to_bytes[r] = length_of(lengths, me, r);
    from_bytes[r] = length_of(lengths, r, me);
    place(to, r, to_bytes[r]);
    for (std::uint32_t i = 0; i < to_bytes[r]; ++i) memory[to[r] + i] = byte_of(me, r, i);
  }
  const std::uint32_t received = at;
  for (Rank r = n; r-- > 0;) place(from, r, from_bytes[r]);  // in another order
  for (std::uint32_t i = received; i < at; ++i) memory[i] = untouched;

  total_exchange<Schedule>(call, Blocks{to, to_bytes}, Blocks{from, from_bytes}, table);
  finish();

  unsigned wrong = 0;
  std::uint32_t next = received;
  for (Rank r = n; r-- > 0;) {
    for (; next < from[r]; ++next) wrong += memory[next] != untouched;
    for (std::uint32_t i = 0; i < from_bytes[r]; ++i, ++next)
      wrong += memory[next] != (r == me ? untouched : byte_of(r, me, i));
  }
  for (; next < at; ++next) wrong += memory[next] != untouched;
  return wrong;
}

/// All kinds of lengths, blocking and finished later.
template <class Schedule = Direct, Tile T>
unsigned wrong_exchanges(T& tile, std::uint32_t base) {
  unsigned wrong = 0;
  Later later(tile);
  for (std::uint32_t kind = 0; kind < static_cast<std::uint32_t>(Lengths::end); ++kind) {
    wrong += wrong_exchange<Schedule>(tile, tile, base, static_cast<Lengths>(kind), [] {});
    wrong += wrong_exchange<Schedule>(tile, later, base, static_cast<Lengths>(kind), [&] { later.finish(); });
  }
  return wrong;
}

}  // namespace collnoc::test

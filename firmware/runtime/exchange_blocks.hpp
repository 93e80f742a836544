// A total exchange with a different length for each pair of ranks, as MPI_Alltoallv:
//
//   total_exchange(tile, Blocks{to, to_bytes}, Blocks{from, from_bytes}, table);
//
// Block r of the first goes to rank r and becomes, there, block `own rank` of the second. Every rank knows
// the lengths of what it sends and of what it receives; both sides must agree. First, a total exchange of 8
// bytes tells each rank the addresses for its blocks. Then it sends them: one message per pair, in the order
// of any schedule that sends one block per pair. A block of 0 bytes is a signal. Freestanding: no heap, no
// exceptions, no hosted library.
#pragma once
#include <cassert>
#include <cstdint>
#include <span>
#include <type_traits>

#include "collnoc/firmware/collectives/total_exchange/direct.hpp"
#include "collnoc/firmware/runtime/executor.hpp"
#include "collnoc/firmware/runtime/later.hpp"

namespace collnoc {

/// A block for every rank: bytes[i] bytes, maybe 0, at byte address at[i], a multiple of 8.
struct Blocks {
  std::span<const std::uint32_t> at, bytes;
};

namespace calls {

/// The place of a block, as its receiver has sent it.
struct Place {
  std::uint32_t at = 0, bytes = 0;
};

/// Receives the actions of a total exchange and passes them on, each put with the length of its own block.
/// They count their messages on counter 2, because others may still receive addresses, on counter 1.
template <class Out>
struct OwnLengths {
  Out& out;
  const Blocks& blocks;
  const Place* places;

  constexpr void wait(std::uint8_t, std::uint32_t at_least) { out.wait(2, at_least); }
  constexpr void consume(std::uint8_t, std::uint32_t count) { out.consume(2, count); }
  constexpr void until(std::uint32_t cycles) { out.until(cycles); }
  constexpr void send(Put put) {
    assert(put.counter == 1);  // a schedule with one message per pair and no other
    put.local = blocks.at[put.dst];
    put.remote = places[put.dst].at;
    put.bytes = blocks.bytes[put.dst];
    put.counter = 2;
    put.signal = put.bytes == 0;
    if (put.signal) put.local = put.remote = 0;
    assert(put.bytes == places[put.dst].bytes);  // the receiver expects another length
    out.send(put);
  }
  constexpr void more(const Put& put) { send(put); }
  constexpr void combine(const Combine&) {}
  constexpr void barrier() {}
};

/// Sends every rank the place of its block, and returns the places that the other ranks have sent.
template <class Schedule, Tile T>
constexpr const Place* exchange_places(T& tile, const Job& job, const Blocks& receive) {
  std::byte* const memory = tile.memory().data();
  auto* mine = reinterpret_cast<Place*>(memory + send_block(job, 0));
  for (Rank r = 0; r < size(tile); ++r) mine[r] = {receive.at[r], receive.bytes[r]};
  run<Schedule>(tile, job);
  return reinterpret_cast<const Place*>(memory + receive_block(job, 0));
}

}  // namespace calls

/// Memory at `table` that the call uses.
template <class T>
constexpr std::uint32_t exchange_table_bytes(const T& tile) {
  return 16 * tile.topology().size();
}

/// Every rank gets the block for it from every rank. A rank's block for itself is not moved. `table`:
/// byte address, a multiple of 8. `caller`: a tile or group; or Later, which plans at every start.
template <class Schedule = Direct, class T>
constexpr void total_exchange(T& caller, const Blocks& send, const Blocks& receive, std::uint32_t table) {
  const Job job{caller.topology(), 0, 8, table};
  const auto pass = [&](auto& tile, const calls::Place* places, auto& out) {
    calls::OwnLengths<std::remove_reference_t<decltype(out)>> lengths{out, send, places};
    Cursor at;
    const std::uint32_t steps = Schedule::steps(job);
    while (next_step<Schedule>(job, tile.rank(), at, steps, lengths)) {
    }
  };
  if constexpr (requires { caller.tile(); }) {
    const calls::Place* places = calls::exchange_places<Schedule>(caller.tile(), job, receive);
    caller.start_once([&](auto& out) { pass(caller, places, out); });
  } else {
    [[maybe_unused]] const auto scope = in_library(caller);
    const calls::Place* places = calls::exchange_places<Schedule>(caller, job, receive);
    Performer<T> performer{caller, caller.cycle()};
    pass(caller, places, performer);
    barrier(caller);
  }
}

}  // namespace collnoc

// A barrier in software: signals up a tree of ranks, then down again, on counter 63.
//
//          0            rank r has children 4r+1 .. 4r+4
//      1  2  3  4       2·(N-1) signals, about 2·log4 N signal times deep
//
// A parent's release follows its children's signals, and a child's next signal follows its release, so one
// counter serves both directions and any number of rounds.
#pragma once
#include <cstdint>

#include "collnoc/firmware/collectives/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"

namespace collnoc {

/// The tree of ranks: every rank waits for the signals of its children; then `down` runs from the root
/// downwards. T has rank, topology, put, wait and consume of a Tile.
template <class T, class Down>
constexpr void gather_and_spread(T& tile, Down down) {
  const Rank n = tile.topology().size(), me = tile.rank();
  const Rank first = 4 * me + 1;
  const Rank children = first >= n ? 0 : (n - first < 4 ? n - first : 4);
  const auto await = [&](std::uint32_t count) {
    tile.wait(barrier_counter, count);
    tile.consume(barrier_counter, count);
  };
  if (children != 0) await(children);
  if (me != 0) {
    tile.put(Put{(me - 1) / 4, 0, 0, 0, barrier_counter, true, {}});
    await(1);
  }
  down(first, children);
}

/// Returns when every tile has entered the barrier as often as this one. T: as in gather_and_spread.
template <class T>
constexpr void barrier(T& tile) {
  gather_and_spread(tile, [&](Rank first, Rank children) {
    for (Rank i = 0; i < children; ++i) tile.put(Put{first + i, 0, 0, 0, barrier_counter, true, {}});
  });
}

/// A barrier after which all tiles know the same cycle, which is still to come: the root sends it. The cycle
/// counters of all tiles must agree. Uses 8 bytes of memory at byte address `scratch` of every tile.
template <Tile T>
std::uint64_t agree_on_start(T& tile, std::uint32_t scratch) {
  auto* start = reinterpret_cast<std::uint64_t*>(tile.memory().data() + scratch);
  gather_and_spread(tile, [&](Rank first, Rank children) {
    const std::uint64_t ample = 1000 * (1 + log2_ceil(tile.topology().size()));  // to reach all tiles
    if (tile.rank() == 0) *start = tile.cycle() + ample;
    for (Rank i = 0; i < children; ++i) {
      tile.put(Put{first + i, scratch, scratch, 8, barrier_counter, false, {}});
    }
  });
  return *start;
}

/// A barrier that all tiles leave within a few cycles. Otherwise as agree_on_start(); returns that cycle.
template <Tile T>
std::uint64_t start_together(T& tile, std::uint32_t scratch) {
  const std::uint64_t start = agree_on_start(tile, scratch);
  wait_until(tile, start);
  return start;
}

}  // namespace collnoc

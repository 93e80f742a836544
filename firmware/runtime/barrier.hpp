// A barrier in software: signals up a tree of ranks, then down again, on counter 63.
//
//          0            rank r has children 4r+1 .. 4r+4
//      1  2  3  4       2·(N-1) signals, about 2·log4 N signal times deep
//
// A parent's release follows its children's signals, and a child's next signal follows its release, so one
// counter serves both directions and any number of rounds.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"

namespace collnoc {

/// The tree of ranks: every rank waits for the signals of its children; then `down` runs from the root
/// downwards. T has rank, topology, put, wait and consume of a Tile.
template <class T, class Down>
constexpr void gather_and_spread(T& tile, Down down) {
  [[maybe_unused]] const auto scope = in_library(tile);
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

/// The signals of a tile in the barrier, as values of PUT_GO that are computed once: a signal is then one
/// store.
struct PreparedBarrier {
  bool ready = false;
  Rank children = 0;
  std::array<std::uint32_t, 4> up{};  ///< to the parent; 0 at the root
  std::array<std::uint32_t, 4> down{};

  template <class T>
  constexpr void prepare(const T& tile) {
    const Rank n = tile.topology().size(), me = tile.rank();
    const auto go = [&](Rank to) { return prepared(tile, signal(to, barrier_counter)).go; };
    if (me != 0) up[0] = go((me - 1) / 4);
    for (Rank child = 4 * me + 1; child < n && children < 4; ++child) down[children++] = go(child);
    ready = true;
  }
};

/// Returns when every tile has entered the barrier as often as this one. T: as in gather_and_spread. A tile
/// may have prepared_barrier() and signal(go, count), which starts signals with these values of PUT_GO, for a
/// faster barrier.
template <class T>
constexpr void barrier(T& tile) {
  [[maybe_unused]] const auto scope = in_library(tile);
  if constexpr (requires { tile.signal(tile.prepared_barrier().up, Rank{1}); }) {
    PreparedBarrier& signals = tile.prepared_barrier();
    if (!signals.ready) [[unlikely]]
      signals.prepare(tile);
    if (signals.children != 0) {
      tile.wait(barrier_counter, signals.children);
      tile.consume(barrier_counter, signals.children);
    }
    if (signals.up[0] != 0) {
      tile.signal(signals.up, 1);
      tile.wait(barrier_counter, 1);
      tile.consume(barrier_counter, 1);
    }
    if (signals.children != 0) tile.signal(signals.down, signals.children);
    return;
  }
  gather_and_spread(tile, [&](Rank first, Rank children) {
    for (Rank i = 0; i < children; ++i) tile.put(Put{first + i, 0, 0, 0, barrier_counter, true, {}});
  });
}

/// A barrier after which all tiles know the same future cycle, which the root sends. The cycle
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

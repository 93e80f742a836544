// A barrier in software: signals up a tree of ranks, then down again, on counter 63.
//
//          0            rank r has children 4r+1 .. 4r+4
//      1  2  3  4       2·(N-1) signals, about 2·log4 N signal times deep
//
// A parent's release follows its children's signals, and a child's next signal follows its release, so one
// counter serves both ways and any number of rounds.
#pragma once
#include <cstdint>

#include "firmware/collectives/schedule.hpp"
#include "firmware/hal/tile.hpp"

namespace collnoc {

/// Returns when every tile has entered as often as this one.
template <Tile T>
constexpr void barrier(T& tile) {
  const Rank n = tile.topology().size(), me = tile.rank();
  const Rank first = 4 * me + 1;
  const Rank children = first >= n ? 0 : (n - first < 4 ? n - first : 4);
  const auto signal = [&](Rank dst) { tile.put(Put{dst, 0, 0, 0, barrier_counter, true, {}}); };
  const auto await = [&](std::uint32_t count) {
    tile.wait(barrier_counter, count);
    tile.consume(barrier_counter, count);
  };
  if (children != 0) await(children);
  if (me != 0) {
    signal((me - 1) / 4);
    await(1);
  }
  for (Rank i = 0; i < children; ++i) signal(first + i);
}

}  // namespace collnoc

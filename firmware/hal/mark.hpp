// The part of a program that is to be measured, in programs for processors and for the host:
//
//   mark_begin(tile);
//   work(tile);
//   mark_end(tile);
//
// It lasts from the first begin on any tile to the last end on any tile. On processors the simulator reports
// its cycles, and shows each tile's parts in a timeline; a mark is one store. The host prints its time.
#pragma once
#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/firmware/hal/tile.hpp"

namespace collnoc {

/// A tile that takes marks has mark(what); others ignore them.
template <Tile T>
void mark([[maybe_unused]] T& at, [[maybe_unused]] tile::Mark what) {
  if constexpr (requires { at.mark(what); }) at.mark(what);
}
template <Tile T>
void mark_begin(T& at) {
  mark(at, tile::mark_begin);
}
template <Tile T>
void mark_end(T& at) {
  mark(at, tile::mark_end);
}

}  // namespace collnoc

// A program for processors and the host that marks a part of itself twice.
#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace {
using namespace collnoc;

template <Tile T>
int program(T& tile, const BootBlock& boot) {
  barrier(tile);
  if (boot.argument == 1) return 0;
  for (unsigned round = 0; round < 2; ++round) {
    mark_begin(tile);
    barrier(tile);
    mark_end(tile);
  }
  return 0;
}

}  // namespace

COLLNOC_PROGRAM(program)

// A collective as a program of a tile: one schedule, run by the same executor as natively. Definitions say
// which: COLLNOC_HEADER, COLLNOC_SCHEDULE, and as a check COLLNOC_COLLECTIVE, COLLNOC_NAME.
#include <string_view>

#include "firmware/runtime/executor.hpp"
#include "firmware/rv32/mmio_tile.hpp"
#include COLLNOC_HEADER

#define COLLNOC_TEXT_OF(x) #x
#define COLLNOC_TEXT(x) COLLNOC_TEXT_OF(x)

using namespace collnoc;
using Schedule = COLLNOC_SCHEDULE;
static_assert(std::string_view(Schedule::name) == COLLNOC_TEXT(COLLNOC_NAME));
static_assert(Schedule::collective == Collective::COLLNOC_COLLECTIVE);

int main() {
  MmioTile tile;
  const BootBlock& boot = boot_block();
  const Job job{tile.topology(), boot.root, boot.bytes, boot.base};
  const bool step_barrier = (boot.flags & BootBlock::step_barrier) != 0;
  rv32::mark(tile::mark_begin);
  run<Schedule>(tile, job, step_barrier);
  rv32::mark(tile::mark_end);
  return 0;
}

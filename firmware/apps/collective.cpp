// A collective as a program for tiles. It runs one schedule, the same as native tiles. Like software that
// runs the collective often, it first plans the schedule. The measurement begins in the same cycle on all
// tiles, after all have planned. Macros select the schedule: COLLNOC_HEADER and COLLNOC_SCHEDULE.
// COLLNOC_COLLECTIVE and COLLNOC_NAME check it.
#include <cassert>
#include <cstddef>
#include <string_view>

#include "collnoc/firmware/runtime/plan.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"
#include COLLNOC_HEADER

#define COLLNOC_TEXT_OF(x) #x
#define COLLNOC_TEXT(x) COLLNOC_TEXT_OF(x)

using namespace collnoc;
using Schedule = COLLNOC_SCHEDULE;
static_assert(std::string_view(Schedule::name) == COLLNOC_TEXT(COLLNOC_NAME));
static_assert(Schedule::collective == Collective::COLLNOC_COLLECTIVE);

namespace {
/// The schedule. While it is planned, it signals to the watchdog that the program is alive.
struct Watched : Schedule {
  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    rv32::mark(tile::mark_alive);
    Schedule::plan(job, rank, step, out);
  }
};
Timing timing_of(const BootBlock& boot) { return {boot.flit_bytes, boot.packet_flits, boot.hop_cycles}; }
}  // namespace

int main() {
  MmioTile tile;
  const BootBlock& boot = boot_block();
  const Job job{tile.topology(), boot.root, boot.bytes, boot.base, timing_of(boot)};
  const bool step_barrier = (boot.flags & BootBlock::step_barrier) != 0;
  static Plan<Watched, 2048> plan(job, tile.rank(), step_barrier);
  const std::uint64_t start = start_together(tile, boot_block_address + offsetof(BootBlock, scratch));
  rv32::mark(tile::mark_begin);
  do {
    assert(plan.fits());
    plan.run(tile, start);
  } while (plan.next_part());
  rv32::mark(tile::mark_end);
  return 0;
}

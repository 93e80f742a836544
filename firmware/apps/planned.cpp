// A collective whose actions the loader has written to the tile's memory: schedules that are data, such as
// those from files (sim/schedule/rank_actions.hpp). The measurement begins in the same cycle on all tiles.
// With an argument, the words are a plan for the NIC's sequencer, which performs it.
#include "collnoc/firmware/runtime/prepared_actions.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"
#include "nic_performs.hpp"

using namespace collnoc;

namespace {
/// What perform_prepared() asks of a schedule: what its actions may be.
struct AnyActions {
  static constexpr Collective collective = Collective::reduce;  // they may combine
};
}  // namespace

int main() {
  MmioTile tile;
  const BootBlock& boot = boot_block();
  if (boot.argument != 0) let_nic_perform(tile, boot.plan);
  const auto* actions = reinterpret_cast<const PreparedPut*>(tile.memory().data() + boot.plan);
  const std::uint64_t start = start_together(tile, boot_scratch);
  rv32::mark(tile::mark_begin);
  perform_prepared<AnyActions>(tile, actions, start, static_cast<Op>(boot.op),
                               static_cast<Element>(boot.element));
  rv32::mark(tile::mark_end);
  return 0;
}

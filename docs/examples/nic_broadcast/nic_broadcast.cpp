// A broadcast without software in between: every tile plans its part, starts its NIC's sequencer and sleeps
// until the message has arrived (docs/user/README.md). Exit code 1: the memory is too small, 2: a byte is
// wrong.
#include <cstddef>

#include "collnoc/firmware/collectives/broadcast/scatter_collect.hpp"
#include "collnoc/firmware/runtime/action_plan.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

int main() {
  MmioTile tile;
  const Job job{tile.topology(), 0, 1024, boot_block().base};  // 1 KiB from rank 0
  for (std::uint32_t i = 0; i < job.bytes; ++i)
    tile.memory()[job.base + i] = tile.rank() == job.root ? std::byte(7 * i) : std::byte(0);

  const std::uint32_t at = job.base + static_cast<std::uint32_t>(ScatterCollect::bytes_needed(job));
  static ActionPlan plan(job.topology, tile.rank(), MmioTile::channels(), tile.words(at), at);
  if (!write_plan<ScatterCollect>(job, false, plan)) return 1;
  tile.start_plan(at, agree_on_start(tile, boot_block_address + offsetof(BootBlock, scratch)));
  tile.finish_plan();  // sleeps

  for (std::uint32_t i = 0; i < job.bytes; ++i)
    if (tile.memory()[job.base + i] != std::byte(7 * i)) return 2;
  return 0;
}

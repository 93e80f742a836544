// Where the NIC performs a collective, and the processor sleeps.
#pragma once
#include <cstddef>
#include <cstdint>

#include "collnoc/firmware/rv32/mmio_tile.hpp"

namespace collnoc {

/// Memory of the boot block that barriers use.
inline constexpr std::uint32_t boot_scratch = boot_block_address + offsetof(BootBlock, scratch);

/// The NIC performs the plan at byte address `address`, from the same cycle on all tiles. The plan ends when
/// the NIC has accepted the last put, not when it has sent it. So the program ends here, without a load from
/// the stack: every access of the processor to a bank from which the NIC sends delays the message.
[[noreturn, gnu::always_inline]] inline void let_nic_perform(MmioTile& tile, std::uint32_t address) {
  constexpr unsigned to_mark = 16;  // cycles in which every tile has left the loop and marked the beginning
  const std::uint64_t start = agree_on_start(tile, boot_scratch);
  tile.start_plan(address, start + to_mark);
  wait_until(tile, start);
  rv32::mark(tile::mark_begin);
  tile.finish_plan();
  rv32::mark(tile::mark_end);
  rv32::exit(0);
}

}  // namespace collnoc

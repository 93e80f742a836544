// The registers of a tile with a processor, beside those of its NIC: byte offsets from `tile_registers_base`,
// 32 bits, as docs/reference/hardware.md lists them. What is written to all but EVENT is told to whoever
// watches the tile. Freestanding.
#pragma once
#include <cstdint>

namespace collnoc::tile {

// Where the processor sees what.
inline constexpr std::uint32_t program_base = 0x0000'0000;
inline constexpr std::uint32_t memory_base = 0x4000'0000;
inline constexpr std::uint32_t nic_registers_base = 0x8000'0000;
inline constexpr std::uint32_t tile_registers_base = 0x9000'0000;

inline constexpr std::uint32_t console = 0x00;      ///< w: a character
inline constexpr std::uint32_t exit = 0x04;         ///< w: exit code of the tile; the program is over
inline constexpr std::uint32_t mark = 0x08;         ///< w: see Mark
inline constexpr std::uint32_t fault = 0x0c;        ///< w: see Fault; of a trap mcause is in bits 15:8
inline constexpr std::uint32_t fault_pc = 0x10;     ///< w, before FAULT: where
inline constexpr std::uint32_t fault_value = 0x14;  ///< w, before FAULT: what
inline constexpr std::uint32_t event =
    0x18;  ///< r: bit 0, an event of the NIC since it was cleared; w: clears

/// Values of MARK.
enum Mark : std::uint32_t {
  mark_alive = 0,  ///< nothing: a sign of life
  mark_begin = 1,  ///< the measured part begins
  mark_end = 2,    ///< it ends
};

/// Values of FAULT, bits 7:0.
enum Fault : std::uint32_t {
  fault_trap = 1,   ///< FAULT_PC is mepc, FAULT_VALUE mtval
  fault_rank = 2,   ///< put to a rank outside the network: FAULT_VALUE
  fault_put = 3,    ///< the NIC refused a put: FAULT_VALUE is its ERROR register
  fault_abort = 4,  ///< abort() or a failed assert
};

/// Exit code of a program that ends by a fault.
inline constexpr std::uint32_t fault_exit = 255;

}  // namespace collnoc::tile

// The registers of a tile with a processor, beside those of its NIC: byte offsets from `tile_registers_base`,
// 32 bits (docs/reference/hardware.md). Freestanding.
// Written by arch/generate from arch/registers.toml; not to be edited.
#pragma once
#include <cstdint>

namespace collnoc::tile {

// Addresses as the processor sees them.
/// program memory: instructions, and constants to load; a store is an access fault. So is any access below
/// 100, where null pointers lead. The processor starts at 100
inline constexpr std::uint32_t program_base = 0x0000'0000;
/// Address of the first instruction. Accesses below it are refused, so that null pointers trap.
inline constexpr std::uint32_t boot_address = 0x100;
/// tile memory: the NIC's address + 4000_0000
inline constexpr std::uint32_t memory_base = 0x4000'0000;
/// NIC registers, 000 to 3ff, whole words only
inline constexpr std::uint32_t nic_registers_base = 0x8000'0000;
/// tile registers, 00 to ff, whole words only
inline constexpr std::uint32_t tile_registers_base = 0x9000'0000;

inline constexpr std::uint32_t console = 0x000;      ///< w: 7:0 a character
inline constexpr std::uint32_t exit = 0x004;         ///< w: the program is over, with this exit code
inline constexpr std::uint32_t mark = 0x008;         ///< w: a point in the program, for observers
inline constexpr std::uint32_t fault = 0x00c;        ///< w: 7:0 what failed; for a trap, 15:8 is `mcause`
inline constexpr std::uint32_t fault_pc = 0x010;     ///< w: where, written before FAULT
inline constexpr std::uint32_t fault_value = 0x014;  ///< w: what, written before FAULT
/// rw: bit 0: the NIC has reported an event (`event_o`) since this register was last written; the
/// processor's interrupt. Writing clears it
inline constexpr std::uint32_t event = 0x018;

/// Values of MARK.
enum Mark : std::uint32_t {
  mark_alive = 0,  ///< the program is alive; nothing else
  mark_begin = 1,  ///< the measured part begins
  mark_end = 2,    ///< it ends
};

/// Values of FAULT.
enum Fault : std::uint32_t {
  fault_trap = 1,   ///< a trap: FAULT_PC is mepc, FAULT_VALUE mtval
  fault_rank = 2,   ///< a put to a rank outside the network: FAULT_VALUE
  fault_put = 3,    ///< the NIC refused a put: FAULT_VALUE is its ERROR register
  fault_abort = 4,  ///< abort() or a failed assert
};

/// Exit code of a program that ends by a fault.
inline constexpr std::uint32_t fault_exit = 255;

}  // namespace collnoc::tile

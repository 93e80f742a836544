// The tile's and the NIC's registers from the processor, and what a program tells by them.
#pragma once
#include <cstdint>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"

namespace collnoc::rv32 {

inline volatile std::uint32_t& tile_register(std::uint32_t offset) {
  return *reinterpret_cast<volatile std::uint32_t*>(tile::tile_registers_base + offset);
}
inline volatile std::uint32_t& nic_register(std::uint32_t offset) {
  return *reinterpret_cast<volatile std::uint32_t*>(tile::nic_registers_base + offset);
}

/// What was stored is in memory, and what is loaded from here on is read anew: before a put, after a wait.
/// The processor does neither late nor early; the compiler may.
inline void memory_barrier() { asm volatile("" ::: "memory"); }

inline void mark(tile::Mark what) { tile_register(tile::mark) = what; }

/// Ends the program with an exit code; the tile sleeps from then on.
[[noreturn]] void exit(std::uint32_t code);
/// Ends the program by a fault at `pc`.
[[noreturn]] void fail(tile::Fault fault, std::uint32_t value, const void* pc);

}  // namespace collnoc::rv32

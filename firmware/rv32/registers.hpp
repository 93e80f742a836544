// The registers of the tile and the NIC as the processor sees them, and what a program reports through them.
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

/// All earlier stores are in memory, and all later loads read memory again. Used before a put and after a
/// wait. The processor does not reorder accesses, but the compiler may.
inline void memory_barrier() { asm volatile("" ::: "memory"); }

/// A put begins here. The simulator finds the place in a section of the ELF file and measures the start-up
/// cost from there (sim/processor/startup_meter.hpp); the program contains no instruction for it. The name
/// makes the linker treat the section like debug information: unused code is still removed. `put` and
/// `registers`: addresses that must be in processor registers by then.
[[gnu::always_inline]] inline void put_begins(const void* put, volatile std::uint32_t* registers) {
  asm volatile(
      "1:\n"
      "\t.pushsection .debug_collnoc_puts,\"\",@progbits\n"
      "\t.word 1b\n"
      "\t.popsection" ::"r"(put),
      "r"(registers)
      : "memory");
}
/// The put's last store is done: the compiler moves no later instruction in between its stores.
[[gnu::always_inline]] inline void put_ends() { asm volatile(""); }

inline void mark(tile::Mark what) { tile_register(tile::mark) = what; }

/// Ends the program with an exit code; the tile then sleeps.
[[noreturn]] void exit(std::uint32_t code);
/// Ends the program with a fault at `pc`.
[[noreturn]] void fail(tile::Fault fault, std::uint32_t value, const void* pc);

}  // namespace collnoc::rv32

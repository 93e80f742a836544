// Parameters that the loader passes to a program: 64 bytes of tile memory between the stack and the program's
// data.
#pragma once
#include <cstdint>

namespace collnoc {

struct BootBlock {
  static constexpr std::uint32_t good_magic = 0x434f'4c4e;
  static constexpr std::uint32_t step_barrier = 1;  ///< a flag: all ranks start each step together

  std::uint32_t magic = good_magic;
  std::uint32_t size = 64;          ///< of this block, in bytes
  std::uint32_t bytes = 0;          ///< Job::bytes
  std::uint32_t root = 0;           ///< Job::root
  std::uint32_t base = 0;           ///< Job::base: first byte of NIC memory after the program's data
  std::uint32_t flags = 0;          ///< step_barrier
  std::uint32_t argument = 0;       ///< user-defined, for use by the program
  std::uint32_t flit_bytes = 8;     ///< Job::timing
  std::uint32_t packet_flits = 32;  ///< Job::timing
  std::uint32_t hop_cycles = 1;     ///< Job::timing
  std::uint32_t plan = 0;  ///< not 0: perform the collective by the NIC's sequencer, with the plan at
                           ///< this byte address; of firmware/apps/planned.cpp: where its actions are
  std::uint32_t software_cycles = 0;  ///< Job::timing
  std::uint8_t op = 0;                ///< Job::op
  std::uint8_t element = 0;           ///< Job::element
  std::uint16_t unused = 0;
  std::uint32_t reserved = 0;
  std::uint64_t scratch = 0;  ///< for use by the program, at the same address on all tiles
};
static_assert(sizeof(BootBlock) == 64);

/// Address of the block in the NIC's address space: above the stack, below the program's data.
inline constexpr std::uint32_t boot_block_address = 0xfc0;

}  // namespace collnoc

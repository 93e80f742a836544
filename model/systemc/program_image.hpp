// What a program puts into the memories of a tile (processor_tile_module.hpp). sim/systemc/load_program.hpp
// reads it from an ELF file.
#pragma once
#include <cstdint>
#include <vector>

namespace collnoc::systemc {

struct ProgramImage {
  /// Bytes of tile memory.
  struct Data {
    std::uint32_t address;  ///< byte address in tile memory, as the NIC uses it
    std::vector<std::uint8_t> bytes;
  };

  std::vector<std::uint32_t> text;      ///< program memory from address 0 on; zeros follow
  std::vector<Data> data;               ///< later ones overwrite earlier ones
  std::uint32_t program_bytes = 65536;  ///< of program memory: a power of two, 512 to 2^21
  std::uint32_t memory_bytes = 65536;   ///< of tile memory, at most 2^21
};

}  // namespace collnoc::systemc

// A program for RV32 tiles, read from its ELF file: contents of program memory and tile memory, and the
// function that an address belongs to.
#pragma once
#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/firmware/rv32/boot_block.hpp"

namespace collnoc {

/// Bytes of a processor's program memory, unless a program says otherwise.
inline constexpr std::uint32_t usual_program_bytes = 65536;

class TileProgram {
 public:
  /// Bytes of tile memory; zeros that the file omits are included.
  struct Data {
    std::uint32_t address;  ///< byte address in tile memory, as the NIC uses it
    std::vector<std::uint8_t> bytes;
  };

  /// Throws UserError if there is no such regular file, or it is not an executable ELF file for RV32IM, is
  /// too large for program memory, has data outside of both memories, or has two segments for the same place.
  explicit TileProgram(const std::string& file);

  /// The word at a byte address of program memory; 0 where the program has none.
  std::uint32_t word(std::uint32_t address) const {
    return address / 4 < text_.size() ? text_[address / 4] : 0;
  }
  const std::vector<Data>& data() const { return data_; }
  /// The first free byte of tile memory, a multiple of 64.
  std::uint32_t end() const { return end_; }
  // The sizes it was linked for, symbols of firmware/rv32/link.ld.
  /// Bytes of program memory, a power of two from 512 to 2 MiB.
  std::uint32_t program_bytes() const { return program_bytes_; }
  /// Bytes of tile memory, at most 2 MiB; 0 if it is not in the file.
  std::uint32_t memory_bytes() const { return memory_bytes_; }
  /// Byte address of the boot block in tile memory, a multiple of 64.
  std::uint32_t boot_block() const { return boot_block_; }
  /// "main+0x1c", with demangled names; only the address where no function is known.
  std::string place(std::uint32_t pc) const;
  /// First address of the function that `pc` is in; 0 if none is known.
  std::uint32_t function(std::uint32_t pc) const;
  /// The file's name.
  const std::string& file() const { return file_; }
  /// First addresses of the functions whose demangled names begin with `name`.
  std::vector<std::uint32_t> functions(const std::string& name) const;
  /// Addresses at which puts begin (rv32::put_begins()), sorted.
  const std::vector<std::uint32_t>& puts() const { return puts_; }

 private:
  struct Function {
    std::uint32_t address, size;
    std::string name;  ///< as in the file, so not demangled
  };

  const Function* function_of(std::uint32_t pc) const;
  std::vector<std::uint8_t> read_file() const;
  void check_header(const Elf32_Ehdr& header) const;
  void read_size(const std::string& name, std::uint32_t value);
  void check_sizes() const;
  void read_segments(const std::vector<std::uint8_t>& elf);
  void read_symbols(const std::vector<std::uint8_t>& elf);
  void read_puts(const std::vector<std::uint8_t>& elf);
  [[noreturn]] void refuse(const std::string& why) const;

  std::string file_;
  std::vector<std::uint32_t> text_;
  std::vector<Data> data_;
  std::uint32_t program_bytes_ = usual_program_bytes, memory_bytes_ = 0, boot_block_ = boot_block_address;
  std::uint32_t end_ = 0;
  std::vector<Function> functions_;  // by address
  std::vector<std::uint32_t> puts_;
};

}  // namespace collnoc

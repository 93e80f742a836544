// A program for RV32 tiles, read from its ELF file: what goes into program memory and tile memory, and which
// function an address belongs to.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace collnoc {

/// The processor's addresses (docs/reference/hardware.md) and the layout every program is linked to.
namespace rv32 {
inline constexpr std::uint32_t program_bytes = 65536;     ///< program memory, from address 0
inline constexpr std::uint32_t memory = 0x4000'0000;      ///< tile memory: byte 0 of the NIC's addresses
inline constexpr std::uint32_t boot_block = 0xfc0;        ///< in tile memory; below it is the stack
inline constexpr std::uint32_t boot_bytes = 64;
inline constexpr std::uint32_t data = 0x1000;             ///< in tile memory: where a program's data begin
inline constexpr std::uint32_t boot_magic = 0x434f'4c4e;
}  // namespace rv32

class Program {
 public:
  /// Bytes of tile memory; what the file leaves out is 0.
  struct Data {
    std::uint32_t address;  ///< in tile memory, as the NIC counts
    std::vector<std::uint8_t> bytes;
  };

  /// Throws UserError: no such file, not an ELF file, not for RV32, too large for program memory, or outside
  /// of both memories.
  explicit Program(const std::string& file);

  const std::string& file() const { return file_; }
  /// The word at a byte address of program memory; 0 where the program has none.
  std::uint32_t word(std::uint32_t address) const {
    return address / 4 < text_.size() ? text_[address / 4] : 0;
  }
  const std::vector<Data>& data() const { return data_; }
  /// The first byte of tile memory that is free, a multiple of 64.
  std::uint32_t end() const { return end_; }
  /// "main+0x1c", in C++'s words; the bare address where no function is known.
  std::string place(std::uint32_t pc) const;
  /// First addresses of the functions whose names, in C++'s words, begin with `name`.
  std::vector<std::uint32_t> functions(const std::string& name) const;

 private:
  struct Function {
    std::uint32_t address, size;
    std::string name;
  };

  void read_segments(const std::vector<std::uint8_t>& elf);
  void read_symbols(const std::vector<std::uint8_t>& elf);
  [[noreturn]] void refuse(const std::string& why) const;

  std::string file_;
  std::vector<std::uint32_t> text_;
  std::vector<Data> data_;
  std::uint32_t end_ = rv32::data;
  std::vector<Function> functions_;  // by address
};

}  // namespace collnoc

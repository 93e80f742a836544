#include "sim/processor/elf.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "collnoc/arch/tile_registers.hpp"
#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::uint64_t most_memory = std::uint64_t{2} << 20;   // of a tile
constexpr std::uintmax_t most_file = std::uintmax_t{64} << 20;  // bytes, with debug information
constexpr std::size_t longest_name = 1024;                      // of a function; the rest is cut off
constexpr std::uint32_t flag_compressed = 1, float_abi = 6, flag_embedded = 8;  // of e_flags, RISC-V psABI

/// The header at `offset` of the file, if the file has all of it.
template <class T>
std::optional<T> read(const Bytes& elf, std::uint64_t offset) {
  T value;
  if (offset > elf.size() || elf.size() - offset < sizeof value) return std::nullopt;
  std::memcpy(&value, elf.data() + offset, sizeof value);
  return value;
}

bool inside(const Bytes& elf, std::uint64_t offset, std::uint64_t bytes) {
  return offset <= elf.size() && bytes <= elf.size() - offset;
}

/// Only names that begin with _Z are mangled: a C function can be called f.
std::string in_words(const std::string& symbol) {
  if (symbol.rfind("_Z", 0) != 0) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

}  // namespace

TileProgram::TileProgram(const std::string& file) : file_(file) {
  const Bytes elf = read_file();
  const auto header = read<Elf32_Ehdr>(elf, 0);
  if (elf.size() < SELFMAG || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0 || !header) {
    refuse("is not an ELF file; collnoc_add_firmware makes programs for tiles");
  }
  check_header(*header);
  read_symbols(elf);
  check_sizes();
  read_puts(elf);
  read_segments(elf);
}

Bytes TileProgram::read_file() const {
  std::error_code error;
  const auto status = std::filesystem::status(file_, error);
  if (std::filesystem::is_directory(status)) refuse("is a folder, not a program");
  // Before it is opened: a pipe would wait for a writer.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    refuse("is not a regular file");
  }
  std::ifstream in(file_, std::ios::binary);
  if (!in) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  const std::uintmax_t size = std::filesystem::file_size(file_, error);
  if (!error && size > most_file) {
    refuse(fmt::format("has {} bytes; a program's file has at most {}", size, most_file));
  }
  try {
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  } catch (const std::ios_base::failure&) {  // libstdc++ throws it for the file, whatever exceptions() says
    refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  }
}

void TileProgram::check_header(const Elf32_Ehdr& header) const {
  const bool wide = header.e_ident[EI_CLASS] == ELFCLASS64;
  if (header.e_ident[EI_DATA] == ELFDATA2MSB) refuse("is big-endian; tiles are little-endian");
  if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_RISCV) {
    refuse(fmt::format("is for another machine ({}-bit, ELF machine {}); tiles are 32-bit RISC-V, machine {}",
                       wide ? 64 : 32, header.e_machine, EM_RISCV));
  }
  if (header.e_type != ET_EXEC) refuse("is not linked; it must be an executable with fixed addresses");
  const char* extra = (header.e_flags & flag_compressed) != 0 ? "compressed instructions (RVC)"
                      : (header.e_flags & float_abi) != 0     ? "floating-point registers"
                      : (header.e_flags & flag_embedded) != 0 ? "16 registers only (RVE)"
                                                              : nullptr;
  if (extra != nullptr) {
    refuse(fmt::format("is built for {}; tiles are RV32IM: -march=rv32im -mabi=ilp32", extra));
  }
  if (header.e_entry != tile::boot_address) {
    refuse(fmt::format("begins at address {:#x}; a tile's program begins at {:#x}", header.e_entry,
                       tile::boot_address));
  }
  const auto check_size = [&](const char* what, unsigned count, unsigned size, std::size_t expected) {
    if (count == 0 || size == expected) return;
    refuse(fmt::format("has {} headers of {} bytes; in ELF files of 32 bits they have {}", what, size,
                       expected));
  };
  check_size("program", header.e_phnum, header.e_phentsize, sizeof(Elf32_Phdr));
  check_size("section", header.e_shnum, header.e_shentsize, sizeof(Elf32_Shdr));
}

void TileProgram::refuse(const std::string& why) const { throw UserError(fmt::format("{}: {}", file_, why)); }

void TileProgram::read_segments(const Bytes& elf) {
  const std::uint32_t data_begin = boot_block_ + sizeof(BootBlock);
  end_ = data_begin;
  const auto header = *read<Elf32_Ehdr>(elf, 0);
  std::map<std::uint64_t, std::uint64_t> loaded;  // begin and end of every segment so far
  for (unsigned n = 0; n < header.e_phnum; ++n) {
    const auto segment = read<Elf32_Phdr>(elf, header.e_phoff + std::uint64_t{n} * sizeof(Elf32_Phdr));
    if (!segment) refuse("is cut off: program headers are missing");
    if (segment->p_type != PT_LOAD || segment->p_memsz == 0) continue;
    if (!inside(elf, segment->p_offset, segment->p_filesz) || segment->p_filesz > segment->p_memsz) {
      refuse("is cut off: bytes of a segment are missing");
    }
    const auto first = elf.begin() + segment->p_offset, last = first + segment->p_filesz;
    const std::uint64_t begin = segment->p_vaddr, end = begin + segment->p_memsz;
    const auto after = loaded.lower_bound(begin);
    if ((after != loaded.end() && after->first < end) ||
        (after != loaded.begin() && std::prev(after)->second > begin)) {
      refuse(
          fmt::format("has two segments for the same memory: the second is at {:#x} to {:#x}", begin, end));
    }
    loaded[begin] = end;
    if (begin < tile::memory_base) {
      if (begin < tile::boot_address) {
        refuse(
            fmt::format("has something at {:#x}; program memory begins at {:#x}: below, accesses are faults",
                        begin, tile::boot_address));
      }
      if (begin % 4 != 0) {
        refuse(fmt::format("has code at {:#x}; an instruction's address is a multiple of 4", begin));
      }
      if (end > program_bytes_) {
        refuse(fmt::format("does not fit program memory: it reaches to {:#x}, there are {} bytes", end,
                           program_bytes_));
      }
      if (segment->p_paddr != segment->p_vaddr) {
        refuse(fmt::format(
            "is linked to run at {:#x} but to be loaded at {:#x}; a program runs where it is loaded", begin,
            segment->p_paddr));
      }
      if (text_.size() < (end + 3) / 4) text_.resize((end + 3) / 4);
      std::copy(first, last, reinterpret_cast<std::uint8_t*>(text_.data()) + begin);
      continue;
    }
    const std::uint64_t from = begin - tile::memory_base, to = end - tile::memory_base;
    if (from < data_begin || to > most_memory) {
      refuse(fmt::format(
          "has data at {:#x} to {:#x}; tile memory is free for them from {:#x} to {:#x}, behind stack and "
          "boot block",
          begin, end, tile::memory_base + data_begin, tile::memory_base + most_memory));
    }
    if ((segment->p_flags & (PF_X | PF_W)) == PF_X) {
      refuse(fmt::format("has code at {:#x}; code must be in program memory, 0 to {:#x}", begin,
                         program_bytes_ - 1));
    }
    Data data{static_cast<std::uint32_t>(from), {first, last}};
    data.bytes.resize(segment->p_memsz);
    data_.push_back(std::move(data));
    end_ = std::max(end_, static_cast<std::uint32_t>((to + 63) / 64 * 64));
  }
  if (text_.empty()) {
    refuse(fmt::format("has nothing at address {:#x}, where a tile's program begins", tile::boot_address));
  }
}

void TileProgram::read_symbols(const Bytes& elf) {
  const auto header = *read<Elf32_Ehdr>(elf, 0);
  const auto section = [&](unsigned n) {
    return read<Elf32_Shdr>(elf, header.e_shoff + std::uint64_t{n} * sizeof(Elf32_Shdr));
  };
  for (unsigned n = 0; n < header.e_shnum; ++n) {
    const auto table = section(n);
    if (!table || table->sh_type != SHT_SYMTAB) continue;
    const auto names = section(table->sh_link);
    if (!names || !inside(elf, names->sh_offset, names->sh_size)) continue;
    for (std::uint32_t at = 0; at + sizeof(Elf32_Sym) <= table->sh_size; at += sizeof(Elf32_Sym)) {
      const auto symbol = read<Elf32_Sym>(elf, std::uint64_t{table->sh_offset} + at);
      if (!symbol) break;
      if (symbol->st_name >= names->sh_size) continue;
      const char* text = reinterpret_cast<const char*>(elf.data()) + names->sh_offset + symbol->st_name;
      const std::string name(
          text, strnlen(text, std::min<std::size_t>(names->sh_size - symbol->st_name, longest_name)));
      if (symbol->st_shndx == SHN_ABS) read_size(name, symbol->st_value);
      const unsigned type = ELF32_ST_TYPE(symbol->st_info);
      if ((type != STT_FUNC && type != STT_NOTYPE) || symbol->st_shndx == SHN_UNDEF ||
          symbol->st_shndx >= SHN_LORESERVE || symbol->st_value >= most_memory) {
        continue;
      }
      if (name.empty() || name[0] == '$' || name.rfind(".L", 0) == 0) continue;  // symbols of the assembler
      if (functions_.size() == most_memory) refuse("has more functions than bytes of program memory");
      functions_.push_back({symbol->st_value, type == STT_FUNC ? symbol->st_size : 0, name});
    }
    break;  // a file has one table of symbols
  }
  // Of several names for one address, the one with a size comes last, so the search finds it.
  std::stable_sort(functions_.begin(), functions_.end(), [](const Function& a, const Function& b) {
    return a.address != b.address ? a.address < b.address : a.size < b.size;
  });
}

void TileProgram::read_size(const std::string& name, std::uint32_t value) {
  if (name == "__program_bytes") program_bytes_ = value;
  if (name == "__memory_bytes") memory_bytes_ = value;
  if (name == "__boot_block") boot_block_ = value - tile::memory_base;
}

void TileProgram::check_sizes() const {
  if (program_bytes_ < 512 || program_bytes_ > most_memory || !std::has_single_bit(program_bytes_)) {
    refuse(fmt::format("is linked for {} bytes of program memory; they must be a power of two, 512 to {}",
                       program_bytes_, most_memory));
  }
  if (memory_bytes_ > most_memory) {
    refuse(fmt::format("is linked for {} bytes of tile memory; at most {} are possible", memory_bytes_,
                       most_memory));
  }
  if (boot_block_ % 64 != 0 || boot_block_ > most_memory - sizeof(BootBlock)) {
    refuse(fmt::format("has its boot block at {:#x}; it must be in tile memory, at a multiple of 64",
                       boot_block_ + tile::memory_base));
  }
}

void TileProgram::read_puts(const Bytes& elf) {
  static constexpr std::string_view wanted = ".debug_collnoc_puts";
  const auto header = *read<Elf32_Ehdr>(elf, 0);
  const auto section = [&](unsigned n) {
    return read<Elf32_Shdr>(elf, header.e_shoff + std::uint64_t{n} * sizeof(Elf32_Shdr));
  };
  const auto names = section(header.e_shstrndx);
  for (unsigned n = 0; names && n < header.e_shnum; ++n) {
    const auto list = section(n);
    if (!list || list->sh_name >= names->sh_size) continue;
    const std::uint64_t name = std::uint64_t{names->sh_offset} + list->sh_name;
    if (!inside(elf, name, wanted.size() + 1) || !inside(elf, list->sh_offset, list->sh_size)) continue;
    if (std::memcmp(elf.data() + name, wanted.data(), wanted.size() + 1) != 0) continue;
    for (std::uint32_t at = 0; at + 4 <= list->sh_size; at += 4) {
      const auto address = *read<std::uint32_t>(elf, std::uint64_t{list->sh_offset} + at);
      if (address != 0) puts_.push_back(address);  // 0: in code that the linker has removed
    }
    break;
  }
  std::sort(puts_.begin(), puts_.end());
}

const TileProgram::Function* TileProgram::function_of(std::uint32_t pc) const {
  const auto after = std::upper_bound(functions_.begin(), functions_.end(), pc,
                                      [](std::uint32_t at, const Function& f) { return at < f.address; });
  return after == functions_.begin() || pc / 4 >= text_.size() ? nullptr : &*std::prev(after);
}

std::string TileProgram::place(std::uint32_t pc) const {
  const Function* f = function_of(pc);
  if (f == nullptr) return fmt::format("{:#x}", pc);
  const std::string name = in_words(f->name);
  return pc == f->address ? name : fmt::format("{}+{:#x}", name, pc - f->address);
}

std::uint32_t TileProgram::function(std::uint32_t pc) const {
  const Function* f = function_of(pc);
  return f == nullptr ? 0 : f->address;
}

std::vector<std::uint32_t> TileProgram::functions(const std::string& name) const {
  std::vector<std::uint32_t> found;
  for (const Function& f : functions_) {
    if (in_words(f.name).rfind(name, 0) == 0) found.push_back(f.address);
  }
  return found;
}

}  // namespace collnoc

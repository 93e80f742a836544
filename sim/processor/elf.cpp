#include "sim/processor/elf.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>

#include "collnoc/arch/tile_registers.hpp"
#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::uint64_t most_memory = std::uint64_t{2} << 20;  // of a tile

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

std::string in_words(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
}

}  // namespace

TileProgram::TileProgram(const std::string& file) : file_(file) {
  std::error_code none;
  if (std::filesystem::is_directory(file, none)) refuse("is a folder, not a program");
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(fmt::format("cannot be read: {}", std::strerror(errno)));
  const Bytes elf{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto header = read<Elf32_Ehdr>(elf, 0);
  if (elf.size() < SELFMAG || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0 || !header) {
    refuse("is not an ELF file; collnoc_add_firmware makes programs for tiles");
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS32 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_machine != EM_RISCV) {
    refuse(fmt::format("is for another machine ({}-bit, ELF machine {}); tiles are 32-bit RISC-V, machine {}",
                       header->e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32, header->e_machine, EM_RISCV));
  }
  if (header->e_type != ET_EXEC) refuse("is not linked; it must be an executable with fixed addresses");
  if (header->e_entry != 0) {
    refuse(fmt::format("begins at address {:#x}; a tile's program begins at 0", header->e_entry));
  }
  read_symbols(elf);
  read_puts(elf);
  read_segments(elf);
}

void TileProgram::refuse(const std::string& why) const { throw UserError(fmt::format("{}: {}", file_, why)); }

void TileProgram::read_segments(const Bytes& elf) {
  constexpr std::uint32_t data_begin = boot_block_address + sizeof(BootBlock);
  end_ = data_begin;
  const auto header = *read<Elf32_Ehdr>(elf, 0);
  for (unsigned n = 0; n < header.e_phnum; ++n) {
    const auto segment = read<Elf32_Phdr>(elf, header.e_phoff + std::uint64_t{n} * header.e_phentsize);
    if (!segment) refuse("is cut off: program headers are missing");
    if (segment->p_type != PT_LOAD || segment->p_memsz == 0) continue;
    if (!inside(elf, segment->p_offset, segment->p_filesz) || segment->p_filesz > segment->p_memsz) {
      refuse("is cut off: bytes of a segment are missing");
    }
    const auto first = elf.begin() + segment->p_offset, last = first + segment->p_filesz;
    const std::uint64_t begin = segment->p_vaddr, end = begin + segment->p_memsz;
    if (begin < tile::memory_base) {
      if (end > program_memory_bytes) {
        refuse(fmt::format("does not fit program memory: it reaches to {:#x}, there are {} bytes", end,
                           program_memory_bytes));
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
    Data data{static_cast<std::uint32_t>(from), {first, last}};
    data.bytes.resize(segment->p_memsz);
    data_.push_back(std::move(data));
    end_ = std::max(end_, static_cast<std::uint32_t>((to + 63) / 64 * 64));
  }
  if (text_.empty()) refuse("has nothing at address 0, where a tile's program begins");
}

void TileProgram::read_symbols(const Bytes& elf) {
  const auto header = *read<Elf32_Ehdr>(elf, 0);
  const auto section = [&](unsigned n) {
    return read<Elf32_Shdr>(elf, header.e_shoff + std::uint64_t{n} * header.e_shentsize);
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
      const std::string name(text, strnlen(text, names->sh_size - symbol->st_name));
      const unsigned type = ELF32_ST_TYPE(symbol->st_info);
      if ((type != STT_FUNC && type != STT_NOTYPE) || symbol->st_shndx == SHN_UNDEF ||
          symbol->st_shndx >= SHN_LORESERVE || symbol->st_value >= tile::memory_base) {
        continue;
      }
      if (name.empty() || name[0] == '$' || name.rfind(".L", 0) == 0) continue;  // symbols of the assembler
      functions_.push_back({symbol->st_value, type == STT_FUNC ? symbol->st_size : 0, in_words(name)});
    }
  }
  // Of several names for one address, the one with a size comes last, so the search finds it.
  std::stable_sort(functions_.begin(), functions_.end(), [](const Function& a, const Function& b) {
    return a.address != b.address ? a.address < b.address : a.size < b.size;
  });
}

void TileProgram::read_puts(const Bytes& elf) {
  static constexpr std::string_view wanted = ".debug_collnoc_puts";
  const auto header = *read<Elf32_Ehdr>(elf, 0);
  const auto section = [&](unsigned n) {
    return read<Elf32_Shdr>(elf, header.e_shoff + std::uint64_t{n} * header.e_shentsize);
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
  }
  std::sort(puts_.begin(), puts_.end());
}

std::string TileProgram::place(std::uint32_t pc) const {
  const auto after = std::upper_bound(functions_.begin(), functions_.end(), pc,
                                      [](std::uint32_t at, const Function& f) { return at < f.address; });
  if (after == functions_.begin() || pc / 4 >= text_.size()) return fmt::format("{:#x}", pc);
  const Function& f = *std::prev(after);
  return pc == f.address ? f.name : fmt::format("{}+{:#x}", f.name, pc - f.address);
}

std::vector<std::uint32_t> TileProgram::functions(const std::string& name) const {
  std::vector<std::uint32_t> found;
  for (const Function& f : functions_) {
    if (f.name.rfind(name, 0) == 0) found.push_back(f.address);
  }
  return found;
}

}  // namespace collnoc

// Which files are programs for tiles, and the messages for all other files.
#include "sim/processor/elf.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim/common/user_error.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

struct Segment {
  std::uint32_t address;
  std::vector<std::uint8_t> bytes;
  std::uint32_t memory;  ///< bytes in memory
};

struct Symbol {
  std::string name;
  std::uint32_t address, size;
};

/// An ELF file with these segments and functions.
class ElfFile {
 public:
  Elf32_Ehdr header{};
  std::vector<Segment> segments{{0, {0x6f, 0, 0, 0}, 4}};
  std::vector<Symbol> symbols;
  std::vector<std::uint32_t> puts;
  std::size_t cut = 0;  ///< bytes left out at the end

  ElfFile() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
  }
  ~ElfFile() {
    std::error_code none;
    std::filesystem::remove(path_, none);
  }
  ElfFile(const ElfFile&) = delete;

  std::string write() {
    std::vector<std::uint8_t> file(sizeof header);
    const auto append = [&](const void* data, std::size_t bytes) {
      const auto* from = static_cast<const std::uint8_t*>(data);
      file.insert(file.end(), from, from + bytes);
    };
    std::vector<Elf32_Phdr> heads;
    for (const Segment& s : segments) {
      Elf32_Phdr head{};
      head.p_type = PT_LOAD;
      head.p_offset = static_cast<std::uint32_t>(file.size());
      head.p_vaddr = s.address;
      head.p_filesz = static_cast<std::uint32_t>(s.bytes.size());
      head.p_memsz = s.memory;
      heads.push_back(head);
      append(s.bytes.data(), s.bytes.size());
    }
    std::string names(1, '\0');
    std::vector<Elf32_Sym> table(1);
    for (const Symbol& s : symbols) {
      Elf32_Sym symbol{};
      symbol.st_name = static_cast<std::uint32_t>(names.size());
      symbol.st_value = s.address;
      symbol.st_size = s.size;
      symbol.st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC);
      symbol.st_shndx = 1;
      table.push_back(symbol);
      names += s.name + '\0';
    }
    Elf32_Shdr sections[3]{};
    sections[2].sh_type = SHT_PROGBITS;
    sections[2].sh_name = static_cast<std::uint32_t>(names.size());
    names += ".debug_collnoc_puts" + std::string(1, '\0');
    sections[2].sh_offset = static_cast<std::uint32_t>(file.size());
    sections[2].sh_size = static_cast<std::uint32_t>(puts.size() * 4);
    append(puts.data(), puts.size() * 4);
    sections[0].sh_type = SHT_SYMTAB;
    sections[0].sh_link = 1;
    sections[0].sh_offset = static_cast<std::uint32_t>(file.size());
    sections[0].sh_size = static_cast<std::uint32_t>(table.size() * sizeof(Elf32_Sym));
    append(table.data(), table.size() * sizeof(Elf32_Sym));
    sections[1].sh_type = SHT_STRTAB;
    sections[1].sh_offset = static_cast<std::uint32_t>(file.size());
    sections[1].sh_size = static_cast<std::uint32_t>(names.size());
    append(names.data(), names.size());
    header.e_phoff = static_cast<std::uint32_t>(file.size());
    header.e_phnum = static_cast<std::uint16_t>(heads.size());
    header.e_phentsize = sizeof(Elf32_Phdr);
    append(heads.data(), heads.size() * sizeof(Elf32_Phdr));
    header.e_shoff = static_cast<std::uint32_t>(file.size());
    header.e_shnum = 3;
    header.e_shstrndx = 1;
    header.e_shentsize = sizeof(Elf32_Shdr);
    append(sections, sizeof sections);
    std::memcpy(file.data(), &header, sizeof header);
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size() - cut));
    return path_;
  }

 private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("collnoc-elf-" + std::to_string(::getpid()) + ".elf"))
          .string();
};

std::string refusal(const std::string& file) {
  try {
    TileProgram program(file);
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr(file + ": "));
    return error.what();
  }
  return "accepted";
}

TEST(Elf, TextAndDataGoToTheirMemoriesAndTheRestIsZero) {
  ElfFile file;
  file.segments = {{0, {1, 2, 3, 4, 5, 6, 7, 8}, 12}, {0x4000'1000, {9, 10}, 70}};
  const TileProgram program(file.write());
  EXPECT_EQ(program.word(0), 0x0403'0201u);
  EXPECT_EQ(program.word(4), 0x0807'0605u);
  EXPECT_EQ(program.word(8), 0u);
  EXPECT_EQ(program.word(0xfffc), 0u);
  ASSERT_EQ(program.data().size(), 1u);
  EXPECT_EQ(program.data()[0].address, 0x1000u);
  EXPECT_EQ(program.data()[0].bytes.size(), 70u);
  EXPECT_EQ(program.data()[0].bytes[1], 10);
  EXPECT_EQ(program.data()[0].bytes[69], 0);
  EXPECT_EQ(program.end(), 0x1080u);
}

TEST(Elf, WithoutDataTheMemoryBehindTheBootBlockIsFree) {
  ElfFile file;
  EXPECT_EQ(TileProgram(file.write()).end(), 0x1000u);
}

TEST(Elf, AddressesAreNamedByDemangledFunctions) {
  ElfFile file;
  file.segments[0].memory = 64;
  file.symbols = {{"main", 8, 8}, {"_ZN7collnoc8MmioTile3putERKNS_3PutE", 16, 16}};
  const TileProgram program(file.write());
  EXPECT_EQ(program.place(4), "0x4");
  EXPECT_EQ(program.place(8), "main");
  EXPECT_EQ(program.place(12), "main+0x4");
  EXPECT_EQ(program.place(20), "collnoc::MmioTile::put(collnoc::Put const&)+0x4");
  EXPECT_EQ(program.place(0x2000'0000), "0x20000000");
  EXPECT_EQ(program.functions("collnoc::MmioTile::put("), std::vector<std::uint32_t>{16});
}

TEST(Elf, PlacesOfPutsAreSortedAndThoseOfRemovedCodeAreLeftOut) {
  ElfFile file;
  file.puts = {0x84, 0, 0x20};
  EXPECT_EQ(TileProgram(file.write()).puts(), (std::vector<std::uint32_t>{0x20, 0x84}));
}

TEST(Elf, WhatIsNoProgramIsRefused) {
  EXPECT_THAT(refusal("/nonexistent/program.elf"), HasSubstr("cannot be read: No such file"));
  EXPECT_THAT(refusal("/"), HasSubstr("is a folder"));
  EXPECT_THAT(refusal("README.md"), HasSubstr("is not an ELF file"));
  EXPECT_THAT(refusal("/proc/self/exe"), HasSubstr("is for another machine (64-bit"));
}

TEST(Elf, WhatIsForAnotherMachineOrNotLinkedIsRefused) {
  {
    ElfFile file;
    file.header.e_machine = EM_ARM;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is for another machine (32-bit, ELF machine 40)"));
  }
  {
    ElfFile file;
    file.header.e_type = ET_REL;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is not linked"));
  }
  {
    ElfFile file;
    file.header.e_entry = 0x80;
    EXPECT_THAT(refusal(file.write()), HasSubstr("begins at address 0x80; a tile's program begins at 0"));
  }
}

TEST(Elf, WhatDoesNotFitIsRefused) {
  {
    ElfFile file;
    file.segments[0].memory = 65540;
    EXPECT_THAT(refusal(file.write()), HasSubstr("does not fit program memory: it reaches to 0x10004"));
  }
  {
    ElfFile file;
    file.segments.push_back({0x4000'0fc0, {1}, 4});  // the boot block
    EXPECT_THAT(refusal(file.write()), HasSubstr("has data at 0x40000fc0"));
  }
  {
    ElfFile file;
    file.segments.push_back({0x4000'1000, {1}, 2 << 20});
    EXPECT_THAT(refusal(file.write()),
                HasSubstr("tile memory is free for them from 0x40001000 to 0x40200000"));
  }
  {
    ElfFile file;
    file.segments.clear();
    EXPECT_THAT(refusal(file.write()), HasSubstr("has nothing at address 0"));
  }
}

TEST(Elf, WhatIsCutOffIsRefused) {
  {
    ElfFile file;
    file.cut = sizeof(Elf32_Shdr) * 3 + 1;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is cut off: program headers are missing"));
  }
  {
    ElfFile file;
    file.segments[0] = {0, {1, 2, 3, 4}, 3};
    EXPECT_THAT(refusal(file.write()), HasSubstr("is cut off: bytes of a segment are missing"));
  }
}

}  // namespace
}  // namespace collnoc::test

// Which files are programs for tiles, and the messages for all other files.
#include "sim/processor/elf.hpp"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <utility>

#include "collnoc/arch/tile_registers.hpp"
#include "sim/common/user_error.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

struct Segment {
  std::uint32_t address;
  std::vector<std::uint8_t> bytes;
  std::uint32_t memory;  ///< bytes in memory
  std::uint32_t flags = PF_R;
  std::uint32_t load_offset = 0;  ///< physical minus virtual address
};

struct Symbol {
  std::string name;
  std::uint32_t address, size;
  std::uint16_t section = 1;
};

/// An ELF file with these segments and functions.
class ElfFile {
 public:
  Elf32_Ehdr header{};
  std::vector<Segment> segments{{tile::boot_address, {0x6f, 0, 0, 0}, 4}};
  std::vector<Symbol> symbols;
  std::vector<std::uint32_t> puts;
  std::size_t cut = 0;  ///< bytes left out at the end

  ElfFile() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_entry = tile::boot_address;
    header.e_phentsize = sizeof(Elf32_Phdr);
    header.e_shentsize = sizeof(Elf32_Shdr);
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
      head.p_paddr = s.address + s.load_offset;
      head.p_flags = s.flags;
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
      symbol.st_shndx = s.section;
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
    append(heads.data(), heads.size() * sizeof(Elf32_Phdr));
    header.e_shoff = static_cast<std::uint32_t>(file.size());
    header.e_shnum = 3;
    header.e_shstrndx = 1;
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
  file.segments = {{0x100, {1, 2, 3, 4, 5, 6, 7, 8}, 12}, {0x4000'1000, {9, 10}, 70}};
  const TileProgram program(file.write());
  EXPECT_EQ(program.word(0x100), 0x0403'0201u);
  EXPECT_EQ(program.word(0x104), 0x0807'0605u);
  EXPECT_EQ(program.word(0x108), 0u);
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

TEST(Elf, OnlyRegularFilesOfLimitedSizeAreRead) {
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("is not a regular file"));
  const auto base = std::filesystem::temp_directory_path() / ("collnoc-elf-" + std::to_string(::getpid()));
  const std::string pipe = base.string() + ".pipe", large = base.string() + ".large";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal(pipe), HasSubstr("is not a regular file"));
  std::ofstream(large).put('\x7f');
  std::filesystem::resize_file(large, (64u << 20) + 1);
  EXPECT_THAT(refusal(large), HasSubstr("has 67108865 bytes; a program's file has at most 67108864"));
  std::filesystem::remove(pipe);
  std::filesystem::remove(large);
}

TEST(Elf, ANameThatIsNotMangledStaysAsItIs) {
  ElfFile file;
  file.segments[0].memory = 64;
  file.symbols = {{"f", 8, 8}};  // also the mangled name of the type float
  EXPECT_EQ(TileProgram(file.write()).place(8), "f");
}

TEST(Elf, ALongNameIsCutOff) {
  ElfFile file;
  file.segments[0].memory = 64;
  file.symbols = {{std::string(100'000, 'x'), 8, 8}};
  EXPECT_EQ(TileProgram(file.write()).place(8), std::string(1024, 'x'));
}

TEST(Elf, WhatIsForAnotherMachineOrNotLinkedIsRefused) {
  {
    ElfFile file;
    file.header.e_machine = EM_ARM;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is for another machine (32-bit, ELF machine 40)"));
  }
  {
    ElfFile file;
    file.header.e_ident[EI_DATA] = ELFDATA2MSB;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is big-endian; tiles are little-endian"));
  }
  for (const auto& [flags, what] :
       std::vector<std::pair<unsigned, std::string>>{{1, "compressed instructions (RVC)"},
                                                     {4, "floating-point registers"},
                                                     {8, "16 registers only (RVE)"}}) {
    ElfFile file;
    file.header.e_flags = flags;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is built for " + what + "; tiles are RV32IM"));
  }
  {
    ElfFile file;
    file.header.e_type = ET_REL;
    EXPECT_THAT(refusal(file.write()), HasSubstr("is not linked"));
  }
  {
    ElfFile file;
    file.header.e_entry = 0x80;
    EXPECT_THAT(refusal(file.write()), HasSubstr("begins at address 0x80; a tile's program begins at 0x100"));
  }
}

TEST(Elf, WhatDoesNotFitIsRefused) {
  {
    ElfFile file;
    file.segments[0].memory = 65540 - 0x100;
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
    EXPECT_THAT(refusal(file.write()), HasSubstr("has nothing at address 0x100"));
  }
  {
    ElfFile file;
    file.segments.push_back({0xf8, {1, 2, 3, 4}, 4});
    EXPECT_THAT(refusal(file.write()), HasSubstr("has something at 0xf8; program memory begins at 0x100"));
  }
}

TEST(Elf, SizesAreThoseThatTheProgramWasLinkedFor) {
  ElfFile file;
  EXPECT_EQ(TileProgram(file.write()).program_bytes(), 65536u);
  EXPECT_EQ(TileProgram(file.write()).memory_bytes(), 0u);
  EXPECT_EQ(TileProgram(file.write()).boot_block(), 0xfc0u);
  file.symbols = {{"__program_bytes", 131072, 0, SHN_ABS},
                  {"__memory_bytes", 200'000, 0, SHN_ABS},
                  {"__boot_block", 0x4000'2000, 0, SHN_ABS}};
  file.segments[0].memory = 100'000;
  const TileProgram program(file.write());
  EXPECT_EQ(program.program_bytes(), 131072u);
  EXPECT_EQ(program.memory_bytes(), 200'000u);
  EXPECT_EQ(program.boot_block(), 0x2000u);
  EXPECT_EQ(program.end(), 0x2040u);
  file.segments.push_back({0x4000'2000, {1}, 4});
  EXPECT_THAT(refusal(file.write()), HasSubstr("tile memory is free for them from 0x40002040"));
}

TEST(Elf, SizesThatNoTileHasAreRefused) {
  const auto with = [](const std::string& name, std::uint32_t value) {
    ElfFile file;
    file.symbols = {{name, value, 0, SHN_ABS}};
    return refusal(file.write());
  };
  EXPECT_THAT(with("__program_bytes", 100'000), HasSubstr("must be a power of two, 512 to 2097152"));
  EXPECT_THAT(with("__program_bytes", 4u << 20), HasSubstr("is linked for 4194304 bytes of program memory"));
  EXPECT_THAT(with("__memory_bytes", 4u << 20), HasSubstr("is linked for 4194304 bytes of tile memory"));
  EXPECT_THAT(with("__boot_block", 0x4000'0fc4), HasSubstr("has its boot block at 0x40000fc4"));
  EXPECT_THAT(with("__boot_block", 0x3fff'ffc0), HasSubstr("has its boot block at 0x3fffffc0"));
}

TEST(Elf, WhatIsNotWhereItRunsIsRefused) {
  {
    ElfFile file;
    file.segments.push_back({0x200, {1, 2, 3, 4}, 4, PF_R | PF_X, 0x8000});
    EXPECT_THAT(refusal(file.write()), HasSubstr("is linked to run at 0x200 but to be loaded at 0x8200"));
  }
  {
    ElfFile file;
    file.segments.push_back({0x202, {1, 2, 3, 4}, 4, PF_R | PF_X});
    EXPECT_THAT(refusal(file.write()),
                HasSubstr("has code at 0x202; an instruction's address is a multiple of 4"));
  }
  EXPECT_THAT(refusal("/proc/self/mem"), HasSubstr("/proc/self/mem: cannot be read: "));
  {
    ElfFile file;
    file.segments.push_back({0x4000'1000, {1, 2, 3, 4}, 4, PF_R | PF_X});
    EXPECT_THAT(refusal(file.write()), HasSubstr("has code at 0x40001000; code must be in program memory"));
  }
}

TEST(Elf, SegmentsThatOverlapAreRefused) {
  for (const std::uint32_t begin : {0x4000'1000u, 0x4000'1ffcu, 0x4000'1800u}) {
    ElfFile file;
    file.segments.push_back({0x4000'1800, {1}, 0x800});
    file.segments.push_back({begin, {1}, 0x804});
    EXPECT_THAT(refusal(file.write()), HasSubstr("has two segments for the same memory: the second is at"));
  }
  ElfFile file;
  file.segments.push_back({0x4000'1800, {1}, 0x800});
  file.segments.push_back({0x4000'1000, {1}, 0x800});
  file.segments.push_back({0x4000'2000, {1}, 0x800});
  EXPECT_EQ(TileProgram(file.write()).data().size(), 3u);
}

TEST(Elf, HeadersOfAnotherSizeAreRefused) {
  {
    ElfFile file;
    file.header.e_phentsize = 56;
    EXPECT_THAT(refusal(file.write()), HasSubstr("has program headers of 56 bytes"));
  }
  {
    ElfFile file;
    file.header.e_shentsize = 64;
    EXPECT_THAT(refusal(file.write()), HasSubstr("has section headers of 64 bytes"));
  }
}

/// Changes bytes of a good file at random. Each result is accepted, or refused with one line.
TEST(Elf, BrokenFilesAreAcceptedOrRefusedWithOneLine) {
  ElfFile file;
  file.segments = {{0x100, {1, 2, 3, 4, 5, 6, 7, 8}, 12, PF_R | PF_X}, {0x4000'1000, {9, 10}, 70}};
  file.symbols = {{"main", 8, 8}, {"_ZN7collnoc8MmioTile3putERKNS_3PutE", 4, 4}};
  file.puts = {0x84, 0, 0x20};
  const std::string path = file.write();
  std::ifstream in(path, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::minstd_rand random(1);
  unsigned accepted = 0, refused = 0;
  for (unsigned n = 0; n < 400; ++n) {
    std::string broken = good;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      // Mostly headers, at the file's begin and end: what matters is there.
      const std::size_t at = random() % 2 == 0 ? random() % sizeof(Elf32_Ehdr) : random() % good.size();
      broken[at] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
    }
    if (random() % 8 == 0) broken.resize(random() % good.size());
    std::ofstream(path, std::ios::binary) << broken;
    const std::string result = refusal(path);
    EXPECT_EQ(result.find('\n'), std::string::npos) << result;
    ++(result == "accepted" ? accepted : refused);
  }
  EXPECT_GT(accepted, 20u);
  EXPECT_GT(refused, 100u);
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

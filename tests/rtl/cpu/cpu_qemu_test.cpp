// Random programs on the processor (RTL and model in lockstep) and on qemu-riscv32, which reports pc and all
// registers before every instruction. Both must be equal from the first to the last instruction.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "Vcpu_8.h"
#include "tests/rtl/cpu/cpu_lockstep.hpp"
#include "tests/support/random_program.hpp"

namespace collnoc::test {
namespace {
using namespace riscv;

constexpr std::uint32_t data = boot_addr + 0xc000;

/// Writes an ELF executable with the memory contents: one segment, readable, writable and executable.
void write_elf(const std::string& path, const Program& program) {
  constexpr std::uint32_t offset = 0x1000;
  std::array<std::uint32_t, offset / 4> header{
      0x464c'457f,
      0x0001'0101,
      0,
      0,  // ELF, 32 bits, little-endian
      0x00f3'0002,
      1,
      boot_addr,
      52,
      0,
      0,  // executable, RISC-V; entry; program headers
      0x0020'0034,
      0x0028'0001,
      0,  // sizes
      1,
      offset,
      boot_addr,
      boot_addr,
      memory_bytes,
      memory_bytes,
      7,
      0x1000,
  };
  std::vector<std::uint32_t> memory(memory_bytes / 4);
  std::copy(program.words().begin(), program.words().end(), memory.begin());
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(header.data()), offset);
  file.write(reinterpret_cast<const char*>(memory.data()), memory_bytes);
  file.close();
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

struct State {
  std::uint32_t pc = 0;
  std::array<std::uint32_t, 32> x{};
};

/// qemu's log of a program, state by state.
class Qemu {
 public:
  explicit Qemu(const Program& program)
      : path_(::testing::TempDir() + "collnoc_cpu_" + std::to_string(getpid()) + ".elf") {
    write_elf(path_, program);
    log_ = popen(("qemu-riscv32 -d cpu,nochain -singlestep " + path_ + " 2>&1").c_str(), "r");
  }
  ~Qemu() {
    if (log_ != nullptr) pclose(log_);
    std::remove(path_.c_str());
  }
  Qemu(const Qemu&) = delete;
  Qemu& operator=(const Qemu&) = delete;

  static bool installed() { return std::system("command -v qemu-riscv32 > /dev/null") == 0; }

  /// The state before the next instruction; false at the end.
  bool next(State& state) {
    char line[256];
    bool has_pc = false;
    while (log_ != nullptr && std::fgets(line, sizeof line, log_) != nullptr) {
      const std::string text = line;
      if (text.starts_with(" pc ")) {
        state.pc = hex(text.substr(4));
        has_pc = true;
      }
      if (!has_pc || !text.starts_with(" x")) continue;
      // " x8/s0    00000000 x9/s1    00000000 ...": four per line
      unsigned last = 0;
      for (std::size_t at = 1; at != std::string::npos && at < text.size() && text[at] == 'x';) {
        last = static_cast<unsigned>(std::stoul(text.substr(at + 1)));
        const std::size_t value = text.find_first_not_of(' ', text.find(' ', at));
        state.x.at(last) = hex(text.substr(value));
        at = text.find('x', value);
      }
      if (last == 31) return true;
    }
    return false;
  }

 private:
  static std::uint32_t hex(const std::string& text) {
    return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16));
  }

  std::string path_;
  FILE* log_ = nullptr;
};

/// Returns the number of compared instructions.
std::uint64_t compare(unsigned seed) {
  const Program program = RandomProgram(seed, boot_addr, data).make(7000);
  EXPECT_LT(program.here(), data);
  Qemu qemu(program);
  CpuSetup setup;
  setup.seed = seed;
  setup.data_stalls = setup.instr_stalls = seed % 3 * 10;
  CpuLockstep<Vcpu_8> core(setup);
  core.load(program);
  State expected, ours;
  unsigned late = 0;  // register of the instruction that retired last
  std::uint64_t compared = 0;
  for (std::uint64_t n = 0;; ++n) {
    if (!qemu.next(expected)) {
      ADD_FAILURE() << "seed " << seed << ": qemu ended after " << n << " instructions";
      return compared;
    }
    const model::Cpu& m = core.model();
    do {
      if (!core.cycle()) return compared;
      if (m.late) ours.x[late] = m.late_wdata;
      if (core.cycles() > 1'000'000) {
        ADD_FAILURE() << "seed " << seed << ": no end";
        return compared;
      }
    } while (!m.retired && !m.trapped);
    EXPECT_EQ(m.pc, expected.pc) << "seed " << seed << ", instruction " << n;
    // After two instructions per register, every register has a value.
    if (n >= 62) {
      ++compared;
      for (unsigned r = 0; r < 32; ++r) {
        EXPECT_EQ(ours.x[r], expected.x[r]) << "seed " << seed << ", instruction " << n << ", pc " << std::hex
                                            << m.pc << ": x" << std::dec << r << " before it";
      }
    }
    if (::testing::Test::HasFailure()) return compared;
    if (m.trapped) {
      EXPECT_EQ(m.instr, ecall());
      return compared;
    }
    late = m.instr >> 7 & 31;
    if (m.wrote) ours.x[late] = m.wdata;
  }
}

void compare_at_least(std::uint64_t instructions) {
  if (!Qemu::installed()) GTEST_SKIP() << "qemu-riscv32 is not installed";
  std::uint64_t compared = 0;
  for (unsigned seed = 1; compared < instructions; ++seed) {
    compared += compare(seed);
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
  ::testing::Test::RecordProperty("instructions", std::to_string(compared));
}

#ifdef COLLNOC_NIGHTLY
TEST(CpuQemu, has_the_registers_of_qemu_before_each_of_a_million_instructions) {
  compare_at_least(1'000'000);
}
#else
TEST(CpuQemu, has_the_registers_of_qemu_before_each_of_100000_instructions) { compare_at_least(100'000); }
#endif

}  // namespace
}  // namespace collnoc::test

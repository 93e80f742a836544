// Accounts for the cycles of a mixed load: every cycle belongs to an instruction or to the extra cycles of
// its kind.
#include "tests/firmware/rv32/programs/workload.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <string>

#include "tests/firmware/rv32/lone_tile.hpp"

namespace collnoc::testing {
namespace {

/// Instructions by duration.
struct Mix {
  std::uint64_t all = 0, loads = 0, waits = 0, jumps = 0, multiplications = 0, divisions = 0;
  std::uint32_t last_pc = 0, last_instr = 0;

  void add(std::uint32_t pc, std::uint32_t instr) {
    const std::uint32_t opcode = instr & 0x7f;
    ++all;
    if (opcode == 0x03) ++loads;
    if ((last_instr & 0x7f) == 0x03 && waits_for(last_instr >> 7 & 31, instr)) ++waits;
    if (opcode == 0x33 && instr >> 25 == 1) ++((instr >> 14 & 1) != 0 ? divisions : multiplications);
    if (pc != last_pc + 4) ++jumps;
    last_pc = pc;
    last_instr = instr;
  }
  /// According to docs/reference/modules/cpu.md.
  std::uint64_t cycles() const { return all + waits + jumps + multiplications + 33 * divisions; }

 private:
  /// Whether an instruction directly after a load to register `rd` waits for its word.
  static bool waits_for(std::uint32_t rd, std::uint32_t instr) {
    const bool reads_first = (instr >> 15 & 31) == rd, reads_second = (instr >> 20 & 31) == rd;
    switch (instr & 0x7f) {
      case 0x03: return reads_first;
      case 0x23:
      case 0x63: return reads_first || reads_second;
      case 0x33: return instr >> 25 != 1 || reads_first || reads_second;
      default: return true;
    }
  }
};

unsigned long long ull(std::uint64_t value) { return value; }
double ratio(std::uint64_t a, std::uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); }

constexpr std::uint32_t seed = 17;

/// According to docs/user/firmware.md.
struct Part {
  const char* name;
  std::uint64_t instructions, cycles;
};
constexpr Part parts[] = {
    {"list", 28343, 42602}, {"matrix", 105526, 147005}, {"states", 9172, 11259}, {"crc", 162085, 195086}};

TEST(Workload, TakesTheCyclesOfItsInstructions) {
  BootBlock boot;
  boot.argument = seed;
  LoneTile tile("workload", Topology::mesh(2, 2), 0, boot);
  std::array<Mix, 2 * std::size(parts) + 1> mixes;
  tile.retired = [&](const model::TileProcessorOut& out) {
    Mix& mix = mixes.at(tile.marks.size());
    if (mix.all == 0) mix.last_pc = out.pc - 4;
    mix.add(out.pc, out.instr);
  };
  tile.run();
  ASSERT_EQ(tile.marks.size(), 2 * std::size(parts));
  std::uint64_t instructions = 0, cycles = 0;
  for (unsigned part = 0; part < std::size(parts); ++part) {
    const Mix& mix = mixes[2 * part + 1];
    const std::uint64_t took = tile.marks[2 * part + 1].cycle - tile.marks[2 * part].cycle;
    EXPECT_EQ(took, mix.cycles()) << parts[part].name;
    if (compiled_as_in_docs) {
      EXPECT_EQ(mix.all, parts[part].instructions) << parts[part].name;
      EXPECT_EQ(took, parts[part].cycles) << parts[part].name;
    }
    std::printf(
        "%-7s %7llu instructions %7llu cycles, %.2f a cycle; loads %llu, waited for %llu, jumps %llu "
        "multiplications %llu\n",
        parts[part].name, ull(mix.all), ull(took), ratio(mix.all, took), ull(mix.loads), ull(mix.waits),
        ull(mix.jumps), ull(mix.multiplications));
    instructions += mix.all;
    cycles += took;
  }
  std::printf("%-7s %7llu instructions %7llu cycles, %.2f a cycle\n", "all", ull(instructions), ull(cycles),
              ratio(instructions, cycles));
  EXPECT_GE(ratio(instructions, cycles), 0.75);
}

TEST(Workload, ComputesWhatTheHostComputes) {
  BootBlock boot;
  boot.argument = seed;
  LoneTile tile("workload", Topology::mesh(2, 2), 0, boot);
  tile.run();
  const std::uint32_t crc = workload::run(seed, [](auto work) { work(); });
  EXPECT_EQ(tile.console, std::to_string(crc) + "\n");
}

}  // namespace
}  // namespace collnoc::testing

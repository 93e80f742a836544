// Accounts for the cycles of a mixed load: every cycle belongs to an instruction or to the extra cycles of
// its kind.
#include "tests/firmware/rv32/programs/workload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <string>

#include "tests/firmware/rv32/lone_tile.hpp"

namespace collnoc::test {
namespace {

/// The cycle rules of docs/reference/modules/cpu.md for a program without traps.
class CycleRules {
 public:
  /// What an instruction costs besides its own cycle.
  struct Extra {
    bool redirects = false;  ///< the instruction before it did
    bool waits = false;
    unsigned fetches = 0, divides = 0;
  };
  /// The next instruction to complete. `constant`: it reads program memory.
  Extra add(std::uint32_t pc, std::uint32_t instr, bool constant) {
    Extra extra;
    extra.redirects = last_instr_ != 0 && pc != expected_;
    extra.fetches = extra.redirects ? 0 : fetch();
    extra.waits = !extra.redirects && extra.fetches == 0 && waits_for(last_instr_, instr);
    if ((instr & 0xfe00'0000) == 0x0200'0000 && (instr & 0x407f) == 0x4033) extra.divides = 33;
    // The target of a redirect is looked up before the buffer learns it.
    Entry& last = entry(last_pc_);
    const Entry& own = entry(pc);
    expected_ = own.valid && own.pc == pc ? own.target : pc + 4;
    if (extra.redirects) last = {is_jump(last_instr_) && pc != last_pc_ + 4, last_pc_, pc};
    last_pc_ = pc;
    last_instr_ = instr;
    if (extra.redirects) ahead_ = 1;
    ahead_ = std::min(2u, ahead_ + extra.waits + extra.divides);
    constant_ = constant;
    return extra;
  }

 private:
  struct Entry {
    bool valid = false;
    std::uint32_t pc = 0, target = 0;
  };
  /// Words are fetched one per cycle, up to two ahead, but not in the cycle of a constant.
  unsigned fetch() {
    const bool fetches = ahead_ < 2 && !constant_;
    if (ahead_ != 0) {
      ahead_ = ahead_ - 1 + fetches;
      return 0;
    }
    ahead_ = 1;
    return fetches ? 1 : 2;
  }
  Entry& entry(std::uint32_t pc) { return buffer_[pc / 4 % buffer_.size()]; }
  static bool is_jump(std::uint32_t instr) { return (instr & 0x60) == 0x60 && (instr & 0x1f) != 0x13; }
  /// Whether `instr` reads the result of the instruction before it one cycle too early.
  static bool waits_for(std::uint32_t before, std::uint32_t instr) {
    const std::uint32_t rd = before >> 7 & 31, opcode = instr & 0x7f;
    const auto computes = [](std::uint32_t i) { return (i & 0x7f) == 0x33 && i >> 25 == 1; };
    const bool loads = (before & 0x7f) == 0x03, multiplies = computes(before) && (before >> 14 & 1) == 0;
    if (rd == 0 || !(loads || (multiplies && computes(instr)))) return false;
    const bool reads_second = opcode == 0x23 || opcode == 0x63 || opcode == 0x33;
    const bool reads_first = reads_second || opcode == 0x03 || opcode == 0x13 || opcode == 0x67 ||
                             (opcode == 0x73 && (instr >> 14 & 1) == 0);
    return (reads_first && (instr >> 15 & 31) == rd) || (reads_second && (instr >> 20 & 31) == rd);
  }

  std::array<Entry, 32> buffer_{};
  std::uint32_t last_pc_ = 0, last_instr_ = 0, expected_ = 0;
  unsigned ahead_ = 1;     // words fetched when the last instruction completed
  bool constant_ = false;  // which read a constant
};

/// Instructions by duration.
struct Mix {
  std::uint64_t all = 0, loads = 0, waits = 0, jumps = 0, fetches = 0, divisions = 0;

  void add(std::uint32_t instr, const CycleRules::Extra& extra) {
    ++all;
    if ((instr & 0x7f) == 0x03) ++loads;
    waits += extra.waits;
    jumps += extra.redirects;
    fetches += extra.fetches;
    divisions += extra.divides;
  }
  std::uint64_t cycles() const { return all + waits + jumps + fetches + divisions; }
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
    {"list", 28343, 36813}, {"matrix", 105526, 108040}, {"states", 9172, 10941}, {"crc", 162085, 174545}};

TEST(Workload, TakesTheCyclesOfItsInstructions) {
  BootBlock boot;
  boot.argument = seed;
  LoneTile tile("workload", Topology::mesh(2, 2), 0, boot);
  CycleRules rules;
  std::array<Mix, 2 * std::size(parts) + 1> mixes;
  tile.retired = [&](const model::TileProcessorOut& out) {
    mixes.at(tile.marks.size()).add(out.instr, rules.add(out.pc, out.instr, tile.read_constant));
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
        "%-7s %7llu instructions %7llu cycles, %.2f a cycle; loads %llu, waits %llu, redirects %llu, "
        "constants %llu\n",
        parts[part].name, ull(mix.all), ull(took), ratio(mix.all, took), ull(mix.loads), ull(mix.waits),
        ull(mix.jumps), ull(mix.fetches));
    instructions += mix.all;
    cycles += took;
  }
  std::printf("%-7s %7llu instructions %7llu cycles, %.2f a cycle\n", "all", ull(instructions), ull(cycles),
              ratio(instructions, cycles));
  EXPECT_GE(ratio(instructions, cycles), 0.92);
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
}  // namespace collnoc::test

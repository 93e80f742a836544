// Every cycle of a processor is attributed to what it was used for: programs whose cycles follow from the
// rules in docs/reference/modules/cpu.md.
#include "sim/debug/profiler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/debug/hart_harness.hpp"

namespace collnoc::test {
namespace {

using namespace test::riscv;

/// A program from the address where processors start. x1: memory; x3: NIC registers; x9: tile registers.
Program begun() {
  Program p(tile::boot_address);
  return p.li(1, tile::memory_base).li(3, tile::nic_registers_base).li(9, tile::tile_registers_base);
}
constexpr unsigned instructions_begun = 6;
/// Cycles from the reset to the first instruction.
constexpr std::uint64_t start = 2;

class ProfilerTest : public ::testing::Test {
 protected:
  /// The uses of all cycles until the program writes EXIT. In the first `busy` cycles of a put the NIC takes
  /// none; the event comes in cycle `event`.
  /// `skipped`: instructions that are jumped over, less those of further rounds of a loop.
  CycleUses uses(Program p, unsigned busy = 0, std::uint64_t event = 0, int skipped = 0) {
    p << store(sw, 0, 9, tile::exit);
    HartHarness hart(p);
    TileProfiler profiler(functions, false);
    while (!hart.exits() && hart.now() < 10'000) {
      const bool waits = busy != 0 && hart.asks_for_put();
      busy -= waits;
      hart.cycle(profiler, !waits, event != 0 && hart.now() == event);
    }
    hart.cycle(profiler);
    profiler.finish(hart.now(), true);
    CycleUses sum;
    for (const auto& node : profiler.tree().nodes()) sum += node.uses;
    EXPECT_EQ(sum.total(), hart.now()) << "every cycle is one of them";
    EXPECT_EQ(sum[CycleUse::fetch], start);
    EXPECT_EQ(sum[CycleUse::instruction], p.words().size() - static_cast<std::size_t>(skipped));
    sum[CycleUse::fetch] = sum[CycleUse::instruction] = 0;
    return sum;
  }
  static CycleUses only(CycleUse use, std::uint64_t cycles) {
    CycleUses sum;
    sum[use] = cycles;
    return sum;
  }

  TileProgram program{COLLNOC_TEST_PROGRAMS "/debuggee.elf"};
  ProgramPlaces places{program};
  FunctionMap functions{program, places};
};

TEST_F(ProfilerTest, PlainInstructionsTakeOneCycle) {
  EXPECT_EQ(uses(begun() << addi(5, 0, 1) << add(6, 5, 5) << store(sw, 6, 1, 0) << load(lw, 7, 1, 0)
                         << load(lw, 8, 1, 8) << store(sw, 5, 1, 8) << branch(ne, 5, 5, 8)),
            CycleUses{});
}

TEST_F(ProfilerTest, AnInstructionWaitsForTheWordThatItUses) {
  for (const Word user :
       {add(5, 0, 7), addi(5, 7, 0), store(sw, 7, 1, 0), branch(ne, 7, 7, 8), load(lw, 5, 7, 0)}) {
    EXPECT_EQ(uses(begun() << store(sw, 1, 1, 0) << load(lw, 7, 1, 0) << user), only(CycleUse::load_use, 1))
        << std::hex << user;
  }
}

TEST_F(ProfilerTest, OtherInstructionsDoNotWaitForIt) {
  for (const Word other : {add(5, 0, 6), addi(7, 6, 7), lui(5, 0x7000), csr_read(5, mcycle)}) {
    EXPECT_EQ(uses(begun() << load(lw, 7, 1, 0) << other), CycleUses{}) << std::hex << other;
  }
}

TEST_F(ProfilerTest, JumpsThatWereNotExpectedTakeOneMore) {
  // Two instructions are jumped over, and counted by hand.
  Program p = begun();
  p << jal(0, 8) << store(sw, 0, 9, tile::exit) << branch(eq, 0, 0, 8) << store(sw, 0, 9, tile::exit);
  p << branch(ne, 0, 0, 8);
  EXPECT_EQ(uses(p, 0, 0, 2), only(CycleUse::branch, 2));
}

TEST_F(ProfilerTest, ABranchThatWasTakenIsExpectedToBeTakenAgain) {
  // The first and the last round of the loop cost a cycle each.
  EXPECT_EQ(uses(begun() << addi(5, 0, 4) << addi(5, 5, -1) << branch(ne, 5, 0, -4), 0, 0, -6),
            only(CycleUse::branch, 2));
}

TEST_F(ProfilerTest, ProductsAndQuotientsTakeTheirCycles) {
  EXPECT_EQ(uses(begun() << op(1, 0, 5, 1, 1) << op(1, 3, 6, 1, 1) << add(7, 6, 6)), CycleUses{});
  EXPECT_EQ(uses(begun() << op(1, 0, 5, 1, 1) << op(1, 3, 6, 5, 5)), only(CycleUse::multiply, 1));
  EXPECT_EQ(uses(begun() << op(1, 4, 5, 1, 3)), only(CycleUse::divide, 33));
}

TEST_F(ProfilerTest, APutWaitsForTheNic) {
  EXPECT_EQ(uses(begun() << store(sw, 0, 3, nic::put_ctrl), 3), only(CycleUse::put, 3));
  CycleUses both = only(CycleUse::put, 4);
  both[CycleUse::load_use] = 1;
  EXPECT_EQ(uses(begun() << load(lw, 7, 1, 0) << store(sw, 7, 3, nic::put_ctrl), 4), both);
}

TEST_F(ProfilerTest, SleepEndsWithAnEvent) {
  Program p = begun();
  p.li(5, 1 << 11);
  p << csr_write(mie, 5) << wfi();
  // Ten instructions before wfi; the event is seen one cycle after it came, and wfi retires in the next.
  const std::uint64_t first = start + instructions_begun + 3;
  EXPECT_EQ(uses(p, 0, 100), only(CycleUse::asleep, 100 + 2 - first));
}

TEST_F(ProfilerTest, TheTimeOfFunctionsIsRecorded) {
  Program p = begun();
  p << jal(1, 8) << jal(0, 12) << addi(5, 5, 1) << jalr(0, 1, 0) << nop() << store(sw, 0, 9, tile::exit);
  HartHarness hart(p);
  TileProfiler profiler(functions, true);
  while (!hart.exits()) hart.cycle(profiler);
  hart.cycle(profiler);
  profiler.finish(hart.now() + 5, true);
  const auto spans = profiler.spans();
  ASSERT_FALSE(spans.empty());
  EXPECT_EQ(spans[0].begin, 0u);
  EXPECT_EQ(spans[0].end, hart.now());
  for (std::size_t i = 1; i < spans.size(); ++i) {
    EXPECT_GE(spans[i].begin, spans[i - 1].begin);
    EXPECT_GT(spans[i].end, spans[i].begin);
  }
}

}  // namespace
}  // namespace collnoc::test

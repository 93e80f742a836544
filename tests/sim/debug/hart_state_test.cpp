// The registers that are followed from the trace ports are those of the processor.
#include "sim/debug/hart_state.hpp"

#include <gtest/gtest.h>

#include "tests/sim/debug/hart_harness.hpp"
#include "tests/support/random_program.hpp"

namespace collnoc::test {
namespace {

using namespace testing::riscv;

/// Compares with the processor after every cycle.
class Compared final : public ProcessorObserver {
 public:
  void cycle(const ProcessorCycle& c) override {
    state.cycle(c);
    retired += c.retired;
    trapped += c.trapped;
  }
  void compare(const model::Cpu& cpu) const {
    // The stage holds the next instruction, or fetch knows its address.
    ASSERT_EQ(state.pc(), cpu.valid_q ? cpu.pc_q : cpu.fetch.pc());
    for (unsigned n = 1; n < 32; ++n) ASSERT_EQ(state.reg(n), cpu.reg(n)) << "x" << n;
    const bool loads = cpu.writes_q && cpu.is_load_q;
    ASSERT_EQ(state.load() && state.load()->rd != 0, loads);
    if (loads) ASSERT_EQ(state.load()->rd, cpu.rd_q);
  }
  HartState state;
  unsigned retired = 0, trapped = 0;
};

TEST(HartState, FollowsRandomPrograms) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Program program = RandomProgram(seed, tile::boot_address, 0x4000'0800).make(300);
    HartHarness hart(program);
    Compared compared;
    while (compared.trapped == 0 && hart.now() < 200'000) {
      hart.cycle(compared);
      compared.compare(hart.cpu());
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(compared.trapped, 1u) << "the ecall at the end";
    EXPECT_GT(compared.retired, 1000u);
  }
}

TEST(HartState, FollowsTrapsAndReturns) {
  Program p(tile::boot_address);
  p.li(1, 0x200).li(2, 0);
  p << csr(csrrw, 0, mtvec, 1) << ecall() << op_imm(0, 2, 2, 1) << ecall() << op_imm(0, 2, 2, 1);
  const Word loop = p.here();
  p << jal(0, p.to(loop));
  while (p.here() < 0x200) p << op_imm(0, 0, 0, 0);
  p << csr(csrrs, 3, mepc, 0) << op_imm(0, 3, 3, 4) << csr(csrrw, 0, mepc, 3) << mret();
  HartHarness hart(p);
  Compared compared;
  for (unsigned n = 0; n < 100; ++n) {
    hart.cycle(compared);
    compared.compare(hart.cpu());
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(compared.trapped, 2u);
  EXPECT_EQ(compared.state.reg(2), 2u);
}

TEST(HartState, KnowsTheWordThatALoadIsAboutToWrite) {
  const HartState::Load signed_byte{1, 0, 0x4000'0003}, half{1, 5, 0x4000'0002},
      signed_half{1, 1, 0x4000'0002}, byte{1, 4, 0x4000'0001}, word{1, 2, 0x4000'0000};
  EXPECT_EQ(signed_byte.value(0x8123'4567), 0xffff'ff81u);
  EXPECT_EQ(byte.value(0x8123'4567), 0x45u);
  EXPECT_EQ(half.value(0x8123'4567), 0x8123u);
  EXPECT_EQ(signed_half.value(0x8123'4567), 0xffff'8123u);
  EXPECT_EQ(word.value(0x8123'4567), 0x8123'4567u);
}

}  // namespace
}  // namespace collnoc::test

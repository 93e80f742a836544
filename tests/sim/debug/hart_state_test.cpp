// The registers that are followed from the trace ports are those of the processor.
#include "sim/debug/hart_state.hpp"

#include <gtest/gtest.h>

#include "tests/sim/debug/hart_harness.hpp"
#include "tests/support/random_program.hpp"

namespace collnoc::test {
namespace {

using namespace test::riscv;

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

/// Everything that a program can see of itself, its traps' causes aside.
void compare(const ProcessorState& followed, const model::CpuCsr& csr) {
  EXPECT_EQ(followed.csr.mtvec_q, csr.mtvec_q);
  EXPECT_EQ(followed.csr.mepc_q, csr.mepc_q);
  EXPECT_EQ(followed.csr.mscratch_q, csr.mscratch_q);
  EXPECT_EQ(followed.csr.mcycle_offset_q, csr.mcycle_offset_q);
  EXPECT_EQ(followed.csr.minstret_q, csr.minstret_q);
  EXPECT_EQ(followed.csr.mie_meie_q, csr.mie_meie_q);
  EXPECT_EQ(followed.csr.mstatus_mie_q, csr.mstatus_mie_q);
  EXPECT_EQ(followed.csr.mstatus_mpie_q, csr.mstatus_mpie_q);
}

/// Between any two cycles: within divisions, behind jumps, while words are fetched.
TEST(Restart, AProgramGoesOnAsIfNothingHadHappened) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Program program = RandomProgram(seed, tile::boot_address, 0x4000'0800).make(300);
    HartHarness hart(program);
    Compared compared;
    unsigned restarts = 0;
    for (unsigned n = 0; compared.trapped == 0 && n < 200'000; ++n) {
      hart.cycle(compared);
      compared.compare(hart.cpu());
      if (HasFatalFailure()) return;
      if (n % 101 != 4 * seed || compared.state.load() || compared.trapped != 0) continue;
      ++restarts;
      const ProcessorState before = compared.state.state();
      hart.restart(before);
      compared.compare(hart.cpu());
      compare(before, hart.cpu().csr);
      if (HasFailure()) return;
    }
    EXPECT_EQ(compared.trapped, 1u) << "the ecall at the end";
    EXPECT_GE(restarts, 5u);
  }
}

TEST(Restart, CountersTrapRegistersAndTheEventSurvive) {
  Program p(tile::boot_address);
  p.li(1, 0x400).li(2, 0x1234'5678).li(3, 0xffff'fff0).li(4, 1 << 11);
  p << csr_write(mtvec, 1) << csr_write(mscratch, 2) << csr_write(mcycleh, 2) << csr_write(mcycle, 3)
    << csr_write(minstreth, 2) << csr_write(minstret, 3) << csr_write(mepc, 1) << csr_write(mie, 4)
    << csr(csrrsi, 0, mstatus, 8);
  const Word loop = p.here();
  p << op_imm(0, 5, 5, 1) << jal(0, p.to(loop) - 4);
  HartHarness hart(p);
  Compared compared;
  while (compared.retired < 40) hart.cycle(compared);
  for (unsigned n = 0; n < 40; ++n) {
    hart.cycle(compared);
    hart.restart(compared.state.state());
    compared.compare(hart.cpu());
    compare(compared.state.state(), hart.cpu().csr);
    if (HasFailure()) return;
    for (unsigned cycles = n; cycles > 0; --cycles) hart.cycle(compared);
  }
  // The event is pending when the restart is over, and interrupts the loop, not the restart.
  ProcessorState state = compared.state.state();
  state.event = true;
  state.regs[31] = 31;
  hart.restart(state);
  EXPECT_EQ(hart.cpu().regs.mem_q[31], 31u);
  EXPECT_EQ(hart.cpu().csr.mcause_q, 0u);
  for (unsigned n = 0; n < 8 && compared.trapped == 0; ++n) hart.cycle(compared);
  EXPECT_EQ(compared.trapped, 1u);
  EXPECT_EQ(hart.cpu().csr.mcause_q, 0x1bu);
  EXPECT_GE(hart.cpu().csr.mepc_q, loop);
  EXPECT_LE(hart.cpu().csr.mepc_q, loop + 4);
}

TEST(Restart, ThePcIsAnyInProgramMemory) {
  Program p(tile::boot_address);
  p << op_imm(0, 1, 1, 1);
  HartHarness hart(p);
  for (const std::uint32_t pc : {0x100u, 0x104u, 0x1fcu, 0x200u, 0x2fcu, 0x300u, 0xa00u, 0xfffcu}) {
    ProcessorState state;
    for (unsigned n = 0; n < 32; ++n) state.regs[n] = 0x8000'0001 * n;
    state.pc = pc;
    hart.restart(state);
    EXPECT_EQ(hart.cpu().fetch.pc(), pc);
    for (unsigned n = 1; n < 32; ++n) EXPECT_EQ(hart.cpu().regs.mem_q[n], state.regs[n]) << "x" << n;
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

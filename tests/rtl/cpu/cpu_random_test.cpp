// rtl/cpu/cpu.sv in lockstep with its model: random programs, random stalls and errors of both memory ports,
// and random interrupts.
#include "Vcpu_1.h"
#include "Vcpu_32.h"
#include "Vcpu_8.h"
#include "tests/rtl/cpu/cpu_lockstep.hpp"
#include "tests/support/random_program.hpp"

namespace collnoc::test {
namespace {
using namespace riscv;

constexpr std::uint32_t data = boot_addr + 0xc000;

template <class Top>
void programs(unsigned mul_bits) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CpuSetup setup;
    setup.mul_bits = mul_bits;
    setup.seed = seed;
    setup.instr_stalls = seed % 4 * 20;
    setup.data_stalls = seed / 4 * 30;
    CpuLockstep<Top> core(setup);
    core.load(RandomProgram(seed, boot_addr, data).make(2000));
    while (!core.model().trapped) {
      ASSERT_TRUE(core.cycle()) << "seed " << seed;
      ASSERT_LT(core.cycles(), 500'000u);
    }
    EXPECT_EQ(core.model().instr, ecall());
    EXPECT_GT(core.retired(), 2500u);
  }
}
TEST(CpuRandom, programs_with_stalls) { programs<Vcpu_8>(8); }
TEST(CpuRandom, programs_with_a_multiplier_of_one_bit) { programs<Vcpu_1>(1); }
TEST(CpuRandom, programs_with_a_multiplier_of_all_bits) { programs<Vcpu_32>(32); }

TEST(CpuRandom, programs_are_not_changed_by_interrupts) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const auto registers_after = [&](unsigned irq_percent) {
      CpuSetup setup;
      setup.seed = seed;
      setup.data_stalls = 20;
      CpuLockstep<Vcpu_8> core(setup);
      Program handler(boot_addr + 0xf000);  // lowers the pin and counts, with registers that it restores
      handler << csr(csrrw, 1, mscratch, 1) << lui(1, irq_after) << store(sw, 0, 1, 0);
      handler << lui(1, boot_addr + 0xe000) << store(sw, 2, 1, 0) << load(lw, 2, 1, 4) << addi(2, 2, 1);
      handler << store(sw, 2, 1, 4) << load(lw, 2, 1, 0) << csr(csrrw, 1, mscratch, 1) << mret();
      core.load(handler);
      Program start(boot_addr);
      start.li(1, handler.base()) << csr_write(mtvec, 1);
      start.li(1, 0x800) << csr_write(mie, 1) << csr(csrrsi, 0, mstatus, 8)
                         << jal(0, start.to(boot_addr + 0x100));
      core.load(start);
      core.load(RandomProgram(seed, boot_addr + 0x100, data).make(2000));
      core.irq_percent = irq_percent;
      while (!(core.model().trapped && core.model().instr == ecall() && core.model().csr.mcause_q == 11)) {
        EXPECT_TRUE(core.cycle()) << "seed " << seed;
        EXPECT_LT(core.cycles(), 500'000u);
        if (::testing::Test::HasFailure()) break;
      }
      const std::uint32_t count = core.word(boot_addr + 0xe004);
      if (irq_percent == 0) {
        EXPECT_EQ(count, 0u);
      } else {
        EXPECT_GT(count, 100u);
      }
      return core.registers();
    };
    ASSERT_EQ(registers_after(3), registers_after(0)) << "seed " << seed;
  }
}

TEST(CpuRandom, programs_are_not_changed_by_refused_accesses_that_are_retried) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const auto registers_after = [&](unsigned errors) {
      CpuSetup setup;
      setup.seed = seed;
      setup.data_stalls = setup.instr_stalls = seed % 3 * 20;
      CpuLockstep<Vcpu_8> core(setup);
      Program handler(boot_addr + 0xf000);  // counts by cause, with registers that it restores, and returns
      handler << csr(csrrw, 1, mscratch, 1) << lui(1, always_there) << store(sw, 2, 1, 0)
              << store(sw, 3, 1, 4);
      handler << csr_read(2, mcause) << op_imm(1, 2, 2, 2) << add(2, 2, 1) << load(lw, 3, 2, 16);
      handler << addi(3, 3, 1) << store(sw, 3, 2, 16) << load(lw, 2, 1, 0) << load(lw, 3, 1, 4);
      handler << csr(csrrw, 1, mscratch, 1) << mret();
      core.load(handler);
      Program start(boot_addr + 0xf800);
      start.li(1, handler.base()) << csr_write(mtvec, 1) << jal(0, start.to(boot_addr + 0x100));
      core.load(start);
      Program entry(boot_addr);
      entry << jal(0, entry.to(start.base()));
      core.load(entry);
      core.load(RandomProgram(seed, boot_addr + 0x100, data).make(2000));
      // Errors start once the handler is set.
      while (core.model().pc_q != boot_addr + 0x100) EXPECT_TRUE(core.cycle());
      core.set_errors(errors);
      while (!(core.model().trapped && core.model().csr.mcause_q == 11)) {
        EXPECT_TRUE(core.cycle()) << "seed " << seed;
        EXPECT_LT(core.cycles(), 500'000u);
        if (::testing::Test::HasFailure()) break;
      }
      for (const std::uint32_t cause : {1u, 5u, 7u}) {
        const std::uint32_t count = core.word(always_there + 16 + 4 * cause);
        if (errors == 0) {
          EXPECT_EQ(count, 0u);
        } else {
          EXPECT_GT(count, 3u) << "cause " << cause;
        }
      }
      return core.registers();
    };
    ASSERT_EQ(registers_after(8), registers_after(0)) << "seed " << seed;
  }
}

template <class Top>
void wild(unsigned mul_bits) {
  std::mt19937 random(mul_bits);
  unsigned traps = 0, interrupts = 0, sleeps = 0, refused = 0;
  CpuSetup setup;
  setup.mul_bits = mul_bits;
  setup.mirrored = true;
  CpuLockstep<Top> core(setup);
  for (unsigned round = 0; round < 400; ++round) {
    for (std::uint32_t a = boot_addr; a < boot_addr + memory_bytes; a += 4) core.word(a) = any_word(random);
    Program start(boot_addr);
    start.li(1, 0x800) << csr_write(mie, 1);
    start.li(1, static_cast<Word>(random())) << csr_write(mtvec, 1) << csr(csrrsi, 0, mstatus, random() % 16);
    core.load(start);
    core.set_stalls(round % 3 * 30, round / 3 % 3 * 30);
    core.irq_percent = round % 2;
    core.set_errors(round / 9 % 2 * 20);
    core.restart();
    for (unsigned t = 0; t < 600; ++t) {
      ASSERT_TRUE(core.cycle()) << "round " << round;
      const model::Cpu& m = core.model();
      traps += m.trapped;
      interrupts += m.trapped && m.csr.mcause_q == 0x1b;
      sleeps += m.retired && m.instr == wfi();
      refused += m.trapped && (m.csr.mcause_q == 1 || m.csr.mcause_q == 5 || m.csr.mcause_q == 7);
      if (t % 100 == 99) core.lower_interrupt();
    }
  }
  EXPECT_GT(traps, 1000u);
  EXPECT_GT(interrupts, 20u);
  EXPECT_GT(sleeps, 20u);
  EXPECT_GT(refused, 100u);
}
TEST(CpuRandom, any_words_as_instructions_from_any_state_before_reset) { wild<Vcpu_8>(8); }
TEST(CpuRandom, any_words_with_a_multiplier_of_one_bit) { wild<Vcpu_1>(1); }
TEST(CpuRandom, any_words_with_a_multiplier_of_all_bits) { wild<Vcpu_32>(32); }

TEST(CpuRandom, a_fault_in_any_register_of_the_model_is_noticed) {
  if (!CpuLockstep<Vcpu_8>().has_registers()) GTEST_SKIP() << "gates have no registers of these names";
  unsigned count = 1;
  for (unsigned number = 0; number < count; ++number) {
    CpuLockstep<Vcpu_8> core;
    core.load(RandomProgram(5, boot_addr, data).make(500));
    for (unsigned t = 0; t < 300; ++t) ASSERT_TRUE(core.cycle());
    RegisterFault fault{number, number % 32};
    model::Cpu::registers(core.model(), fault);
    count = fault.count;
    core.expect_difference = true;
    EXPECT_FALSE(core.same_registers()) << fault.name;
  }
  EXPECT_GT(count, 90u);
}

}  // namespace
}  // namespace collnoc::test

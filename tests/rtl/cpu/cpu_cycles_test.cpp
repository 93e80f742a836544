// rtl/cpu/cpu.sv in lockstep with its model: cycle counts of instructions.
#include "tests/rtl/cpu/cpu_program.hpp"

namespace collnoc::testing {
namespace {
using namespace riscv;

/// Cycles of a piece of code, measured with mcycle.
std::uint32_t cycles_of(const std::vector<Word>& body) {
  Core core;
  Program p(boot_addr);
  p.li(30, data).li(5, 7) << csr_read(1, mcycle);
  for (const Word instr : body) p << instr;
  p << csr_read(2, mcycle) << op(0x20, 0, 1, 2, 1) << addi(1, 1, -1) << store(sw, 1, 30, 0);
  run(core, p);
  return core.word(data);
}

TEST(Cpu, instructions_take_the_documented_cycles) {
  EXPECT_EQ(cycles_of({nop(), add(5, 5, 5), add(6, 5, 5), nop()}), 4u);
  EXPECT_EQ(cycles_of({store(sw, 5, 30, 0), store(sw, 5, 30, 4)}), 2u);
  EXPECT_EQ(cycles_of({jal(0, 4)}), 2u);
  EXPECT_EQ(cycles_of({branch(eq, 0, 0, 4)}), 2u);
  EXPECT_EQ(cycles_of({branch(ne, 0, 0, 4)}), 1u);
  EXPECT_EQ(cycles_of({op(1, 0, 6, 5, 5)}), 5u);
  EXPECT_EQ(cycles_of({op(1, 1, 6, 5, 5), op(1, 3, 6, 6, 5)}), 10u);
  EXPECT_EQ(cycles_of({op(1, 4, 6, 5, 5)}), 34u);
}

/// Cycles of an instruction directly after a load to x6; x5 is 7, x30 an address.
std::uint32_t cycles_behind_a_load(Word instr) { return cycles_of({load(lw, 6, 30, 0), instr, nop()}) - 2; }

TEST(Cpu, an_instruction_after_a_load_waits_for_its_register_or_for_the_write_port) {
  // These wait, because they read x6.
  EXPECT_EQ(cycles_behind_a_load(store(sw, 6, 30, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 6, 6, 8)), 2u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 5, 6, 4)), 3u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 7, 5, 6)), 6u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 4, 7, 6, 5)), 35u);
  // These wait, because the load uses the only write port.
  EXPECT_EQ(cycles_behind_a_load(add(7, 5, 5)), 2u);
  EXPECT_EQ(cycles_behind_a_load(addi(7, 5, 1)), 2u);
  EXPECT_EQ(cycles_behind_a_load(lui(7, 0x1000)), 2u);
  EXPECT_EQ(cycles_behind_a_load(jal(7, 4)), 3u);
  EXPECT_EQ(cycles_behind_a_load(csr_read(7, mscratch)), 2u);
  EXPECT_EQ(cycles_behind_a_load(fence()), 2u);
  // These do not wait; after a second load, nop() waits.
  EXPECT_EQ(cycles_behind_a_load(load(lw, 7, 30, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(load(lw, 6, 30, 4)), 2u);  // to the same register
  EXPECT_EQ(cycles_behind_a_load(load(lh, 7, 30, 6)), 2u);  // here 6 is not a register number
  EXPECT_EQ(cycles_behind_a_load(store(sw, 5, 30, 4)), 1u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 5, 5, 8)), 1u);
  EXPECT_EQ(cycles_behind_a_load(branch(eq, 5, 5, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 7, 5, 5)), 5u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 6, 5, 5)), 5u);  // writes x6 after the load
  EXPECT_EQ(cycles_behind_a_load(op(1, 4, 7, 5, 5)), 34u);
}

TEST(Cpu, traps_take_the_documented_cycles) {
  const auto cycles_to_handler = [](Word instr) {
    Core core;
    Program p(boot_addr);
    const Word start = p.here();
    p << jal(0, 0);
    const Word handler = p.here();
    p << csr_read(2, mcycle) << op(0x20, 0, 1, 2, 1) << addi(1, 1, -1) << store(sw, 1, 30, 0);
    stop(p);
    p.land(start);
    p.li(30, data).li(28, handler) << csr_write(mtvec, 28) << csr_read(1, mcycle) << instr;
    run(core, p);
    return core.word(data);
  };
  EXPECT_EQ(cycles_to_handler(ecall()), 2u);
  EXPECT_EQ(cycles_to_handler(load(lh, 1, 0, 1)), 2u);
  EXPECT_EQ(cycles_to_handler(load(lw, 1, 0, -4)), 3u);
  EXPECT_EQ(cycles_to_handler(store(sw, 1, 0, -4)), 3u);
  EXPECT_EQ(cycles_to_handler(jalr(3, 0, -4)), 4u);  // two of them for the jump
}

TEST(Cpu, copies_a_word_in_seven_cycles_of_a_simple_loop) {
  Core core;
  Program p(boot_addr);
  p.li(1, data).li(2, data + 0x1000).li(3, data + 400) << csr_read(10, minstret) << csr_read(8, mcycle);
  const Word loop = p.here();
  p << load(lw, 4, 1, 0) << store(sw, 4, 2, 0) << addi(1, 1, 4) << addi(2, 2, 4);
  p << branch(ne, 1, 3, p.to(loop));
  p << csr_read(9, mcycle) << op(0x20, 0, 9, 9, 8) << store(sw, 9, 3, 0);
  for (Word n = 0; n < 100; ++n) core.word(data + 4 * n) = n * n;
  run(core, p);
  EXPECT_EQ(core.word(data + 400), 100 * 7u);  // 500 instructions; the last branch is not taken
  for (Word n = 0; n < 100; ++n) ASSERT_EQ(core.word(data + 0x1000 + 4 * n), n * n);
}

TEST(Cpu, copies_two_words_in_eight_cycles_if_both_are_loaded_first) {
  Core core;
  Program p(boot_addr);
  p.li(1, data).li(2, data + 0x1000).li(3, data + 400) << csr_read(8, mcycle);
  const Word loop = p.here();
  p << load(lw, 4, 1, 0) << load(lw, 5, 1, 4) << store(sw, 4, 2, 0) << store(sw, 5, 2, 4);
  p << addi(1, 1, 8) << addi(2, 2, 8) << branch(ne, 1, 3, p.to(loop));
  p << csr_read(9, mcycle) << op(0x20, 0, 9, 9, 8) << store(sw, 9, 3, 0);
  for (Word n = 0; n < 100; ++n) core.word(data + 4 * n) = n * n;
  run(core, p);
  EXPECT_EQ(core.word(data + 400), 50 * 8u);  // the last branch is not taken
  for (Word n = 0; n < 100; ++n) ASSERT_EQ(core.word(data + 0x1000 + 4 * n), n * n);
}

}  // namespace
}  // namespace collnoc::testing

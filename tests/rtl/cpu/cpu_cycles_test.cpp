// rtl/cpu/cpu.sv in lockstep with its model: cycle counts of instructions.
#include "tests/rtl/cpu/cpu_program.hpp"

namespace collnoc::test {
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
  EXPECT_EQ(cycles_of({jal(0, 8), nop()}), 2u);
  EXPECT_EQ(cycles_of({branch(eq, 0, 0, 8), nop()}), 2u);
  EXPECT_EQ(cycles_of({branch(ne, 0, 0, 8)}), 1u);
  EXPECT_EQ(cycles_of({jal(0, 4), branch(eq, 0, 0, 4)}), 2u);  // to where fetch continues anyway
  EXPECT_EQ(cycles_of({op(1, 0, 6, 5, 5)}), 4u);
  EXPECT_EQ(cycles_of({op(1, 4, 6, 5, 5)}), 34u);
}

TEST(Cpu, a_product_is_an_operand_of_the_next_product_one_cycle_later) {
  EXPECT_EQ(cycles_of({op(1, 0, 6, 5, 5), op(1, 1, 7, 5, 5)}), 8u);
  EXPECT_EQ(cycles_of({op(1, 1, 6, 5, 5), op(1, 3, 7, 6, 5)}), 9u);
  EXPECT_EQ(cycles_of({op(1, 1, 6, 5, 5), op(1, 3, 7, 5, 6)}), 9u);
  EXPECT_EQ(cycles_of({op(1, 0, 6, 5, 5), op(1, 4, 7, 5, 6)}), 39u);
  EXPECT_EQ(cycles_of({op(1, 0, 0, 5, 5), op(1, 0, 7, 0, 5)}), 8u);  // x0 is there
  for (const Word user : {add(7, 6, 6), store(sw, 6, 30, 8), branch(ne, 6, 6, 8), addi(6, 6, 1)}) {
    EXPECT_EQ(cycles_of({op(1, 0, 6, 5, 5), user}), 5u) << std::hex << user;
  }
}

/// Cycles of an instruction directly after a load to x6; x5 is 7, x30 an address.
std::uint32_t cycles_behind_a_load(Word instr) { return cycles_of({load(lw, 6, 30, 0), instr, nop()}) - 2; }

TEST(Cpu, an_instruction_after_a_load_waits_for_its_register) {
  EXPECT_EQ(cycles_behind_a_load(store(sw, 6, 30, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 6, 6, 8)), 2u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 0, 6, 8)), 2u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 7, 5, 6)), 5u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 4, 7, 6, 5)), 35u);
  EXPECT_EQ(cycles_behind_a_load(add(7, 6, 5)), 2u);
  EXPECT_EQ(cycles_behind_a_load(add(7, 5, 6)), 2u);
  EXPECT_EQ(cycles_behind_a_load(addi(7, 6, 1)), 2u);
  EXPECT_EQ(cycles_behind_a_load(csr(csrrs, 7, mscratch, 6)), 2u);
}

TEST(Cpu, an_instruction_after_a_load_that_does_not_read_its_register_takes_its_own_cycles) {
  for (const Word other :
       {add(7, 5, 5), add(6, 5, 5), addi(7, 5, 6), lui(7, 6 << 15), auipc(7, 6 << 15), csr_read(7, mscratch),
        csr(csrrsi, 7, mscratch, 6), fence(), load(lw, 7, 30, 4), load(lw, 6, 30, 4), load(lh, 7, 30, 6),
        store(sw, 5, 30, 4), branch(ne, 5, 5, 8), jal(7, 4)}) {
    EXPECT_EQ(cycles_behind_a_load(other), 1u) << std::hex << other;
  }
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 7, 5, 5)), 4u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 6, 5, 5)), 4u);  // writes x6 after the load
  EXPECT_EQ(cycles_behind_a_load(op(1, 4, 7, 5, 5)), 34u);
  EXPECT_EQ(cycles_of({load(lw, 0, 30, 0), add(7, 0, 0)}), 2u);  // x0 is there
}

/// Cycles of a loop of `rounds` rounds: `body`, a subtraction and a branch back.
std::uint32_t cycles_of_loop(std::vector<Word> body, unsigned rounds) {
  body.push_back(addi(5, 5, -1));
  body.push_back(branch(ne, 5, 0, -4 * static_cast<std::int32_t>(body.size())));
  body.insert(body.begin(), addi(5, 0, static_cast<std::int32_t>(rounds)));
  return cycles_of(body) - 1;
}

TEST(Cpu, a_jump_that_goes_where_it_went_before_takes_one_cycle) {
  // The first and the last round cost one more.
  EXPECT_EQ(cycles_of_loop({nop()}, 10), 10 * 3 + 2u);
  EXPECT_EQ(cycles_of_loop({}, 10), 10 * 2 + 2u);
  EXPECT_EQ(cycles_of_loop({jal(0, 8), nop()}, 10), 10 * 3 + 2 + 1u);
  EXPECT_EQ(cycles_of_loop({auipc(7, 0), jalr(0, 7, 12), nop()}, 10), 10 * 4 + 2 + 1u);
  // A branch that is taken in every second round is expected wrongly in every round but the first.
  EXPECT_EQ(cycles_of_loop({op_imm(7, 7, 5, 1), branch(ne, 7, 0, 8), nop()}, 10), 10 * 4 + 5 + 2 + 9u);
}

TEST(Cpu, jumps_whose_addresses_differ_by_128_bytes_share_an_entry) {
  // A jump over the next word, and the branch of the loop, 31 or 32 words behind it.
  std::vector<Word> body(31, nop());
  body[1] = jal(0, 8);
  EXPECT_EQ(cycles_of_loop(body, 10), 10 * 32 + 1 + 2u);
  body.push_back(nop());
  EXPECT_EQ(cycles_of_loop(body, 10), 10 * 33 + 10 + 9u);  // each evicts the other
}

TEST(Cpu, the_target_of_a_redirect_is_looked_up_before_its_jump_is_learned) {
  // A jump to itself is expected from its third time on: until the interrupt comes, which ends the endless
  // loop.
  Core core;
  Program p(boot_addr);
  p.li(30, data).li(31, irq_after).li(28, boot_addr + 0x1000) << csr_write(mtvec, 28);
  p.li(6, 1 << 11) << csr_write(mie, 6) << csr(csrrsi, 0, mstatus, 8) << addi(7, 0, 20);
  p << store(sw, 7, 31, 0) << csr_read(1, minstret) << jal(0, 0);
  core.load(p);
  Program handler(boot_addr + 0x1000);
  handler << csr_read(2, minstret) << op(0x20, 0, 1, 2, 1) << store(sw, 1, 30, 0);
  stop(handler);
  core.load(handler);
  ASSERT_TRUE(core.run(1000));
  // The interrupt is taken 22 cycles after the store: two instructions, 18 jumps, and a cycle lost after the
  // first two.
  EXPECT_EQ(core.word(data), 18u);
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

TEST(Cpu, copies_a_word_in_six_cycles_of_a_simple_loop) {
  Core core;
  Program p(boot_addr);
  p.li(1, data).li(2, data + 0x1000).li(3, data + 400) << csr_read(10, minstret) << csr_read(8, mcycle);
  const Word loop = p.here();
  p << load(lw, 4, 1, 0) << store(sw, 4, 2, 0) << addi(1, 1, 4) << addi(2, 2, 4);
  p << branch(ne, 1, 3, p.to(loop));
  p << csr_read(9, mcycle) << op(0x20, 0, 9, 9, 8) << store(sw, 9, 3, 0);
  for (Word n = 0; n < 100; ++n) core.word(data + 4 * n) = n * n;
  run(core, p);
  EXPECT_EQ(core.word(data + 400),
            100 * 6 + 3u);  // of them one of csr_read, two of the first and last branch
  for (Word n = 0; n < 100; ++n) ASSERT_EQ(core.word(data + 0x1000 + 4 * n), n * n);
}

TEST(Cpu, copies_two_words_in_seven_cycles_if_both_are_loaded_first) {
  Core core;
  Program p(boot_addr);
  p.li(1, data).li(2, data + 0x1000).li(3, data + 400) << csr_read(8, mcycle);
  const Word loop = p.here();
  p << load(lw, 4, 1, 0) << load(lw, 5, 1, 4) << store(sw, 4, 2, 0) << store(sw, 5, 2, 4);
  p << addi(1, 1, 8) << addi(2, 2, 8) << branch(ne, 1, 3, p.to(loop));
  p << csr_read(9, mcycle) << op(0x20, 0, 9, 9, 8) << store(sw, 9, 3, 0);
  for (Word n = 0; n < 100; ++n) core.word(data + 4 * n) = n * n;
  run(core, p);
  EXPECT_EQ(core.word(data + 400), 50 * 7 + 3u);  // of them one of csr_read, two of the first and last branch
  for (Word n = 0; n < 100; ++n) ASSERT_EQ(core.word(data + 0x1000 + 4 * n), n * n);
}

}  // namespace
}  // namespace collnoc::test

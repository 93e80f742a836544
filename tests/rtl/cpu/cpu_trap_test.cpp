// rtl/cpu/cpu.sv in lockstep with its model: which instructions trap, with which cause, address and value,
// and the interrupt.
#include "tests/rtl/cpu/cpu_program.hpp"

namespace collnoc::test {
namespace {
using namespace riscv;

/// Sets mtvec to a handler that stores mcause, mepc, mtval and mstatus at x29, advances x29, and returns to
/// the next instruction.
void with_handler(Program& p) {
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();
  p << csr_read(28, mcause) << store(sw, 28, 29, 0) << csr_read(28, mtval) << store(sw, 28, 29, 8);
  p << csr_read(28, mstatus) << store(sw, 28, 29, 12) << csr_read(28, mepc) << store(sw, 28, 29, 4);
  p << addi(28, 28, 4) << csr_write(mepc, 28) << addi(29, 29, 16) << mret();
  p.land(start);
  p.li(29, data).li(28, handler);
  p << csr_write(mtvec, 28);
}

struct Trapping {
  const char* name;
  Word instr;
  Word cause, value;
};
const Trapping trapping[] = {
    {"zeros", 0, 2, 0},
    {"ones", 0xffff'ffff, 2, 0xffff'ffff},
    {"compressed", 0x0001'4501, 2, 0x0001'4501},
    {"ecall", ecall(), 11, 0},
    {"ebreak", ebreak(), 3, 0},
    {"fence_i", 0x0000'100f, 2, 0x0000'100f},
    {"sret", 0x1020'0073, 2, 0x1020'0073},
    {"ecall_with_register", ecall() | 1 << 7, 2, ecall() | 1 << 7},
    {"system_4", 0x0000'4073, 2, 0x0000'4073},
    {"unknown_csr", csr_read(1, 0x7c0), 2, csr_read(1, 0x7c0)},
    {"write_of_read_only_csr", csr(csrrs, 1, mhartid, 1), 2, csr(csrrs, 1, mhartid, 1)},
    {"write_of_cycle", csr(csrrs, 1, 0xc00, 1), 2, csr(csrrs, 1, 0xc00, 1)},
    {"write_of_instreth", csr(csrrw, 1, 0xc82, 0), 2, csr(csrrw, 1, 0xc82, 0)},
    {"no_mhpmcounter2", csr_read(1, 0xb01), 2, csr_read(1, 0xb01)},
    {"no_mhpmcounter32", csr_read(1, 0xb20), 2, csr_read(1, 0xb20)},
    {"no_mhpmcounter35h", csr_read(1, 0xba3), 2, csr_read(1, 0xba3)},
    {"no_mhpmevent2", csr_read(1, 0x322), 2, csr_read(1, 0x322)},
    {"no_csr_343_beside_the_events", csr_read(1, 0x363), 2, csr_read(1, 0x363)},
    {"slli_with_funct7", op_imm(1, 1, 1, 0x401), 2, op_imm(1, 1, 1, 0x401)},
    {"srli_with_funct7", op_imm(5, 1, 1, 0x201), 2, op_imm(5, 1, 1, 0x201)},
    {"xor_with_funct7", op(0x20, 4, 1, 1, 1), 2, op(0x20, 4, 1, 1, 1)},
    {"add_with_funct7", op(0x02, 0, 1, 1, 1), 2, op(0x02, 0, 1, 1, 1)},
    {"branch_2", branch(Condition{2}, 1, 1, 8), 2, branch(Condition{2}, 1, 1, 8)},
    {"load_3", load(Load{3}, 1, 1, 0), 2, load(Load{3}, 1, 1, 0)},
    {"load_6", load(Load{6}, 1, 1, 0), 2, load(Load{6}, 1, 1, 0)},
    {"store_3", store(Store{3}, 1, 1, 0), 2, store(Store{3}, 1, 1, 0)},
    {"jalr_1", jalr(1, 1, 0) | 1 << 12, 2, jalr(1, 1, 0) | 1 << 12},
    {"amo", 0x0000'202f, 2, 0x0000'202f},
    {"lh_misaligned", load(lh, 1, 1, 1), 4, data + 0x101},
    {"lhu_misaligned", load(lhu, 1, 1, 3), 4, data + 0x103},
    {"lw_misaligned_1", load(lw, 1, 1, 1), 4, data + 0x101},
    {"lw_misaligned_2", load(lw, 1, 1, 2), 4, data + 0x102},
    {"sh_misaligned", store(sh, 2, 1, 1), 6, data + 0x101},
    {"sw_misaligned_2", store(sw, 2, 1, 2), 6, data + 0x102},
    {"sw_misaligned_3", store(sw, 2, 1, 3), 6, data + 0x103},
    {"lw_refused", load(lw, 1, 0, -16), 5, 0xffff'fff0},
    {"lbu_refused", load(lbu, 1, 0, -1), 5, 0xffff'ffff},
    {"sw_refused", store(sw, 2, 0, -16), 7, 0xffff'fff0},
    {"sh_refused", store(sh, 2, 0, -2), 7, 0xffff'fffe},
    {"lw_misaligned_and_refused", load(lw, 1, 0, -14), 4, 0xffff'fff2},
    {"jalr_misaligned", jalr(1, 1, 6), 0, data + 0x106},
    {"jalr_misaligned_odd", jalr(1, 1, 7), 0, data + 0x106},
    {"jal_misaligned", jal(1, 6), 0, 6},                                // and the pc
    {"taken_branch_misaligned", branch(eq, 2, 2, -6), 0, 0xffff'fffa},  // and the pc
};
class CpuTrap : public ::testing::TestWithParam<Trapping> {};

TEST_P(CpuTrap, reports_cause_and_place_and_changes_nothing_else) {
  const Trapping& t = GetParam();
  Core core;
  Program p(boot_addr);
  with_handler(p);
  p.li(1, data + 0x100).li(2, 0x1234'5678);
  p << csr(csrrsi, 0, mstatus, 8);
  p << csr_read(4, minstret);
  const Word at = p.here();
  p << t.instr << csr_read(5, minstret) << csr_read(7, mstatus);
  p << op(0x20, 0, 5, 5, 4);
  p << store(sw, 1, 29, 0) << store(sw, 2, 29, 4) << store(sw, 5, 29, 8) << store(sw, 7, 29, 12);
  run(core, p);
  const bool relative = t.cause == 0 && (t.instr & 0x7f) != 0x67;
  EXPECT_EQ(core.word(data), t.cause);
  EXPECT_EQ(core.word(data + 4), at);
  EXPECT_EQ(core.word(data + 8), t.value + (relative ? at : 0));
  EXPECT_EQ(core.word(data + 12), 0x1880u);  // MPIE, not MIE
  EXPECT_EQ(core.word(data + 16), data + 0x100);
  EXPECT_EQ(core.word(data + 20), 0x1234'5678u);
  EXPECT_EQ(core.word(data + 24), 13u);      // the handler's instructions and the first read
  EXPECT_EQ(core.word(data + 28), 0x1888u);  // as before
  EXPECT_EQ(core.word(data + 0x100), 0u);
}
INSTANTIATE_TEST_SUITE_P(Rv32im, CpuTrap, ::testing::ValuesIn(trapping),
                         [](const auto& t) { return std::string(t.param.name); });

TEST(Cpu, traps_directly_behind_a_load_find_its_word) {
  for (const auto& [instr, cause] : std::initializer_list<std::pair<Word, Word>>{{ecall(), 11},
                                                                                 {store(sw, 2, 1, 2), 6},
                                                                                 {load(lw, 6, 1, 1), 4},
                                                                                 {load(lw, 6, 0, -16), 5},
                                                                                 {store(sw, 6, 0, -16), 7},
                                                                                 {load(lw, 2, 6, 0), 4},
                                                                                 {0, 2}}) {
    Core core;
    Program p(boot_addr);
    with_handler(p);
    p.li(1, data + 0x100).li(2, 0).li(6, 0) << csr_read(4, minstret);
    p << load(lw, 6, 1, 0);
    const Word at = p.here();
    p << instr << csr_read(5, minstret) << op(0x20, 0, 5, 5, 4) << store(sw, 6, 29, 0) << store(sw, 5, 29, 4);
    core.word(data + 0x100) = 0x1357'9bdf;
    run(core, p);
    EXPECT_EQ(core.word(data), cause);
    EXPECT_EQ(core.word(data + 4), at);
    EXPECT_EQ(core.word(data + 16), 0x1357'9bdfu) << cause;
    EXPECT_EQ(core.word(data + 20), 14u)
        << cause;  // the instructions of the handler, the load and the first read
  }
}

TEST(Cpu, a_branch_not_taken_may_have_a_misaligned_target) {
  Core core;
  Program p(boot_addr);
  p.li(30, data) << branch(ne, 0, 0, 6) << addi(1, 0, 9) << store(sw, 1, 30, 0);
  run(core, p);
  EXPECT_EQ(core.word(data), 9u);
}

TEST(Cpu, a_jump_outside_memory_retires_and_traps_at_its_target) {
  Core core;
  Program p(boot_addr);
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();  // returns to the return address
  p << csr_read(28, mcause) << store(sw, 28, 29, 0) << csr_read(28, mepc) << store(sw, 28, 29, 4);
  p << csr_read(28, mtval) << store(sw, 28, 29, 8) << csr_write(mepc, 1) << mret();
  p.land(start);
  p.li(29, data).li(28, handler) << csr_write(mtvec, 28) << csr_read(4, minstret);
  p << jalr(1, 0, -16) << csr_read(5, minstret);
  p << op(0x20, 0, 5, 5, 4) << store(sw, 5, 29, 12);
  run(core, p);
  EXPECT_EQ(core.word(data), 1u);
  EXPECT_EQ(core.word(data + 4), 0xffff'fff0u);
  EXPECT_EQ(core.word(data + 8), 0xffff'fff0u);
  EXPECT_EQ(core.word(data + 12), 10u);  // the first read, the jump, the handler
}

TEST(Cpu, words_that_are_fetched_ahead_may_be_refused) {
  Core core;
  core.word(boot_addr + memory_bytes - 4) = jalr(0, 1, 0);
  Program p(boot_addr);
  p.li(30, data).li(2, boot_addr + memory_bytes - 4) << jalr(1, 2, 0) << addi(3, 0, 5) << store(sw, 3, 30, 0);
  run(core, p);
  EXPECT_EQ(core.word(data), 5u);
}

TEST(Cpu, code_that_runs_into_the_end_of_memory_traps_behind_its_last_word) {
  Core core;
  core.word(boot_addr + memory_bytes - 4) = addi(3, 0, 5);
  Program p(boot_addr);
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();
  p.li(30, data) << store(sw, 3, 30, 0) << csr_read(3, mepc) << store(sw, 3, 30, 4);
  stop(p);
  p.land(start);
  p.li(28, handler) << csr_write(mtvec, 28);
  p.li(2, boot_addr + memory_bytes - 4) << jalr(1, 2, 0);
  run(core, p);
  EXPECT_EQ(core.word(data), 5u);
  EXPECT_EQ(core.word(data + 4), boot_addr + memory_bytes);
}

/// x29: where the handler stores; x20: number of interrupts. The handler lowers the pin and stores mcause and
/// mepc.
void with_interrupt_handler(Program& p) {
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();
  p.li(28, irq_after) << store(sw, 0, 28, 0) << addi(20, 20, 1);
  p << csr_read(28, mcause) << store(sw, 28, 29, 0) << csr_read(28, mepc) << store(sw, 28, 29, 4) << mret();
  p.land(start);
  p.li(29, data).li(28, handler) << csr_write(mtvec, 28) << addi(20, 0, 0);
  p.li(28, 0x800) << csr_write(mie, 28);
}

TEST(Cpu, wfi_sleeps_until_the_interrupt_and_is_quiescent) {
  Core core;
  Program p(boot_addr);
  with_interrupt_handler(p);
  p.li(1, irq_after) << addi(2, 0, 1000) << csr(csrrsi, 0, mstatus, 8);
  p << csr_read(3, mcycle) << store(sw, 2, 1, 0);
  const Word sleeps = p.here();
  p << wfi() << csr_read(4, mcycle) << op(0x20, 0, 4, 4, 3) << store(sw, 4, 29, 8) << store(sw, 20, 29, 12);
  run(core, p);
  EXPECT_EQ(core.word(data), 0x8000'000bu);
  EXPECT_EQ(core.word(data + 4), sleeps + 4);
  EXPECT_GT(core.word(data + 8), 1000u);
  EXPECT_LT(core.word(data + 8), 1030u);
  EXPECT_EQ(core.word(data + 12), 1u);
  EXPECT_GT(core.quiescent_cycles, 980u);
}

TEST(Cpu, wfi_wakes_without_a_trap_where_interrupts_are_off) {
  Core core;
  Program p(boot_addr);
  with_interrupt_handler(p);
  p.li(1, irq_after) << addi(2, 0, 50) << store(sw, 2, 1, 0) << wfi();
  p << csr_read(4, mip) << store(sw, 4, 29, 8) << store(sw, 20, 29, 12);
  run(core, p);
  EXPECT_EQ(core.word(data + 8), 0x800u);
  EXPECT_EQ(core.word(data + 12), 0u);
}

TEST(Cpu, an_interrupt_that_is_not_enabled_wakes_no_processor) {
  Core core;
  Program p(boot_addr);
  with_interrupt_handler(p);
  p << csr_write(mie, 0) << csr(csrrsi, 0, mstatus, 8);
  p.li(1, irq_after) << addi(2, 0, 50) << store(sw, 2, 1, 0) << wfi();
  core.load(p);
  for (int n = 0; n < 1000; ++n) ASSERT_TRUE(core.cycle());
  EXPECT_EQ(core.model().state_q, model::Cpu::asleep);
}

TEST(Cpu, an_interrupt_waits_for_mstatus_and_comes_before_the_next_instruction) {
  Core core;
  Program p(boot_addr);
  with_interrupt_handler(p);
  p.li(1, irq_after) << addi(2, 0, 1) << store(sw, 2, 1, 0);
  for (int n = 0; n < 10; ++n) p << nop();
  p << store(sw, 20, 29, 8) << csr(csrrsi, 0, mstatus, 8);
  const Word next = p.here();
  p << store(sw, 20, 29, 12);
  run(core, p);
  EXPECT_EQ(core.word(data + 4), next);
  EXPECT_EQ(core.word(data + 8), 0u);
  EXPECT_EQ(core.word(data + 12), 1u);
}

}  // namespace
}  // namespace collnoc::test

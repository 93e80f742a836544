// rtl/cpu/cpu.sv beside its model: every instruction of RV32IM against what the manual says of its values,
// traps and the interrupt, and how many cycles things take.
#include "Vcpu_8.h"
#include "tests/rtl/cpu/cpu_lockstep.hpp"

namespace collnoc::testing {
namespace {
using namespace riscv;
using Core = CpuLockstep<Vcpu_8>;

constexpr unsigned mstatus = 0x300, misa = 0x301, mie = 0x304, mtvec = 0x305, mscratch = 0x340, mepc = 0x341,
                   mcause = 0x342, mtval = 0x343, mip = 0x344, mcycle = 0xb00, minstret = 0xb02,
                   mcycleh = 0xb80, minstreth = 0xb82, mhartid = 0xf14;
constexpr std::uint32_t data = boot_addr + 0xc000;

/// Ends a program. Uses x31.
void stop(Program& p) { p.li(31, halt) << store(sw, 0, 31, 0); }

/// Runs a program to its end; what it left in memory is then looked at.
void run(Core& core, Program p, std::uint64_t most_cycles = 100'000) {
  stop(p);
  core.load(p);
  ASSERT_TRUE(core.run(most_cycles));
}

std::int64_t sign(std::uint32_t value) { return static_cast<std::int32_t>(value); }
std::uint32_t low(std::int64_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t high(std::int64_t value) { return static_cast<std::uint32_t>(value >> 32); }

const std::vector<Word>& operands() {
  static const std::vector<Word> values{0,           1,           2,           5,
                                        0xffff'ffff, 0xffff'fffe, 0x7fff'ffff, 0x8000'0000,
                                        0x8000'0001, 0x5555'5555, 0xffff'8000, 0x0001'2345};
  return values;
}

struct Operation {
  const char* name;
  unsigned funct7, funct3;
  Word (*value)(Word, Word);
};
const Operation operations[] = {
    {"add", 0, 0, [](Word a, Word b) { return a + b; }},
    {"sub", 0x20, 0, [](Word a, Word b) { return a - b; }},
    {"sll", 0, 1, [](Word a, Word b) { return a << (b & 31); }},
    {"slt", 0, 2, [](Word a, Word b) { return Word{sign(a) < sign(b)}; }},
    {"sltu", 0, 3, [](Word a, Word b) { return Word{a < b}; }},
    {"xor", 0, 4, [](Word a, Word b) { return a ^ b; }},
    {"srl", 0, 5, [](Word a, Word b) { return a >> (b & 31); }},
    {"sra", 0x20, 5, [](Word a, Word b) { return low(sign(a) >> (b & 31)); }},
    {"or", 0, 6, [](Word a, Word b) { return a | b; }},
    {"and", 0, 7, [](Word a, Word b) { return a & b; }},
    {"mul", 1, 0, [](Word a, Word b) { return a * b; }},
    {"mulh", 1, 1, [](Word a, Word b) { return high(sign(a) * sign(b)); }},
    {"mulhsu", 1, 2, [](Word a, Word b) { return high(sign(a) * std::int64_t{b}); }},
    {"mulhu", 1, 3, [](Word a, Word b) { return static_cast<Word>(std::uint64_t{a} * b >> 32); }},
    {"div", 1, 4, [](Word a, Word b) { return b == 0 ? ~Word{0} : low(sign(a) / sign(b)); }},
    {"divu", 1, 5, [](Word a, Word b) { return b == 0 ? ~Word{0} : a / b; }},
    {"rem", 1, 6, [](Word a, Word b) { return b == 0 ? a : low(sign(a) % sign(b)); }},
    {"remu", 1, 7, [](Word a, Word b) { return b == 0 ? a : a % b; }},
};

class CpuOperation : public ::testing::TestWithParam<Operation> {};

TEST_P(CpuOperation, has_the_value_of_the_manual_for_all_pairs_of_operands) {
  const Operation& o = GetParam();
  for (const Word b : operands()) {
    Core core;
    Program p(boot_addr);
    p.li(30, data).li(2, b);
    std::int32_t at = 0;
    for (const Word a : operands()) {
      p.li(1, a) << op(o.funct7, o.funct3, 3, 1, 2) << store(sw, 3, 30, at);
      p << op(o.funct7, o.funct3, 1, 1, 2) << store(sw, 1, 30, at + 4);  // onto its operand
      p.li(1, a) << op(o.funct7, o.funct3, 4, 1, 1) << nop()
                 << store(sw, 4, 30, at + 8);                             // one operand twice
      p << op(o.funct7, o.funct3, 0, 1, 2) << store(sw, 0, 30, at + 12);  // into x0
      at += 16;
    }
    run(core, p);
    at = 0;
    for (const Word a : operands()) {
      const auto result = [&](std::int32_t n) { return core.word(data + static_cast<Word>(at + n)); };
      EXPECT_EQ(result(0), o.value(a, b)) << o.name << " " << a << ", " << b;
      EXPECT_EQ(result(4), o.value(a, b)) << o.name << " " << a << ", " << b;
      EXPECT_EQ(result(8), o.value(a, a)) << o.name << " " << a << ", " << a;
      EXPECT_EQ(result(12), 0u);
      at += 16;
    }
  }
}
TEST_P(CpuOperation, with_an_immediate_has_the_same_value) {
  const Operation& o = GetParam();
  if (o.funct7 == 1 || std::string(o.name) == "sub") return;  // there are none
  const bool shifts = o.funct3 == 1 || o.funct3 == 5;
  for (const std::int32_t imm : {0, 1, 7, 31, 2047, -1, -2048, 0x555}) {
    const std::int32_t distance = imm & 31;
    Core core;
    Program p(boot_addr);
    p.li(30, data);
    std::int32_t at = 0;
    for (const Word a : operands()) {
      p.li(1, a) << op_imm(o.funct3, 3, 1, shifts ? distance | (o.funct7 << 5) : imm) << store(sw, 3, 30, at);
      at += 4;
    }
    run(core, p);
    at = 0;
    for (const Word a : operands()) {
      const Word b = static_cast<Word>(shifts ? distance : imm);
      EXPECT_EQ(core.word(data + static_cast<Word>(at)), o.value(a, b)) << o.name << "i " << a << ", " << imm;
      at += 4;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Rv32im, CpuOperation, ::testing::ValuesIn(operations),
                         [](const auto& o) { return std::string(o.param.name); });

TEST(Cpu, lui_and_auipc_make_upper_halves) {
  Core core;
  Program p(boot_addr);
  p.li(30, data);
  p << lui(1, 0xabcd'e000) << store(sw, 1, 30, 0);
  const Word pc = p.here();
  p << auipc(2, 0xffff'f000) << store(sw, 2, 30, 4);
  run(core, p);
  EXPECT_EQ(core.word(data), 0xabcd'e000u);
  EXPECT_EQ(core.word(data + 4), pc - 0x1000);
}

TEST(Cpu, branches_go_where_their_condition_says_forward_and_back) {
  struct Case {
    Condition condition;
    bool (*holds)(Word, Word);
  };
  const Case cases[] = {
      {eq, [](Word a, Word b) { return a == b; }},
      {ne, [](Word a, Word b) { return a != b; }},
      {lt, [](Word a, Word b) { return sign(a) < sign(b); }},
      {ge, [](Word a, Word b) { return sign(a) >= sign(b); }},
      {ltu, [](Word a, Word b) { return a < b; }},
      {geu, [](Word a, Word b) { return a >= b; }},
  };
  for (const Case& c : cases) {
    for (const Word b : operands()) {
      Core core;
      Program p(boot_addr);
      p.li(30, data).li(2, b);
      std::int32_t at = 0;
      for (const Word a : operands()) {
        // x3 becomes 1 by a branch that is not taken; 4 by a branch over it that leads back to another.
        p.li(1, a) << addi(3, 0, 0);
        const Word forward = p.here();
        p << branch(c.condition, 1, 2, 0) << addi(3, 3, 1);
        const Word over = p.here();
        p << jal(0, 0);
        const Word back = p.here();
        p << addi(3, 3, 4);
        const Word out = p.here();
        p << jal(0, 0);
        p.land(forward);
        p << branch(c.condition, 1, 2, p.to(back));
        p.land(over);
        p.land(out);
        p << store(sw, 3, 30, at);
        at += 4;
      }
      run(core, p);
      at = 0;
      for (const Word a : operands()) {
        EXPECT_EQ(core.word(data + static_cast<Word>(at)), c.holds(a, b) ? 4u : 1u)
            << "condition " << c.condition << " of " << a << ", " << b;
        at += 4;
      }
    }
  }
}

TEST(Cpu, jumps_leave_their_return_address) {
  Core core;
  Program p(boot_addr);
  p.li(30, data);
  const Word first = p.here();
  p << jal(1, 8) << jal(0, 0);  // over a trap for those who do not jump
  p << store(sw, 1, 30, 0);
  p.li(5, p.here() + 16 + 1);  // the lowest bit of jalr's target is dropped
  const Word second = p.here();
  p << jalr(5, 5, 0) << jal(0, 0);
  p << store(sw, 5, 30, 4);
  const Word third = p.here();
  p << auipc(6, 0) << jalr(0, 6, 12) << jal(0, 0) << store(sw, 0, 30, 8);
  core.word(data + 8) = 1;
  run(core, p);
  EXPECT_EQ(core.word(data), first + 4);
  EXPECT_EQ(core.word(data + 4), second + 4);
  EXPECT_EQ(core.word(data + 8), 0u) << "from " << third;
}

TEST(Cpu, loads_extend_and_stores_write_their_bytes_only) {
  Core core;
  Program p(boot_addr);
  core.word(data) = 0x80f1'7f02;
  p.li(30, data + 64);
  std::int32_t out = 0;
  std::vector<Word> expected;
  const auto from = [&](Load width, std::int32_t offset, Word value) {
    p << load(width, 3, 30, offset - 64) << store(sw, 3, 30, out);
    out += 4;
    expected.push_back(value);
  };
  from(lw, 0, 0x80f1'7f02);
  from(lh, 0, 0x7f02);
  from(lh, 2, 0xffff'80f1);
  from(lhu, 0, 0x7f02);
  from(lhu, 2, 0x80f1);
  from(lb, 0, 2);
  from(lb, 1, 0x7f);
  from(lb, 2, 0xffff'fff1);
  from(lb, 3, 0xffff'ff80);
  from(lbu, 0, 2);
  from(lbu, 1, 0x7f);
  from(lbu, 2, 0xf1);
  from(lbu, 3, 0x80);
  p.li(4, 0xaabb'ccdd);
  for (std::int32_t n = 0; n < 4; ++n) p << store(sb, 4, 30, 256 + 5 * n);  // byte n of word n
  p << store(sh, 4, 30, 272) << store(sh, 4, 30, 278) << store(sw, 4, 30, 280);
  for (Word n = 0; n < 7; ++n) core.word(data + 64 + 256 + 4 * n) = 0x1111'1111;
  run(core, p);
  for (Word n = 0; n < expected.size(); ++n) EXPECT_EQ(core.word(data + 64 + 4 * n), expected[n]) << n;
  const Word stored[] = {0x1111'11dd, 0x1111'dd11, 0x11dd'1111, 0xdd11'1111,
                         0x1111'ccdd, 0xccdd'1111, 0xaabb'ccdd};
  for (Word n = 0; n < 7; ++n) EXPECT_EQ(core.word(data + 64 + 256 + 4 * n), stored[n]) << n;
}

TEST(Cpu, csr_instructions_write_set_and_clear) {
  Core core;
  Program p(boot_addr);
  p.li(30, data).li(1, 0xf0f0'1234).li(2, 0x0000'ffff);
  p << csr_write(mscratch, 1) << csr(csrrs, 3, mscratch, 2) << store(sw, 3, 30, 0);
  p << csr(csrrc, 3, mscratch, 1) << store(sw, 3, 30, 4);
  p << csr(csrrw, 3, mscratch, 2) << store(sw, 3, 30, 8);
  p << csr(csrrwi, 3, mscratch, 21) << store(sw, 3, 30, 12);
  p << csr(csrrsi, 3, mscratch, 10) << store(sw, 3, 30, 16);
  p << csr(csrrci, 3, mscratch, 3) << store(sw, 3, 30, 20);
  p << csr_read(3, mscratch) << store(sw, 3, 30, 24);
  run(core, p);
  const Word expected[] = {0xf0f0'1234, 0xf0f0'ffff, 0x0000'edcb, 0x0000'ffff, 21, 31, 28};
  for (Word n = 0; n < 7; ++n) EXPECT_EQ(core.word(data + 4 * n), expected[n]) << n;
}

TEST(Cpu, csrs_keep_what_they_can_and_say_what_the_processor_is) {
  struct Case {
    unsigned number;
    Word reset, ones;  // its value after reset, after ones were written
  };
  const Case cases[] = {
      {mstatus, 0x1800, 0x1888},
      {misa, 0x4000'1100, 0x4000'1100},
      {mie, 0, 0x800},
      {mtvec, 0, 0xffff'fffc},
      {mscratch, 0, 0xffff'ffff},
      {mepc, 0, 0xffff'fffc},
      {mcause, 0, 0x8000'000f},
      {mtval, 0, 0xffff'ffff},
      {mip, 0, 0},
      {0x310, 0, 0},
  };
  Core core;
  Program p(boot_addr);
  p.li(30, data) << addi(1, 0, -1);
  std::int32_t at = 0;
  for (const Case& c : cases) {
    p << csr(csrrw, 2, c.number, 1) << csr(csrrw, 3, c.number, 0);
    p << store(sw, 2, 30, at) << store(sw, 3, 30, at + 4);
    at += 8;
  }
  for (const unsigned number : {0xf11u, 0xf12u, 0xf13u, mhartid}) {
    p << csr_read(2, number) << store(sw, 2, 30, at);
    at += 4;
  }
  run(core, p);
  Word from = data;
  for (const Case& c : cases) {
    EXPECT_EQ(core.word(from), c.reset) << std::hex << c.number;
    EXPECT_EQ(core.word(from + 4), c.ones) << std::hex << c.number;
    from += 8;
  }
  for (const Word expected : {0u, 0u, 0u, 0x2au}) {
    EXPECT_EQ(core.word(from), expected);
    from += 4;
  }
}

TEST(Cpu, mcycle_and_minstret_count_and_can_be_set) {
  Core core;
  Program p(boot_addr);
  p.li(30, data) << addi(5, 0, -1);
  p << csr_read(1, mcycle) << nop() << nop() << csr_read(2, mcycle);
  p << op(0x20, 0, 1, 2, 1) << store(sw, 1, 30, 0);  // three cycles
  p << csr_read(1, minstret) << nop() << nop() << op(1, 4, 7, 5, 5) << csr_read(2, minstret);
  p << op(0x20, 0, 1, 2, 1) << store(sw, 1, 30, 4);  // four instructions
  p << addi(6, 0, 0x77) << csr_write(mcycleh, 6) << csr_write(mcycle, 5) << csr_read(1, mcycle);
  p << csr_read(2, mcycle) << csr_read(3, mcycleh);
  p << store(sw, 1, 30, 8) << store(sw, 2, 30, 12) << store(sw, 3, 30, 16);
  p << csr_write(minstreth, 6) << csr_write(minstret, 5) << csr_read(1, minstret) << csr_read(2, minstret);
  p << csr_read(3, minstreth) << store(sw, 1, 30, 20) << store(sw, 2, 30, 24) << store(sw, 3, 30, 28);
  p << csr_write(minstreth, 5) << csr_write(minstret, 5) << csr_read(1, minstreth) << csr_read(2, minstreth);
  p << csr_read(3, minstret) << store(sw, 1, 30, 32) << store(sw, 2, 30, 36) << store(sw, 3, 30, 40);
  run(core, p);
  const Word expected[] = {3, 4, 0xffff'ffff, 0, 0x78, 0xffff'ffff, 0, 0x78, 0xffff'ffff, 0, 1};
  for (Word n = 0; n < 11; ++n) EXPECT_EQ(core.word(data + 4 * n), expected[n]) << n;
}

TEST(Cpu, fence_does_nothing) {
  Core core;
  Program p(boot_addr);
  p.li(30, data) << addi(1, 0, 3) << fence() << addi(1, 1, 4) << 0x8330'000fu << store(sw, 1, 30, 0);
  run(core, p);
  EXPECT_EQ(core.word(data), 7u);
}

/// Sets mtvec to a handler that stores mcause, mepc, mtval and mstatus at x29, which it moves on, and returns
/// behind the instruction.
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

TEST_P(CpuTrap, says_why_and_where_and_changes_nothing_else) {
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
    EXPECT_EQ(core.word(data + 20), 14u) << cause;  // the handler's, the load and the first read
  }
}

TEST(Cpu, words_of_loads_go_each_to_its_register_whatever_is_beside_them) {
  Core core;
  Program p(boot_addr);
  for (Word n = 0; n < 16; ++n) core.word(data + 4 * n) = 0x0101'0101 * n;
  p.li(30, data);
  // A store, a product and a quotient that wait, or compute, with a word just loaded while another comes.
  p << load(lw, 1, 30, 4) << load(lw, 2, 30, 8) << store(sw, 1, 30, 64) << store(sw, 2, 30, 68);
  p << load(lw, 3, 30, 12) << load(lw, 4, 30, 16) << op(1, 0, 5, 3, 3) << store(sw, 5, 30, 72);
  p << load(lw, 6, 30, 20) << load(lw, 7, 30, 24) << op(1, 5, 8, 7, 6) << store(sw, 8, 30, 76);
  p << load(lw, 9, 30, 28) << load(lw, 9, 30, 32) << store(sw, 9, 30, 80) << store(sw, 4, 30, 84);
  p << load(lb, 10, 30, 36) << load(lhu, 11, 30, 42) << load(lw, 0, 30, 44) << store(sw, 0, 30, 88);
  p << store(sw, 10, 30, 92) << store(sw, 11, 30, 96);
  core.set_stalls(0, 50);
  run(core, p);
  const Word expected[] = {
      0x0101'0101, 0x0202'0202, 0x0303'0303u * 0x0303'0303u, 1, 0x0808'0808, 0x0404'0404, 0, 9, 0x0a0a};
  for (Word n = 0; n < 9; ++n) EXPECT_EQ(core.word(data + 64 + 4 * n), expected[n]) << n;
}

TEST(Cpu, a_branch_not_taken_may_have_a_misaligned_target) {
  Core core;
  Program p(boot_addr);
  p.li(30, data) << branch(ne, 0, 0, 6) << addi(1, 0, 9) << store(sw, 1, 30, 0);
  run(core, p);
  EXPECT_EQ(core.word(data), 9u);
}

TEST(Cpu, a_jump_to_where_no_words_are_retires_and_traps_there) {
  Core core;
  Program p(boot_addr);
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();  // goes back by the return address
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

/// x29: where the handler stores; x20: counts interrupts. The handler lowers the pin and stores mcause and
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

TEST(Cpu, an_interrupt_that_is_not_enabled_wakes_nobody) {
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

/// Cycles from one place to another, by mcycle.
std::uint32_t cycles_of(const std::vector<Word>& body) {
  Core core;
  Program p(boot_addr);
  p.li(30, data).li(5, 7) << csr_read(1, mcycle);
  for (const Word instr : body) p << instr;
  p << csr_read(2, mcycle) << op(0x20, 0, 1, 2, 1) << addi(1, 1, -1) << store(sw, 1, 30, 0);
  run(core, p);
  return core.word(data);
}

TEST(Cpu, takes_as_many_cycles_as_it_says) {
  EXPECT_EQ(cycles_of({nop(), add(5, 5, 5), add(6, 5, 5), nop()}), 4u);
  EXPECT_EQ(cycles_of({store(sw, 5, 30, 0), store(sw, 5, 30, 4)}), 2u);
  EXPECT_EQ(cycles_of({jal(0, 4)}), 2u);
  EXPECT_EQ(cycles_of({branch(eq, 0, 0, 4)}), 2u);
  EXPECT_EQ(cycles_of({branch(ne, 0, 0, 4)}), 1u);
  EXPECT_EQ(cycles_of({op(1, 0, 6, 5, 5)}), 5u);
  EXPECT_EQ(cycles_of({op(1, 1, 6, 5, 5), op(1, 3, 6, 6, 5)}), 10u);
  EXPECT_EQ(cycles_of({op(1, 4, 6, 5, 5)}), 34u);
}

/// Cycles of an instruction directly behind a load to x6; x5 is 7, x30 an address.
std::uint32_t cycles_behind_a_load(Word instr) { return cycles_of({load(lw, 6, 30, 0), instr, nop()}) - 2; }

TEST(Cpu, what_is_behind_a_load_waits_if_it_reads_its_register_or_writes_one_at_once) {
  // They wait: x6 is read.
  EXPECT_EQ(cycles_behind_a_load(store(sw, 6, 30, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 6, 6, 8)), 2u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 5, 6, 4)), 3u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 7, 5, 6)), 6u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 4, 7, 6, 5)), 35u);
  // They wait: the one write port is the load's.
  EXPECT_EQ(cycles_behind_a_load(add(7, 5, 5)), 2u);
  EXPECT_EQ(cycles_behind_a_load(addi(7, 5, 1)), 2u);
  EXPECT_EQ(cycles_behind_a_load(lui(7, 0x1000)), 2u);
  EXPECT_EQ(cycles_behind_a_load(jal(7, 4)), 3u);
  EXPECT_EQ(cycles_behind_a_load(csr_read(7, mscratch)), 2u);
  EXPECT_EQ(cycles_behind_a_load(fence()), 2u);
  // They do not; behind a second load nop() waits.
  EXPECT_EQ(cycles_behind_a_load(load(lw, 7, 30, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(load(lw, 6, 30, 4)), 2u);  // into the same register
  EXPECT_EQ(cycles_behind_a_load(load(lh, 7, 30, 6)), 2u);  // 6 is no register here
  EXPECT_EQ(cycles_behind_a_load(store(sw, 5, 30, 4)), 1u);
  EXPECT_EQ(cycles_behind_a_load(branch(ne, 5, 5, 8)), 1u);
  EXPECT_EQ(cycles_behind_a_load(branch(eq, 5, 5, 4)), 2u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 7, 5, 5)), 5u);
  EXPECT_EQ(cycles_behind_a_load(op(1, 0, 6, 5, 5)), 5u);  // writes x6 later than the load
  EXPECT_EQ(cycles_behind_a_load(op(1, 4, 7, 5, 5)), 34u);
}

TEST(Cpu, traps_take_as_many_cycles_as_it_says) {
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
  EXPECT_EQ(cycles_to_handler(jalr(3, 0, -4)), 4u);  // of them two for the jump
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

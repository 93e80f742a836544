// rtl/cpu/cpu.sv in lockstep with its model: results of all RV32IM instructions against the manual.
// Traps: cpu_trap_test.cpp; cycle counts: cpu_cycles_test.cpp.
#include "tests/rtl/cpu/cpu_program.hpp"

namespace collnoc::test {
namespace {
using namespace riscv;

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
      p << op(o.funct7, o.funct3, 1, 1, 2) << store(sw, 1, 30, at + 4);  // to its operand register
      p.li(1, a) << op(o.funct7, o.funct3, 4, 1, 1) << nop()
                 << store(sw, 4, 30, at + 8);                             // the same operand twice
      p << op(o.funct7, o.funct3, 0, 1, 2) << store(sw, 0, 30, at + 12);  // to x0
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
  if (o.funct7 == 1 || std::string(o.name) == "sub") return;  // no such immediate instruction
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
        // x3 becomes 1 after a branch that is not taken, 4 after a branch over this code that leads back to
        // another one.
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
  p << jal(1, 8) << jal(0, 0);  // skips an instruction that traps if the jump fails
  p << store(sw, 1, 30, 0);
  p.li(5, p.here() + 16 + 1);  // jalr clears the lowest bit of its target
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

TEST(Cpu, csrs_keep_their_writable_bits_and_identify_the_processor) {
  struct Case {
    unsigned number;
    Word reset, ones;  // value after reset, after writing all ones
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
      {0xb03, 0, 0},
      {0xb1f, 0, 0},
      {0xb83, 0, 0},
      {0xb9f, 0, 0},
      {0x323, 0, 0},
      {0x33f, 0, 0},
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
  for (const unsigned number : {0xf11u, 0xf12u, 0xf13u, mhartid, 0xf15u}) {
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
  for (const Word expected : {0u, 0u, 0u, 0x2au, 0u}) {
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

TEST(Cpu, zicntr_reads_the_counters_and_a_time_that_no_write_changes) {
  Core core;
  Program p(boot_addr);
  p.li(30, data).li(5, 0x7654'3210).li(6, 0x89ab'cdef);
  p << csr_read(1, mcycle) << csr_read(2, 0xc00) << csr_read(3, 0xc01);
  p << op(0x20, 0, 2, 2, 1) << op(0x20, 0, 3, 3, 1) << store(sw, 2, 30, 0) << store(sw, 3, 30, 4);
  p << csr_write(mcycleh, 6) << csr_write(mcycle, 5) << csr_read(1, 0xc00) << csr_read(2, 0xc80);
  p << csr_read(3, 0xc01) << csr_read(4, 0xc81) << csr_read(7, mcycle);
  p << op(0x20, 0, 3, 7, 3) << op(0x20, 0, 4, 0, 4);
  p << store(sw, 1, 30, 8) << store(sw, 2, 30, 12) << store(sw, 3, 30, 16) << store(sw, 4, 30, 20);
  p << csr_write(minstreth, 6) << csr_write(minstret, 5) << csr_read(1, 0xc02) << csr_read(2, 0xc82);
  p << store(sw, 1, 30, 24) << store(sw, 2, 30, 28);
  // Time is far from the written cycle counter, but has the distance of a reset still.
  p << csr_read(1, 0xc01) << nop() << nop() << csr_read(2, 0xc01) << op(0x20, 0, 1, 2, 1);
  p << store(sw, 1, 30, 32);
  run(core, p);
  EXPECT_EQ(core.word(data), 1u);
  EXPECT_EQ(core.word(data + 4), 2u);
  EXPECT_EQ(core.word(data + 8), 0x7654'3210u);
  EXPECT_EQ(core.word(data + 12), 0x89ab'cdefu);
  EXPECT_GT(core.word(data + 16), 0x7654'0000u);
  EXPECT_EQ(core.word(data + 20), 0u);
  EXPECT_EQ(core.word(data + 24), 0x7654'3210u);
  EXPECT_EQ(core.word(data + 28), 0x89ab'cdefu);
  EXPECT_EQ(core.word(data + 32), 3u);
}

TEST(Cpu, fence_does_nothing) {
  Core core;
  Program p(boot_addr);
  p.li(30, data) << addi(1, 0, 3) << fence() << addi(1, 1, 4) << 0x8330'000fu << store(sw, 1, 30, 0);
  run(core, p);
  EXPECT_EQ(core.word(data), 7u);
}

TEST(Cpu, loaded_words_reach_their_registers_beside_any_instruction) {
  Core core;
  Program p(boot_addr);
  for (Word n = 0; n < 16; ++n) core.word(data + 4 * n) = 0x0101'0101 * n;
  p.li(30, data);
  // A store, a product and a quotient that wait, or compute, with a word just loaded while another word
  // arrives.
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

}  // namespace
}  // namespace collnoc::test

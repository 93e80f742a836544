// Random RV32IM programs that end: forward branches and jumps, short loops, loads and stores in 4 KiB of data
// around x30, no trap except the ecall (number 93, exit) at the end. Also random words.
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "tests/support/riscv.hpp"

namespace collnoc::test::riscv {

class RandomProgram {
 public:
  RandomProgram(unsigned seed, Word base, Word data) : random_(seed), base_(base), data_(data) {}

  /// `count` units of one to some ten instructions; before them every register gets a value, behind them all
  /// data is loaded.
  Program make(unsigned count) {
    for (unsigned n = 0; n < count; ++n) units_.push_back(unit(n, count));
    Program p(base_);
    for (unsigned r = 1; r < 32; ++r) p.li(r, r == 30 ? data_ + 0x800 : value());
    // Branches and jumps now get their offsets.
    std::vector<Word> at{p.here()};
    for (const Unit& u : units_) at.push_back(at.back() + 4 * static_cast<Word>(u.words.size()));
    for (unsigned n = 0; n < count; ++n) {
      for (Word instr : units_[n].words) {
        const auto offset = static_cast<std::int32_t>(at[units_[n].target] - p.here());
        switch (units_[n].target == 0 ? 0 : instr & 0x7f) {
          case 0x63: instr |= b_offset(offset); break;
          case 0x6f: instr |= j_offset(offset); break;
          case 0x67: instr |= static_cast<Word>(offset + 4) << 20; break;  // from the auipc before it
          default: break;
        }
        p << instr;
      }
    }
    for (std::int32_t n = -2048; n < 2048; n += 4) p << load(lw, below(30), 30, n);
    p.li(17, 93).li(10, 0);
    return p << ecall();
  }

 private:
  struct Unit {
    std::vector<Word> words;
    unsigned target = 0;  ///< unit that its last instruction leads to; 0: none
  };

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  unsigned rd() { return below(30); }  // x30 and x31 are for data and loops
  unsigned rs() { return below(32); }
  std::int32_t imm() { return static_cast<std::int32_t>(random_()) >> 20; }
  Word value() {
    static constexpr Word special[] = {0,           1,           2,           0x7fff'ffff,
                                       0x8000'0000, 0xffff'ffff, 0xffff'8000, 0x8000'0001};
    return below(2) ? special[below(8)] : static_cast<Word>(random_()) >> below(32);
  }

  /// Neither jump nor branch.
  std::vector<Word> plain() {
    const unsigned what = below(100);
    if (what < 30) {
      const unsigned funct3 = below(8);
      return {op((funct3 == 0 || funct3 == 5) && below(2) ? 0x20 : 0, funct3, rd(), rs(), rs())};
    }
    if (what < 52) {
      const unsigned funct3 = below(8);
      if (funct3 == 1) return {op_imm(1, rd(), rs(), static_cast<std::int32_t>(below(32)))};
      if (funct3 == 5) return {op_imm(5, rd(), rs(), static_cast<std::int32_t>(below(32) | below(2) << 10))};
      return {op_imm(funct3, rd(), rs(), imm())};
    }
    if (what < 64) return {op(1, below(8), rd(), rs(), rs())};
    if (what < 68) return {below(2) ? lui(rd(), random32()) : auipc(rd(), random32())};
    if (what < 82) {
      static constexpr Load widths[] = {lb, lh, lw, lbu, lhu};
      const Load width = widths[below(5)];
      return {load(width, rd(), 30, imm() & -(1 << (width & 3)))};
    }
    if (what < 94) {
      const Store width = Store{below(3)};
      return {store(width, rs(), 30, imm() & -(1 << width))};
    }
    if (what < 95) return {fence()};
    Program p(0);
    p.li(1 + below(29), value());
    return p.words();
  }

  Unit unit(unsigned n, unsigned count) {
    const unsigned what = below(100), target = std::min(count, n + 1 + below(5));
    static constexpr Condition conditions[] = {eq, ne, lt, ge, ltu, geu};
    if (what < 12) return {{branch(conditions[below(6)], rs(), rs(), 0)}, target};
    if (what < 15) return {{jal(rd(), 0)}, target};
    if (what < 18) {
      const unsigned at = 1 + below(29);
      return {{auipc(at, 0), jalr(rd(), at, 0)}, target};
    }
    if (what < 20) {
      Program p(0);
      p << addi(31, 0, 2 + static_cast<std::int32_t>(below(4)));
      for (unsigned k = 1 + below(6); k > 0; --k) {
        for (const Word instr : plain()) p << instr;
      }
      p << addi(31, 31, -1);
      return {(p << branch(ne, 31, 0, p.to(4))).words(), 0};
    }
    return {plain(), 0};
  }
  Word random32() { return static_cast<Word>(random_()); }

  std::mt19937 random_;
  Word base_, data_;
  std::vector<Unit> units_;
};

/// A random word as an instruction; most are legal.
inline Word any_word(std::mt19937& random) {
  static constexpr Word opcodes[] = {0x03, 0x13, 0x17, 0x23, 0x33, 0x33, 0x37, 0x63, 0x67, 0x6f, 0x73, 0x0f};
  static constexpr Word csrs[] = {mstatus, misa,  mie,    mtvec,    mscratch, mepc,      mcause,
                                  mtval,   mip,   mcycle, minstret, mcycleh,  minstreth, mhartid,
                                  0xc00,   0x310, 0xc81,  0xc02,    0xb83,    0x33f};
  const auto w = static_cast<Word>(random());
  const unsigned how = random() % 64;
  if (how == 0) return w;
  if (how == 1) return wfi();
  if (how == 2) return mret();
  if (how == 3) return random() % 2 ? ecall() : ebreak();
  Word instr = (w & ~0x7fu) | opcodes[random() % 12];
  switch (instr & 0x7f) {
    case 0x33:
      instr = (instr & 0x01ff'ffff) | (random() % 2) << 25 | (random() % 8 == 0 ? 1u << 30 : 0);
      break;
    case 0x13:
      if ((instr >> 12 & 3) == 1) instr &= 0x41ff'ffff;
      break;
    case 0x73: instr = (instr & 0x000f'ffff) | csrs[random() % 20] << 20; break;
    case 0x67: instr &= ~0x7000u; break;
    default: break;
  }
  return instr;
}

}  // namespace collnoc::test::riscv

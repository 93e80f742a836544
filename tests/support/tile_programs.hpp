// Random programs for a tile's processor: accesses everywhere in its address map, and any words as
// instructions.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "collnoc/arch/tile_registers.hpp"
#include "tests/support/random_program.hpp"

namespace collnoc::test {

/// The tile register to which the last instruction of `random_accesses` and `random_csrs` writes.
inline constexpr unsigned program_done = 0x80;

/// An address, mostly at the boundary of a region. `more`: also any NIC register, and addresses a bit off.
inline riscv::Word any_address(std::mt19937& random, std::uint32_t memory_bytes, std::uint32_t program_size,
                               bool more) {
  using riscv::Word;
  constexpr Word nic = tile::nic_registers_base, registers = tile::tile_registers_base;
  const Word edges[] = {0,
                        tile::boot_address,
                        program_size,
                        tile::memory_base,
                        tile::memory_base + memory_bytes,
                        nic,
                        nic + 0x10,
                        nic + 0x30,
                        nic + 0x400,
                        registers,
                        registers + tile::event,
                        registers + 0x100,
                        0x5000'0000,
                        0xa000'0000};
  if (random() % 16 == 0) return static_cast<Word>(random());
  if (random() % 4 == 0) return tile::memory_base + static_cast<Word>(random()) % memory_bytes;
  if (more && random() % 8 == 0) return nic + 4 * static_cast<Word>(random() % 256);
  Word address = edges[random() % 14] + static_cast<Word>(random() % 24) - 8;
  if (more && random() % 8 == 0) address ^= 1u << random() % 32;
  return random() % 4 == 0 ? address : address & ~3u;
}

/// Sets a handler that reads what a trap left in the CSRs and continues after the instruction that trapped;
/// it clears the event of an interrupt. Uses x28, and x1 now.
inline void with_handler(riscv::Program& p, bool interrupts) {
  using namespace riscv;
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();
  p << csr(csrrw, 28, mscratch, 28) << csr_read(28, mtval) << csr_read(28, mstatus) << csr_read(28, mcause);
  const Word is_trap = p.here();
  p << branch(ge, 28, 0, 0);
  p.li(28, tile::tile_registers_base)
      << store(sw, 0, 28, tile::event) << csr(csrrw, 28, mscratch, 28) << mret();
  p.land(is_trap);
  p << csr_read(28, mepc) << addi(28, 28, 4) << csr_write(mepc, 28) << csr(csrrw, 28, mscratch, 28) << mret();
  p.land(start);
  p.li(1, handler) << csr_write(mtvec, 1);
  p.li(1, 0x800) << csr_write(mie, 1) << csr(csrrsi, 0, mstatus, interrupts ? 8 : 0);
}

/// Reports in the tile register `program_done`.
inline riscv::Program& report_done(riscv::Program& p) {
  return p.li(31, tile::tile_registers_base) << riscv::store(riscv::sw, 0, 31, program_done);
}

/// Loads and stores everywhere, some of them refused, and sleeps. Some addresses are products. `more`: as of
/// any_address.
inline riscv::Program random_accesses(std::mt19937& random, std::uint32_t mem_words,
                                      std::uint32_t program_size, bool interrupts, bool more = false) {
  using namespace riscv;
  Program p(tile::boot_address);
  with_handler(p, interrupts);
  p << addi(24, 0, 1);
  static constexpr Load loads[] = {lb, lh, lw, lw, lw, lw, lbu, lhu};
  static constexpr Store stores[] = {sb, sh, sw, sw, sw, sw};
  while (p.here() < program_size - 64) {
    const unsigned rd = 2 + random() % 20;
    if (random() % 40 == 0) {
      p << wfi();
      continue;
    }
    p.li(1, any_address(random, mem_words * 8, program_size, more));
    if (random() % 4 == 0) p << op(1, 0, 1, 1, 24);
    p << (random() % 2 ? load(loads[random() % 8], rd, 1, 0) : store(stores[random() % 6], rd, 1, 0));
  }
  return report_done(p);
}

/// Every kind of access to CSRs, also to numbers that differ from a known one in a bit.
inline riscv::Program random_csrs(std::mt19937& random, std::uint32_t program_size, bool interrupts) {
  using namespace riscv;
  static constexpr Word known[] = {mstatus, misa,     mie,     mscratch,  mepc,    mcause, mtval, mip,
                                   mcycle,  minstret, mcycleh, minstreth, mhartid, 0xc00,  0xc01, 0xc02,
                                   0xc80,   0xc81,    0xc82,   0x310,     0xf11,   0xb03,  0xb9f, 0x33f};
  static constexpr CsrOp ops[] = {csrrw, csrrs, csrrc, csrrwi, csrrsi, csrrci};
  const auto any = [&] { return known[random() % std::size(known)]; };
  Program p(tile::boot_address);
  with_handler(p, interrupts);
  while (p.here() < program_size - 64) {
    const Word number = random() % 8 == 0 ? any() ^ 1u << random() % 12 : any();
    if (number == mtvec) continue;
    p.li(1, static_cast<Word>(random()));
    p << csr(ops[random() % 6], 2 + random() % 20, number, random() % 4 == 0 ? random() % 32 : 1);
    p << csr_read(2 + random() % 20, random() % 4 == 0 ? any() ^ 1u << random() % 12 : any());
  }
  return report_done(p);
}

/// Fills program memory so that every jump comes back, and returns the program that makes them: a few jumps
/// of which each goes again and again where it went before, or to an address that differs from that in a bit
/// or two, also far beyond the program. Everything else traps; the handler, which is sometimes itself far
/// away, returns. Uses x5 and x20.
inline riscv::Program far_jumps(std::mt19937& random, std::vector<riscv::Word>& memory) {
  using namespace riscv;
  constexpr unsigned jumps = 8;
  const Word program_size = static_cast<Word>(memory.size()) * 4, middle = program_size / 2;
  std::fill(memory.begin(), memory.end(), ebreak());
  struct Jump {
    Word at, target;
    std::int32_t offset;
  };
  std::vector<Jump> all;
  const auto place = [&] {  // an unused one
    Word at = 0;
    do at = middle + static_cast<Word>(random() % (middle / 4)) * 4;
    while (memory[at / 4] != ebreak());
    return at;
  };
  for (unsigned n = 0; n < jumps; ++n) {
    Jump jump{place(), 0, static_cast<std::int32_t>(random()) >> 20};
    memory[jump.at / 4] = jalr(n % 2 == 0 ? 0 : 6, 5, jump.offset);
    jump.target = place();
    memory[jump.target / 4] = jalr(0, 20, 0);
    all.push_back(jump);
  }
  Program p(tile::boot_address);
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();
  p << csr_read(28, mtval) << csr_read(28, mepc) << csr_read(28, mcause) << jalr(0, 20, 0);
  p.land(start);
  p.li(1, handler) << csr_write(mtvec, 1);
  while (p.here() < middle - 64) {
    const Jump& jump = all[random() % jumps];
    Word target = jump.target;
    for (unsigned bits = random() % 4; bits > 0 && bits < 3; --bits) target ^= 2u << random() % 31;
    if (target < middle) target = jump.target;  // the program itself might never end
    p.li(5, target - static_cast<Word>(jump.offset));
    p.li(20, p.here() + 12);
    p << jal(0, p.to(jump.at));
    if (random() % 4 == 0) {  // elsewhere, but no trap yet
      p.li(5, static_cast<Word>(random()) >> random() % 32) << csr_write(mtvec, 5) << csr_read(5, mtvec);
      p << csr_write(mtvec, 1);
    }
  }
  return p.li(5, static_cast<Word>(random())) << csr_write(mtvec, 5) << ebreak();
}

/// Products, quotients and remainders of numbers around powers of two, of both signs.
inline riscv::Program random_products(std::mt19937& random, std::uint32_t program_size) {
  using namespace riscv;
  Program p(tile::boot_address);
  with_handler(p, false);
  const auto value = [&] {
    const Word power = 1u << random() % 32;
    const Word near = random() % 2 == 0 ? power : power + static_cast<Word>(random() % 3) - 1;
    return random() % 2 == 0 ? near : -near;
  };
  while (p.here() < program_size - 64) {
    p.li(2, random() % 2 == 0 ? value() : static_cast<Word>(random())).li(3, value());
    for (unsigned n = 0; n < 4; ++n) p << op(1, random() % 8, 4 + random() % 8, 2 + n % 2, 3 - n / 2);
  }
  return report_done(p);
}

/// The first instructions of a program of any words: a handler somewhere, and the interrupt. `registers`:
/// before these, every register gets a value.
inline riscv::Program start_of_any_words(std::mt19937& random, std::uint32_t program_size, bool registers) {
  using namespace riscv;
  Program p(tile::boot_address);
  for (unsigned r = 1; registers && r < 32; ++r) p.li(r, static_cast<Word>(random()) >> random() % 32);
  p.li(1, 0x800) << csr_write(mie, 1);
  p.li(1, static_cast<Word>(random()) % program_size) << csr_write(mtvec, 1);
  return p << csr(csrrsi, 0, mstatus, random() % 16);
}

}  // namespace collnoc::test

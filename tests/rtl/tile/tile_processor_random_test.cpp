// rtl/tile/tile_processor.sv in lockstep with its model: random programs, accesses, words and faults.
#include "Vtile_processor_8.h"
#include "tests/rtl/tile/tile_processor_lockstep.hpp"
#include "tests/support/random_program.hpp"

namespace collnoc::testing {
namespace {
using namespace riscv;
using Processor = TileProcessorLockstep<Vtile_processor_8>;

TEST(TileProcessorRandom, programs_with_their_data_in_tile_memory) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    Processor t(seed, 1024);
    t.load(RandomProgram(seed, tile::boot_address, at_memory + 0x800).make(2000));
    while (!t.model().cpu().trapped) {
      ASSERT_TRUE(t.cycle()) << "seed " << seed;
      ASSERT_LT(t.cycles, 500'000u);
    }
    EXPECT_EQ(t.model().out().instr, ecall());
    EXPECT_GT(t.retired, 2500u);
  }
}

/// An address, mostly at the boundary of a region.
Word any_address(std::mt19937& random, std::uint32_t memory_bytes) {
  const Word edges[] = {0,
                        tile::boot_address,
                        program_bytes,
                        at_memory,
                        at_memory + memory_bytes,
                        at_nic,
                        at_nic + 0x10,
                        at_nic + 0x30,
                        at_nic + 0x400,
                        at_tile,
                        at_tile + tile::event,
                        at_tile + 0x100,
                        0x5000'0000,
                        0xa000'0000};
  if (random() % 16 == 0) return static_cast<Word>(random());
  if (random() % 4 == 0) return at_memory + static_cast<Word>(random()) % memory_bytes;
  const Word address = edges[random() % 14] + static_cast<Word>(random() % 24) - 8;
  return random() % 4 == 0 ? address : address & ~3u;
}

TEST(TileProcessorRandom, accesses_everywhere_with_events_and_a_busy_nic) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const std::uint32_t mem_words = seed % 3 == 0 ? 256 : 4 + static_cast<std::uint32_t>(random() % 500);
    Processor t(seed, mem_words);
    t.not_ready_percent = seed % 4 * 30;
    t.event_percent = 2;
    Program p(tile::boot_address);
    const Word start = p.here();
    p << jal(0, 0);
    const Word handler = p.here();  // continues after the instruction; clears the event of an interrupt
    p << csr(csrrw, 28, mscratch, 28) << csr_read(28, mcause);
    const Word is_trap = p.here();
    p << branch(ge, 28, 0, 0);
    p.li(28, at_tile) << store(sw, 0, 28, tile::event) << csr(csrrw, 28, mscratch, 28) << mret();
    p.land(is_trap);
    p << csr_read(28, mepc) << addi(28, 28, 4) << csr_write(mepc, 28) << csr(csrrw, 28, mscratch, 28)
      << mret();
    p.land(start);
    p.li(1, handler) << csr_write(mtvec, 1);
    p.li(1, 0x800) << csr_write(mie, 1) << csr(csrrsi, 0, mstatus, seed % 2 == 0 ? 8 : 0);
    static constexpr Load loads[] = {lb, lh, lw, lw, lw, lw, lbu, lhu};
    static constexpr Store stores[] = {sb, sh, sw, sw, sw, sw};
    while (p.here() < program_bytes - 64) {
      const unsigned rd = 2 + random() % 20;
      if (random() % 40 == 0) {
        p << wfi();
        continue;
      }
      p.li(1, any_address(random, mem_words * 8));
      p << (random() % 2 ? load(loads[random() % 8], rd, 1, 0) : store(stores[random() % 6], rd, 1, 0));
    }
    p.li(31, at_tile) << store(sw, 0, 31, 0x80);
    t.load(p);
    ASSERT_TRUE(t.run(0x80, 500'000)) << "seed " << seed;
    for (const unsigned cause : {4u, 5u, 6u, 7u}) EXPECT_GT(t.traps[cause], 50u) << "cause " << cause;
    EXPECT_GT(t.nic_writes.size(), 50u);
    EXPECT_GT(t.reported.size(), 50u);
  }
}

TEST(TileProcessorRandom, any_words_as_instructions_from_any_state_before_reset) {
  std::mt19937 random(1);
  Processor t(1, 256);
  if (!t.has_registers()) GTEST_SKIP() << "of gates it is not known what a reset leaves as it was";
  t.event_percent = 1;
  t.not_ready_percent = 20;
  for (unsigned round = 0; round < 300; ++round) {
    for (Word& word : t.program) word = any_word(random);
    Program start(tile::boot_address);
    start.li(1, 0x800) << csr_write(mie, 1);
    start.li(1, static_cast<Word>(random()) % program_bytes) << csr_write(mtvec, 1);
    start << csr(csrrsi, 0, mstatus, random() % 16);
    t.load(start);
    t.restart();
    for (unsigned n = 0; n < 600; ++n) ASSERT_TRUE(t.cycle()) << "round " << round;
  }
  EXPECT_GT(t.traps[1], 10u);
  EXPECT_GT(t.traps[5], 100u);
  EXPECT_GT(t.traps[7], 100u);
}

TEST(TileProcessorRandom, a_fault_in_any_register_of_the_model_is_noticed) {
  if (!Processor().has_registers()) GTEST_SKIP() << "gates have no registers of these names";
  unsigned count = 1;
  for (unsigned number = 0; number < count; ++number) {
    Processor t;
    for (unsigned n = 0; n < 10; ++n) ASSERT_TRUE(t.cycle());
    ASSERT_TRUE(t.same_registers());
    RegisterFault fault{number, number % 32};
    model::TileProcessor::registers(t.model(), fault);
    count = fault.count;
    EXPECT_FALSE(t.same_registers()) << fault.name;
  }
  EXPECT_GT(count, 90u);
}

}  // namespace
}  // namespace collnoc::testing

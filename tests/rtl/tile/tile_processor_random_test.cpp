// rtl/tile/tile_processor.sv in lockstep with its model: random programs, accesses, words and faults.
#include "Vtile_processor_8.h"
#include "tests/rtl/tile/tile_processor_lockstep.hpp"
#include "tests/support/tile_programs.hpp"

namespace collnoc::test {
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

TEST(TileProcessorRandom, accesses_everywhere_with_events_and_a_busy_nic) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const std::uint32_t mem_words = seed % 3 == 0 ? 256 : 4 + static_cast<std::uint32_t>(random() % 500);
    Processor t(seed, mem_words);
    t.not_ready_percent = seed % 4 * 30;
    t.event_percent = 2;
    t.load(random_accesses(random, mem_words, program_bytes, seed % 2 == 0));
    ASSERT_TRUE(t.run(program_done, 500'000)) << "seed " << seed;
    for (const unsigned cause : {4u, 5u, 6u, 7u}) EXPECT_GT(t.traps[cause], 50u) << "cause " << cause;
    EXPECT_GT(t.nic_writes.size(), 50u);
    EXPECT_GT(t.reported.size(), 50u);
  }
}

TEST(TileProcessorRandom, accesses_to_csrs) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    std::mt19937 random(seed);
    Processor t(seed, 256);
    t.event_percent = 2;
    t.load(random_csrs(random, program_bytes, seed % 2 == 0));
    t.restart();
    ASSERT_TRUE(t.run(program_done)) << "seed " << seed;
    EXPECT_GT(t.traps[2], 100u);
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
    t.load(start_of_any_words(random, program_bytes, false));
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
}  // namespace collnoc::test

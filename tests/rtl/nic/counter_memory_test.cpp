// rtl/nic/counter_memory.sv: words are zero until they are written, also after every reset; reads include a
// write of the same cycle.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "Vcounter_memory_1.h"
#include "Vcounter_memory_2.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

template <class Top>
void random_accesses(unsigned reads) {
  Top top;
  std::mt19937 random(reads);
  unsigned hits = 0, zeros = 0;
  for (unsigned round = 0; round < 20; ++round) {  // with a reset each
    top.rd_en_i = 0;
    top.wr_en_i = 0;
    reset(top);
    std::array<std::uint32_t, 64> expected{};
    for (unsigned t = 0; t < 500; ++t) {
      top.wr_en_i = random() % 2;
      top.wr_number_i = random() % (t < 250 ? 64 : 4);  // first mostly new words, later repeated ones
      top.wr_data_i = random();
      top.rd_en_i = static_cast<std::uint8_t>(random() % (1u << reads));
      std::array<unsigned, 2> number{};
      for (unsigned r = 0; r < reads; ++r) {
        number[r] = random() % 3 == 0 ? top.wr_number_i : random() % (t < 250 ? 64 : 4);
        put_bits(top.rd_number_i, r * 6, 6, number[r]);
        hits += top.wr_en_i && number[r] == top.wr_number_i;
        zeros += expected[number[r]] == 0;
      }
      if (top.wr_en_i) expected[top.wr_number_i] = top.wr_data_i;
      const unsigned read = top.rd_en_i;
      edge(top);
      for (unsigned r = 0; r < reads; ++r) {
        if (!((read >> r) & 1)) continue;
        ASSERT_EQ(bits(top.rd_data_o, 32 * r, 32), expected[number[r]])
            << "round " << round << " cycle " << t;
      }
    }
  }
  EXPECT_GT(hits, 1000u);
  EXPECT_GT(zeros, 1000u);
}

TEST(CounterMemory, is_a_memory_of_zeros_that_sees_the_write_of_the_same_cycle) {
  random_accesses<Vcounter_memory_1>(1);
}
TEST(CounterMemory, shows_the_same_at_both_read_ports) { random_accesses<Vcounter_memory_2>(2); }

}  // namespace
}  // namespace collnoc::test

// rtl/common/ram.sv: writes by lane, reads from the next cycle on, and read data that stays until the next
// read.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "Vram_5x16.h"
#include "Vram_8x32_lanes.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

template <class Top>
void random_accesses(unsigned words, unsigned width, unsigned lane) {
  Top top;
  std::mt19937_64 random(words);
  const std::uint64_t all = (std::uint64_t{1} << width) - 1, lane_mask = (std::uint64_t{1} << lane) - 1;
  std::vector<std::uint64_t> mem(words);
  std::uint64_t read = 0;
  top.rd_en_i = 0;
  settle(top);
  for (unsigned a = 0; a < words; ++a) {
    top.wr_en_i = static_cast<std::uint8_t>((1u << (width / lane)) - 1);
    top.wr_addr_i = static_cast<std::uint8_t>(a);
    mem[a] = random() & all;
    put_bits(top.wr_data_i, 0, width, mem[a]);
    edge(top);
  }
  bool known = false;
  unsigned same_word = 0;
  for (unsigned t = 0; t < 20'000; ++t) {
    top.rd_en_i = random() % 2;
    top.rd_addr_i = static_cast<std::uint8_t>(random() % words);
    top.wr_en_i = static_cast<std::uint8_t>(random() % (1u << (width / lane)));
    top.wr_addr_i = static_cast<std::uint8_t>(random() % words);
    const std::uint64_t data = random() & all;
    put_bits(top.wr_data_i, 0, width, data);
    same_word += top.rd_en_i && top.wr_en_i != 0 && top.rd_addr_i == top.wr_addr_i;
    if (top.rd_en_i) {  // before the write: the old contents
      read = mem[top.rd_addr_i];
      known = true;
    }
    for (unsigned i = 0; i < width / lane; ++i) {
      if (!((top.wr_en_i >> i) & 1)) continue;
      std::uint64_t& word = mem[top.wr_addr_i];
      word = (word & ~(lane_mask << (i * lane))) | (data & (lane_mask << (i * lane)));
    }
    edge(top);
    if (known) ASSERT_EQ(bits(top.rd_data_o, 0, width), read) << "cycle " << t;
  }
  EXPECT_GT(same_word, 0u);
}

TEST(Ram, reads_what_was_written_up_to_the_last_cycle) { random_accesses<Vram_5x16>(5, 16, 16); }
TEST(Ram, writes_only_the_enabled_lanes) { random_accesses<Vram_8x32_lanes>(8, 32, 8); }

}  // namespace
}  // namespace collnoc::test

// rtl/tile/processor_tile.sv in lockstep with a tile composed of the models: programs are loaded, run, and
// report their results.
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "tests/rtl/tile/processor_tile_lockstep.hpp"

namespace collnoc::test {
namespace {
using namespace riscv;

constexpr std::uint32_t at_memory = tile::memory_base, at_nic = tile::nic_registers_base,
                        at_tile = tile::tile_registers_base;

void end(Program& p) { p.li(31, at_tile) << store(sw, 0, 31, tile::exit); }

/// Copies 20 bytes from 0x100 to 0x200 with a put to itself, sleeps until they arrive, and reports its node
/// address, the counter and the words.
Program put_to_itself() {
  Program p(tile::boot_address);
  p.li(1, at_nic).li(30, at_tile).li(29, at_memory);
  p.li(2, 0x800) << csr_write(0x304, 2);
  p << load(lw, 2, 1, nic::node) << store(sw, 2, 30, 0);
  p << addi(3, 0, 0x100) << store(sw, 3, 1, nic::put_src) << addi(3, 0, 0x200)
    << store(sw, 3, 1, nic::put_addr);
  p << addi(3, 0, 20) << store(sw, 3, 1, nic::put_bytes) << addi(3, 0, 5) << store(sw, 3, 1, nic::put_ctrl)
    << store(sw, 2, 1, nic::put_node);
  const Word again = p.here();
  p << store(sw, 0, 30, tile::event) << load(lw, 4, 1, nic::counter(5));
  const Word there = p.here();
  p << branch(ne, 4, 0, 0) << wfi() << jal(0, p.to(again));
  p.land(there);
  p << store(sw, 4, 30, 8);
  for (std::int32_t n = 0; n < 6; ++n) p << load(lw, 5, 29, 0x200 + 4 * n) << store(sw, 5, 30, 0);
  end(p);
  return p;
}

template <class Tile>
void check_put_to_itself() {
  Tile t;
  t.load(put_to_itself());
  for (unsigned n = 0; n < 3; ++n) {
    t.load_memory(32 + n, 0x1111'1111'0000'0000ull * (n + 1) + n);
    t.load_memory(64 + n, ~0ull);
  }
  ASSERT_NO_FATAL_FAILURE(t.run());
  const std::vector<std::pair<unsigned, std::uint32_t>> reported{
      {0, t.place.coord}, {8, 1}, {0, 0}, {0, 0x1111'1111}, {0, 1}, {0, 0x2222'2222}, {0, 2},
      {0, 0xffff'ffff},   {4, 0}};
  EXPECT_EQ(t.reported, reported);
  EXPECT_GT(t.asleep_cycles, 0u);
}

TEST(ProcessorTile, puts_to_itself_and_sleeps_until_it_is_there) { check_put_to_itself<MeshTile>(); }

TEST(ProcessorTile, starts_its_program_again_after_a_reset_of_the_tile) {
  MeshTile t;
  t.load(put_to_itself());
  t.top.run_i = 1;
  for (unsigned n = 0; n < 120; ++n) {
    for (unsigned k = 0; k < n; ++k) ASSERT_NO_FATAL_FAILURE(t.cycle());
    ASSERT_NO_FATAL_FAILURE(t.reset_tile(1 + n % 4));
  }
  ASSERT_NO_FATAL_FAILURE(t.run());
  ASSERT_EQ(t.reported.size(), 9u);
  EXPECT_EQ(t.reported[0], (std::pair<unsigned, std::uint32_t>{0, t.place.coord}));
  EXPECT_EQ(t.reported[1], (std::pair<unsigned, std::uint32_t>{8, 1}));  // one put has arrived since
}

TEST(ProcessorTile, of_a_star_graph_puts_to_itself) { check_put_to_itself<StarTile>(); }

TEST(ProcessorTile, of_a_star_graph_finds_its_place) {
  StarTile t;
  Program p(tile::boot_address);
  p.li(1, at_nic).li(30, at_tile);
  for (const unsigned at : {nic::shape, nic::node, nic::extent})
    p << load(lw, 2, 1, static_cast<std::int32_t>(at)) << store(sw, 2, 30, 0);
  end(p);
  t.load(p);
  ASSERT_NO_FATAL_FAILURE(t.run());
  ASSERT_EQ(t.reported.size(), 4u);
  EXPECT_EQ(t.reported[0].second >> 27, 4u << 1 | 1);  // a star graph of 4 symbols
  EXPECT_EQ(t.reported[1].second, 2u | 3u << 3 | 0u << 6 | 1u << 9);
  EXPECT_EQ(t.reported[2].second, 23u);
}

TEST(ProcessorTile, stores_and_loads_while_the_nic_copies) {
  MeshTile t;
  Program p(tile::boot_address);
  p.li(1, at_nic).li(30, at_tile).li(29, at_memory);
  p << csr_read(2, 0xf14) << store(sw, 0, 1, nic::put_src) << lui(3, 0x1000) << op_imm(5, 3, 3, 1)
    << store(sw, 3, 1, nic::put_addr);
  p << addi(3, 0, 0x400) << store(sw, 3, 1, nic::put_bytes) << addi(3, 0, 1) << store(sw, 3, 1, nic::put_ctrl)
    << store(sw, 2, 1, nic::put_node);
  // Counts in memory words that the NIC neither reads nor writes; every access takes a bank from the NIC.
  p.li(6, 200);
  const Word loop = p.here();
  p << load(lw, 7, 29, 0x7fc) << addi(7, 7, 1) << store(sw, 7, 29, 0x7fc) << addi(6, 6, -1);
  p << branch(ne, 6, 0, p.to(loop));
  p << load(lw, 7, 29, 0x7fc) << store(sw, 7, 30, 0) << load(lw, 7, 1, nic::counter(1))
    << store(sw, 7, 30, 0);
  p << load(lw, 7, 1, nic::channel_read_stalls(0)) << store(sw, 7, 30, 8)
    << load(lw, 7, 1, nic::channel_write_stalls(0)) << store(sw, 7, 30, 8);
  end(p);
  t.load(p);
  for (unsigned n = 0; n < 256; ++n) t.load_memory(n, n * 0x0101'0101'0101ull);
  t.load_memory(255, 0);
  ASSERT_NO_FATAL_FAILURE(t.run(5000));
  ASSERT_EQ(t.reported.size(), 5u);
  EXPECT_EQ(t.reported[0].second, 200u);
  EXPECT_EQ(t.reported[1].second, 1u);  // the copy arrived
  EXPECT_GT(t.reported[2].second, 0u);  // the NIC lost cycles to the processor, for reads
  EXPECT_GT(t.reported[3].second, 0u);  // and for writes
  for (unsigned n = 0; n < 128; ++n) EXPECT_EQ(t.memory(256 + n), n * 0x0101'0101'0101ull) << n;
}

/// Copies 1 KiB from 0x000 to 0x800 of the node with address `node`, and waits for 1 KiB from another node.
Program exchange_with(std::uint32_t node) {
  Program p(tile::boot_address);
  p.li(1, at_nic).li(2, node).li(3, 0x800).li(30, at_tile);
  p << store(sw, 0, 1, nic::put_src) << store(sw, 3, 1, nic::put_addr) << addi(3, 0, 0x400)
    << store(sw, 3, 1, nic::put_bytes) << addi(3, 0, 1) << store(sw, 3, 1, nic::put_ctrl)
    << store(sw, 2, 1, nic::put_node);
  const Word again = p.here();
  p << load(lw, 4, 1, nic::counter(1)) << branch(eq, 4, 0, p.to(again));
  end(p);
  return p;
}

TEST(ProcessorTile, exchanges_words_with_every_neighbour) {
  std::mt19937_64 random(5);
  // At x = 2, y = 1, the neighbour on each link: its rank, and the link back.
  for (const auto& [link, neighbour, back] : {std::array{0, 7, 1}, {1, 5, 0}, {2, 10, 3}, {3, 2, 2}}) {
    MeshTile one(6), other(static_cast<Rank>(neighbour));
    std::array<std::uint64_t, 128> sent[2];
    for (auto* words_of : {&sent[0], &sent[1]})
      for (std::uint64_t& word : *words_of) word = random();
    one.load(exchange_with(other.place.coord));
    other.load(exchange_with(one.place.coord));
    for (unsigned n = 0; n < 128; ++n) {
      one.load_memory(n, sent[0][n]);
      other.load_memory(n, sent[1][n]);
    }
    one.top.run_i = other.top.run_i = 1;
    const auto ended = [](const MeshTile& t) { return !t.reported.empty(); };
    for (unsigned n = 0; n < 2000 && !(ended(one) && ended(other)); ++n) {
      // The outputs of a tile depend on its registers only.
      const Wire there = one.driven(static_cast<unsigned>(link)),
                 here = other.driven(static_cast<unsigned>(back));
      other.receive(static_cast<unsigned>(back), there);
      one.receive(static_cast<unsigned>(link), here);
      ASSERT_NO_FATAL_FAILURE(one.cycle()) << "link " << link;
      ASSERT_NO_FATAL_FAILURE(other.cycle()) << "link " << link;
    }
    ASSERT_TRUE(ended(one) && ended(other)) << "link " << link;
    for (unsigned n = 0; n < 128; ++n) {
      EXPECT_EQ(other.memory(256 + n), sent[0][n]) << "link " << link << ", word " << n;
      EXPECT_EQ(one.memory(256 + n), sent[1][n]) << "link " << link << ", word " << n;
    }
  }
}

/// Stores, writes registers and reports, in an endless loop.
Program forever() {
  Program p(tile::boot_address);
  p.li(1, at_nic).li(30, at_tile).li(29, at_memory) << addi(3, 0, 77) << store(sw, 3, 29, 0x80);
  const Word loop = p.here();
  p << addi(3, 3, 1) << store(sw, 3, 29, 0x88) << store(sw, 3, 1, nic::counter(2)) << store(sw, 3, 30, 0);
  return p << jal(0, p.to(loop));
}

TEST(ProcessorTile, is_stopped_in_any_cycle_and_runs_another_program_with_what_is_in_memory) {
  for (unsigned cycles = 100; cycles < 112; ++cycles) {
    MeshTile t;
    t.load(forever());
    t.top.run_i = 1;
    for (unsigned n = 0; n < cycles; ++n) ASSERT_NO_FATAL_FAILURE(t.cycle());
    ASSERT_NO_FATAL_FAILURE(t.stop());
    Program second(tile::boot_address);
    second.li(1, at_nic).li(29, at_memory).li(30, at_tile);
    second << load(lw, 3, 29, 0x80) << store(sw, 3, 30, 0) << csr_read(3, 0xb00) << store(sw, 3, 30, 0);
    second << load(lw, 3, 29, 0x88) << load(lw, 4, 1, nic::counter(2)) << store(sw, 3, 30, 0);
    end(second);
    t.load(second);
    ASSERT_NO_FATAL_FAILURE(t.run());
    ASSERT_EQ(t.reported.size(), 4u);
    EXPECT_EQ(t.reported[0].second, 77u);
    EXPECT_GT(t.reported[1].second, cycles);  // the cycle counter continued
    EXPECT_GT(t.reported[2].second, 90u);
  }
}

}  // namespace
}  // namespace collnoc::test

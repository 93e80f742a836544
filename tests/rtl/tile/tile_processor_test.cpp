// rtl/tile/tile_processor.sv in lockstep with its model: the address map, refused accesses, and stalls.
#include "Vtile_processor_8.h"
#include "tests/rtl/tile/tile_processor_lockstep.hpp"

namespace collnoc::test {
namespace {
using namespace riscv;
using Processor = TileProcessorLockstep<Vtile_processor_8>;

constexpr std::uint32_t out = 0x100;  ///< in tile memory, where programs leave their results

/// Ends a program. Uses x31.
void stop(Program& p) { p.li(31, at_tile) << store(sw, 0, 31, tile::exit); }

/// x29 points to the results, x30 to the tile registers.
Program begin() {
  Program p(tile::boot_address);
  p.li(29, at_memory + out).li(30, at_tile);
  return p;
}
void run(Processor& t, Program p) {
  stop(p);
  t.load(p);
  ASSERT_TRUE(t.run());
}

TEST(TileProcessor, starts_at_its_boot_address_and_knows_its_place_and_the_time) {
  Processor t(1, 512, 0x0304);
  Program p = begin();
  p << csr_read(1, mhartid) << store(sw, 1, 29, 0) << csr_read(1, mcycle) << store(sw, 1, 29, 4);
  p << csr_read(1, mcycle) << store(sw, 1, 29, 8) << csr_read(1, mcycleh) << store(sw, 1, 29, 12);
  run(t, p);
  EXPECT_EQ(t.word(out), 0x0304u);
  EXPECT_EQ(t.word(out + 8) - t.word(out + 4), 2u);
  EXPECT_EQ(t.word(out + 12), 0u);
}

TEST(TileProcessor, loads_constants_from_its_program) {
  Processor t;
  t.program[0x8000 / 4] = 0x8081'f2f3;
  t.program[program_bytes / 4 - 1] = 0x1234'5678;
  Program p = begin();
  p.li(1, 0x8000) << load(lw, 2, 1, 0) << store(sw, 2, 29, 0) << load(lb, 2, 1, 1) << store(sw, 2, 29, 4);
  p << load(lhu, 2, 1, 2) << store(sw, 2, 29, 8);
  p.li(1, program_bytes) << load(lw, 2, 1, -4) << store(sw, 2, 29, 12) << load(lw, 2, 0, tile::boot_address);
  p << store(sw, 2, 29, 16);
  run(t, p);
  EXPECT_EQ(t.word(out), 0x8081'f2f3u);
  EXPECT_EQ(t.word(out + 4), 0xffff'fff2u);
  EXPECT_EQ(t.word(out + 8), 0x8081u);
  EXPECT_EQ(t.word(out + 12), 0x1234'5678u);
  EXPECT_EQ(t.word(out + 16), p.words()[0]);
}

TEST(TileProcessor, loads_and_stores_both_halves_of_the_words_of_tile_memory) {
  Processor t;
  t.memory[2] = 0x8877'6655'4433'2211;
  for (unsigned n = 4; n < 8; ++n) t.memory[n] = 0x1111'1111'1111'1111;
  Program p = begin();
  p.li(1, at_memory);
  std::int32_t to = 0;
  for (const Word instr : {load(lw, 2, 1, 16), load(lw, 2, 1, 20), load(lbu, 2, 1, 21), load(lb, 2, 1, 23),
                           load(lh, 2, 1, 18), load(lh, 2, 1, 22)}) {
    p << instr << store(sw, 2, 29, to);
    to += 4;
  }
  p.li(3, 0xaabb'ccdd) << store(sw, 3, 1, 32) << store(sw, 3, 1, 44) << store(sb, 3, 1, 49)
                       << store(sb, 3, 1, 55);
  p << store(sh, 3, 1, 58) << store(sh, 3, 1, 60);
  run(t, p);
  const Word expected[] = {0x4433'2211, 0x8877'6655, 0x66, 0xffff'ff88, 0x4433, 0xffff'8877};
  for (Word n = 0; n < 6; ++n) EXPECT_EQ(t.word(out + 4 * n), expected[n]) << n;
  EXPECT_EQ(t.memory[4], 0x1111'1111'aabb'ccddu);
  EXPECT_EQ(t.memory[5], 0xaabb'ccdd'1111'1111u);
  EXPECT_EQ(t.memory[6], 0xdd11'1111'1111'dd11u);
  EXPECT_EQ(t.memory[7], 0x1111'ccdd'ccdd'1111u);
}

TEST(TileProcessor, consecutive_loads_return_the_words_of_their_addresses) {
  Processor t;
  Program p = begin();
  p.li(5, 0x8000).li(6, at_memory).li(7, at_nic);
  p << load(lw, 10, 6, 0x20) << load(lw, 11, 6, 0x24) << load(lw, 12, 7, 0x100) << load(lw, 13, 5, 0);
  p << load(lw, 14, 30, tile::event) << load(lw, 15, 6, 0x24) << load(lw, 16, 30, 0x1c)
    << load(lw, 17, 7, 0x104);
  p << store(sw, 0, 6, 0x24);
  for (unsigned n = 0; n < 8; ++n) p << store(sw, 10 + n, 29, static_cast<std::int32_t>(4 * n));
  t.memory[4] = 0x2222'2222'1111'1111;
  t.nic[0x100 / 4] = 0x3333'3333;
  t.nic[0x104 / 4] = 0x4444'4444;
  t.event_when = [&](const auto&) { return t.cycles == 3; };
  t.program[0x8000 / 4] = 0x5555'5555;
  run(t, p);
  const Word expected[] = {0x1111'1111, 0x2222'2222, 0x3333'3333, 0x5555'5555,
                           1,           0x2222'2222, 0,           0x4444'4444};
  for (Word n = 0; n < 8; ++n) EXPECT_EQ(t.word(out + 4 * n), expected[n]) << n;
  EXPECT_EQ(t.word(0x24), 0u);
}

TEST(TileProcessor, reads_and_writes_registers_of_the_nic) {
  Processor t;
  t.nic[0x3fc / 4] = 0xabcd;
  Program p = begin();
  p.li(1, at_nic) << load(lw, 2, 1, 0x3fc) << store(sw, 2, 29, 0) << addi(3, 0, 77) << store(sw, 3, 1, 0x104);
  p << store(sw, 29, 1, 0) << load(lw, 2, 1, 0x104) << store(sw, 2, 29, 4);
  run(t, p);
  EXPECT_EQ(t.word(out), 0xabcdu);
  EXPECT_EQ(t.word(out + 4), 77u);
  const std::vector<std::pair<unsigned, std::uint32_t>> writes{{0x104, 77}, {0, at_memory + out}};
  EXPECT_EQ(t.nic_writes, writes);
}

TEST(TileProcessor, waits_to_write_put_registers_and_does_everything_else_once) {
  Processor t;
  t.not_ready_percent = 90;
  Program p = begin();
  p.li(1, at_nic);
  std::vector<std::pair<unsigned, std::uint32_t>> writes;
  for (unsigned n = 0; n < 20; ++n) {
    for (const unsigned at : {0x00u, 0x04u, 0x08u, 0x0cu, 0x10u, 0x18u, 0x100u}) {
      p << addi(2, 0, static_cast<std::int32_t>(100 * n + at % 97))
        << store(sw, 2, 1, static_cast<std::int32_t>(at));
      writes.emplace_back(at, 100 * n + at % 97);
    }
  }
  p << csr_read(3, mcycle) << store(sw, 2, 1, 0x14) << load(lw, 2, 1, 0x00) << load(lw, 2, 1, 0x14);
  p << csr_read(4, mcycle) << op(0x20, 0, 4, 4, 3) << store(sw, 4, 29, 0);
  run(t, p);
  writes.emplace_back(0x14, writes.back().second);
  EXPECT_EQ(t.nic_writes, writes);
  EXPECT_GT(t.cycles, 800u);  // a hundred waits of ten cycles
  EXPECT_EQ(t.word(out), 1u + 1 + 2);
}

TEST(TileProcessor, reports_writes_to_tile_registers_which_read_0) {
  Processor t;
  Program p = begin();
  std::vector<std::pair<unsigned, std::uint32_t>> reported;
  for (unsigned at = 0; at < 0x100; at += 4) {
    p << addi(1, 0, static_cast<std::int32_t>(at + 1));
    if (at == 4) continue;  // ends the run
    p << store(sw, 1, 30, static_cast<std::int32_t>(at));
    if (at != tile::event) reported.emplace_back(at, at + 1);
    p << load(lw, 2, 30, static_cast<std::int32_t>(at)) << op(0, 6, 3, 3, 2);
  }
  p << store(sw, 3, 29, 0);
  t.memory[out / 8] = 1;
  run(t, p);
  reported.emplace_back(4, 0);
  EXPECT_EQ(t.reported, reported);
  EXPECT_EQ(t.word(out), 0u);
}

TEST(TileProcessor, keeps_an_event_until_it_is_cleared) {
  Processor t;
  unsigned events = 0;
  t.event_when = [&](const auto& asks) {
    return asks.report_valid && asks.report_addr == 0 && ++events != 0;
  };
  Program p = begin();
  p << load(lw, 1, 30, tile::event) << store(sw, 1, 29, 0) << store(sw, 0, 30, 0);  // the event
  p << load(lw, 1, 30, tile::event) << store(sw, 1, 29, 4) << load(lw, 1, 30, tile::event)
    << store(sw, 1, 29, 8);
  p << store(sw, 0, 30, tile::event) << load(lw, 1, 30, tile::event) << store(sw, 1, 29, 12);
  run(t, p);
  EXPECT_EQ(events, 1u);
  const Word expected[] = {0, 1, 1, 0};
  for (Word n = 0; n < 4; ++n) EXPECT_EQ(t.word(out + 4 * n), expected[n]) << n;
}

TEST(TileProcessor, an_event_in_the_cycle_in_which_it_is_cleared_is_not_lost) {
  for (const int late : {-1, 0, 1}) {
    Processor t;
    int since = -100;  // cycles since the write before the one that clears
    t.event_when = [&](const auto& asks) {
      since = asks.report_valid && asks.report_addr == 0 ? -1 : since + 1;
      return since == late;
    };
    Program p = begin();
    p << store(sw, 0, 30, 0) << store(sw, 30, 30, tile::event) << nop() << load(lw, 1, 30, tile::event)
      << store(sw, 1, 29, 0);
    run(t, p);
    EXPECT_EQ(t.word(out), late == -1 ? 0u : 1u) << late;
  }
}

TEST(TileProcessor, sleeps_until_an_event_and_is_quiescent) {
  Processor t;
  std::uint64_t asleep = 0;
  t.event_when = [&](const auto& asks) { return asks.quiescent && ++asleep == 300; };
  Program p = begin();
  p.li(1, 0x800) << csr_write(mie, 1) << wfi() << load(lw, 1, 30, tile::event) << store(sw, 1, 29, 0);
  p << store(sw, 0, 30, tile::event) << addi(2, 0, 9) << store(sw, 2, 29, 4);
  run(t, p);
  EXPECT_EQ(t.quiescent_cycles, 300u);
  EXPECT_EQ(t.word(out), 1u);
  EXPECT_EQ(t.word(out + 4), 9u);
}

TEST(TileProcessor, does_not_sleep_when_the_event_was_before) {
  Processor t;
  t.event_when = [](const auto& asks) { return asks.report_valid && asks.report_addr == 0; };
  Program p = begin();
  p.li(1, 0x800) << csr_write(mie, 1) << store(sw, 0, 30, 0) << nop() << nop() << wfi() << addi(2, 0, 9)
                 << store(sw, 2, 29, 0);
  run(t, p);
  EXPECT_EQ(t.quiescent_cycles, 0u);
  EXPECT_EQ(t.word(out), 9u);
}

/// Cycles of a piece of code, measured with mcycle.
std::uint32_t cycles_of(const std::vector<Word>& body) {
  Processor t;
  Program p = begin();
  p.li(5, 0x8000).li(6, at_memory).li(7, at_nic) << csr_read(1, mcycle);
  for (const Word instr : body) p << instr;
  p << csr_read(2, mcycle) << op(0x20, 0, 1, 2, 1) << addi(1, 1, -1) << store(sw, 1, 29, 0);
  run(t, p);
  return t.word(out);
}

TEST(TileProcessor, loads_of_constants_delay_fetch_by_one_cycle) {
  const auto eight = [](Word instr) { return std::vector<Word>(8, instr); };
  EXPECT_EQ(cycles_of(eight(load(lw, 8, 6, 0))), 8u);
  EXPECT_EQ(cycles_of(eight(load(lw, 8, 7, 0))), 8u);
  EXPECT_EQ(cycles_of(eight(load(lw, 8, 30, 0))), 8u);
  EXPECT_EQ(cycles_of(eight(load(lw, 8, 5, 0))), 16u);
  EXPECT_EQ(cycles_of({load(lw, 8, 5, 0), nop(), nop(), nop(), nop()}), 6u);
}

/// One access at an address, with its outcome.
struct Refusal {
  const char* name;
  Word instr;  ///< from x1
  std::uint32_t address;
  unsigned cause;
};
const Refusal refusals[] = {
    {"store_to_the_program", store(sw, 2, 1, 0), 0x8000, 7},
    {"load_from_null", load(lw, 2, 1, 0), 0, 5},
    {"byte_of_a_member_of_null", load(lbu, 2, 1, 0), tile::boot_address - 1, 5},
    {"store_to_null", store(sw, 2, 1, 0), 0, 7},
    {"call_of_null", jalr(0, 1, 0), 0, 1},
    {"jump_below_the_program", jalr(0, 1, 0), tile::boot_address - 4, 1},
    {"load_behind_the_program", load(lw, 2, 1, 0), program_bytes, 5},
    {"load_far_behind_the_program", load(lw, 2, 1, 0), 0x0fff'fffc, 5},
    {"load_of_region_1", load(lb, 2, 1, 0), 0x1000'0000, 5},
    {"load_below_memory", load(lw, 2, 1, 0), 0x3fff'fffc, 5},
    {"load_behind_memory", load(lbu, 2, 1, 0), at_memory + 512 * 8, 5},
    {"store_behind_memory", store(sb, 2, 1, 0), at_memory + 512 * 8, 7},
    {"store_far_behind_memory", store(sw, 2, 1, 0), 0x4ff0'0000, 7},
    {"load_of_region_5", load(lw, 2, 1, 0), 0x5000'0000, 5},
    {"store_to_region_7", store(sw, 2, 1, 0), 0x7fff'fffc, 7},
    {"byte_of_the_nic", load(lbu, 2, 1, 0), at_nic + 0x20, 5},
    {"half_of_the_nic", load(lh, 2, 1, 0), at_nic + 0x20, 5},
    {"store_of_a_byte_to_the_nic", store(sb, 2, 1, 0), at_nic + 0x10, 7},
    {"store_of_a_half_to_the_nic", store(sh, 2, 1, 0), at_nic + 0x12, 7},
    {"load_behind_the_nic", load(lw, 2, 1, 0), at_nic + 0x400, 5},
    {"store_behind_the_nic", store(sw, 2, 1, 0), at_nic + 0x800'0000, 7},
    {"byte_of_a_tile_register", load(lb, 2, 1, 0), at_tile + tile::event, 5},
    {"store_of_a_byte_to_a_tile_register", store(sb, 2, 1, 0), at_tile, 7},
    {"load_behind_the_tile_registers", load(lw, 2, 1, 0), at_tile + 0x100, 5},
    {"store_behind_the_tile_registers", store(sw, 2, 1, 0), at_tile + 0x100, 7},
    {"store_far_behind_the_tile_registers", store(sw, 2, 1, 0), 0x9f00'0004, 7},
    {"load_of_region_10", load(lw, 2, 1, 0), 0xa000'0000, 5},
    {"load_of_region_15", load(lw, 2, 1, 0), 0xffff'fffc, 5},
    {"jump_behind_the_program", jalr(0, 1, 0), program_bytes, 1},
    {"jump_into_memory", jalr(0, 1, 0), at_memory, 1},
};
class TileProcessorRefuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(TileProcessorRefuses, with_a_trap_and_nothing_else) {
  const Refusal& r = GetParam();
  Processor t;
  Program p(tile::boot_address);
  const Word start = p.here();
  p << jal(0, 0);
  const Word handler = p.here();
  p << csr_read(3, mcause) << store(sw, 3, 29, 0) << csr_read(3, mepc) << store(sw, 3, 29, 4);
  p << csr_read(3, mtval) << store(sw, 3, 29, 8);
  stop(p);
  p.land(start);
  p.li(29, at_memory + out).li(3, handler) << csr_write(mtvec, 3);
  p.li(1, r.address).li(2, 0x1234'5678);
  const Word at = p.here();
  p << r.instr << store(sw, 2, 29, 12);
  t.load(p);
  const auto program = t.program;
  ASSERT_TRUE(t.run());
  EXPECT_EQ(t.word(out), r.cause);
  EXPECT_EQ(t.word(out + 4), r.cause == 1 ? r.address : at);
  EXPECT_EQ(t.word(out + 8), r.address);
  EXPECT_EQ(t.word(out + 12), 0u);
  EXPECT_TRUE(t.nic_writes.empty());
  EXPECT_EQ(t.reported.size(), 1u);
  EXPECT_EQ(t.program, program);
}
INSTANTIATE_TEST_SUITE_P(Addresses, TileProcessorRefuses, ::testing::ValuesIn(refusals),
                         [](const auto& r) { return std::string(r.param.name); });

}  // namespace
}  // namespace collnoc::test

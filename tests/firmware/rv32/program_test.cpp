// Programs on one tile of the models: their initial environment, and their reports when they fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "tests/firmware/rv32/lone_tile.hpp"
#include "tests/firmware/rv32/programs/misbehave.hpp"

namespace collnoc::test {
namespace {

using ::testing::AllOf;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Lt;

BootBlock argument(std::uint32_t value) {
  BootBlock boot;
  boot.argument = value;
  return boot;
}

TEST(Program, FindsWhatItsLanguagePromises) {
  LoneTile tile("language", Topology::mesh(8, 8), 21, argument(5));
  tile.run();
  EXPECT_EQ(tile.exit_code, 42u);
  EXPECT_EQ(tile.fault, std::nullopt);
  EXPECT_EQ(tile.console,
            "initial 12345678\nzero 100\nconstant 24\nconstructed 12345679\nvirtual 3\n"
            "divided 100007\nnumbers -5 0 -2147483648 18446744073709551615 true\n"
            "...ababcdefgh.......\nrank 21 of 64\nlater true\nmemory 65536\n");
  EXPECT_EQ(tile.word(tile.symbol("told_by_name") - tile::memory_base), 82u);
}

/// On rank 1.
LoneTile misbehaving(Misbehaviour how) {
  return LoneTile("misbehave", Topology::mesh(8, 8), 1, argument(static_cast<std::uint32_t>(how)));
}

struct Told {
  Misbehaviour how;
  std::uint32_t fault;
  std::uint32_t value;
};
class Faults : public ::testing::TestWithParam<Told> {};

TEST_P(Faults, AreReported) {
  const auto [how, fault, value] = GetParam();
  LoneTile tile = misbehaving(how);
  tile.run();
  EXPECT_EQ(tile.fault, fault);
  EXPECT_EQ(tile.fault_value, value);
  EXPECT_EQ(tile.exit_code, tile::fault_exit);
}

constexpr std::uint32_t trap(std::uint32_t cause) { return tile::fault_trap | cause << 8; }

INSTANTIATE_TEST_SUITE_P(All, Faults,
                         ::testing::Values(Told{Misbehaviour::illegal_instruction, trap(2), 0xffff'ffff},
                                           Told{Misbehaviour::load_from_nowhere, trap(5), 0x4100'0000},
                                           Told{Misbehaviour::store_to_nowhere, trap(7), 0x7000'0000},
                                           Told{Misbehaviour::store_to_program, trap(7), 0x140},
                                           Told{Misbehaviour::misaligned_load, trap(4), 0x4000'1001},
                                           Told{Misbehaviour::misaligned_store, trap(6), 0x4000'1002},
                                           Told{Misbehaviour::jump_out_of_program, trap(1), 0x2000'0000},
                                           Told{Misbehaviour::put_just_outside, tile::fault_rank, 64},
                                           Told{Misbehaviour::put_far_outside, tile::fault_rank, 300},
                                           Told{Misbehaviour::put_misaligned, tile::fault_put,
                                                nic::error_align},  // detected by wait
                                           Told{Misbehaviour::put_of_nothing, tile::fault_put,
                                                nic::error_zero},  // detected at the end
                                           Told{Misbehaviour::abort, tile::fault_abort, 0}));

TEST(Faults, ATrapReportsItsInstruction) {
  LoneTile tile = misbehaving(Misbehaviour::illegal_instruction);
  tile.run();
  EXPECT_EQ(tile.fault_pc, tile.symbol("illegal"));
}

TEST(Faults, StackOverflowIsAStoreBelowTheMemory) {
  LoneTile tile = misbehaving(Misbehaviour::stack_overflow);
  tile.run();
  EXPECT_EQ(tile.fault, trap(7));
  EXPECT_THAT(tile.fault_value, AllOf(Ge(tile::memory_base - 128), Lt(tile::memory_base)));
  EXPECT_EQ(tile.exit_code, tile::fault_exit);
}

TEST(Faults, APutToAnUnknownRankReportsItsCaller) {
  LoneTile tile = misbehaving(Misbehaviour::put_just_outside);
  tile.run();
  const std::uint32_t caller = tile.symbol("put_to");
  EXPECT_THAT(tile.fault_pc, AllOf(Ge(caller), Lt(caller + 100)));
}

TEST(Faults, AFailedAssertionReportsItsPlace) {
  LoneTile tile = misbehaving(Misbehaviour::failed_assertion);
  tile.run();
  EXPECT_EQ(tile.fault, std::uint32_t{tile::fault_abort});
  EXPECT_THAT(tile.console, HasSubstr("misbehave.cpp:"));
  EXPECT_THAT(tile.console, HasSubstr(": assertion failed: zero == 1\n"));
}

TEST(Program, EndsWithTheCodeItExitsWith) {
  LoneTile tile = misbehaving(Misbehaviour::exit_7);
  tile.run();
  EXPECT_EQ(tile.exit_code, 7u);
  EXPECT_EQ(tile.fault, std::nullopt);
}

TEST(Put, ToItselfMovesBytesAndIncrementsTheCounter) {
  LoneTile tile("puts", Topology::mesh(8, 8), 9, argument(10));
  tile.run();
  EXPECT_EQ(tile.console, "the bytes of a message, no multiple of 8\narrived 1\n");
  EXPECT_EQ(tile.exit_code, 0u);
}

TEST(Put, StartsWithin12CyclesIfPrepared) {  // from the call, as in sim/processor/startup_meter.hpp
  LoneTile tile("puts", Topology::mesh(8, 8), 9, argument(10));
  const std::vector<std::uint32_t> puts = tile.puts();
  std::vector<std::uint64_t> called;
  std::uint64_t last = 0;
  tile.retired = [&](const model::TileProcessorOut& out) {
    if (std::find(puts.begin(), puts.end(), out.pc) != puts.end()) called.push_back(last);
    last = tile.cycles;
  };
  tile.run();
  ASSERT_EQ(tile.heads.size(), 2u);
  ASSERT_EQ(called.size(), 5u);  // three to itself before
  const std::uint64_t startup = tile.heads[0] - called[3], prepared = tile.heads[1] - called[4];
  RecordProperty("cycles", static_cast<int>(startup));
  RecordProperty("cycles_prepared", static_cast<int>(prepared));
  EXPECT_THAT(startup, AllOf(Ge(10u), Lt(34u)));
  EXPECT_THAT(prepared, AllOf(Ge(10u), Lt(14u)));
  if (compiled_as_in_docs) {
    EXPECT_EQ(startup, 30u);
    EXPECT_EQ(prepared, 12u);
  }
}

TEST(Put, ReachesRanksWhoseAddressesAreNotKept) {
  LoneTile tile("puts", Topology::mesh(32, 32), 9, argument(1010));
  tile.run();
  EXPECT_EQ(tile.exit_code, 0u);
  EXPECT_EQ(tile.heads.size(), 2u);
}

TEST(MmioTile, ReadsItsPlaceFromTheNic) {
  const auto said = [](const Topology& topology, Rank rank) {
    LoneTile tile("network", topology, rank);
    tile.run();
    return tile.console;
  };
  EXPECT_EQ(said(Topology::mesh(8, 4), 31), "lines 8 4 rank 31\n");
  EXPECT_EQ(said(Topology::torus(5, 3), 7), "lines 5w 3w rank 7\n");
  EXPECT_EQ(said(Topology({{{4, true}, {3, false}, {2, false}}}, 3), 23), "lines 4w 3 2 rank 23\n");
  EXPECT_EQ(said(Topology::hypercube(6), 45), "complete 2 2 2 2 2 2 rank 45\n");
  EXPECT_EQ(said(Topology::complete({3, 4}, 2), 11), "complete 3 4 rank 11\n");
  EXPECT_EQ(said(Topology::star(3), 5), "star 3 rank 5\n");
  EXPECT_EQ(said(Topology::star(4), 17), "star 4 rank 17\n");
  EXPECT_EQ(said(Topology::star(5), 118), "star 5 rank 118\n");
  EXPECT_EQ(said(Topology::spidergon(16), 9), "spidergon 16 rank 9\n");
  GraphTables graph;
  graph.nodes = graph.tiles = 36;
  graph.links = 5;
  EXPECT_EQ(said(Topology::graph(graph), 35), "graph 36 rank 35\n");
}

}  // namespace
}  // namespace collnoc::test

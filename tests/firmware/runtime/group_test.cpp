// Tests firmware/runtime/group.hpp and plan_cache.hpp: collectives of rows, columns and subsets, all at the
// same time.
#include "collnoc/firmware/runtime/group.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "collnoc/firmware/native/thread_network.hpp"
#include "collnoc/firmware/runtime/collectives.hpp"

namespace collnoc {
namespace {

std::uint32_t& number(ThreadTile& tile, std::uint32_t address) {
  return *reinterpret_cast<std::uint32_t*>(tile.memory().data() + address);
}

/// Runs `body(tile, wrong)` on all tiles; returns how often it increments `wrong`.
template <class Body>
unsigned wrong_results(const Topology& topology, Body body) {
  ThreadNetwork network(topology, 1 << 16);
  std::vector<unsigned> wrong(topology.size(), 0);
  network.run([&](ThreadTile& tile) { body(tile, wrong[tile.rank()]); });
  unsigned sum = 0;
  for (const unsigned w : wrong) sum += w;
  return sum;
}

TEST(Group, RowsAndColumnsReduceAndBroadcastInTurn) {
  for (const Topology& topology :
       {Topology::mesh(4, 4), Topology::torus(5, 3), Topology::mesh(1, 6), Topology::complete({4, 3}, 2)}) {
    EXPECT_EQ(
        wrong_results(topology,
                      [](ThreadTile& tile, unsigned& wrong) {
                        auto row = row_of(tile);
                        auto column = column_of(tile);
                        const Rank width = size(row), height = size(column);
                        const Rank x = row.rank(), y = column.rank();
                        for (std::uint32_t round = 0; round < 20; ++round) {
                          number(tile, 64) = 100 * y + x + round;
                          const std::uint32_t sums = all_reduce(row, Area{64, 4}, Op::sum, Element::u32);
                          wrong += number(tile, sums) != width * (100 * y + round) + width * (width - 1) / 2;
                          number(tile, 1024) = 1000 * x + y;
                          const std::uint32_t most = all_reduce(column, Area{1024, 4}, Op::max, Element::u32);
                          wrong += number(tile, most) != 1000 * x + height - 1;
                          const Rank root = round % width;
                          const std::uint32_t at = 2048 + 8 * (round % 2);
                          if (x == root) number(tile, at) = 7 * y + round;
                          wrong += number(tile, broadcast(row, Area{at, 4}, root)) != 7 * y + round;
                        }
                      }),
        0u);
  }
}

TEST(Group, ASubsetHasTheOrderOfItsRanks) {
  static constexpr std::array<Rank, 5> ranks{9, 2, 15, 4, 7};
  EXPECT_EQ(wrong_results(Topology::mesh(4, 4),
                          [](ThreadTile& tile, unsigned& wrong) {
                            Rank place = 0;
                            while (place < ranks.size() && ranks[place] != tile.rank()) ++place;
                            if (place == ranks.size()) return;
                            auto group = subset(tile, ranks);
                            wrong += group.rank() != place || size(group) != 5 ||
                                     group.in_network(place) != tile.rank();
                            for (std::uint32_t round = 0; round < 10; ++round) {
                              number(tile, 64 + 8 * place) = 11 * place + round;
                              barrier(group);
                              const std::uint32_t all = all_gather(group, Area{64, 4});
                              for (Rank r = 0; r < 5; ++r)
                                wrong += number(tile, all + 8 * r) != 11 * r + round;
                            }
                          }),
            0u);
}

TEST(Group, ATileIsInGroupsOfOtherShapesAtTheSameTime) {
  // Each half of the network, beside its rows and the whole.
  static constexpr std::array<Rank, 8> low{0, 1, 2, 3, 4, 5, 6, 7}, high{8, 9, 10, 11, 12, 13, 14, 15};
  EXPECT_EQ(
      wrong_results(Topology::torus(4, 4),
                    [](ThreadTile& tile, unsigned& wrong) {
                      auto half = subset(tile, tile.rank() < 8 ? low : high);
                      auto row = row_of(tile);
                      for (std::uint32_t round = 1; round < 20; ++round) {
                        number(tile, 64) = tile.rank() * round;
                        const std::uint32_t row_sum = all_reduce(row, Area{64, 4}, Op::sum, Element::u32);
                        wrong += number(tile, row_sum) != (16 * (tile.rank() / 4) + 6) * round;
                        number(tile, 512) = tile.rank() * round;
                        const std::uint32_t half_sum = all_reduce(half, Area{512, 4}, Op::sum, Element::u32);
                        wrong += number(tile, half_sum) != (tile.rank() < 8 ? 28 : 92) * round;
                        number(tile, 1024) = tile.rank() * round;
                        const std::uint32_t sum = all_reduce(tile, Area{1024, 4}, Op::sum, Element::u32);
                        wrong += number(tile, sum) != 120 * round;
                      }
                    }),
      0u);
}

TEST(PlanCache, PlansOnceForEachJobAndKeepsWorkingWhenItIsFull) {
  EXPECT_EQ(wrong_results(Topology::mesh(3, 3),
                          [](ThreadTile& tile, unsigned& wrong) {
                            for (std::uint32_t round = 0; round < 8; ++round) {
                              const Area area{64 + 16 * (round % 2), 8};
                              if (tile.rank() == 4) number(tile, area.base) = round;
                              wrong += number(tile, broadcast(tile, area, 4)) != round;
                            }
                            wrong += tile.plans().plans() != 2;
                            for (std::uint32_t round = 0; round < 100; ++round) {
                              const Rank root = round % 9;
                              const Area area{64 + 8 * (round % 50), 8};
                              if (tile.rank() == root) number(tile, area.base) = 5 * round;
                              wrong += number(tile, broadcast(tile, area, root)) != 5 * round;
                              wrong += tile.plans().plans() > PlanCache::most_plans;
                            }
                          }),
            0u);
}

TEST(PlanCache, ASchedulesPlanThatIsTooLongIsNotKept) {
  EXPECT_EQ(wrong_results(Topology::mesh(23, 23),
                          [](ThreadTile& tile, unsigned& wrong) {
                            const Rank n = size(tile), me = tile.rank();
                            for (Rank r = 0; r < n; ++r) number(tile, 64 + 8 * r) = 1000 * me + r;
                            const std::uint32_t from = total_exchange(tile, Area{64, 4});
                            for (Rank r = 0; r < n; ++r)
                              wrong += r != me && number(tile, from + 8 * r) != 1000 * r + me;
                            wrong += tile.plans().plans() != 0;
                          }),
            0u);
}

}  // namespace
}  // namespace collnoc

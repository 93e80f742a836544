// A precomputed plan has the same actions as the executor.
#include "collnoc/firmware/runtime/plan.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_ring_all_port.hpp"
#include "collnoc/firmware/collectives/broadcast/line.hpp"
#include "collnoc/firmware/collectives/broadcast/recursion_based.hpp"
#include "collnoc/firmware/collectives/broadcast/scatter_collect.hpp"
#include "collnoc/firmware/collectives/reductions/all_reduce_recursive_doubling.hpp"
#include "collnoc/firmware/collectives/reductions/all_reduce_ring.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_scatter_halving.hpp"
#include "collnoc/firmware/collectives/total_exchange/bruck.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct.hpp"
#include "collnoc/firmware/collectives/total_exchange/product.hpp"
#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {
namespace {

using Deed = std::tuple<char, std::uint32_t, std::uint32_t, Put>;

std::vector<std::byte> pattern() {
  std::vector<std::byte> bytes(1 << 16);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte(i * 7919 >> 5);
  return bytes;
}

/// Records its calls. Barriers appear as the signals and waits of which they consist.
struct WritingTile {
  Rank me;
  Topology network;
  std::vector<Deed> deeds{};
  std::vector<std::byte> bytes = pattern();
  Rank rank() const { return me; }
  const Topology& topology() const { return network; }
  void put(const Put& p) { deeds.emplace_back('p', 0, 0, p); }
  void wait(std::uint8_t c, std::uint32_t n) { deeds.emplace_back('w', c, n, Put{}); }
  void consume(std::uint8_t c, std::uint32_t n) { deeds.emplace_back('c', c, n, Put{}); }
  std::uint64_t cycle() const { return 0; }
  std::span<std::byte> memory() { return bytes; }
};

template <class Schedule, std::uint32_t capacity = 2048>
void expect_same(const Topology& topology, std::uint32_t bytes, bool step_barrier) {
  const Job job{topology, 0, bytes};
  for (Rank r = 0; r < topology.size(); ++r) {
    WritingTile executed{r, topology}, planned{r, topology};
    run<Schedule>(executed, job, step_barrier);
    auto plan = std::make_unique<Plan<Schedule, capacity>>(job, r, step_barrier);
    do {
      ASSERT_TRUE(plan->fits());
      plan->run(planned, 0);
    } while (plan->next_part());
    EXPECT_EQ(planned.deeds.size(), executed.deeds.size()) << Schedule::name << " rank " << r;
    EXPECT_TRUE(planned.bytes == executed.bytes) << Schedule::name << " combines the same, rank " << r;
    EXPECT_TRUE(planned.deeds == executed.deeds) << Schedule::name << " rank " << r;
  }
}

TEST(Plan, HasTheActionsOfTheExecutor) {
  for (const bool step_barrier : {false, true}) {
    expect_same<RecursionBased>(Topology::mesh(8, 8), 1001, step_barrier);
    expect_same<ScatterCollect>(Topology::mesh(4, 4), 1001, step_barrier);
    expect_same<Line>(Topology::torus(3, 5), 4096, step_barrier);
    expect_same<Product>(Topology::torus(4, 4), 9, step_barrier);
    expect_same<Direct>(Topology::mesh(5, 3), 64, step_barrier);
    expect_same<Bruck>(Topology::mesh(5, 3), 64, step_barrier);
    expect_same<AllReduceRing>(Topology::torus(4, 4), 1000, step_barrier);
    expect_same<AllReduceRecursiveDoubling>(Topology::mesh(3, 5), 96, step_barrier);
    expect_same<ReduceScatterHalving>(Topology::mesh(3, 2), 24, step_barrier);
    expect_same<AllToAllRingAllPort>(Topology::torus(4, 4), 100, step_barrier);
  }
}

TEST(Plan, ComesInPartsWhenItIsLong) {
  for (const bool step_barrier : {false, true}) {
    expect_same<AllReduceRing, 128>(Topology::torus(4, 4), 1000, step_barrier);
    expect_same<Product, 128>(Topology::torus(4, 4), 9, step_barrier);
    expect_same<Line, 128>(Topology::mesh(4, 4), 65536, step_barrier);
  }
}

TEST(Plan, SaysWhenAStepIsTooLong) {
  const Plan<Bruck, 128> plan({Topology::mesh(32, 32), 0, 8}, 3);
  EXPECT_FALSE(plan.fits());
}

}  // namespace
}  // namespace collnoc

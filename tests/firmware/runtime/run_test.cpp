// Tests run() and barrier() on blocking tiles: one thread per tile, with shared memory and counters.
#include <gtest/gtest.h>

#include <mutex>
#include <vector>

#include "collnoc/firmware/collectives/broadcast/recursion_based.hpp"
#include "collnoc/firmware/collectives/reductions/all_reduce_rabenseifner.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_binomial.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_scatter_ring.hpp"
#include "collnoc/firmware/collectives/total_exchange/product.hpp"
#include "collnoc/firmware/native/thread_network.hpp"
#include "collnoc/firmware/runtime/executor.hpp"
#include "sim/schedule/payload.hpp"

namespace collnoc {
namespace {

template <class Schedule>
void expect_delivery(const Job& job, bool step_barrier) {
  ThreadNetwork network(job.topology, Schedule::bytes_needed(job));
  for (std::uint64_t round = 1; round <= 2; ++round) {  // twice, because counters must return to zero
    const Payload payload(Schedule::collective, job, round);
    for (Rank r = 0; r < job.topology.size(); ++r) payload.fill(r, network.memory(r));
    network.run([&](ThreadTile& tile) { run<Schedule>(tile, job, step_barrier); });
    for (Rank r = 0; r < job.topology.size(); ++r) {
      EXPECT_EQ(payload.check(r, network.memory(r)).bytes_wrong, 0u) << "rank " << r << " round " << round;
      for (unsigned c = 1; c < counter_count; ++c)
        EXPECT_EQ(network.arrived(r, c), 0u) << "rank " << r << " counter " << c;
    }
  }
}

TEST(Run, DeliversOnBlockingTiles) {
  expect_delivery<RecursionBased>({Topology::mesh(4, 4), 6, 1001}, false);
  expect_delivery<Product>({Topology::torus(4, 4), 0, 9}, false);
  expect_delivery<AllReduceRabenseifner>({Topology::mesh(3, 4), 0, 100}, false);
  expect_delivery<ReduceBinomial>({Topology::mesh(3, 2), 4, 100}, false);
  expect_delivery<ReduceScatterRing>({Topology::torus(3, 3), 0, 12}, false);
}

TEST(Run, DeliversWithAStepBarrier) {
  expect_delivery<RecursionBased>({Topology::mesh(4, 4), 6, 1001}, true);
  expect_delivery<Product>({Topology::mesh(3, 2), 0, 9}, true);
}

TEST(Barrier, LetsNoTilePassBeforeTheLastArrives) {
  ThreadNetwork network(Topology::mesh(7, 3), 8);
  std::mutex mutex;
  std::vector<int> entered(21, 0);
  bool early = false;
  network.run([&](ThreadTile& tile) {
    for (int round = 1; round <= 20; ++round) {
      {
        const std::scoped_lock lock(mutex);
        entered[tile.rank()] = round;
      }
      barrier(tile);
      const std::scoped_lock lock(mutex);
      for (int e : entered) early |= e < round;
    }
  });
  EXPECT_FALSE(early);
}

}  // namespace
}  // namespace collnoc

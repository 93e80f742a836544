// Tests run() and barrier() on tiles that block: one thread a tile, memory and counters shared.
#include <gtest/gtest.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#include "firmware/collectives/product.hpp"
#include "firmware/collectives/recursion_based.hpp"
#include "firmware/runtime/executor.hpp"
#include "sim/schedule/payload.hpp"

namespace collnoc {
namespace {

struct Shared {
  Shared(const Topology& t, std::size_t bytes) : topology(t), memory(t.size(), std::vector<std::byte>(bytes)), counters(t.size()) {}
  Topology topology;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::vector<std::byte>> memory;
  std::vector<std::array<std::uint32_t, counter_count>> counters;
};

class ThreadTile {
 public:
  ThreadTile(Shared& shared, Rank rank) : shared_(shared), rank_(rank) {}
  Rank rank() const { return rank_; }
  const Topology& topology() const { return shared_.topology; }
  void put(const Put& p) {
    const std::scoped_lock lock(shared_.mutex);
    if (!p.signal) std::memcpy(&shared_.memory[p.dst][p.remote], &shared_.memory[rank_][p.local], p.bytes);
    ++shared_.counters[p.dst][p.counter];
    shared_.changed.notify_all();
  }
  void wait(std::uint8_t counter, std::uint32_t at_least) {
    std::unique_lock lock(shared_.mutex);
    shared_.changed.wait(lock, [&] { return shared_.counters[rank_][counter] >= at_least; });
  }
  void consume(std::uint8_t counter, std::uint32_t n) {
    const std::scoped_lock lock(shared_.mutex);
    shared_.counters[rank_][counter] -= n;
  }
  std::uint64_t cycle() const { return 0; }
  std::span<std::byte> memory() { return shared_.memory[rank_]; }

 private:
  Shared& shared_;
  Rank rank_;
};
static_assert(Tile<ThreadTile>);

template <class Body>
void on_every_tile(Shared& shared, Body body) {
  std::vector<std::thread> threads;
  for (Rank r = 0; r < shared.topology.size(); ++r) {
    threads.emplace_back([&, r] {
      ThreadTile tile(shared, r);
      body(tile);
    });
  }
  for (std::thread& t : threads) t.join();
}

template <class Schedule>
void expect_delivery(const Job& job, bool step_barrier) {
  Shared shared(job.topology, Schedule::bytes_needed(job));
  for (std::uint64_t round = 1; round <= 2; ++round) {  // twice: counters are given back
    const Payload payload(Schedule::collective, job, round);
    for (Rank r = 0; r < job.topology.size(); ++r) payload.fill(r, shared.memory[r]);
    on_every_tile(shared, [&](ThreadTile& tile) { run<Schedule>(tile, job, step_barrier); });
    for (Rank r = 0; r < job.topology.size(); ++r) {
      EXPECT_EQ(payload.check(r, shared.memory[r]).bytes_wrong, 0u) << "rank " << r << " round " << round;
      for (unsigned c = 1; c < counter_count; ++c) EXPECT_EQ(shared.counters[r][c], 0u) << "rank " << r << " counter " << c;
    }
  }
}

TEST(Run, DeliversOnBlockingTiles) {
  expect_delivery<RecursionBased>({Topology::mesh(4, 4), 6, 1001}, false);
  expect_delivery<Product>({Topology::torus(4, 4), 0, 9}, false);
}

TEST(Run, DeliversWithAStepBarrier) {
  expect_delivery<RecursionBased>({Topology::mesh(4, 4), 6, 1001}, true);
  expect_delivery<Product>({Topology::mesh(3, 2), 0, 9}, true);
}

TEST(Barrier, LetsNobodyPassBeforeTheLastHasCome) {
  Shared shared(Topology::mesh(7, 3), 8);
  std::vector<int> entered(21, 0);
  bool early = false;
  on_every_tile(shared, [&](ThreadTile& tile) {
    for (int round = 1; round <= 20; ++round) {
      {
        const std::scoped_lock lock(shared.mutex);
        entered[tile.rank()] = round;
      }
      barrier(tile);
      const std::scoped_lock lock(shared.mutex);
      for (int e : entered) early |= e < round;
    }
  });
  EXPECT_FALSE(early);
}

}  // namespace
}  // namespace collnoc

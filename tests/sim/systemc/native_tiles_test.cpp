// Schedules run by blocking threads move every byte, in the cycles of the resumable executor.
#include "sim/systemc/native_tiles.hpp"

#include <gtest/gtest.h>

#include "collnoc/firmware/collectives/broadcast/recursion_based.hpp"
#include "collnoc/firmware/collectives/broadcast/scatter_collect.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct.hpp"
#include "collnoc/firmware/collectives/total_exchange/product.hpp"
#include "collnoc/firmware/native/refusal.hpp"
#include "collnoc/model/systemc/network_module.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/schedule/payload.hpp"
#include "sim/systemc/fabric_module.hpp"
#include "tests/sim/systemc/schedule_host.hpp"

namespace collnoc::test {
namespace {

using sc_core::sc_time;

constexpr Cycle first = 8;

std::unique_ptr<AnyNode> model_node(Rank, const HardwareConfig& config, const model::Place& place) {
  return make_model_node(config, place);
}

Fabric::Options options_for(std::uint64_t bytes) {
  Fabric::Options options;
  options.mem_words = static_cast<std::uint32_t>((bytes + 7) / 8);
  return options;
}

std::span<std::byte> memory_of(Fabric& fabric, Rank r) {
  return {reinterpret_cast<std::byte*>(fabric.memory(r).bytes()), fabric.memory(r).words() * std::size_t{8}};
}

// The cycle in which each rank is done, according to the resumable executor.
template <class Schedule>
std::vector<Cycle> resumable(const Job& job, Cycle startup) {
  Fabric fabric(job.topology, {}, options_for(job.base + Schedule::bytes_needed(job)), model_node);
  std::vector<std::unique_ptr<ScheduleHost<Schedule>>> hosts;
  for (Rank r = 0; r < job.topology.size(); ++r) {
    hosts.push_back(std::make_unique<ScheduleHost<Schedule>>(job, r, first, startup));
    fabric.set_host(r, hosts[r].get());
  }
  const auto all_done = [&] {
    return std::all_of(hosts.begin(), hosts.end(), [](const auto& h) { return h->done(); });
  };
  while (!all_done() && fabric.now() < 100000) fabric.step();
  std::vector<Cycle> finished;
  finished.reserve(hosts.size());
  for (const auto& host : hosts) finished.push_back(host->done() ? host->finished() : never);
  return finished;
}

// Runs on the fast module and on pins in one simulation, and compares all.
template <class Schedule>
void expect_right_and_equal(const Job& job, Cycle startup) {
  const Payload payload(Schedule::collective, job, 3);
  const Fabric::Options options = options_for(job.base + Schedule::bytes_needed(job));
  Fabric fabric(job.topology, {}, options, model_node);
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::FabricModule fast("fast", fabric);
  fast.clk_i(clk);
  Fabric ahead_fabric(job.topology, {}, options, model_node);
  systemc::FabricModule ahead("ahead", ahead_fabric);
  ahead.run_ahead(sc_time(10, sc_core::SC_NS));
  systemc::NetworkModule pins("pins", job.topology, {}, options.mem_words);
  pins.clk_i(clk);
  pins.rst_ni(rst_n);
  for (Rank r = 0; r < job.topology.size(); ++r) {
    payload.fill(r, memory_of(fabric, r));
    payload.fill(r, memory_of(ahead_fabric, r));
    payload.fill(r, pins.bus(r).memory());
  }
  const auto body = [&](systemc::NativeTile& tile) { run<Schedule>(tile, job); };
  const systemc::NativeTiles::Options start{first, startup, 64 * 1024};
  systemc::NativeTiles on_fast(
      "on_fast", job.topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, start, body);
  systemc::NativeTiles on_ahead(
      "on_ahead", job.topology, [&](Rank r) -> systemc::TileBus& { return ahead.bus(r); }, start, body);
  systemc::NativeTiles on_pins(
      "on_pins", job.topology, [&](Rank r) -> systemc::TileBus& { return pins.bus(r); }, start, body);
  sc_core::sc_start(sc_time(15, sc_core::SC_NS));
  rst_n = true;
  for (int k = 0; k < 100 && !(on_fast.done() && on_ahead.done() && on_pins.done()); ++k)
    sc_core::sc_start(sc_time(10, sc_core::SC_US));
  ASSERT_TRUE(on_fast.done() && on_ahead.done() && on_pins.done());

  const std::vector<Cycle> expected = resumable<Schedule>(job, startup);
  for (Rank r = 0; r < job.topology.size(); ++r) {
    EXPECT_EQ(on_fast.finished(r), expected[r]) << "rank " << r;
    EXPECT_EQ(on_ahead.finished(r), expected[r]) << "rank " << r;
    EXPECT_EQ(on_pins.finished(r), expected[r]) << "rank " << r;
    EXPECT_EQ(payload.check(r, memory_of(fabric, r)).bytes_wrong, 0u) << "rank " << r;
    EXPECT_EQ(payload.check(r, memory_of(ahead_fabric, r)).bytes_wrong, 0u) << "rank " << r;
    EXPECT_EQ(payload.check(r, pins.bus(r).memory()).bytes_wrong, 0u) << "rank " << r;
  }
}

TEST(NativeTiles, Broadcast) { expect_right_and_equal<RecursionBased>({Topology::mesh(4, 4), 6, 1001}, 0); }
TEST(NativeTiles, BroadcastInPieces) {
  expect_right_and_equal<ScatterCollect>({Topology::mesh(4, 4), 5, 777}, 0);
}
TEST(NativeTiles, BroadcastWithCostOfSoftware) {
  expect_right_and_equal<RecursionBased>({Topology::torus(4, 4), 0, 64}, 37);
}
TEST(NativeTiles, TotalExchange) { expect_right_and_equal<Product>({Topology::torus(4, 4), 0, 40}, 0); }
TEST(NativeTiles, TotalExchangeDirect) { expect_right_and_equal<Direct>({Topology::mesh(4, 4), 0, 129}, 0); }
TEST(NativeTiles, TotalExchangeWithCostOfSoftware) {
  expect_right_and_equal<Direct>({Topology::mesh(4, 4), 0, 8}, 5);
}

TEST(NativeTiles, DeliverTwiceWithBarriers) {
  const Job job{Topology::mesh(4, 4), 3, 300};
  const Payload payload(RecursionBased::collective, job, 9);
  Fabric fabric(job.topology, {}, options_for(RecursionBased::bytes_needed(job)), model_node);
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  systemc::FabricModule fast("fast", fabric);
  fast.clk_i(clk);
  for (Rank r = 0; r < 16; ++r) payload.fill(r, memory_of(fabric, r));
  std::uint64_t wrong = 0;
  systemc::NativeTiles tiles(
      "tiles", job.topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        for (int round = 0; round < 2; ++round) {
          run<RecursionBased>(tile, job, true);
          wrong += payload.check(tile.rank(), tile.memory()).bytes_wrong;
          payload.fill(tile.rank(), tile.memory());
          barrier(tile);
        }
      });
  sc_core::sc_start(sc_time(200, sc_core::SC_US));
  EXPECT_TRUE(tiles.done());
  EXPECT_EQ(wrong, 0u);
}

/// A tile in the middle, whose tree begins with every link, multicasts to all.
void expect_multicast_to_all(bool all_port) {
  const Topology topology = Topology::mesh(3, 3);
  constexpr Rank root = 4;
  HardwareConfig config;
  config.fit(topology);
  config.multicast = true;
  config.all_port = all_port;
  Fabric fabric(topology, config, options_for(64), model_node);
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  systemc::FabricModule fast("fast", fabric);
  fast.clk_i(clk);
  systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        if (tile.rank() == root) {
          tile.memory()[3] = std::byte{7};
          tile.put({0, 0, 8, 8, 1}, Box::all(topology, root));
        } else {
          tile.wait(1, 1);
        }
      });
  sc_core::sc_start(sc_time(5, sc_core::SC_US));
  EXPECT_TRUE(tiles.done());
  for (Rank r = 0; r < topology.size(); ++r)
    EXPECT_EQ(memory_of(fabric, r)[11], std::byte{static_cast<std::uint8_t>(r == root ? 0 : 7)}) << r;
}

TEST(NativeTiles, RefuseABoxThatIsReversed) {
  const Topology topology = Topology::mesh(3, 3);
  Fabric fabric(topology, {}, options_for(64), model_node);
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  systemc::FabricModule fast("fast", fabric);
  fast.clk_i(clk);
  std::string why;
  systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        if (tile.rank() != 4) return;
        try {
          tile.put({0, 0, 8, 8, 1}, Box{8, 0});
        } catch (const collnoc::HostFailure& failure) {
          why = failure.what();
        }
      });
  sc_core::sc_start(sc_time(5, sc_core::SC_US));
  EXPECT_NE(why.find("no such destination: 8 bytes from 0x0 to 0x8 of the box from rank 8 to rank 0"),
            std::string::npos)
      << why;
}

TEST(NativeTiles, RefuseToWaitForACounterThatDoesNotExist) {
  const Topology topology = Topology::mesh(3, 3);
  Fabric fabric(topology, {}, options_for(64), model_node);
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  systemc::FabricModule fast("fast", fabric);
  fast.clk_i(clk);
  std::string why;
  systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        if (tile.rank() != 4) return;
        try {
          tile.wait(64, 1);
        } catch (const collnoc::HostFailure& failure) {
          why = failure.what();
        }
      });
  sc_core::sc_start(sc_time(5, sc_core::SC_US));
  EXPECT_EQ(why, "program failed: tile 4: there is no counter 64; counters are 1 to 63");
}

TEST(NativeTiles, RefuseAPutWithACounterOfTheirCalls) {
  const Topology topology = Topology::mesh(2, 2);
  Fabric fabric(topology, {}, options_for(64), model_node);
  sc_core::sc_clock clk("clk", sc_time(10, sc_core::SC_NS));
  systemc::FabricModule fast("fast", fabric);
  fast.clk_i(clk);
  std::string why;
  systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        barrier(tile);
        if (tile.rank() != 3) return;
        try {
          tile.put(signal(0, 62));
          tile.put(signal(0, barrier_counter));
        } catch (const collnoc::HostFailure& failure) {
          why = failure.what();
        }
      });
  sc_core::sc_start(sc_time(5, sc_core::SC_US));
  EXPECT_EQ(
      why,
      "program failed: tile 3: the put names counter 63, but 63 is that of barriers of all tiles, which the "
      "program uses too; free: 1 to 62");
}

TEST(NativeTiles, MulticastToABox) { expect_multicast_to_all(false); }
TEST(NativeTiles, DivideABoxOnAnAllPortNic) { expect_multicast_to_all(true); }

}  // namespace
}  // namespace collnoc::test

// A FabricModule that runs ahead of the simulation is equal to one with a clock, at every time at which
// anything outside looks, and skips what nobody looks at.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sim/fabric/fabric.hpp"
#include "sim/systemc/fabric_module.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "tests/sim/systemc/script.hpp"
#include "tests/sim/systemc/socket_log.hpp"

namespace collnoc::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

/// A network on which tiles work off random scripts, if they have some. Its cycle k begins at k periods.
struct Scripted : sc_core::sc_module {
  /// `ahead`: cycles; 0: with a clock.
  Scripted(const sc_core::sc_module_name& name, const Topology& topology, const sc_time& period, Cycle ahead,
           const std::vector<Script>& scripts = {})
      : sc_module(name), fabric(topology, {}, options(topology), make), module("module", fabric) {
    if (ahead != 0) {
      module.run_ahead(period, ahead);
    } else {
      clk = std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period);
      module.clk_i(*clk);
    }
    for (Rank r = 0; r < topology.size(); ++r) fill_source(fabric.memory(r).bytes(), r);
    if (scripts.empty()) return;
    values.resize(topology.size());
    for (Rank r = 0; r < topology.size(); ++r)
      sockets.push_back(std::make_unique<SocketLog>(("socket_" + std::to_string(r)).c_str(), module.bus(r)));
    tiles = std::make_unique<systemc::NativeTiles>(
        "tiles", topology, [this](Rank r) -> systemc::TileBus& { return module.bus(r); },
        systemc::NativeTiles::Options{first_cycle, 0, 64 * 1024},
        [this, &scripts](systemc::NativeTile& t) {
          values[t.rank()] = work(scripts[t.rank()], module.bus(t.rank()), t);
        });
  }
  static Fabric::Options options(const Topology& topology) {
    Fabric::Options options;
    options.mem_words = script_words(topology);
    return options;
  }
  static std::unique_ptr<AnyNode> make(Rank, const HardwareConfig& config, const model::Place& place) {
    return make_model_node(config, place);
  }

  Fabric fabric;
  systemc::FabricModule module;
  std::unique_ptr<sc_core::sc_clock> clk;
  std::vector<std::unique_ptr<SocketLog>> sockets;
  std::vector<std::vector<std::uint32_t>> values;
  std::unique_ptr<systemc::NativeTiles> tiles;
};

std::uint64_t sum_of(std::span<const std::byte> bytes) {
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0},
                         [](std::uint64_t sum, std::byte b) { return sum * 31 + static_cast<unsigned>(b); });
}

// Another process looks at both at random times, between edges, sometimes after a long while.
TEST(RunAhead, is_equal_to_a_clock_whenever_somebody_looks) {
  const Topology torus = Topology::torus(4, 4);
  const std::vector<Script> scripts = random_scripts(torus, 60, 11);
  const sc_time period(10, SC_NS);
  Scripted clocked("clocked", torus, period, 0, scripts), ahead("ahead", torus, period, 50, scripts);
  unsigned looks = 0;
  sc_core::sc_spawn([&] {
    std::mt19937 random(5);
    sc_core::wait(2, SC_NS);
    for (;; ++looks) {
      sc_core::wait(5.0 * (1 + random() % (random() % 8 == 0 ? 300 : 7)), SC_NS);
      const auto r = static_cast<Rank>(random() % 16);
      systemc::TileBus &a = clocked.module.bus(r), &b = ahead.module.bus(r);
      ASSERT_EQ(a.cycle(), b.cycle()) << sc_core::sc_time_stamp();
      ASSERT_EQ(a.event(), b.event()) << sc_core::sc_time_stamp();
      ASSERT_EQ(sum_of(a.memory()), sum_of(b.memory())) << sc_core::sc_time_stamp();
    }
  });
  for (unsigned n = 0; n < 30'000 && !(clocked.tiles->done() && ahead.tiles->done()); ++n)
    sc_core::sc_start(sc_time(13, SC_NS));
  ASSERT_TRUE(clocked.tiles->done() && ahead.tiles->done());
  sc_core::sc_start(sc_time(20'000, SC_NS));
  EXPECT_GT(looks, 300u);
  EXPECT_EQ(clocked.values, ahead.values);
  for (Rank r = 0; r < torus.size(); ++r) {
    EXPECT_EQ(clocked.tiles->finished(r), ahead.tiles->finished(r));
    EXPECT_EQ(clocked.sockets[r]->log, ahead.sockets[r]->log) << "rank " << r;
  }
}

TEST(RunAhead, of_several_modules_with_periods_of_their_own) {
  const Topology mesh = Topology::mesh(3, 4);
  const std::vector<Script> scripts = random_scripts(mesh, 40, 3);
  Scripted clocked("clocked", mesh, sc_time(10, SC_NS), 0, scripts),
      slow("slow", mesh, sc_time(10, SC_NS), 1000, scripts),
      same("same", mesh, sc_time(10, SC_NS), 7, scripts),
      fast("fast", mesh, sc_time(3, SC_NS), 1000, scripts);
  sc_core::sc_start(sc_time(200, sc_core::SC_US));
  for (const Scripted* s : {&clocked, &slow, &same, &fast}) {
    ASSERT_TRUE(s->tiles->done()) << s->name();
    EXPECT_EQ(s->values, clocked.values) << s->name();
    for (Rank r = 0; r < mesh.size(); ++r) {
      EXPECT_EQ(s->tiles->finished(r), clocked.tiles->finished(r)) << s->name() << ", rank " << r;
      EXPECT_EQ(s->sockets[r]->log, clocked.sockets[r]->log) << s->name() << ", rank " << r;
    }
  }
}

// A message of 64 packets, for which one tile waits; then a wait of 100,000 cycles. The clock alone has four
// delta cycles in each.
TEST(RunAhead, skips_what_nobody_looks_at) {
  const Topology mesh = Topology::mesh(4, 4);
  Scripted net("net", mesh, sc_time(10, SC_NS), 1000);
  std::uint64_t arrived = 0;
  systemc::NativeTiles tiles(
      "tiles", mesh, [&](Rank r) -> systemc::TileBus& { return net.module.bus(r); }, {},
      [&](systemc::NativeTile& tile) {
        if (tile.rank() == 0) tile.put({.dst = 15, .local = 0, .remote = 1024, .bytes = 3584, .counter = 1});
        if (tile.rank() != 15) return;
        tile.wait(1, 1);
        arrived = tile.cycle();
        net.module.bus(15).wait_until(100'000);
      });
  const sc_dt::uint64 before = sc_core::sc_delta_count();
  while (!tiles.done()) sc_core::sc_start(sc_time(100, sc_core::SC_US));
  EXPECT_GT(arrived, 448u);  // a flit of 8 bytes a cycle
  EXPECT_GE(net.fabric.now(), 100'000u);
  EXPECT_LT(sc_core::sc_delta_count() - before, 1000u);
}

TEST(RunAhead, refuses_a_period_without_a_half) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  Fabric fabric(Topology::mesh(2, 2), {}, {}, Scripted::make);
  systemc::FabricModule module("module", fabric);
  EXPECT_THROW(module.run_ahead(sc_core::sc_get_time_resolution()), sc_core::sc_report);
}

}  // namespace
}  // namespace collnoc::test

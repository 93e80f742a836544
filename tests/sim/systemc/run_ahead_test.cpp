// A FabricModule that runs ahead of the simulation is equal to one with a clock, at every time at which
// anything outside looks, and skips what nobody looks at.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "sim/fabric/fabric.hpp"
#include "sim/systemc/fabric_module.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "sim/systemc/simulation.hpp"
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
           const std::vector<Script>& scripts = {}, bool with_sockets = true)
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
    for (Rank r = 0; with_sockets && r < topology.size(); ++r)
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

/// What can be seen of a network in a simulation of its own: by tiles' software, by further threads on the
/// same tiles, of which some are killed in the middle of an access, and by a process that looks at random
/// times.
std::vector<std::string> all_seen(Cycle ahead, const std::vector<Script>& scripts, unsigned seed,
                                  bool with_sockets) {
  const systemc::Simulation simulation;
  const Topology torus = Topology::torus(4, 4);
  Scripted net("net", torus, sc_time(10, SC_NS), ahead, scripts, with_sockets);
  std::vector<std::string> seen;
  std::vector<std::vector<std::string>> read(
      16);  // threads of different tiles act at the same time, in any order
  const auto now = [&](const char* what, Rank rank, std::uint64_t value) {
    return fmt::format("{} {} {} {} {}", what, rank, value, net.module.bus(rank).cycle(),
                       sc_core::sc_time_stamp().to_string());
  };
  std::vector<sc_core::sc_process_handle> others;
  for (Rank r = 0; r < 16; r += 3) {
    others.push_back(sc_core::sc_spawn([&, r] {
      std::mt19937 random(seed + r);
      for (int k = 0; k < 25; ++k) {
        systemc::TileBus& bus = net.module.bus(r);
        if (random() % 2 == 0) {
          bus.wait_event();
        } else {
          bus.wait_until(bus.cycle() + random() % 300);
        }
        const std::uint32_t value =
            bus.access({true, false, static_cast<std::uint16_t>(random() % 256 * 4), 0});
        read[r].push_back(now("read", r, value));
      }
    }));
  }
  sc_core::sc_spawn([&] {
    std::mt19937 random(seed);
    sc_core::wait(2, SC_NS);
    for (unsigned n = 0; n < 300; ++n) {
      sc_core::wait(5.0 * (1 + random() % (random() % 2 == 0 ? 600 : 7)), SC_NS);
      const auto r = static_cast<Rank>(random() % 16);
      seen.push_back(now("event", r, net.module.bus(r).event()));
      seen.push_back(now("memory", r, sum_of(net.module.bus(r).memory())));
      if (n % 100 == 50 && n / 100 < others.size()) others[n / 100].kill();
    }
  });
  sc_core::sc_start(sc_time(3, sc_core::SC_MS));
  EXPECT_TRUE(net.tiles->done());
  for (Rank r = 0; r < 16; ++r) {
    seen.insert(seen.end(), read[r].begin(), read[r].end());
    seen.push_back(fmt::format("finished {} {}", r, net.tiles->finished(r)));
    for (const std::uint32_t value : net.values[r]) seen.push_back(fmt::format("value {} {}", r, value));
    if (!with_sockets) continue;
    for (const auto& [kind, cycle, from, to] : net.sockets[r]->log)
      seen.push_back(fmt::format("{} {} {} {} {}", kind, r, cycle, from, to));
  }
  return seen;
}

// Gaps of up to 800 cycles between the actions of a tile leave something to skip.
TEST(RunAhead, is_equal_to_a_clock_in_a_simulation_without_one) {
  for (const unsigned seed : {1, 2, 3}) {
    for (const Cycle gap : {1, 20}) {
      std::vector<Script> scripts = random_scripts(Topology::torus(4, 4), 60, seed);
      for (Script& script : scripts)
        for (Item& item : script) item.gap *= gap;
      const bool with_sockets = seed != 2;
      const std::vector<std::string> clocked = all_seen(0, scripts, seed, with_sockets);
      EXPECT_GT(clocked.size(), with_sockets ? 2000u : 700u);
      for (const Cycle ahead : {1, 7, 1000}) {
        const std::vector<std::string> own = all_seen(ahead, scripts, seed, with_sockets);
        const auto [a, b] = std::mismatch(clocked.begin(), clocked.end(), own.begin(), own.end());
        EXPECT_TRUE(a == clocked.end() && b == own.end())
            << "seed " << seed << ", gap " << gap << ", ahead " << ahead << ": "
            << (a == clocked.end() ? "nothing" : *a) << " | " << (b == own.end() ? "nothing" : *b);
      }
    }
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

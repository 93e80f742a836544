// Several networks in one simulation, with clocks of their own, and links of several cycles.
#include <gtest/gtest.h>

#include <algorithm>

#include "collnoc/model/systemc/network_module.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "tests/sim/systemc/script.hpp"

namespace collnoc::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

/// A network whose tiles work off random scripts, and what they read: counters, the number of the cycle.
struct Scripted : sc_core::sc_module {
  Scripted(const sc_core::sc_module_name& name, const Topology& topology, const HardwareConfig& config,
           const sc_time& period, const std::vector<Script>& scripts,
           const systemc::LinkCycles& link_cycles = {})
      : sc_module(name),
        clk("clk", period),
        network("network", topology, config, script_words(topology), {}, link_cycles),
        values(topology.size()),
        tiles(
            "tiles", topology, [this](Rank r) -> systemc::TileBus& { return network.bus(r); },
            systemc::NativeTiles::Options{first_cycle, 0, 64 * 1024},
            [this, &scripts](systemc::NativeTile& t) {
              values[t.rank()] = work(scripts[t.rank()], network.bus(t.rank()), t);
            }) {
    network.clk_i(clk);
    network.rst_ni(rst_n);
    for (Rank r = 0; r < topology.size(); ++r) fill_source(network.tile(r).memory.memory().bytes(), r);
  }
  sc_core::sc_clock clk;
  sc_core::sc_signal<bool> rst_n{"rst_n", false};
  systemc::NetworkModule network;
  std::vector<std::vector<std::uint32_t>> values;
  systemc::NativeTiles tiles;
};

void run(std::initializer_list<Scripted*> all) {
  sc_core::sc_start(sc_time(45, SC_NS));
  for (Scripted* s : all) s->rst_n.write(true);
  const auto done = [](const Scripted* s) { return s->tiles.done(); };
  for (unsigned n = 0; n < 500 && !std::all_of(all.begin(), all.end(), done); ++n)
    sc_core::sc_start(sc_time(1'000, SC_NS));
  for (const Scripted* s : all) ASSERT_TRUE(s->tiles.done()) << s->name();
  sc_core::sc_start(sc_time(5'000, SC_NS));
}

void expect_same_memories(Scripted& a, Scripted& b, const Topology& topology) {
  for (Rank r = 0; r < topology.size(); ++r) {
    const std::span<std::byte> x = a.network.bus(r).memory(), y = b.network.bus(r).memory();
    EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin(), y.end())) << "rank " << r;
  }
}

TEST(Networks, HaveClocksOfTheirOwn) {
  const Topology torus = Topology::torus(3, 3), star = Topology::star(4);
  HardwareConfig config, other;
  other.all_port = true;
  other.vcs = 3;
  config.fit(torus);
  other.fit(star);
  const std::vector<Script> scripts = random_scripts(torus, 40, 3, false, false),
                            star_scripts = random_scripts(star, 20, 4, false, true);
  Scripted slow("slow", torus, config, sc_time(10, SC_NS), scripts),
      fast("fast", torus, config, sc_time(3, SC_NS), scripts),
      third("third", star, other, sc_time(7, SC_NS), star_scripts);
  run({&slow, &fast, &third});
  EXPECT_GT(slow.values[0].size(), 3u);
  EXPECT_EQ(slow.values, fast.values);
  expect_same_memories(slow, fast, torus);
}

// The hardware's HOP_CYCLES are registers in every link, so pipes in every link are the same. With more than
// one, the NIC is a cycle away from its router, so both have at least two.
void expect_pipes_as_hops(unsigned flit_bits, unsigned cycles) {
  const Topology torus = Topology::torus(3, 4);
  HardwareConfig config, hops;
  config.flit_bits = hops.flit_bits = flit_bits;
  config.hop_cycles = 2;
  hops.hop_cycles = 2 + cycles - 1;
  config.fit(torus);
  hops.fit(torus);
  const std::vector<Script> scripts = random_scripts(torus, 40, 6, false, false);
  const sc_time period(10, SC_NS);
  Scripted with_hops("with_hops", torus, hops, period, scripts),
      with_pipes("with_pipes", torus, config, period, scripts, [&](Rank, Link) { return cycles; }),
      short_links("short_links", torus, config, period, scripts);
  run({&with_hops, &with_pipes, &short_links});
  EXPECT_EQ(with_hops.values, with_pipes.values);
  EXPECT_NE(with_hops.values, short_links.values);
  expect_same_memories(with_hops, with_pipes, torus);
}

TEST(Networks, HaveLinksOfTwoCycles) { expect_pipes_as_hops(128, 2); }
TEST(Networks, HaveLinksOfFourCycles) { expect_pipes_as_hops(64, 4); }

// Each direction of each link has its own length; every message arrives all the same.
TEST(Networks, HaveLinksOfDifferentLengths) {
  const Topology mesh = Topology::mesh(4, 3);
  HardwareConfig config;
  config.all_port = true;
  config.fit(mesh);
  const std::vector<Script> scripts = random_scripts(mesh, 40, 8, false, true);
  const sc_time period(10, SC_NS);
  Scripted uneven("uneven", mesh, config, period, scripts,
                  [](Rank r, Link l) { return 1 + (r * 7 + l * 3) % 16; }),
      even("even", mesh, config, period, scripts);
  run({&uneven, &even});
  EXPECT_NE(uneven.values, even.values);
  expect_same_memories(uneven, even, mesh);
}

// Of a message that a reset of a single edge meets, nothing is left, in nodes or between them.
void expect_nothing_after_reset(unsigned cycles) {
  const Topology mesh = Topology::mesh(2, 1);
  sc_core::sc_clock clk("clk", sc_time(10, SC_NS));
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule network("network", mesh, {}, 256, {}, [&](Rank, Link) { return cycles; });
  network.clk_i(clk);
  network.rst_ni(rst_n);
  unsigned flits = 0, credits = 0;
  sc_core::sc_spawn_options look;
  look.spawn_method();
  look.dont_initialize();
  look.set_sensitivity(&clk.negedge_event());
  sc_core::sc_spawn(
      [&] {
        for (Rank r = 0; r < 2; ++r)
          for (Link l = 0; l < mesh.links(); ++l) {
            flits += network.node(r).out_valid[l].read();
            credits += network.node(r).in_credit[l].read() != 0;
          }
      },
      "look", &look);
  sc_core::sc_spawn([&] {
    systemc::TileBus& bus = network.bus(0);
    bus.access({true, true, 0x008, 1024});
    bus.access(std::span<const model::RegisterAccess>{});  // takes no time
    bus.access({true, true, 0x00c, 1});
    bus.access({true, true, 0x010, 1});
  });
  sc_core::sc_start(sc_time(35, SC_NS));
  rst_n.write(true);
  sc_core::sc_start(sc_time(600, SC_NS));
  EXPECT_GT(flits, 10u);
  EXPECT_GT(credits, 5u);
  rst_n.write(false);
  sc_core::sc_start(sc_time(10, SC_NS));
  rst_n.write(true);
  flits = credits = 0;
  sc_core::sc_start(sc_time(1'000, SC_NS));
  EXPECT_EQ(flits, 0u);
  EXPECT_EQ(credits, 0u);
}

TEST(Networks, ForgetAtAResetWhatIsOnLinks) { expect_nothing_after_reset(1); }
TEST(Networks, ForgetAtAResetWhatIsOnLinksOfTwoCycles) { expect_nothing_after_reset(2); }
TEST(Networks, ForgetAtAResetWhatIsOnLinksOfFiveCycles) { expect_nothing_after_reset(5); }

}  // namespace
}  // namespace collnoc::test

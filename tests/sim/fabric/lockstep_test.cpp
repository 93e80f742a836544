// RTL and model drive the same values on every pin and hold the same registers in every cycle, under random
// traffic. The selected hardware contains every pair of values of any two options; the nightly run
// (lockstep_nightly_test.cpp) uses every combination.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>

#include "sim/topology/topology_text.hpp"
#include "tests/support/lockstep_run.hpp"

namespace collnoc::test {
namespace {

constexpr auto worm = Switching::wormhole, cut = Switching::cut_through, whole = Switching::store_and_forward;

#ifndef COLLNOC_NIGHTLY
const std::vector<HardwareConfig>& selection() {
  static const std::vector<HardwareConfig> all = {
      lockstep_config(false, worm, 2, 4, 64, 1),   lockstep_config(true, worm, 2, 4, 64, 1),  // built ahead
      lockstep_config(false, whole, 1, 8, 128, 2), lockstep_config(false, cut, 4, 2, 256, 1),
      lockstep_config(true, cut, 1, 2, 64, 2),     lockstep_config(true, worm, 4, 8, 128, 1),
      lockstep_config(true, whole, 4, 4, 256, 2),  lockstep_config(false, whole, 2, 2, 128, 2),
      lockstep_config(false, worm, 1, 2, 256, 2),  lockstep_config(false, cut, 2, 8, 256, 2),
      lockstep_config(false, cut, 1, 4, 128, 1),   lockstep_config(false, whole, 4, 8, 64, 1),
  };
  return all;
}

struct Case {
  HardwareConfig config;
  Topology topology;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const HardwareConfig& c : selection()) {
    for (const Topology& t : lockstep_networks()) {
      if (legal(t, c)) all.push_back({c, t});
    }
  }
  return all;
}

/// Router-cycles of a case: more for larger networks, so that all links carry traffic; fewer with wide flits
/// and an all-port NIC, whose cycles take longer to simulate.
std::uint64_t share(const Topology& t, const HardwareConfig& c) {
  const std::uint64_t usual = t.size() < 8 ? 7'000 : t.size() < 32 ? 15'000 : 32'000;
  return usual * (c.flit_bits == 64 ? 14 : c.all_port || c.flit_bits == 256 ? 5 : 10) / 10;
}

class Lockstep : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Lockstep, rtl_and_model_never_differ) {
  const HardwareConfig& config = selection()[GetParam()];
  for (const Topology& topology : lockstep_networks()) {
    if (!legal(topology, config)) continue;
    SCOPED_TRACE(describe(config) + (topology.wraps(0) ? " torus " : " mesh ") +
                 std::to_string(topology.size()));
    const LockstepOutcome outcome =
        run_lockstep(topology, config, share(topology, config), 1 + 100 * GetParam());
    EXPECT_EQ(outcome.wrong, "");
    EXPECT_GE(outcome.router_cycles, share(topology, config));
    EXPECT_GT(outcome.messages, 0u);
  }
}

std::string case_name(const ::testing::TestParamInfo<std::size_t>& test) {
  std::string name = describe(selection()[test.param]);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(stress, Lockstep, ::testing::Range<std::size_t>(0, selection().size()), case_name);
#endif

/// Both orders of dimensions, generalized hypercubes and star graphs. Networks of the nightly run have one
/// NIC here. Compiling a node takes longer than simulating it, so those whose features other cases combine
/// are left to lockstep_routes_nightly_test: RoutesOfTheDay shows that they are.
constexpr std::array left_to_the_night = {"torus_5x4_both_orders_all_port",
                                          "hypercube_4_all_port",
                                          "ghc_3x2_all_port",
                                          "mesh_8x8_both_orders_one_port",
                                          "ghc_4x4_one_port",
                                          "hypercube_1_all_port",
                                          "multicast_hypercube_4",
                                          "multicast_star_4",
                                          "multicast_ghc_4x3_all_port",
                                          "long_box_33x3x2_all_port",
                                          "multicast_long_strip_3x260",
                                          "star_5_one_port",
                                          "torus_4x4_four_cycle_hop_store_and_forward",
                                          "mesh_3x4x3_both_orders_all_port",
                                          "ghc_3x3x2_both_orders_all_port",
                                          "multicast_mesh_3x5",
                                          "multicast_torus_8x8",
                                          "multicast_torus_3x5_four_vcs_wide",
                                          "multicast_mesh_3x4x3",
                                          "multicast_mesh_3x5_all_port",
                                          "multicast_hypercube_4_all_port",
                                          "multicast_torus_4x4_both_orders_all_port_sequencer",
                                          "star_3_all_port_spare_vcs",
                                          "torus_4x4_three_cycle_hop_all_port",
                                          "spidergon_6_all_port_one_vc"};

struct RouteCase {
  std::string name;
  Topology topology;
  HardwareConfig config;
};

std::vector<RouteCase> all_route_cases() {
  std::vector<RouteCase> all;
  const auto add = [&](const std::string& name, const Topology& topology, unsigned orders,
                       HardwareConfig config) {
    config.fit(topology);
    config.route_orders = orders;
    all.push_back({name, topology, config});
  };
  for (const bool all_port : {false, true}) {
    const std::string nic = all_port ? "_all_port" : "_one_port";
    const HardwareConfig two = lockstep_config(all_port, worm, 2, 4, 64, 1),
                         four = lockstep_config(all_port, worm, 4, 4, 64, 1);
    if (all_port) {
      add("torus_5x4_both_orders" + nic, Topology::torus(5, 4), 2, four);
      add("hypercube_4" + nic, Topology::hypercube(4), 1, two);
      add("ghc_3x2" + nic, Topology::complete({3, 2}, 2), 1, two);
    } else {
      add("mesh_8x8_both_orders" + nic, Topology::mesh(8, 8), 2, two);
      add("ghc_4x4" + nic, Topology::complete({4, 4}, 2), 1, two);
    }
  }
  add("mesh_3x4x3_both_orders_all_port", Topology({{{3, false}, {4, false}, {3, false}}}, 3), 2,
      lockstep_config(true, cut, 4, 4, 128, 2));
  add("hypercube_6_both_orders_one_port", Topology::hypercube(6), 2,
      lockstep_config(false, worm, 2, 4, 64, 1));
  add("hypercube_5_all_port", Topology::hypercube(5), 1, lockstep_config(true, whole, 1, 4, 64, 1));
  add("ghc_3x3x2_both_orders_all_port", Topology::complete({3, 3, 2}, 3), 2,
      lockstep_config(true, worm, 4, 4, 64, 2));
  add("ghc_9_all_port", Topology::complete({9}, 1), 1, lockstep_config(true, worm, 3, 4, 64, 1));
  add("hypercube_1_all_port", Topology::hypercube(1), 1, lockstep_config(true, worm, 2, 4, 64, 1));
  // With a sequencer, plans run beside the puts of software.
  const auto sequencer = [&](const std::string& name, const Topology& topology, HardwareConfig config) {
    config.sequencer = true;
    add("sequencer_" + name, topology, config.route_orders, config);
  };
  sequencer("mesh_3x5_one_port", Topology::mesh(3, 5), lockstep_config(false, worm, 2, 4, 64, 1));
  sequencer("torus_4x4_all_port", Topology::torus(4, 4), lockstep_config(true, worm, 2, 4, 64, 1));
  HardwareConfig both_orders = lockstep_config(true, worm, 4, 4, 64, 1);
  both_orders.route_orders = 2;
  sequencer("torus_5x4_both_orders_all_port", Topology::torus(5, 4), both_orders);
  // With accumulation, half of the puts combine with words that all tiles share.
  const auto accumulate = [&](const std::string& name, const Topology& topology, HardwareConfig config) {
    config.accumulate = true;
    add("accumulate_" + name, topology, config.route_orders, config);
  };
  accumulate("mesh_3x5_one_port", Topology::mesh(3, 5), lockstep_config(false, worm, 2, 4, 64, 1));
  accumulate("torus_4x4_all_port", Topology::torus(4, 4), lockstep_config(true, worm, 2, 4, 64, 1));
  accumulate("mesh_2x2_one_port_wide", Topology::mesh(2, 2), lockstep_config(false, worm, 1, 4, 512, 1));
  const auto with_plans = [](HardwareConfig config) {
    config.sequencer = true;
    return config;
  };
  accumulate("spidergon_12_one_port_sequencer", Topology::spidergon(12),
             with_plans(lockstep_config(false, whole, 2, 8, 256, 1)));
  accumulate("star_4_all_port_sequencer", Topology::star(4),
             with_plans(lockstep_config(true, worm, 3, 4, 64, 1)));
  // And with sums of single precision.
  const auto float_sums = [&](const std::string& name, const Topology& topology, HardwareConfig config) {
    config.accumulate = config.float_sums = true;
    add("float_sums_" + name, topology, config.route_orders, config);
  };
  float_sums("mesh_3x5_one_port", Topology::mesh(3, 5), lockstep_config(false, worm, 2, 4, 64, 1));
  float_sums("hypercube_4_all_port_sequencer", Topology::hypercube(4),
             with_plans(lockstep_config(true, cut, 1, 4, 128, 2)));
  // Every virtual channel of an input port is read in a cycle; more nightly.
  HardwareConfig vc_reads = lockstep_config(false, cut, 4, 4, 64, 1);
  vc_reads.vc_reads = true;
  add("vc_reads_mesh_3x5_both_orders", Topology::mesh(3, 5), 2, vc_reads);
  // With multicasts, a third of the puts go to a box of nodes.
  const auto multicast = [&](const std::string& name, const Topology& topology, HardwareConfig config) {
    config.multicast = true;
    add("multicast_" + name, topology, config.route_orders, config);
  };
  const HardwareConfig usual = lockstep_config(false, worm, 2, 4, 64, 1);
  multicast("mesh_2x2", Topology::mesh(2, 2), usual);
  multicast("mesh_3x5", Topology::mesh(3, 5), usual);
  multicast("torus_4x4", Topology::torus(4, 4), usual);
  multicast("torus_8x8", Topology::torus(8, 8), usual);
  multicast("torus_3x5_four_vcs_wide", Topology::torus(3, 5), lockstep_config(false, worm, 4, 8, 128, 1));
  multicast("mesh_4x4_one_vc_two_cycle_hop", Topology::mesh(4, 4), lockstep_config(false, worm, 1, 3, 64, 2));
  multicast("hypercube_4", Topology::hypercube(4), usual);
  multicast("ghc_4x4", Topology::complete({4, 4}, 2), usual);
  multicast("star_4", Topology::star(4), lockstep_config(false, worm, 3, 4, 64, 1));
  multicast("mesh_3x4x3", Topology({{{3, false}, {4, true}, {3, false}}}, 3), usual);
  HardwareConfig all_options = usual;
  all_options.sequencer = all_options.accumulate = true;
  multicast("torus_4x4_sequencer_accumulate", Topology::torus(4, 4), all_options);
  const HardwareConfig ports = lockstep_config(true, worm, 2, 4, 64, 1);
  multicast("torus_4x4_all_port", Topology::torus(4, 4), ports);
  multicast("mesh_3x5_all_port", Topology::mesh(3, 5), ports);
  multicast("ghc_4x3_all_port", Topology::complete({4, 3}, 2), ports);
  multicast("star_4_all_port", Topology::star(4), lockstep_config(true, worm, 3, 4, 64, 1));
  multicast("hypercube_4_all_port", Topology::hypercube(4), ports);
  multicast("torus_5x3_all_port_four_vcs_two_cycle_hop", Topology::torus(5, 3),
            lockstep_config(true, worm, 4, 4, 64, 2));
  HardwareConfig two_orders = usual;
  two_orders.route_orders = 2;
  multicast("mesh_3x5_both_orders", Topology::mesh(3, 5), two_orders);
  two_orders = lockstep_config(true, worm, 4, 4, 64, 1);
  two_orders.route_orders = 2;
  two_orders.sequencer = true;
  multicast("torus_4x4_both_orders_all_port_sequencer", Topology::torus(4, 4), two_orders);
  all_options.all_port = true;
  multicast("torus_4x4_all_port_sequencer_accumulate", Topology::torus(4, 4), all_options);
  // With an extent that 16 bits of an address have no room for, addresses have 20.
  const Topology box({{{33, false}, {3, true}, {2, false}}}, 3), strip = Topology::mesh(3, 260);
  add("long_box_33x3x2_all_port", box, 1, lockstep_config(true, worm, 2, 4, 128, 1));
  add("long_strip_3x260_both_orders_all_port", strip, 2, lockstep_config(true, cut, 4, 4, 256, 2));
  HardwareConfig long_options = lockstep_config(false, worm, 2, 4, 128, 1);
  long_options.sequencer = long_options.accumulate = true;
  multicast("long_box_33x3x2_sequencer_accumulate", box, long_options);
  multicast("long_strip_3x260", strip, lockstep_config(false, worm, 4, 4, 128, 1));
  add("star_3_one_port", Topology::star(3), 1, lockstep_config(false, worm, 2, 4, 64, 1));
  add("star_3_all_port_spare_vcs", Topology::star(3), 1, lockstep_config(true, worm, 4, 4, 64, 1));
  add("star_4_one_port_two_cycle_hop", Topology::star(4), 1, lockstep_config(false, cut, 4, 4, 128, 2));
  add("star_4_all_port", Topology::star(4), 1, lockstep_config(true, worm, 3, 4, 64, 1));
  add("star_5_one_port", Topology::star(5), 1, lockstep_config(false, worm, 4, 4, 128, 1));
  add("mesh_4x4_five_cycle_hop_one_port", Topology::mesh(4, 4), 1, lockstep_config(false, worm, 2, 4, 64, 5));
  add("torus_4x4_three_cycle_hop_all_port", Topology::torus(4, 4), 1,
      lockstep_config(true, worm, 4, 8, 64, 3));
  add("torus_4x4_four_cycle_hop_store_and_forward", Topology::torus(4, 4), 1,
      lockstep_config(false, whole, 2, 8, 128, 4));
  add("star_5_all_port_store_and_forward", Topology::star(5), 1, lockstep_config(true, whole, 4, 8, 64, 1));
  add("spidergon_16_one_port", Topology::spidergon(16), 1, lockstep_config(false, worm, 2, 4, 64, 1));
  add("spidergon_16_all_port", Topology::spidergon(16), 1, lockstep_config(true, worm, 2, 4, 64, 1));
  add("spidergon_6_all_port_one_vc", Topology::spidergon(6), 1, lockstep_config(true, worm, 1, 4, 64, 1));
  add("spidergon_64_all_port_two_cycle_hop", Topology::spidergon(64), 1,
      lockstep_config(true, whole, 3, 8, 64, 2));
  // Graphs, whose routes are in tables.
  const auto graph = [&](const std::string& name, const char* text, HardwareConfig config) {
    add("graph_" + name, parse_topology(text), 1, config);
  };
  HardwareConfig graph_options = usual;
  graph_options.vc_reads = true;
  graph("random_70_one_port_vc_reads", "random-regular:70,5,3", graph_options);
  graph("dragonfly_one_port_four_vcs", "dragonfly:4,2", lockstep_config(false, cut, 4, 4, 128, 2));
  graph_options = lockstep_config(true, worm, 3, 4, 64, 1);
  graph_options.sequencer = graph_options.accumulate = true;
  graph("dragonfly_all_port_sequencer_accumulate", "dragonfly:3,1", graph_options);
  // The same nodes with switches, and with long and narrow links.
  for (const auto& [name, text] :
       {std::pair{"tree", "tree:2,3"}, {"switches", "cmesh:2x1,2"}, {"chiplets", "chiplets:2x1,2x2,5,4"}})
    graph(std::string(name) + "_all_port_one_vc", text, lockstep_config(true, worm, 1, 4, 64, 1));
  return all;
}

std::vector<RouteCase> route_cases() {
#ifdef COLLNOC_NIGHTLY
  constexpr bool night = true;
#else
  constexpr bool night = false;
#endif
  std::vector<RouteCase> all = all_route_cases();
  const std::size_t before = all.size();
  const std::size_t left = std::erase_if(all, [](const RouteCase& c) {
    const bool late =
        std::find(left_to_the_night.begin(), left_to_the_night.end(), c.name) != left_to_the_night.end();
    return late != night;
  });
  if ((night ? before - left : left) != left_to_the_night.size()) throw std::logic_error("an unknown case");
  return all;
}

class LockstepRoutes : public ::testing::TestWithParam<RouteCase> {};

TEST_P(LockstepRoutes, rtl_and_model_never_differ) {
  const auto& [name, topology, config] = GetParam();
  const LockstepOutcome outcome = run_lockstep(topology, config, 30'000, 1);
  EXPECT_EQ(outcome.wrong, "");
  EXPECT_GE(outcome.router_cycles, 30'000u);
  EXPECT_GT(outcome.messages, 0u);
}

INSTANTIATE_TEST_SUITE_P(stress, LockstepRoutes, ::testing::ValuesIn(route_cases()),
                         [](const auto& test) { return test.param.name; });

#ifndef COLLNOC_NIGHTLY
/// Any two features that some route combines are combined by one of the day.
TEST(RoutesOfTheDay, combine_every_two_features_of_all_routes) {
  const auto features = [](const RouteCase& c) {
    const HardwareConfig& h = c.config;
    return std::set<std::string>{"topology " + std::to_string(static_cast<unsigned>(c.topology.kind())),
                                 h.all_port ? "all-port" : "one-port",
                                 "switching " + std::to_string(static_cast<unsigned>(h.switching)),
                                 h.hop_cycles > 1 ? "long hops" : "short hops",
                                 h.route_orders == 2 ? "both orders" : "one order",
                                 h.sequencer ? "sequencer" : "no sequencer",
                                 h.accumulate ? "accumulation" : "no accumulation",
                                 h.float_sums ? "float sums" : "no float sums",
                                 h.multicast ? "multicast" : "no multicast",
                                 h.vc_reads ? "reads of every channel" : "one read",
                                 h.flit_bits > 64 ? "wide" : "narrow",
                                 h.address_bits > 16 ? "long" : "short"};
  };
  const auto pairs = [&](const std::vector<RouteCase>& cases) {
    std::set<std::string> all;
    for (const RouteCase& c : cases)
      for (const std::string& one : features(c))
        for (const std::string& other : features(c)) all.insert(one + ", " + other);
    return all;
  };
  std::vector<RouteCase> day_cases = route_cases();
  for (const Case& c : cases()) day_cases.push_back({"", c.topology, c.config});
  const std::set<std::string> day = pairs(day_cases);
  for (const std::string& pair : pairs(all_route_cases())) EXPECT_TRUE(day.contains(pair)) << pair;
}

TEST(LockstepSelection, adds_up_to_a_million_router_cycles) {
  std::uint64_t sum = 0;
  for (const Case& c : cases()) sum += share(c.topology, c.config);
  EXPECT_GE(sum, 1'000'000u);
}

TEST(LockstepSelection, pairs_every_two_options) {
  const auto options = [](const HardwareConfig& c) {
    return std::vector<unsigned>{
        c.all_port, static_cast<unsigned>(c.switching), c.vcs, c.vc_depth, c.flit_bits, c.hop_cycles};
  };
  const std::vector<std::vector<unsigned>> values = {{0, 1},    {0, 1, 2},      {1, 2, 4},
                                                     {2, 4, 8}, {64, 128, 256}, {1, 2}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      std::set<std::pair<unsigned, unsigned>> seen;
      for (const HardwareConfig& c : selection()) seen.insert({options(c)[i], options(c)[j]});
      EXPECT_EQ(seen.size(), values[i].size() * values[j].size()) << "options " << i << " and " << j;
    }
  }
}
#endif

}  // namespace
}  // namespace collnoc::test

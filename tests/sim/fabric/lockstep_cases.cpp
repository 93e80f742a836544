#include "tests/sim/fabric/lockstep_cases.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "sim/topology/topology_text.hpp"
#include "tests/support/lockstep_run.hpp"

namespace collnoc::test {
namespace {

constexpr auto worm = Switching::wormhole, cut = Switching::cut_through, whole = Switching::store_and_forward;

constexpr std::array names_of_the_night = {"torus_5x4_both_orders_all_port",
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

}  // namespace

const std::vector<HardwareConfig>& lockstep_hardware() {
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

std::vector<LockstepCase> lockstep_pairs() {
  std::vector<LockstepCase> all;
  for (const HardwareConfig& c : lockstep_hardware()) {
    for (const Topology& t : lockstep_networks()) {
      if (legal(t, c)) all.push_back({describe(c) + " " + to_text(t), t, c});
    }
  }
  return all;
}

std::vector<LockstepCase> lockstep_routes() {
  std::vector<LockstepCase> all;
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
  multicast("star_6", Topology::star(6), lockstep_config(false, worm, 4, 4, 64, 1));
  multicast("mesh_3x4x3", Topology({{{3, false}, {4, true}, {3, false}}}, 3), usual);
  HardwareConfig all_options = usual;
  all_options.sequencer = all_options.accumulate = true;
  multicast("torus_4x4_sequencer_accumulate", Topology::torus(4, 4), all_options);
  const HardwareConfig ports = lockstep_config(true, worm, 2, 4, 64, 1);
  multicast("torus_4x4_all_port", Topology::torus(4, 4), ports);
  multicast("mesh_3x5_all_port", Topology::mesh(3, 5), ports);
  multicast("ghc_4x3_all_port", Topology::complete({4, 3}, 2), ports);
  multicast("star_4_all_port", Topology::star(4), lockstep_config(true, worm, 3, 4, 64, 1));
  multicast("star_6_all_port", Topology::star(6), lockstep_config(true, worm, 4, 4, 64, 1));
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
  add("star_6_all_port_cut_through", Topology::star(6), 1, lockstep_config(true, cut, 4, 4, 64, 1));
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
  if (std::count_if(all.begin(), all.end(), left_to_the_night) != std::ssize(names_of_the_night))
    throw std::logic_error("an unknown case");
  return all;
}

bool left_to_the_night(const LockstepCase& route) {
  return std::find(names_of_the_night.begin(), names_of_the_night.end(), route.name) !=
         names_of_the_night.end();
}

}  // namespace collnoc::test

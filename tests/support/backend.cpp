#include "tests/support/backend.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "sim/fabric/paths.hpp"
#include "sim/fabric/verilated_node.hpp"

namespace collnoc::testing {

std::string name_of(Backend backend) {
  static const char* const names[] = {"model", "rtl", "lockstep", "netlist", "netlist_lockstep"};
  return names[static_cast<int>(backend)];
}

std::filesystem::path test_cache() { return COLLNOC_TEST_CACHE; }

std::shared_ptr<VerilatedLibrary> test_library(const HardwareConfig& config, NodeSource source) {
  setenv("COLLNOC_CACHE", COLLNOC_TEST_CACHE, 0);
  return verilated_library(config, source);
}

bool has_yosys() {
  const std::string which =
      "'" + (source_folder() / "scripts" / "yosys").string() + "' --which > /dev/null 2>&1";
  static const bool there = std::system(which.c_str()) == 0;
  return there;
}

NodeFactory node_factory(Backend backend, const HardwareConfig& config, LockstepLog& log) {
  if (backend == Backend::model) {
    return [](Rank, const HardwareConfig& c, const model::Place& place) { return make_model_node(c, place); };
  }
  const bool netlist = backend == Backend::netlist || backend == Backend::netlist_lockstep;
  const auto library = test_library(config, netlist ? NodeSource::netlist : NodeSource::rtl);
  if (backend == Backend::rtl || backend == Backend::netlist) {
    return [library](Rank, const HardwareConfig&, const model::Place& place) {
      return make_verilated_node(library, place);
    };
  }
  return [library, &log](Rank rank, const HardwareConfig& c, const model::Place& place) {
    return make_lockstep_node(library, c, place, rank, log);
  };
}

std::string describe(const HardwareConfig& c) {
  static const char* const switching[] = {"wormhole", "cut-through", "store-and-forward"};
  std::string text =
      fmt::format("{}/{}/vcs{}/depth{}/flit{}/packet{}/hop{}", c.all_port ? "all-port" : "one-port",
                  switching[static_cast<int>(c.switching)], c.vcs, c.vc_depth, c.flit_bits,
                  c.max_packet_flits, c.hop_cycles);
  if (c.route_orders != 1) text += fmt::format("/orders{}", c.route_orders);
  if (c.topology == TopologyKind::complete) text += fmt::format("/complete{}", c.radix);
  if (c.topology == TopologyKind::star) text += fmt::format("/star{}", c.radix);
  if (c.topology == TopologyKind::spidergon) text += "/spidergon";
  return text;
}

bool legal(const Topology& topology, const HardwareConfig& config) {
  if (config.switching != Switching::wormhole && config.vc_depth < config.max_packet_flits) return false;
  if (!topology.has_coordinates() && config.vcs < config.default_vcs()) return false;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (topology.wraps(d) && topology.extent(d) > 2 && config.vcs / config.route_orders < 2) return false;
  }
  return true;
}

}  // namespace collnoc::testing

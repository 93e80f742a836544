#include "tests/support/nodes.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "collnoc/model/legality.hpp"
#include "sim/fabric/paths.hpp"
#include "sim/fabric/verilated_node.hpp"

namespace collnoc::testing {

namespace {

void use_test_cache() { setenv("COLLNOC_CACHE", COLLNOC_TEST_CACHE, 0); }

}  // namespace

std::string name_of(NodeKind kind) {
  static const char* const names[] = {"model", "rtl", "netlist", "lockstep", "netlist_lockstep"};
  return names[static_cast<int>(kind)];
}

std::filesystem::path test_cache() { return COLLNOC_TEST_CACHE; }

std::shared_ptr<VerilatedLibrary> test_library(const HardwareConfig& config, NodeSource source) {
  use_test_cache();
  return verilated_library(config, source);
}

bool has_yosys() {
  const std::string which =
      "'" + (source_folder() / "scripts" / "yosys").string() + "' --which > /dev/null 2>&1";
  static const bool there = std::system(which.c_str()) == 0;
  return there;
}

NodeFactory node_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log) {
  use_test_cache();
  return make_node_factory(kind, config, log);
}

std::string describe(const HardwareConfig& c) {
  static const char* const switching[] = {"wormhole", "cut-through", "store-and-forward"};
  std::string text =
      fmt::format("{}/{}/vcs{}/depth{}/flit{}/packet{}/hop{}", c.all_port ? "all-port" : "one-port",
                  switching[static_cast<int>(c.switching)], c.vcs, c.vc_depth, c.flit_bits,
                  c.max_packet_flits, c.hop_cycles);
  if (c.route_orders != 1) text += fmt::format("/orders{}", c.route_orders);
  if (c.complete != 0) text += fmt::format("/complete{}", c.complete);
  if (c.symbols != 0) text += fmt::format("/star{}", c.symbols);
  return text;
}

bool legal(const Topology& topology, const HardwareConfig& config) {
  return !why_illegal(config, topology).has_value();
}

}  // namespace collnoc::testing

#include "tests/support/nodes.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "collnoc/arch/node_parameters.hpp"
#include "collnoc/model/legality.hpp"
#include "sim/fabric/paths.hpp"
#include "sim/fabric/verilated_node.hpp"

namespace collnoc::test {

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
  std::string text = c.all_port ? "all-port" : "one-port";
  for (const NodeParameter& p : node_parameters) {
    if (p.field == "all_port" || p.get(c) == p.fallback) continue;
    text += fmt::format("/{}-{}", p.field, p.text(p.get(c)));
  }
  return text;
}

bool legal(const Topology& topology, const HardwareConfig& config) {
  return !why_illegal(config, topology).has_value();
}

}  // namespace collnoc::test

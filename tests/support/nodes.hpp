// Nodes of any kind for tests.
#pragma once
#include <filesystem>
#include <string>

#include "sim/fabric/node_factory.hpp"

namespace collnoc::test {

/// "model", "rtl", "netlist", "lockstep", "netlist_lockstep".
std::string name_of(NodeKind kind);

/// make_node_factory with the cache of the tests.
NodeFactory node_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log);

/// The folder for what tests keep from one run to the next; node variants are kept there too, unless
/// $COLLNOC_CACHE names another.
std::filesystem::path test_cache();

/// The library from which node_factory makes nodes of `config`.
std::shared_ptr<VerilatedLibrary> test_library(const HardwareConfig& config,
                                               NodeSource source = NodeSource::rtl);

/// Whether Yosys (scripts/yosys) is available. Tests of netlists are skipped without it.
bool has_yosys();

/// The parameters that differ from their defaults: "one-port/hop_cycles-2".
std::string describe(const HardwareConfig& config);

/// Whether nodes of `config` make a legal network (model/legality.hpp).
bool legal(const Topology& topology, const HardwareConfig& config);

}  // namespace collnoc::test

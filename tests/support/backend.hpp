// Fabrics for tests, of any kind of node.
#pragma once
#include <filesystem>
#include <string>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/lockstep_node.hpp"

namespace collnoc::testing {

enum class Backend { model, rtl, lockstep, netlist, netlist_lockstep };

/// "model", "rtl", "lockstep", "netlist", "netlist_lockstep".
std::string name_of(Backend backend);

/// Makes nodes of one kind; RTL is verilated, and a netlist synthesized before, when first asked for; without
/// Yosys or Verilator NotInstalled is thrown. `log` is used by lockstep.
NodeFactory node_factory(Backend backend, const HardwareConfig& config, LockstepLog& log);

/// The folder for what tests keep from one run to the next; also where node variants are kept
/// unless $COLLNOC_CACHE says otherwise.
std::filesystem::path test_cache();

/// node_factory's library for `config`, with the cache set.
std::shared_ptr<VerilatedLibrary> test_library(const HardwareConfig& config,
                                               NodeSource source = NodeSource::rtl);

/// Is there a Yosys (scripts/yosys)? Tests of netlists skip without it.
bool has_yosys();

/// "one-port/wormhole/vcs2/depth4/flit64/packet32/hop1".
std::string describe(const HardwareConfig& config);

/// Whether nodes of `config` make a legal network (model/legality.hpp).
bool legal(const Topology& topology, const HardwareConfig& config);

}  // namespace collnoc::testing

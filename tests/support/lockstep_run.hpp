// Random traffic on RTL (or netlist) and model in lockstep, until a given number of router-cycles has been
// compared.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {

/// Networks of the lockstep tests: mesh and torus 2x2, 3x5, 8x8, 16x16.
std::vector<Topology> lockstep_networks();

/// The hypercube of 4 dimensions, and the generalized hypercubes 4x4 and 3x2.
std::vector<Topology> complete_networks();

/// A configuration from the parameters that the tests vary. The packet length follows from them: up to 32
/// flits with wormhole, otherwise the size of the buffer.
HardwareConfig lockstep_config(bool all_port, Switching switching, unsigned vcs, unsigned depth,
                               unsigned flit_bits, unsigned hop_cycles);

/// The stress traffic of a round, but for its end: every kind that the hardware has, and less of it in large
/// networks.
StressOptions lockstep_traffic(const Topology& topology, const HardwareConfig& config, std::uint64_t seed);

struct LockstepOutcome {
  std::uint64_t router_cycles = 0;  ///< evaluations of nodes, RTL and model compared after each
  std::uint64_t messages = 0;
  std::string wrong;  ///< empty, or the first wrong byte or counter, or a hang
};

/// Runs rounds of stress traffic with the seeds `seed`, `seed` + 1, ... until `router_cycles` are reached.
/// Each round has a new fabric, runs until the last flit has arrived, and checks every byte and counter.
/// `kind` must be a lockstep kind. Throws LockstepMismatch at a difference.
LockstepOutcome run_lockstep(const Topology& topology, const HardwareConfig& config,
                             std::uint64_t router_cycles, std::uint64_t seed,
                             NodeKind kind = NodeKind::lockstep);

/// The same with the lockstep nodes of `make`.
LockstepOutcome run_lockstep(const Topology& topology, const HardwareConfig& config,
                             std::uint64_t router_cycles, std::uint64_t seed, const NodeFactory& make);

}  // namespace collnoc::test

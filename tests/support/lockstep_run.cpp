#include "tests/support/lockstep_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tests/support/stalls.hpp"

namespace collnoc::test {

std::vector<Topology> lockstep_networks() {
  std::vector<Topology> all;
  for (const auto& [x, y] : {std::pair{2u, 2u}, {3u, 5u}, {8u, 8u}, {16u, 16u}}) {
    all.push_back(Topology::mesh(x, y));
    all.push_back(Topology::torus(x, y));
  }
  return all;
}

std::vector<Topology> complete_networks() {
  return {Topology::hypercube(4), Topology::complete({4, 4}, 2), Topology::complete({3, 2}, 2)};
}

HardwareConfig lockstep_config(bool all_port, Switching switching, unsigned vcs, unsigned depth,
                               unsigned flit_bits, unsigned hop_cycles) {
  HardwareConfig c;
  c.all_port = all_port;
  c.switching = switching;
  c.vcs = vcs;
  c.vc_depth = depth;
  c.flit_bits = flit_bits;
  c.hop_cycles = hop_cycles;
  c.max_packet_flits = switching != Switching::wormhole ? depth
                       : flit_bits == 64                ? 32
                       : flit_bits == 128               ? 9
                                                        : 5;
  return c;
}

namespace {

bool is_large(const Topology& topology) { return topology.size() >= 64; }

}  // namespace

StressOptions lockstep_traffic(const Topology& topology, const HardwareConfig& config, std::uint64_t seed) {
  StressOptions traffic;
  traffic.seed = seed;
  traffic.hot = seed % 3 == 0 ? 0.3 : 0.05;
  traffic.plans = config.sequencer;
  traffic.accumulate = config.accumulate;
  traffic.float_sums = config.float_sums;
  traffic.multicast = config.multicast;
  traffic.idle = seed % 2 == 0 ? 0.5 : 0.1;
  traffic.max_bytes = seed % 5 == 0 ? 200 : 600;
  const bool far = topology.size() > 256;  // few messages, because each passes many nodes
  if (far) traffic.max_bytes = 24, traffic.idle = 1, traffic.max_gap = 2000, traffic.hot = 0;
  // In a large network, messages of few cycles already wait for each other, and one node to which many are
  // sent would take most of the run.
  if (is_large(topology)) traffic.hot *= 16.0 / topology.size();
  if (is_large(topology) && config.multicast) traffic.max_bytes = 100, traffic.idle = 1;
  return traffic;
}

LockstepOutcome run_lockstep(const Topology& topology, const HardwareConfig& config,
                             std::uint64_t router_cycles, std::uint64_t seed, NodeKind kind) {
  LockstepLog log;
  return run_lockstep(topology, config, router_cycles, seed, node_factory(kind, config, log));
}

LockstepOutcome run_lockstep(const Topology& topology, const HardwareConfig& config,
                             std::uint64_t router_cycles, std::uint64_t seed, const NodeFactory& make) {
  LockstepOutcome outcome;
  for (; outcome.router_cycles < router_cycles && outcome.wrong.empty(); ++seed) {
    StressOptions traffic = lockstep_traffic(topology, config, seed);
    const std::uint64_t left = (router_cycles - outcome.router_cycles) / topology.size();
    traffic.stop_at = std::clamp<std::uint64_t>(left, is_large(topology) ? 100 : 300, 4000);
    Fabric::Options options;
    options.mem_words = Stress::mem_words(topology.size(), traffic);
    const bool stalls = seed % 2 == 0;
    Fabric fabric(topology, config, options, stalls ? with_stalls(make, seed) : make);
    Stress stress(fabric, traffic);
    const Cycle hung = traffic.stop_at + 400'000;
    while (!stress.done()) {
      fabric.step(64);
      if (fabric.now() > hung) break;
    }
    outcome.router_cycles += fabric.evaluations();
    outcome.messages += stress.messages();
    const std::string wrong =
        stress.done() ? stress.check() : fmt::format("still busy at cycle {}", fabric.now());
    if (!wrong.empty()) outcome.wrong = fmt::format("seed {}: {}", seed, wrong);
  }
  return outcome;
}

}  // namespace collnoc::test

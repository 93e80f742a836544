// Router-cycles per second (nodes x cycles / seconds of processor time, on one thread) under uniform traffic,
// with 2 virtual channels of 8 flits and packets of 8 flits. Skipped quiescent nodes count, since they are
// simulated too.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/traffic_host.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

constexpr Cycle warm_up = 2'000, batch = 500;
constexpr Cycle no_end = Cycle{1} << 60;

/// A network in steady state under traffic.
class Loaded {
 public:
  Loaded(Backend backend, const Topology& topology, double load) {
    config_.topology = topology;
    config_.topology_text = to_text(topology);
    config_.hardware.vcs = 2;
    config_.hardware.vc_depth = 8;
    config_.packet_flits = 8;
    config_.backend = backend;
    const TrafficMemory layout(config_.packet_flits, config_.hardware.flit_bytes());
    machine_ =
        std::make_unique<Machine>(config_, static_cast<std::uint32_t>(layout.bytes(topology.size()) / 8 + 8));
    for (Rank r = 0; r < topology.size(); ++r) {
      hosts_.push_back(std::make_unique<TrafficHost>(config_, load, r, fabric().memory(r), no_end));
      fabric().set_host(r, hosts_.back().get());
    }
    fabric().step(warm_up);
  }
  Fabric& fabric() { return machine_->fabric(); }

 private:
  TrafficConfig config_;
  std::unique_ptr<Machine> machine_;
  std::vector<std::unique_ptr<TrafficHost>> hosts_;
};

void uniform(benchmark::State& state, Backend backend, const Topology& topology, double load) {
  try {
    Loaded network(backend, topology, load);
    const std::uint64_t before = network.fabric().evaluations();
    for (auto _ : state) network.fabric().step(batch);
    const auto router_cycles = static_cast<double>(state.iterations() * batch * topology.size());
    state.counters["router_cycles"] = benchmark::Counter(router_cycles, benchmark::Counter::kIsRate);
    state.counters["awake"] = static_cast<double>(network.fabric().evaluations() - before) / router_cycles;
  } catch (const NotInstalled& reason) {
    state.SkipWithError(reason.what());
  }
}

/// Names read uniform/BACKEND/NETWORK/LOAD; scripts/bench makes a table of them.
void add(Backend backend, const std::string& network, double load) {
  const std::string name = fmt::format("uniform/{}/{}/{:.2f}", word_of(backend), network, load);
  benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { uniform(state, backend, parse_topology(network), load); });
}

const bool added = [] {
  for (const Backend backend : {Backend::model, Backend::rtl, Backend::lockstep}) {
    add(backend, "mesh:8x8", 0.20);
    add(backend, "mesh:8x8", 0.02);
    if (backend == Backend::lockstep) continue;
    add(backend, "torus:8x8", 0.20);
    add(backend, "mesh:16x16", 0.20);
    add(backend, "torus:16x16", 0.20);
  }
  return true;
}();

}  // namespace
}  // namespace collnoc

// Router-cycles per second under uniform traffic: nodes x cycles / seconds of processor time, on one thread.
// 2 virtual channels of 8 flits, packets of 8 flits. A sleeping node counts: it is simulated, by doing nothing.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/engine/platform.hpp"
#include "sim/engine/traffic_host.hpp"

namespace collnoc {
namespace {

constexpr Cycle warm_up = 2'000, batch = 500;
constexpr Cycle no_end = Cycle{1} << 60;

/// A network that traffic has filled.
class Loaded {
 public:
  Loaded(Backend backend, const Topology& topology, double load) {
    config_.topology = topology;
    config_.topology_text = topology.wraps(0) ? "torus" : "mesh";
    config_.hardware.vcs = 2;
    config_.hardware.vc_depth = 8;
    config_.packet_flits = 8;
    config_.backend = backend;
    const TrafficMemory layout(config_.packet_flits, config_.hardware.flit_bytes());
    machine_ = std::make_unique<Machine>(config_, static_cast<std::uint32_t>(layout.bytes(topology.size()) / 8 + 8));
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

BENCHMARK_CAPTURE(uniform, model/mesh_8x8/0.20, Backend::model, Topology::mesh(8, 8), 0.20);
BENCHMARK_CAPTURE(uniform, model/mesh_8x8/0.02, Backend::model, Topology::mesh(8, 8), 0.02);
BENCHMARK_CAPTURE(uniform, model/torus_8x8/0.20, Backend::model, Topology::torus(8, 8), 0.20);
BENCHMARK_CAPTURE(uniform, model/mesh_16x16/0.20, Backend::model, Topology::mesh(16, 16), 0.20);
BENCHMARK_CAPTURE(uniform, model/torus_16x16/0.20, Backend::model, Topology::torus(16, 16), 0.20);
BENCHMARK_CAPTURE(uniform, rtl/mesh_8x8/0.20, Backend::rtl, Topology::mesh(8, 8), 0.20);
BENCHMARK_CAPTURE(uniform, rtl/mesh_8x8/0.02, Backend::rtl, Topology::mesh(8, 8), 0.02);
BENCHMARK_CAPTURE(uniform, rtl/torus_8x8/0.20, Backend::rtl, Topology::torus(8, 8), 0.20);
BENCHMARK_CAPTURE(uniform, rtl/mesh_16x16/0.20, Backend::rtl, Topology::mesh(16, 16), 0.20);
BENCHMARK_CAPTURE(uniform, rtl/torus_16x16/0.20, Backend::rtl, Topology::torus(16, 16), 0.20);
BENCHMARK_CAPTURE(uniform, lockstep/mesh_8x8/0.20, Backend::lockstep, Topology::mesh(8, 8), 0.20);
BENCHMARK_CAPTURE(uniform, lockstep/mesh_8x8/0.02, Backend::lockstep, Topology::mesh(8, 8), 0.02);

}  // namespace
}  // namespace collnoc

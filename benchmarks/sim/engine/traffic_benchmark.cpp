// Router-cycles per second (nodes x cycles / seconds of processor time, on one thread) under uniform traffic,
// with 2 virtual channels of 8 flits and packets of 8 flits or of one.
// Skipped quiescent nodes count, since they are simulated too.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/traffic_pins.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

constexpr Cycle warm_up = 2'000, batch = 500;

/// A network in steady state under traffic.
class Loaded {
 public:
  Loaded(Backend backend, const Topology& topology, double load, unsigned flits) {
    config_.classes.front().lengths = Lengths(flits);
    config_.topology = topology;
    config_.topology_text = to_text(topology);
    config_.hardware.vcs = 2;
    config_.hardware.vc_depth = 8;
    config_.backend = backend;
    layout_ = std::make_unique<PacketLayout>(topology, flits, config_.hardware.flit_bytes(), 1);
    machine_ = std::make_unique<Machine>(config_, layout_->bytes() / 8 + 8);
    for (Rank r = 0; r < topology.size(); ++r) {
      tiles_.push_back(
          std::make_unique<TrafficTile>(config_, std::vector{load}, *layout_, r, fabric().memory(r)));
      pins_.push_back(std::make_unique<TrafficPins>(config_, *tiles_.back()));
      watch(fabric(), r, config_, *tiles_.back(), *pins_.back());
    }
    step(warm_up);
  }
  void step(Cycle cycles) {
    fabric().step(cycles);
    for (auto& tile : tiles_) tile->log.clear();
  }
  Fabric& fabric() { return machine_->fabric(); }

 private:
  TrafficConfig config_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<PacketLayout> layout_;
  std::vector<std::unique_ptr<TrafficTile>> tiles_;
  std::vector<std::unique_ptr<TrafficPins>> pins_;
};

void uniform(benchmark::State& state, Backend backend, const Topology& topology, double load,
             unsigned flits = 8) {
  try {
    Loaded network(backend, topology, load, flits);
    const std::uint64_t before = network.fabric().evaluations();
    for (auto _ : state) network.step(batch);
    const auto router_cycles = static_cast<double>(state.iterations() * batch * topology.size());
    state.counters["router_cycles"] = benchmark::Counter(router_cycles, benchmark::Counter::kIsRate);
    state.counters["awake"] = static_cast<double>(network.fabric().evaluations() - before) / router_cycles;
  } catch (const NotInstalled& reason) {
    state.SkipWithError(reason.what());
  }
}

/// Names read uniform/BACKEND/NETWORK/LOAD; scripts/bench makes a table of them.
void add(Backend backend, const std::string& network, double load, unsigned flits = 8) {
  const std::string name = fmt::format("uniform/{}/{}{}/{:.2f}", word_of(backend), network,
                                       flits == 1 ? ", packets of 1 flit" : "", load);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    uniform(state, backend, parse_topology(network), load, flits);
  });
}

const bool added = [] {
  for (const unsigned flits : {1u, 8u}) {
    for (const double load : {0.05, 0.20}) {
      benchmark::RegisterBenchmark(fmt::format("check/{}-flit/{:.2f}", flits, load).c_str(),
                                   [=](benchmark::State& state) {
                                     uniform(state, Backend::model, parse_topology("mesh:8x8"), load, flits);
                                   });
    }
  }
  for (const Backend backend : {Backend::model, Backend::rtl, Backend::lockstep}) {
    for (const unsigned flits : {8u, 1u}) {
      add(backend, "mesh:8x8", 0.20, flits);
      add(backend, "mesh:8x8", 0.05, flits);
    }
    add(backend, "mesh:8x8", 0.02);
    if (backend == Backend::lockstep) continue;
    add(backend, "torus:8x8", 0.20);
    add(backend, "mesh:16x16", 0.20);
    add(backend, "torus:16x16", 0.20);
  }
  add(Backend::model, "mesh:64x64", 0.05);
  return true;
}();

}  // namespace
}  // namespace collnoc

// Router-cycles per second (nodes x cycles / seconds of processor time, on one thread) while every tile runs
// a program: a mixed load that never sleeps, so all processors are evaluated in every cycle. The network is
// idle.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "sim/common/errors.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

void programs(benchmark::State& state, Backend backend, const std::string& network) {
  TileProgramConfig config;
  config.topology = parse_topology(network);
  config.topology_text = network;
  config.hardware.fit(config.topology);
  config.backend = backend;
  config.file = COLLNOC_BENCHMARK_PROGRAM;
  try {
    std::uint64_t cycles = 0;
    for (auto _ : state) cycles += Simulator().tile_program(config, {}, {}).cycles;
    state.counters["router_cycles"] =
        benchmark::Counter(static_cast<double>(cycles * config.topology.size()), benchmark::Counter::kIsRate);
  } catch (const NotInstalled& reason) {
    state.SkipWithError(reason.what());
  }
}

/// Names read programs/BACKEND/NETWORK/WHAT; scripts/bench makes a table of them.
const bool added = [] {
  for (const Backend backend : {Backend::model, Backend::rtl, Backend::lockstep}) {
    const std::string network = "torus:8x8";
    benchmark::RegisterBenchmark(
        fmt::format("programs/{}/{}/a program on every tile", word_of(backend), network).c_str(),
        [=](benchmark::State& state) { programs(state, backend, network); });
  }
  return true;
}();

}  // namespace
}  // namespace collnoc

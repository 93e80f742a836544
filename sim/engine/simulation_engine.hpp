// The simulator as the program's Engine. Apart from sim/run/engine.hpp, so that the program's library can be
// linked without a simulator.
#pragma once
#include "sim/run/engine.hpp"

namespace collnoc {

/// The simulator.
class SimulationEngine final : public Engine {
 public:
  RunResult collective(const RunConfig& config, const Progress& progress,
                       const ConsoleLine& console) override {
    return run_collective(config, progress, console);
  }
  ProgramResult program(const ProgramConfig& config, const Progress& progress,
                        const ConsoleLine& console) override {
    return run_tile_program(config, progress, console);
  }
  TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) override {
    return run_traffic(config, load, progress);
  }
  std::vector<NodeVariant> nodes() override { return node_variants(); }
};

}  // namespace collnoc

// The Engine that simulates. It holds nothing: every call builds its own machine.
#pragma once
#include "sim/run/engine.hpp"

namespace collnoc {

class Simulator final : public Engine {
 public:
  RunResult collective(const RunConfig& config, const Progress& progress,
                       const ConsoleLine& console) override;
  TileProgramResult tile_program(const TileProgramConfig& config, const Progress& progress,
                                 const ConsoleLine& console) override;
  TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) override;
  ReplayResult replay(const ReplayConfig& config, const PartProgress& progress) override;
  std::vector<NodeVariant> nodes() override;
};

}  // namespace collnoc

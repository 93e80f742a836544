// The Engine that simulates. Every call builds its own machine.
#pragma once
#include "sim/distributed/parts.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

class Simulator final : public Engine {
 public:
  /// In several parts, the first one's results are those of the run; what is not supported in parts throws
  /// UserError.
  explicit Simulator(const NetworkParts& parts = undivided) : parts_(parts) {}

  RunResult collective(const RunConfig& config, const Progress& progress,
                       const ConsoleLine& console) override;
  bool fits(const RunConfig& config) override;
  TileProgramResult tile_program(const TileProgramConfig& config, const Progress& progress,
                                 const ConsoleLine& console) override;
  TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) override;
  ReplayResult replay(const ReplayConfig& config, const PartProgress& progress) override;
  std::vector<NodeVariant> nodes() override;

 private:
  const NetworkParts& parts_;
};

}  // namespace collnoc

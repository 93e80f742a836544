// The Engine of processes that simulate one network together: the Simulator, for what it can do in parts.
#pragma once
#include "sim/engine/simulator.hpp"

namespace collnoc {

/// Every process calls the same functions in the same order. Results are complete at the first part only.
/// What is not supported in parts throws UserError.
class DistributedEngine final : public Engine {
 public:
  /// `parts` must outlive this object.
  explicit DistributedEngine(const NetworkParts& parts) : parts_(parts), simulator_(parts) {}

  RunResult collective(const RunConfig& config, const Progress& progress,
                       const ConsoleLine& console) override;
  bool fits(const RunConfig& config) override { return simulator_.fits(config); }
  TileProgramResult tile_program(const TileProgramConfig& config, const Progress& progress,
                                 const ConsoleLine& console) override;
  TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) override;
  ReplayResult replay(const ReplayConfig& config, const PartProgress& progress) override;
  std::vector<NodeVariant> nodes() override { return simulator_.nodes(); }

 private:
  template <class Work>
  auto together(const Work& work);

  const NetworkParts& parts_;
  Simulator simulator_;
};

}  // namespace collnoc

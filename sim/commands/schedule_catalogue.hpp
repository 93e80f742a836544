// The algorithms of firmware/collectives as the program's catalogue.
#pragma once
#include <functional>

#include "sim/run/catalogue.hpp"
#include "sim/tune/tuned_table.hpp"

namespace collnoc {

class ScheduleCatalogue final : public AlgorithmCatalogue {
 public:
  /// `tuned`: the measured cases, asked for when they are needed first; without it, there are none.
  explicit ScheduleCatalogue(std::function<const TunedTable&()> tuned = {}) : tuned_(std::move(tuned)) {}

  std::vector<AlgorithmInfo> algorithms() const override;
  std::vector<TopologyInfo> topologies() const override;
  bool has(Collective collective, const std::string& name) const override;
  std::optional<Rank> only_root(Collective collective, const std::string& name) const override;
  Topology topology(const std::string& text) const override;
  /// Where an all-port schedule needs both orders of dimensions and the hardware has only one, the name means
  /// the one-port schedule.
  std::string meant(Collective collective, const std::string& name, const Topology& topology,
                    const HardwareConfig& hardware) const override;
  std::optional<std::string> why_not(Collective collective, const std::string& name, const Topology& topology,
                                     const HardwareConfig& hardware, std::uint64_t bytes) const override;
  /// The fastest algorithm of this case if it was measured (with multicast, or without it), otherwise that
  /// with the shortest estimate (sim/schedule/estimate.hpp), or, where one of them has too many actions for
  /// that, by their closed forms. Of several, the first. Root 0.
  std::string best(Collective collective, const Topology& topology, const HardwareConfig& hardware,
                   std::uint64_t bytes, Executor executor, std::uint64_t startup_cycles,
                   const std::vector<std::string>& applicable) const override;
  nlohmann::ordered_json schedule(const ScheduleRequest& request) const override;
  bool plans_fit(const ScheduleRequest& request) const override;
  LinkedPlans plans(const ScheduleRequest& request) const override;
  std::vector<CheckLine> check(const ScheduleRequest& request) const override;

 private:
  std::function<const TunedTable&()> tuned_;
};

}  // namespace collnoc

// The algorithms of firmware/collectives as the program's catalogue.
#pragma once
#include "sim/run/catalogue.hpp"

namespace collnoc {

class ScheduleCatalogue final : public AlgorithmCatalogue {
 public:
  std::vector<AlgorithmInfo> algorithms() const override;
  std::vector<TopologyInfo> topologies() const override;
  Topology topology(const std::string& text) const override;
  std::string meant(Collective collective, const std::string& name, const Topology& topology,
                    Nic nic) const override;
  std::optional<std::string> why_not(Collective collective, const std::string& algorithm,
                                     const Topology& topology, Nic nic, std::uint64_t bytes) const override;
  /// The shortest time by the papers' closed forms, T_s alpha + T_c beta L, with a start-up of 10 cycles and
  /// 8 bytes a cycle; without a closed form every step counts as one start-up and one whole message.
  std::string best(Collective collective, const Topology& topology, Nic nic, std::uint64_t bytes,
                   const std::vector<std::string>& applicable) const override;
  nlohmann::ordered_json schedule(const ScheduleRequest& request) const override;
  std::vector<CheckLine> check(const ScheduleRequest& request) const override;
};

}  // namespace collnoc

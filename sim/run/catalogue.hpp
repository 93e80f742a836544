// The interface between the program and the schedules (sim/schedule/).
#pragma once
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "sim/run/names.hpp"

namespace collnoc {

/// An algorithm as `collnoc list algorithms` shows it.
struct AlgorithmInfo {
  Collective collective = Collective::broadcast;
  std::string name;
  std::string summary;  ///< one line: idea, source
};

/// A kind of topology as `collnoc list topologies` shows it.
struct TopologyInfo {
  std::string kind;     ///< "mesh"
  std::string example;  ///< "mesh:8x8"
  std::string summary;
};

/// A command's request for a schedule.
struct ScheduleRequest {
  Collective collective = Collective::broadcast;
  std::string algorithm;
  std::string topology_text;
  Topology topology;
  PortModel nic = PortModel::one_port;
  std::uint64_t bytes = 1024;
  Rank root = 0;
  HardwareConfig hardware;  ///< for the deadlock graph
  Op op = Op::sum;
  Element element = Element::u32;
};

/// One property that the checker examines.
struct CheckLine {
  std::string question;  ///< "delivery", "port model", "shared links", "deadlock graph"
  bool good = false;
  std::string answer;   ///< the evidence, or the first violation with step, rank and block
  bool claimed = true;  ///< false: the algorithm does not claim it, so a violation is not an error
};

/// Plans for the NICs' sequencers of all ranks, in the form that place_plan() takes
/// (firmware/runtime/linked_plan.hpp).
struct LinkedPlans {
  unsigned channels = 1;           ///< of the NIC
  std::uint32_t memory_bytes = 0;  ///< memory of the collective, a multiple of 8
  std::vector<std::vector<std::uint64_t>> words_per_rank;
};

/// Names, applicability, schedules and proofs of all algorithms.
class AlgorithmCatalogue {
 public:
  virtual ~AlgorithmCatalogue() = default;
  /// All algorithms, in display order.
  virtual std::vector<AlgorithmInfo> algorithms() const = 0;
  virtual std::vector<TopologyInfo> topologies() const = 0;
  /// Whether the name is one of algorithms(), or that of a schedule in a file. Throws UserError for a file
  /// that has none.
  virtual bool has(Collective collective, const std::string& name) const {
    const std::vector<AlgorithmInfo> all = algorithms();
    return std::any_of(all.begin(), all.end(), [&](const AlgorithmInfo& info) {
      return info.collective == collective && info.name == name;
    });
  }
  /// The only root of an algorithm; nothing: any rank. Precondition: has().
  virtual std::optional<Rank> only_root(Collective, const std::string& /*name*/) const {
    return std::nullopt;
  }
  /// The algorithm that `name` means on this network with this hardware: one of algorithms(), or `name`
  /// itself.
  virtual std::string meant(Collective, const std::string& name, const Topology&,
                            const HardwareConfig&) const {
    return name;
  }
  /// The topology of a text such as "mesh:8x8". Throws UserError with the allowed values.
  virtual Topology topology(const std::string& text) const = 0;
  /// Nothing when the algorithm runs on this network with `hardware` and messages of `bytes`; otherwise the
  /// reason, a clause such as "it needs a square whose side is a power of two". Precondition: has().
  virtual std::optional<std::string> why_not(Collective collective, const std::string& algorithm,
                                             const Topology& topology, const HardwareConfig& hardware,
                                             std::uint64_t bytes) const = 0;
  /// The fastest known algorithm for the case among `applicable` (not empty) if `executor` performs it and
  /// software adds `startup_cycles` to each send. Only the NIC's ports and multicast of the
  /// hardware matter.
  virtual std::string best(Collective collective, const Topology& topology, const HardwareConfig& hardware,
                           std::uint64_t bytes, Executor executor, std::uint64_t startup_cycles,
                           const std::vector<std::string>& applicable) const = 0;
  /// A schedule as JSON, schema collnoc.schedule/1.
  virtual nlohmann::ordered_json schedule(const ScheduleRequest& request) const = 0;
  /// Whether the data and the plans of plans() fit a tile's memory.
  virtual bool plans_fit(const ScheduleRequest&) const { return true; }
  /// Throws UserError if the plan of a rank is too long for a tile's memory.
  virtual LinkedPlans plans(const ScheduleRequest& request) const = 0;
  /// The static proof, one line per question.
  virtual std::vector<CheckLine> check(const ScheduleRequest& request) const = 0;
};

}  // namespace collnoc

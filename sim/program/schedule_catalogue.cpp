#include "sim/program/schedule_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"
#include "sim/fabric/dependency_graph.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/rank_plan.hpp"
#include "sim/schedule/schedule_json.hpp"
#include "sim/schedulefile/schedule_file.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// `best` assumes 64-bit flits.
constexpr double flit_bytes = 8;

Job job_of(const ScheduleRequest& request) {
  return {request.topology,
          request.root,
          static_cast<std::uint32_t>(request.bytes),
          0,
          timing_of(request.hardware),
          request.op,
          request.element};
}

const Algorithm& algorithm_of(const ScheduleRequest& request) {
  return *algorithm_named(request.collective, request.algorithm);
}

/// Plans that a program links have no empty words; where they will lie is not known.
PlanPlace linked_place(const ScheduleRequest& request) {
  return {0, request.hardware.channels(), false, true};
}

CheckLine deadlock_line(const ScheduleRequest& request) {
  const DependencyGraph graph = dependency_graph(request.topology, request.hardware);
  if (graph.cycle.empty())
    return {"deadlock graph", true,
            fmt::format("{} channels with {} virtual channels per link{}, {} dependencies, no cycle",
                        graph.channels, request.hardware.vcs,
                        graph.whole ? "" : " on one line of each dimension", graph.dependencies)};
  return {"deadlock graph", false, cycle_text(graph, request.topology)};
}

/// The network in `table` of the same kind, dimensions and wraps with the nearest number of nodes, by ratio;
/// empty if there is none.
std::string similar_network(const TunedTable& table, const Topology& topology) {
  std::string best;
  double least = 0;
  if (topology.tables() != nullptr) return "";  // nothing is known of other graphs
  for (const TunedEntry& entry : table.entries()) {
    if (names_graph(entry.key.topology)) continue;
    const Topology other = parse_topology(entry.key.topology);
    bool same = other.kind() == topology.kind() && other.dims() == topology.dims();
    for (unsigned d = 0; same && d < topology.dims(); ++d) same = other.wraps(d) == topology.wraps(d);
    const auto [small, large] = std::minmax({other.size(), topology.size()});
    const double ratio = static_cast<double>(large) / small;
    if (!same || (!best.empty() && ratio >= least)) continue;
    best = entry.key.topology;
    least = ratio;
  }
  return best;
}

}  // namespace

std::vector<AlgorithmInfo> ScheduleCatalogue::algorithms() const {
  std::vector<AlgorithmInfo> infos;
  for (const Algorithm* algorithm : collnoc::algorithms())
    infos.push_back(
        {algorithm->collective(), std::string(algorithm->name()), std::string(algorithm->summary())});
  return infos;
}

std::vector<TopologyInfo> ScheduleCatalogue::topologies() const {
  std::vector<TopologyInfo> infos;
  for (const TopologyWord& kind : topology_words()) infos.push_back({kind.kind, kind.example, kind.summary});
  return infos;
}

Topology ScheduleCatalogue::topology(const std::string& text) const { return parse_topology(text); }

std::string ScheduleCatalogue::meant(Collective collective, const std::string& name, const Topology& topology,
                                     const HardwareConfig& hardware) const {
  if (names_schedule_file(name)) return name;
  const Algorithm* algorithm = meant_algorithm(collective, name, topology, nic_of(hardware));
  if (algorithm && algorithm->needs_orders() && hardware.route_orders < 2)
    algorithm = meant_algorithm(collective, name, topology, PortModel::one_port);
  return algorithm ? std::string(algorithm->name()) : name;
}

std::optional<std::string> ScheduleCatalogue::why_not(Collective collective, const std::string& name,
                                                      const Topology& topology,
                                                      const HardwareConfig& hardware,
                                                      std::uint64_t bytes) const {
  const Algorithm& algorithm = *algorithm_named(collective, name);
  if (auto reason = algorithm.why_not(topology, nic_of(hardware))) return reason;
  if (auto missing = lacks(algorithm, hardware)) return missing;
  const std::uint64_t needed =
      bytes > addressable_bytes ? bytes
                                : algorithm.bytes_needed({topology, 0, static_cast<std::uint32_t>(bytes), 0});
  if (needed > addressable_bytes)
    return fmt::format("with {} bytes it exceeds a tile's memory of {} bytes", bytes, addressable_bytes);
  return std::nullopt;
}

bool ScheduleCatalogue::has(Collective collective, const std::string& name) const {
  return algorithm_named(collective, name) != nullptr;
}

std::optional<Rank> ScheduleCatalogue::only_root(Collective collective, const std::string& name) const {
  return collnoc::only_root(collective, name);
}

std::string ScheduleCatalogue::best(Collective collective, const Topology& topology,
                                    const HardwareConfig& hardware, std::uint64_t bytes, Executor executor,
                                    std::uint64_t startup_cycles,
                                    const std::vector<std::string>& applicable) const {
  const PortModel nic = nic_of(hardware);
  const TunedTable none;
  const TunedTable& table = tuned_ ? tuned_() : none;
  const auto measured = [&](bool multicast) {
    TunedCase wanted{collective, to_text(topology), nic, startup_cycles, bytes, executor, multicast};
    const TunedEntry* tuned = table.nearest(wanted);
    if (tuned == nullptr && executor == Executor::nic) {  // the formula knows only what software costs
      wanted.topology = similar_network(table, topology);
      tuned = table.nearest(wanted);
    }
    return tuned;
  };
  const TunedEntry* tuned = hardware.multicast ? measured(true) : nullptr;
  if (tuned == nullptr) tuned = measured(false);
  if (tuned != nullptr &&
      std::find(applicable.begin(), applicable.end(), tuned->algorithm) != applicable.end())
    return tuned->algorithm;
  const double startup = static_cast<double>(hardware_startup + startup_cycles);
  const Job job{topology, 0, static_cast<std::uint32_t>(bytes), 0};
  const double length_cycles = static_cast<double>(bytes) / flit_bytes;
  const auto time = [&](const std::string& name) {
    const Algorithm& algorithm = *find_algorithm(collective, name);
    if (const auto paper = paper_cost(algorithm, job, nic))
      return paper->alpha * startup + paper->beta * length_cycles;
    return algorithm.steps(job) * (startup + length_cycles);
  };
  std::string best = applicable.front();
  double least = time(best);
  for (const std::string& name : applicable)
    if (const double cycles = time(name); cycles < least) {
      least = cycles;
      best = name;
    }
  return best;
}

nlohmann::ordered_json ScheduleCatalogue::schedule(const ScheduleRequest& request) const {
  Schedule schedule = spell_out(algorithm_of(request), job_of(request), request.nic);
  trace(schedule);
  return to_json(schedule);
}

bool ScheduleCatalogue::plans_fit(const ScheduleRequest& request) const {
  return collnoc::plans_fit(algorithm_of(request), job_of(request), linked_place(request));
}

LinkedPlans ScheduleCatalogue::plans(const ScheduleRequest& request) const {
  const Algorithm& algorithm = algorithm_of(request);
  const Job job = job_of(request);
  LinkedPlans result;
  result.channels = request.hardware.channels();
  result.memory_bytes = static_cast<std::uint32_t>(padded(algorithm.bytes_needed(job)));
  try {
    for (RankPlan& plan :
         rank_plans(algorithm, job, linked_place(request),
                    addressable_bytes - std::min<std::uint64_t>(addressable_bytes, result.memory_bytes))) {
      result.words_per_rank.push_back(std::move(plan.words));
    }
  } catch (const UserError& error) {
    const std::string limit = limit_with_plans(algorithm, job, linked_place(request));
    throw UserError(limit.empty() ? error.what() : fmt::format("{}; {}", error.what(), limit));
  }
  return result;
}

std::vector<CheckLine> ScheduleCatalogue::check(const ScheduleRequest& request) const {
  std::vector<CheckLine> lines;
  for (const Verdict& verdict : collnoc::check(algorithm_of(request), job_of(request), request.nic))
    lines.push_back(
        {verdict.question, verdict.good(), verdict.answer, verdict.outcome != Verdict::Outcome::note});
  lines.push_back(deadlock_line(request));
  return lines;
}

}  // namespace collnoc

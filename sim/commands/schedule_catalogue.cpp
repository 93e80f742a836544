#include "sim/commands/schedule_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"
#include "sim/fabric/dependency_graph.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/estimate.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/rank_plan.hpp"
#include "sim/schedule/schedule_json.hpp"
#include "sim/schedulefile/schedule_file.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

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
  if (!request.topology.has_hardware())
    return {"deadlock graph", false,
            fmt::format("no hardware: it would need {} virtual channels", request.hardware.default_vcs()),
            false};
  const DependencyGraph graph = dependency_graph(request.topology, request.hardware);
  if (graph.cycle.empty())
    return {"deadlock graph", true,
            fmt::format("{} channels with {} virtual channels per link{}, {} dependencies, no cycle",
                        graph.channels, request.hardware.vcs,
                        graph.whole ? "" : " on one line of each dimension", graph.dependencies)};
  return {"deadlock graph", false, cycle_text(graph, request.topology)};
}

/// Of the estimates for one choice: some five seconds of processor time.
constexpr std::uint64_t most_events = 16'000'000;
/// On larger networks some schedules take too long to be listed.
constexpr Rank most_estimated_ranks = 4096;

/// The cycles by the algorithm's closed form, T_s alpha + T_c beta L, with 10 cycles for the hardware of a
/// start-up; without one, every step counts as one start-up and one whole message.
double formula_cycles(const Algorithm& algorithm, const Job& job, PortModel nic,
                      std::uint64_t startup_cycles) {
  const double startup = static_cast<double>(10 + startup_cycles);
  const double length = static_cast<double>(job.bytes) / job.timing.flit_bytes;
  if (const auto paper = paper_cost(algorithm, job, nic))
    return paper->alpha * startup + paper->beta * length;
  return algorithm.steps(job) * (startup + length);
}

/// The timing that a schedule asks for if `executor` performs it.
Timing timing_of(const HardwareConfig& hardware, Executor executor, std::uint64_t startup_cycles) {
  Timing timing = timing_of(hardware);
  if (executor != Executor::nic) timing.software_cycles = static_cast<std::uint32_t>(startup_cycles);
  return timing;
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
  if (const TunedTable* table = tuned_ ? &tuned_() : nullptr) {
    TunedCase wanted{collective, to_text(topology), nic, startup_cycles, bytes, executor, hardware.multicast};
    const TunedEntry* tuned = table->find(wanted);
    wanted.multicast = false;
    if (tuned == nullptr) tuned = table->find(wanted);
    if (tuned != nullptr && std::ranges::count(applicable, tuned->algorithm) != 0) return tuned->algorithm;
  }
  Job job{topology, 0, static_cast<std::uint32_t>(bytes), 0, timing_of(hardware, executor, startup_cycles)};
  const Performer performer{hardware, executor == Executor::nic, startup_cycles};
  const std::string* best = nullptr;
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t events = topology.size() <= most_estimated_ranks ? most_events : 0;
  for (const std::string& name : applicable) {
    job.root = only_root(collective, name).value_or(0);
    const auto cycles =
        estimated_cycles(*find_algorithm(collective, name), job, performer, least - 1, events);
    if (!cycles) {
      best = nullptr;
      break;
    }
    if (*cycles >= least) continue;  // of those that are equally fast, the first
    best = &name;
    least = *cycles;
  }
  if (best != nullptr) return *best;
  job.root = 0;
  return *std::ranges::min_element(applicable, {}, [&](const std::string& name) {
    return formula_cycles(*find_algorithm(collective, name), job, nic, startup_cycles);
  });
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

#include "sim/program/schedule_catalogue.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/path.hpp"
#include "sim/schedule/schedule.hpp"
#include "sim/schedule/topology_text.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

Job job_of(const ScheduleRequest& request) {
  return {request.topology, request.root, static_cast<std::uint32_t>(request.bytes), 0};
}

const Algorithm& algorithm_of(const ScheduleRequest& request) {
  return *find_algorithm(request.collective, request.algorithm);
}

/// Cycles on paper: in every step a start-up, the longest message and the longest way.
std::uint64_t estimate(const Algorithm& algorithm, const Job& job) {
  constexpr std::uint64_t startup = 10, flit_bytes = 8;
  std::uint64_t cycles = 0;
  StepWalker walker(algorithm, job);
  for (Step step; walker.next(step);) {
    std::uint64_t bytes = 0, hops = 0;
    for (const Transfer& transfer : step) {
      bytes = std::max(bytes, transfer.bytes());
      hops = std::max<std::uint64_t>(hops, distance(job.topology, transfer.src, transfer.dst));
    }
    cycles += startup + bytes / flit_bytes + hops;
  }
  return cycles;
}

Json transfer_json(const Schedule& schedule, const Transfer& transfer) {
  Json blocks = Json::array();
  for (const Block& block : transfer.blocks) {
    Json json{{"origin", block.origin}, {"offset", block.offset}, {"length", block.length}};
    if (block.target != no_rank) json["target"] = block.target;
    blocks.push_back(json);
  }
  return {{"src", transfer.src},
          {"dst", transfer.dst},
          {"route", path(schedule.job.topology, transfer.src, transfer.dst, transfer.route())},
          {"blocks", blocks}};
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
  for (const TopologyKind& kind : topology_kinds()) infos.push_back({kind.kind, kind.example, kind.summary});
  return infos;
}

Topology ScheduleCatalogue::topology(const std::string& text) const {
  const std::string kind = text.substr(0, text.find(':'));
  std::vector<std::string> kinds;
  for (const TopologyKind& known : topology_kinds()) kinds.push_back(known.kind);
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw UserError(fmt::format("topology '{}': unknown kind '{}'; {}", text, kind, suggestion(kind, kinds)));
  return parse_topology(text);
}

std::optional<std::string> ScheduleCatalogue::why_not(Collective collective, const std::string& name,
                                                      const Topology& topology, Nic nic,
                                                      std::uint64_t bytes) const {
  const Algorithm& algorithm = *find_algorithm(collective, name);
  if (auto reason = algorithm.why_not(topology, nic)) return reason;
  const std::uint64_t needed =
      bytes > addressable_bytes ? bytes
                                : algorithm.bytes_needed({topology, 0, static_cast<std::uint32_t>(bytes), 0});
  if (needed > addressable_bytes)
    return fmt::format("it needs {} bytes of every tile's memory, which has {}", needed, addressable_bytes);
  return std::nullopt;
}

std::string ScheduleCatalogue::best(Collective collective, const Topology& topology, Nic, std::uint64_t bytes,
                                    const std::vector<std::string>& applicable) const {
  const Job job{topology, 0, static_cast<std::uint32_t>(bytes), 0};
  std::string best = applicable.front();
  if (applicable.size() == 1) return best;
  std::uint64_t fewest = ~std::uint64_t{0};
  for (const std::string& name : applicable) {
    const std::uint64_t cycles = estimate(*find_algorithm(collective, name), job);
    if (cycles < fewest) {
      fewest = cycles;
      best = name;
    }
  }
  return best;
}

Json ScheduleCatalogue::schedule(const ScheduleRequest& request) const {
  Schedule schedule = spell_out(algorithm_of(request), job_of(request), request.nic);
  trace(schedule);
  Json json{{"schema", "collnoc.schedule/1"},
            {"collective", word_of(request.collective)},
            {"algorithm", request.algorithm},
            {"topology", request.topology_text},
            {"nic", word_of(request.nic)},
            {"root", request.root},
            {"bytes", request.bytes},
            {"steps", Json::array()}};
  for (const Step& step : schedule.steps) {
    Json transfers = Json::array();
    for (const Transfer& transfer : step) transfers.push_back(transfer_json(schedule, transfer));
    json["steps"].push_back({{"transfers", transfers}});
  }
  return json;
}

std::vector<CheckLine> ScheduleCatalogue::check(const ScheduleRequest& request) const {
  std::vector<CheckLine> lines;
  for (const Verdict& verdict : collnoc::check(algorithm_of(request), job_of(request), request.nic))
    lines.push_back({verdict.question, verdict.good(), verdict.answer});
  return lines;
}

}  // namespace collnoc

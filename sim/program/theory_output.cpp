#include "sim/program/theory_output.hpp"

#include <fmt/format.h>

#include "sim/schedule/metrics.hpp"
#include "sim/theory/broadcast.hpp"
#include "sim/theory/total_exchange.hpp"

namespace collnoc {
namespace {

/// Of the only schedule; nothing of several, or of a file.
std::optional<theory::ScheduleCosts> costs_of(const std::vector<ScheduleRequest>& requests) {
  const ScheduleRequest& only = requests.front();
  const Algorithm* algorithm = find_algorithm(only.collective, only.algorithm);
  const Job job{only.topology, only.root, static_cast<std::uint32_t>(only.bytes), 0,
                timing_of(only.hardware)};
  if (requests.size() > 1 || !algorithm || why_not(*algorithm, job, only.nic)) return std::nullopt;
  const Metrics metrics = measure(*algorithm, job);
  return theory::ScheduleCosts{only.algorithm, metrics.alpha, metrics.beta, metrics.message_hops};
}

}  // namespace

std::vector<theory::Statement> statements_about(const std::vector<ScheduleRequest>& requests) {
  const ScheduleRequest& first = requests.front();
  if (first.collective == Collective::total_exchange)
    return theory::total_exchange(first.topology, first.nic);
  if (first.collective == Collective::broadcast)
    return theory::broadcast(first.topology, first.nic, first.root, costs_of(requests));
  if (first.collective == Collective::all_to_all_broadcast)
    return theory::all_to_all_broadcast(first.topology, first.nic, costs_of(requests));
  return {};
}

std::string theory_text(const std::vector<theory::Statement>& statements, const Palette& palette) {
  std::string text;
  for (const theory::Statement& statement : statements)
    text += palette.note(fmt::format("# theory: {} ({})", statement.text, statement.source)) + "\n";
  return text;
}

nlohmann::ordered_json theory_json(const std::vector<theory::Statement>& statements) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const theory::Statement& statement : statements) {
    nlohmann::ordered_json one{
        {"source", statement.source}, {"quantity", statement.quantity}, {"bound", statement.bound}};
    if (statement.reached)
      one["reached"] = {{"by", statement.reached->by},
                        {"value", statement.reached->value},
                        {"least", statement.reached->least}};
    one["text"] = statement.text;
    all.push_back(one);
  }
  return all;
}

nlohmann::ordered_json network_json(const std::string& topology_text, const theory::NetworkNumbers& numbers,
                                    const std::string& source) {
  return {{"schema", "collnoc.network/1"},
          {"topology", topology_text},
          {"nodes", numbers.nodes},
          {"links", numbers.links},
          {"diameter", numbers.diameter},
          {"status",
           {{"least", numbers.least_status},
            {"most", numbers.most_status},
            {"average", numbers.average_status()}}},
          {"average_distance", numbers.average_distance()},
          {"total_distance", numbers.total_distance},
          {"source", source}};
}

}  // namespace collnoc

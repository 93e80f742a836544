#include "sim/commands/theory_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/commands/schedule_costs.hpp"
#include "sim/theory/total_exchange.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

/// Of the only schedule; nothing of several, of a file, or of one with multicasts, for which no bound holds.
std::optional<theory::ScheduleCosts> costs_of(const std::vector<ScheduleRequest>& requests) {
  const ScheduleRequest& only = requests.front();
  const Algorithm* algorithm = find_algorithm(only.collective, only.algorithm);
  const Job job{only.topology, only.root, static_cast<std::uint32_t>(only.bytes), 0,
                timing_of(only.hardware)};
  if (requests.size() > 1 || !algorithm || algorithm->multicasts() || why_not(*algorithm, job, only.nic))
    return std::nullopt;
  return schedule_costs(*algorithm, job);
}

/// The root of all requests; nothing if they have several.
std::optional<Rank> only_root(const std::vector<ScheduleRequest>& requests) {
  const Rank root = requests.front().root;
  const bool same = std::all_of(requests.begin(), requests.end(),
                                [&](const ScheduleRequest& request) { return request.root == root; });
  return same ? std::optional(root) : std::nullopt;
}

}  // namespace

std::vector<theory::Statement> statements_about(const std::vector<ScheduleRequest>& requests) {
  const ScheduleRequest& first = requests.front();
  if (first.collective == Collective::total_exchange)
    return theory::total_exchange(first.topology, first.nic);
  if (first.collective == Collective::broadcast)
    return theory::broadcast(first.topology, first.nic, only_root(requests), costs_of(requests));
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
                        {"meets_bound", statement.reached->meets_bound}};
    one["text"] = statement.text;
    all.push_back(one);
  }
  return all;
}

std::string graph_text(const Topology& topology, const theory::GraphNumbers& graph, const Palette& palette) {
  std::string text;
  const auto line = [&](const std::string& words) { text += palette.note("# " + words) + "\n"; };
  const auto plural = [](std::uint64_t n, const char* ending = "s") { return n == 1 ? "" : ending; };
  if (graph.switches != 0)
    line(fmt::format("{} tiles and {} switch{} without a tile; distances are those of tiles", topology.size(),
                     graph.switches, plural(graph.switches, "es")));
  line(fmt::format(
      "routes: {} hops on average, {} class{} of virtual channels; the busiest link is {} of node {}, which "
      "{} pair{} of tiles use{}",
      shortest(graph.average(topology.size())), graph.classes, plural(graph.classes, "es"),
      link_name(topology, graph.busiest_link), graph.busiest_node, graph.busiest_routes,
      plural(graph.busiest_routes), graph.busiest_routes == 1 ? "s" : ""));
  for (const theory::GraphNumbers::Timed& of : graph.timed) {
    const std::string narrow =
        of.timing.interval == 1 ? "" : fmt::format(", a flit every {} cycles", of.timing.interval);
    line(fmt::format(
        "{} direction{} of links with a delay of {} cycle{}{}; --vc-depth {} gives one virtual channel the "
        "whole "
        "rate",
        of.directions, plural(of.directions), of.timing.delay, plural(of.timing.delay), narrow, of.places));
  }
  return text;
}

nlohmann::ordered_json network_json(const Topology& topology, const std::string& topology_text,
                                    const theory::NetworkNumbers& numbers, const std::string& source,
                                    const std::optional<theory::GraphNumbers>& graph) {
  nlohmann::ordered_json json{{"schema", "collnoc.network/1"},
                              {"topology", topology_text},
                              {"nodes", numbers.nodes},
                              {"links", numbers.links},
                              {"diameter", numbers.diameter},
                              {"status",
                               {{"least", numbers.least_status},
                                {"most", numbers.most_status},
                                {"average", numbers.average_status()}}},
                              {"average_distance", numbers.average_distance()},
                              {"source", source}};
  if (!graph) return json;
  json["switches"] = graph->switches;
  json["routes"] = {{"classes", graph->classes},
                    {"average_distance", graph->average(topology.size())},
                    {"busiest",
                     {{"node", graph->busiest_node},
                      {"link", link_name(topology, graph->busiest_link)},
                      {"pairs", graph->busiest_routes}}}};
  json["links_with_timing"] = nlohmann::ordered_json::array();
  for (const theory::GraphNumbers::Timed& of : graph->timed)
    json["links_with_timing"].push_back({{"delay", of.timing.delay},
                                         {"interval", of.timing.interval},
                                         {"vc_depth", of.places},
                                         {"directions", of.directions}});
  return json;
}

}  // namespace collnoc

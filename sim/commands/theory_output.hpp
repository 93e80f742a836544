// What theory says, for the output of commands.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/commands/schedule_request.hpp"
#include "sim/results/table.hpp"
#include "sim/theory/graph_numbers.hpp"
#include "sim/theory/network_numbers.hpp"
#include "sim/theory/statement.hpp"

namespace collnoc {

/// What the papers say about the collective of these requests on their network; empty where they say nothing.
/// Precondition: not empty; one collective, network and NIC.
std::vector<theory::Statement> statements_about(const std::vector<ScheduleRequest>& requests);

/// One line for each statement, each beginning with '#'.
std::string theory_text(const std::vector<theory::Statement>& statements, const Palette& palette);
/// The key `theory` of collnoc.check/1.
nlohmann::ordered_json theory_json(const std::vector<theory::Statement>& statements);

/// Lines beginning with '#': switches, routes, and links with a timing of their own.
std::string graph_text(const Topology& topology, const theory::GraphNumbers& graph, const Palette& palette);

/// Schema collnoc.network/1. `graph`: of a graph.
nlohmann::ordered_json network_json(const Topology& topology, const std::string& topology_text,
                                    const theory::NetworkNumbers& numbers, const std::string& source,
                                    const std::optional<theory::GraphNumbers>& graph);

}  // namespace collnoc

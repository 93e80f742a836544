// What the page needs to know beside what commands print: names, and the network that it draws.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace collnoc {

/// Everything that can be chosen: {"collectives": [name], "hardware": [{"name", "help"}], "topologies":
/// [{"kind", "example", "summary"}], "order": {collective: [algorithm]}}.
nlohmann::ordered_json choices();

/// The case of a command, which has the options of `collnoc check`: {"network": its tiles and links
/// (sim/report/compact.hpp), "channels": virtual channels of a link in timelines, "schedules": [{"name",
/// "summary"}] that run, "left_out": [{"name", "reason"}]}. Throws UserError.
nlohmann::ordered_json describe(const std::vector<std::string>& arguments);

}  // namespace collnoc

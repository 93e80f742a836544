// Texts and settings that other descriptions have, for the options of commands.
#pragma once
#include <string>
#include <vector>

#include "sim/commands/settings.hpp"

namespace collnoc {

/// "broadcast, total-exchange (or all-to-all), ...".
std::string collective_names();
/// Their names with commas in between.
std::string every_collective();
/// What the bytes of each collective are: "broadcast: of the message, ...".
std::string data_units();
/// "small|default|...".
std::string hardware_names();
/// The parameters of a node that the user can choose.
void add_node_parameters(std::vector<Setting>& settings);

}  // namespace collnoc

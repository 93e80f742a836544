// Options of synthetic traffic.
#pragma once
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// The whole configuration of the command. Throws UserError, NotInstalled.
TrafficConfig read_traffic(const Settings& settings, const AlgorithmCatalogue& catalogue);

/// The largest load that tiles can offer with these classes, in flits/node/cycle: a NIC takes one flit per
/// channel and cycle, a tile creates one packet of a class per cycle, and a burst has its peak.
double most_load(const TrafficConfig& config);

}  // namespace collnoc

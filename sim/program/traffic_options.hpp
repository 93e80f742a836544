// Options of synthetic traffic.
#pragma once
#include <vector>

#include "sim/program/settings.hpp"

namespace collnoc {

/// --pattern, --load, --packet-flits and the three phases.
std::vector<Setting> traffic_settings();

}  // namespace collnoc

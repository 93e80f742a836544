// Options of collnoc replay.
#pragma once
#include <vector>

#include "sim/program/settings.hpp"

namespace collnoc {

/// TRACE, --window. --per-pair and --per-link are those of collnoc traffic.
std::vector<Setting> replay_settings();

}  // namespace collnoc

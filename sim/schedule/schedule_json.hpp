// A schedule as JSON, schema collnoc.schedule/1.
#pragma once
#include <nlohmann/json.hpp>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

/// Precondition: trace(schedule) succeeded, so every transfer has its blocks.
nlohmann::ordered_json to_json(const Schedule& schedule);

}  // namespace collnoc

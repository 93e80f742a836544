// The schedules that the settings ask for: shared by `schedule` and `check`.
#pragma once
#include <vector>

#include "sim/program/settings.hpp"
#include "sim/run/catalogue.hpp"

namespace collnoc {

/// Collective, network and virtual channels.
std::vector<Setting> schedule_settings();

/// All schedules that the settings ask for. Throws UserError.
std::vector<ScheduleRequest> schedule_requests(const Settings& settings, const AlgorithmCatalogue& catalogue);

}  // namespace collnoc

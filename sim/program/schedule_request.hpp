// The schedules selected by the settings: shared by `schedule` and `check`.
#pragma once
#include <vector>

#include "sim/program/settings.hpp"
#include "sim/run/catalogue.hpp"

namespace collnoc {

/// Collective, network and virtual channels.
std::vector<Setting> schedule_settings();

/// All schedules selected by the settings; "auto" chooses for `executor`. Throws UserError.
std::vector<ScheduleRequest> schedule_requests(const Settings& settings, const AlgorithmCatalogue& catalogue,
                                               Executor executor = Executor::native);

}  // namespace collnoc

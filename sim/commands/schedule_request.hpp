// The schedules selected by the settings: shared by `schedule` and `check`.
#pragma once
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/left_out.hpp"

namespace collnoc {

/// All schedules selected by the settings, and those that they leave out; "auto" chooses for `executor`.
/// Throws UserError.
std::vector<ScheduleRequest> schedule_requests(const Settings& settings, const AlgorithmCatalogue& catalogue,
                                               LeftOut& left_out, Executor executor = Executor::native);

}  // namespace collnoc

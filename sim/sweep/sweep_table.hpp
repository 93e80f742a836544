// A sweep as a table of a TOML file.
#pragma once
#include <toml++/toml.h>

#include <string>
#include <vector>

#include "sim/sweep/sweep_plan.hpp"

namespace collnoc {

/// `file`: for messages. `others`: further keys that the table may have. Throws UserError with file and line.
SweepPlan sweep_plan(const toml::table& table, const std::string& file,
                     const std::vector<std::string>& others);

}  // namespace collnoc

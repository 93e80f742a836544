// Algorithms by name, those that are described by a file included: `file:S.json` is what `collnoc schedule
// --json` writes, or what somebody else has written (docs/reference/schedules.md, "Schedules as files").
#pragma once
#include <optional>
#include <string_view>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Whether the name is `file:` and a path.
bool names_schedule_file(std::string_view name);

/// The algorithm of that name; of a file, as it is now. Null: there is none. Throws UserError if the file
/// cannot be read, or describes another collective or no possible schedule: the place in the file, and what
/// is wrong.
const Algorithm* algorithm_named(Collective collective, std::string_view name);

/// The only root of a schedule that a file describes.
std::optional<Rank> only_root(Collective collective, std::string_view name);

}  // namespace collnoc

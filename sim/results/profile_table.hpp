// The profile of a run as text.
#pragma once
#include <string>

#include "sim/results/table.hpp"
#include "sim/run/profile.hpp"

namespace collnoc {

/// Two tables, summed over all tiles: what the processors' cycles were used for, and the functions with the
/// most cycles. The JSON has every function of every tile.
std::string profile_table(const Profile& profile, const Palette& palette);

}  // namespace collnoc

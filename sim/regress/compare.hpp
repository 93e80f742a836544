// Compares one case with its baseline, exactly.
#pragma once
#include <optional>
#include <string>

#include "sim/regress/baseline.hpp"

namespace collnoc {

/// The line of a difference, or nothing:
///   ~ ID   143 -> 151   +8 (+5.6%)   stalls.credit +8   first: cycle 61, link (3,2)->+x
/// with every other number that changed.
std::optional<std::string> difference_line(const std::string& id, const Baseline& was, const Baseline& is,
                                           const Topology& topology);

/// "- ID   in the baseline, not in the matrix".
std::string missing_line(const std::string& id);
/// "+ ID   not in the baseline   cycles 151".
std::string added_line(const std::string& id, const Baseline& is);

}  // namespace collnoc

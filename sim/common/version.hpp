// The version every table and result file carries.
#pragma once
#include <string_view>

namespace collnoc {

inline constexpr std::string_view version = "0.1.0";

}  // namespace collnoc

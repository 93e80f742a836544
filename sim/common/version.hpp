// The version in every table and result file: that of the project in CMakeLists.txt.
#pragma once
#include <string_view>

namespace collnoc {

inline constexpr std::string_view version = COLLNOC_VERSION;

}  // namespace collnoc

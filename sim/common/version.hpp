// The version in every table and result file.
#pragma once
#include <string_view>

namespace collnoc {

#ifdef COLLNOC_VERSION
inline constexpr std::string_view version = COLLNOC_VERSION;
#else
inline constexpr std::string_view version = "0.1.0";
#endif

}  // namespace collnoc

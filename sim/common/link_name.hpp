// Short names of links and dimensions, the same in every message, wave and picture.
#pragma once
#include <string>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

inline constexpr const char* dimension_letters = "xyzwvu";

/// Lines and rings (`widest` 0): "+x", "-x", "+y", ... Complete graphs whose longest has `widest` nodes:
/// "x+2" leads two coordinates on in dimension x; "x" where there is but one other. Star graphs (`symbols`
/// not 0): "g1", .. as papers name the exchange of places 0 and 1, ..
inline std::string link_name(std::uint32_t widest, unsigned symbols, Link link) {
  if (symbols != 0) return "g" + std::to_string(link + 1);
  if (widest == 0) return {link % 2 == 0 ? '+' : '-', dimension_letters[link / 2]};
  std::string name(1, dimension_letters[link / (widest - 1)]);
  if (widest > 2) name += "+" + std::to_string(link % (widest - 1) + 1);
  return name;
}

}  // namespace collnoc

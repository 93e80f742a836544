// Short names of links and dimensions, used in all messages, waves and pictures.
#pragma once
#include <string>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

inline constexpr const char* dimension_letters = "xyzwvu";

/// Lines and rings (`widest` 0): "+x", "-x", "+y", ... Complete graphs whose longest has `widest` nodes:
/// "x+2" leads two coordinates ahead in dimension x; "x" where only one other node exists. Star graphs
/// (`symbols` not 0): "g1", ..., the papers' names for the exchange of places 0 and 1, ...
inline std::string link_name(std::uint32_t widest, unsigned symbols, Link link) {
  if (symbols != 0) return "g" + std::to_string(link + 1);
  if (widest == 0) return {link % 2 == 0 ? '+' : '-', dimension_letters[link / 2]};
  std::string name(1, dimension_letters[link / (widest - 1)]);
  if (widest > 2) name += "+" + std::to_string(link % (widest - 1) + 1);
  return name;
}

}  // namespace collnoc

#include "sim/commands/roots.hpp"

#include <fmt/format.h>

#include "sim/commands/values.hpp"
#include "sim/theory/closed_forms.hpp"

namespace collnoc {

std::vector<Rank> choose_roots(const Given& given, const Topology& topology) {
  if (given.text == "best") return {theory::root_of_least_status(topology)};
  return parse_roots(given, topology);
}

std::string chosen_root(const Given& given, const Topology& topology) {
  if (given.text != "best") return {};
  const Rank root = theory::root_of_least_status(topology);
  return fmt::format(
      "{}: root {}, whose distances to all others add up to {} hops, the least status of all ranks",
      given.quoted, root, theory::status(topology, root));
}

}  // namespace collnoc

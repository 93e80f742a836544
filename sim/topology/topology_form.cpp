#include "sim/topology/topology_form.hpp"

#include <fmt/format.h>

#include <charconv>

#include "sim/common/user_error.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {

std::string TopologyForm::vcs_needed(const Topology& topology, unsigned) const {
  return fmt::format("it needs {}", usual_vcs(topology.kind(), topology.radix()));
}

bool TopologyForm::can_be_asked_for(const Topology&, Rank, Rank, unsigned minus) const { return minus == 0; }

std::vector<Topology> TopologyForm::parts(const Topology&) const { return {}; }

const std::vector<const TopologyForm*>& topology_forms() {
#define COLLNOC_FORM(name, Type) &form_of(Type{}),
  static const std::vector<const TopologyForm*> forms{COLLNOC_TOPOLOGIES(COLLNOC_FORM)};
#undef COLLNOC_FORM
  return forms;
}

const TopologyForm& topology_form(TopologyKind kind) {
  return visit_topology(kind, [](auto t) -> const TopologyForm& { return form_of(t); });
}

std::uint32_t parse_number(std::string_view word, std::string_view what, std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || error == std::errc::invalid_argument || end != word.data() + word.size())
    throw UserError(fmt::format("topology '{}': '{}' is not {}, a whole number from 1", text, word, what));
  if (error != std::errc{})
    throw UserError(fmt::format("topology '{}': {} of {} is too large", text, what, word));
  if (number == 0) throw UserError(fmt::format("topology '{}': {} must be at least 1", text, what));
  return number;
}

namespace {

/// One extent: digits, then `w` if this dimension of a mesh is a ring.
Dimension parse_dimension(std::string_view word, bool wraps, std::string_view text) {
  if (!wraps && word.size() > 1 && word.back() == 'w') {
    wraps = true;
    word.remove_suffix(1);
  }
  return {parse_number(word, "an extent", text), wraps};
}

}  // namespace

std::vector<Dimension> parse_dimensions(std::string_view rest, bool wraps, std::string_view text) {
  std::vector<Dimension> dimensions;
  std::uint64_t nodes = 1;
  for (;;) {
    const std::size_t x = rest.find('x');
    dimensions.push_back(parse_dimension(rest.substr(0, x), wraps, text));
    nodes *= dimensions.back().extent;
    if (nodes > max_nodes) throw UserError(fmt::format("topology '{}': more than {} nodes", text, max_nodes));
    if (x == std::string_view::npos) return dimensions;
    rest.remove_prefix(x + 1);
  }
}

void limit_dims(std::size_t dims, unsigned most, std::string_view text) {
  if (dims > most) throw UserError(fmt::format("topology '{}': at most {} dimensions", text, most));
}

}  // namespace collnoc

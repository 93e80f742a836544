#include "sim/schedule/topology_text.hpp"

#include <fmt/format.h>

#include <charconv>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

std::string known_kinds() {
  std::string text;
  for (const TopologyKind& k : topology_kinds()) text += (text.empty() ? "" : ", ") + k.example;
  return text;
}

/// One extent: digits, then `w` where a dimension of a mesh is closed to a ring.
Dimension parse_dimension(std::string_view word, bool wraps, std::string_view text) {
  Dimension dimension{0, wraps};
  if (!wraps && word.size() > 1 && word.back() == 'w') {
    dimension.wraps = true;
    word.remove_suffix(1);
  }
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), dimension.extent);
  if (word.empty() || error == std::errc::invalid_argument || end != word.data() + word.size()) {
    throw UserError(fmt::format("topology '{}': '{}' is not an extent, a whole number from 1", text, word));
  }
  if (error != std::errc{}) throw UserError(fmt::format("topology '{}': extent {} is too large", text, word));
  if (dimension.extent == 0) throw UserError(fmt::format("topology '{}': an extent must be at least 1", text));
  return dimension;
}

}  // namespace

const std::vector<TopologyKind>& topology_kinds() {
  static const std::vector<TopologyKind> kinds{
      {"mesh", "mesh:8x8", "lines in 1 to 4 dimensions; 8x4w closes the second dimension to rings"},
      {"torus", "torus:8x8", "rings in 1 to 4 dimensions"},
  };
  return kinds;
}

Topology parse_topology(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  bool known = false;
  for (const TopologyKind& k : topology_kinds()) known |= k.kind == kind;
  if (!known) {
    throw UserError(fmt::format("topology '{}': unknown kind '{}'; known are {}", text, kind, known_kinds()));
  }
  if (colon == std::string_view::npos) {
    throw UserError(fmt::format("topology '{}' has no extents; write for example {}:8x8", text, kind));
  }

  std::array<Dimension, max_dims> dimensions{};
  unsigned dims = 0;
  std::uint64_t nodes = 1;
  for (std::string_view rest = text.substr(colon + 1);;) {
    const std::size_t x = rest.find('x');
    const Dimension dimension = parse_dimension(rest.substr(0, x), kind == "torus", text);
    if (dims == max_dims) throw UserError(fmt::format("topology '{}': at most {} dimensions", text, max_dims));
    dimensions[dims++] = dimension;
    nodes *= dimension.extent;
    if (nodes > max_nodes) {
      throw UserError(fmt::format("topology '{}': more than {} nodes", text, max_nodes));
    }
    if (x == std::string_view::npos) break;
    rest.remove_prefix(x + 1);
  }

  const Topology topology(dimensions, dims);
  const std::uint32_t limit = 1u << topology.coordinate_bits();
  for (unsigned d = 0; d < dims; ++d) {
    if (topology.extent(d) > limit) {
      throw UserError(fmt::format("topology '{}': an extent is at most {} with {} dimensions", text, limit, dims));
    }
  }
  return topology;
}

std::string to_text(const Topology& topology) {
  bool all = true;
  for (unsigned d = 0; d < topology.dims(); ++d) all &= topology.wraps(d);
  std::string text = all ? "torus" : "mesh";
  for (unsigned d = 0; d < topology.dims(); ++d) {
    text += fmt::format("{}{}{}", d == 0 ? ":" : "x", topology.extent(d), topology.wraps(d) && !all ? "w" : "");
  }
  return text;
}

}  // namespace collnoc

#include "sim/schedule/topology_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

std::string known_kinds() {
  std::string text;
  for (const TopologyKind& k : topology_kinds()) text += (text.empty() ? "" : ", ") + k.example;
  return text;
}

/// A whole number from 1; `what` it is of the topology, with its article.
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

/// One extent: digits, then `w` where a dimension of a mesh is closed to a ring.
Dimension parse_dimension(std::string_view word, bool wraps, std::string_view text) {
  if (!wraps && word.size() > 1 && word.back() == 'w') {
    wraps = true;
    word.remove_suffix(1);
  }
  return {parse_number(word, "an extent", text), wraps};
}

/// All extents of EXTENTxEXTENT....
std::vector<Dimension> parse_dimensions(std::string_view rest, std::string_view kind, std::string_view text) {
  std::vector<Dimension> dimensions;
  std::uint64_t nodes = 1;
  for (;;) {
    const std::size_t x = rest.find('x');
    dimensions.push_back(parse_dimension(rest.substr(0, x), kind == "torus", text));
    nodes *= dimensions.back().extent;
    if (nodes > max_nodes) throw UserError(fmt::format("topology '{}': more than {} nodes", text, max_nodes));
    if (x == std::string_view::npos) return dimensions;
    rest.remove_prefix(x + 1);
  }
}

void limit_dims(std::size_t dims, unsigned most, std::string_view text) {
  if (dims > most) throw UserError(fmt::format("topology '{}': at most {} dimensions", text, most));
}

Topology parse_hypercube(std::string_view word, std::string_view text) {
  const std::uint32_t dims = parse_number(word, "a number of dimensions", text);
  limit_dims(dims, max_dims, text);
  return Topology::hypercube(dims);
}

/// Product of lines and rings.
Topology grid(const std::vector<Dimension>& factors, std::string_view text) {
  limit_dims(factors.size(), max_links / 2, text);
  std::array<Dimension, max_dims> dimensions{};
  std::copy(factors.begin(), factors.end(), dimensions.begin());
  const Topology topology(dimensions, static_cast<unsigned>(factors.size()));
  const std::uint32_t limit = 1u << topology.coordinate_bits();
  for (const Dimension& factor : factors) {
    if (factor.extent > limit) {
      throw UserError(fmt::format("topology '{}': an extent is at most {} with {} dimensions", text, limit,
                                  factors.size()));
    }
  }
  return topology;
}

/// Product of complete graphs.
Topology complete(const std::vector<Dimension>& factors, std::string_view text) {
  limit_dims(factors.size(), max_dims, text);
  std::array<std::uint32_t, max_dims> extents{};
  for (std::size_t d = 0; d < factors.size(); ++d) {
    if (factors[d].wraps) throw UserError(fmt::format("topology '{}': a complete graph has no 'w'", text));
    if (factors[d].extent < 2) {
      throw UserError(fmt::format("topology '{}': a complete graph has at least 2 nodes", text));
    }
    extents[d] = factors[d].extent;
  }
  const Topology topology = Topology::complete(extents, static_cast<unsigned>(factors.size()));
  if (topology.links() > max_links) {
    throw UserError(
        fmt::format("topology '{}': a node needs {} links, {} in each of {} dimension{}; it has at most {}",
                    text, topology.links(), topology.links_per_dimension(), factors.size(),
                    factors.size() == 1 ? "" : "s", max_links));
  }
  return topology;
}

}  // namespace

const std::vector<TopologyKind>& topology_kinds() {
  static const std::vector<TopologyKind> kinds{
      {"mesh", "mesh:8x8", "lines in 1 to 4 dimensions; 8x4w closes the second dimension to rings"},
      {"torus", "torus:8x8", "rings in 1 to 4 dimensions"},
      {"hypercube", "hypercube:6", "1 to 6 dimensions of 2 nodes, one link a dimension"},
      {"ghc", "ghc:4x4", "generalized hypercube: complete graphs of at least 2 nodes in 1 to 6 dimensions"},
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

  const std::string_view rest = text.substr(colon + 1);
  if (kind == "hypercube") return parse_hypercube(rest, text);
  const std::vector<Dimension> factors = parse_dimensions(rest, kind, text);
  return kind == "ghc" ? complete(factors, text) : grid(factors, text);
}

std::string to_text(const Topology& topology) {
  if (topology.is_complete() && topology.widest() == 2) return fmt::format("hypercube:{}", topology.dims());
  bool all = true;
  for (unsigned d = 0; d < topology.dims(); ++d) all &= topology.wraps(d);
  std::string text = topology.is_complete() ? "ghc" : all ? "torus" : "mesh";
  for (unsigned d = 0; d < topology.dims(); ++d) {
    text +=
        fmt::format("{}{}{}", d == 0 ? ":" : "x", topology.extent(d), topology.wraps(d) && !all ? "w" : "");
  }
  return text;
}

}  // namespace collnoc

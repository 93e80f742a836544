// Meshes and tori: the simulator's part of arch/topology/grid.hpp.
#include <fmt/format.h>

#include <algorithm>

#include "sim/common/user_error.hpp"
#include "sim/topology/link_name.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

constexpr std::uint32_t longest = 1024;  // a longer dimension is examined as one of this extent

class GridForm final : public TopologyForm {
 public:
  std::string_view noun() const override { return "a grid"; }
  std::vector<TopologyWord> words() const override {
    return {{"mesh", "mesh:8x8", "lines in 1 to 4 dimensions; 8x4w closes the second dimension to rings"},
            {"torus", "torus:8x8", "rings in 1 to 4 dimensions"}};
  }

  Topology parse(std::string_view kind, std::string_view rest, std::string_view text) const override {
    const std::vector<Dimension> factors = parse_dimensions(rest, kind == "torus", text);
    limit_dims(factors.size(), max_links / 2, text);
    std::array<Dimension, max_dims> dimensions{};
    std::copy(factors.begin(), factors.end(), dimensions.begin());
    const Topology topology(dimensions, static_cast<unsigned>(factors.size()));
    const std::uint32_t limit = 1u << Shape::coordinate_bits(true, topology.dims());
    for (const Dimension& factor : factors) {
      if (factor.extent > limit) {
        throw UserError(fmt::format("topology '{}': an extent is at most {} with {} dimensions", text, limit,
                                    factors.size()));
      }
    }
    return topology;
  }

  std::string text(const Topology& topology) const override {
    bool all = true;
    for (unsigned d = 0; d < topology.dims(); ++d) all &= topology.wraps(d);
    std::string text = all ? "torus" : "mesh";
    for (unsigned d = 0; d < topology.dims(); ++d) {
      text +=
          fmt::format("{}{}{}", d == 0 ? ":" : "x", topology.extent(d), topology.wraps(d) && !all ? "w" : "");
    }
    return text;
  }

  /// "+x", "-x", "+y", ...
  std::string link_name(std::uint32_t, Link link) const override {
    return {link % 2 == 0 ? '+' : '-', dimension_letters[link / 2]};
  }

  std::string vcs_needed(const Topology&, unsigned route_orders) const override {
    return fmt::format("a ring needs 2 virtual channels{}", route_orders == 2 ? " for each order" : "");
  }

  bool can_be_asked_for(const Topology& topology, Rank src, Rank dst, unsigned minus) const override {
    const Coordinates a = topology.coordinates(src), b = topology.coordinates(dst);
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const bool m = (minus >> d) & 1;
      if (a[d] == b[d] ? m : !topology.wraps(d) && m != (b[d] < a[d])) return false;
    }
    return true;
  }

  /// Each dimension alone. On the virtual channels of one order, packets turn only to a later dimension, so
  /// every cycle lies within one dimension.
  std::vector<Topology> parts(const Topology& topology) const override {
    std::vector<Topology> parts;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      std::array<Dimension, max_dims> dimensions{};
      dimensions[d] = {std::min(topology.extent(d), longest), topology.wraps(d)};
      parts.emplace_back(dimensions, topology.dims());
    }
    return parts;
  }
};

}  // namespace

const TopologyForm& form_of(Grid) {
  static const GridForm form;
  return form;
}

}  // namespace collnoc

// Hypercubes and generalized hypercubes: the simulator's part of arch/topology/complete.hpp.
#include <fmt/format.h>

#include "sim/common/user_error.hpp"
#include "sim/topology/graph/graph_links.hpp"
#include "sim/topology/link_name.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

class CompleteForm final : public TopologyForm {
 public:
  std::string_view noun() const override { return "a product of complete graphs"; }
  std::vector<TopologyWord> words() const override {
    return {
        {"hypercube", "hypercube:6", "1 to 8 dimensions of 2 nodes, one link a dimension; 7 and 8 by tables"},
        {"ghc", "ghc:4x4",
         "generalized hypercube: complete graphs of at least 2 nodes in 1 to 6 dimensions"}};
  }

  Topology parse(std::string_view kind, std::string_view rest, std::string_view text) const override {
    if (kind == "hypercube") {
      const std::uint32_t dims = parse_number(rest, "a number of dimensions", text);
      limit_dims(dims, max_links, text);
      return dims <= max_dims ? Topology::hypercube(dims)
                              : as_graph(std::vector<std::uint32_t>(dims, 2), text);
    }
    const std::vector<Dimension> factors = parse_dimensions(rest, false, text);
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
    // The hardware gives all dimensions as many links as the longest needs; a graph those that there are.
    std::vector<std::uint32_t> lengths;
    std::uint32_t links = 0;
    for (const Dimension& factor : factors) {
      lengths.push_back(factor.extent);
      links += factor.extent - 1;
    }
    if (topology.links() > max_links && links <= max_links) return as_graph(lengths, text);
    if (topology.links() > max_links) {
      throw UserError(
          fmt::format("topology '{}': a node needs {} links, {} in each of {} dimension{}; it has at most {}",
                      text, topology.links(), topology.links_per_dimension(), factors.size(),
                      factors.size() == 1 ? "" : "s", max_links));
    }
    return topology;
  }

  /// Routed by tables.
  static Topology as_graph(const std::vector<std::uint32_t>& extents, std::string_view text) {
    std::string factors;
    for (const std::uint32_t extent : extents)
      factors += fmt::format("{}complete:{}", factors.empty() ? "" : "+", extent);
    return make_graph(std::string(text), named_graph("product", factors, text));
  }

  std::string text(const Topology& topology) const override {
    if (topology.radix() == 2) return fmt::format("hypercube:{}", topology.dims());
    std::string text = "ghc";
    for (unsigned d = 0; d < topology.dims(); ++d)
      text += fmt::format("{}{}", d == 0 ? ":" : "x", topology.extent(d));
    return text;
  }

  /// "x+2" increases coordinate x by 2, modulo the extent; "x" in a hypercube.
  std::string link_name(std::uint32_t radix, Link link) const override {
    std::string name(1, dimension_letters[link / (radix - 1)]);
    if (radix > 2) name += fmt::format("+{}", link % (radix - 1) + 1);
    return name;
  }
};

}  // namespace

const TopologyForm& form_of(Complete) {
  static const CompleteForm form;
  return form;
}

}  // namespace collnoc

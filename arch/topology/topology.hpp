// The common interface of all topologies for firmware, model and simulator: positions, neighbours, links and
// addresses of nodes. Each topology has a header in this folder, a package in rtl/topology, and a file in
// model/topology and in sim/topology. Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/topology/complete.hpp"
#include "collnoc/arch/topology/graph.hpp"
#include "collnoc/arch/topology/grid.hpp"
#include "collnoc/arch/topology/shape.hpp"
#include "collnoc/arch/topology/spidergon.hpp"
#include "collnoc/arch/topology/star.hpp"

/// All topologies in the order of the hardware's parameter TOPOLOGY, each with the struct that describes it.
#define COLLNOC_TOPOLOGIES(TOPOLOGY) \
  TOPOLOGY(grid, Grid)               \
  TOPOLOGY(complete, Complete)       \
  TOPOLOGY(star, Star)               \
  TOPOLOGY(spidergon, Spidergon)     \
  TOPOLOGY(graph, Graph)

namespace collnoc {

#define COLLNOC_VALUE(name, Type) name,
enum class TopologyKind : std::uint32_t { COLLNOC_TOPOLOGIES(COLLNOC_VALUE) };
#undef COLLNOC_VALUE

/// Calls visitor(Type{}) with the struct of a topology. All functions below select their topology with it.
template <class Visitor>
constexpr decltype(auto) visit_topology(TopologyKind kind, Visitor&& visitor) {
  switch (kind) {
#define COLLNOC_CASE(name, Type) \
  case TopologyKind::name: return visitor(Type{});
    COLLNOC_TOPOLOGIES(COLLNOC_CASE)
#undef COLLNOC_CASE
  }
  __builtin_unreachable();
}

/// Links of a node per dimension, given the hardware's parameters TOPOLOGY and RADIX.
constexpr unsigned links_per_dimension(TopologyKind kind, std::uint32_t radix) {
  return visit_topology(kind, [&](auto t) { return decltype(t)::links_per_dimension(radix); });
}
/// Virtual channels that keep any network of this kind free of deadlock.
constexpr unsigned usual_vcs(TopologyKind kind, std::uint32_t radix) {
  return visit_topology(kind, [&](auto t) { return decltype(t)::usual_vcs(radix); });
}
constexpr Multicasts multicasts(TopologyKind kind) {
  return visit_topology(kind, [](auto t) { return decltype(t)::multicasts; });
}
/// Whether the dimensions are lines or rings.
constexpr bool has_directions(TopologyKind kind) {
  return visit_topology(kind, [](auto t) { return decltype(t)::has_directions; });
}
constexpr bool has_coordinates(TopologyKind kind) {
  return visit_topology(kind, [](auto t) { return decltype(t)::structure == Structure::dimensions; });
}
/// Whether packets go from a link to another of the same dimension, or back.
constexpr bool turns(TopologyKind kind, Link from, Link to) {
  return visit_topology(kind, [&](auto t) { return decltype(t)::turns(from, to); });
}
/// Low bits of the NIC's register SHAPE: the dimensions that wrap, or the topology of a network that is not a
/// product. Topology::of_registers() reads them.
constexpr unsigned shape_code(TopologyKind kind, unsigned wraps) {
  return has_coordinates(kind) ? wraps : static_cast<unsigned>(kind) - static_cast<unsigned>(TopologyKind::star);
}

class Topology {
 public:
  constexpr Topology() = default;
  constexpr Topology(TopologyKind kind, const Shape& shape)
      : shape_(shape),
        kind_(kind),
        has_directions_(collnoc::has_directions(kind)),
        one_hop_dimensions_(visit_topology(kind, [](auto t) { return decltype(t)::one_hop_dimensions; })) {}
  /// Product of lines and rings.
  /// Precondition: 1 <= dims <= max_dims, extents >= 1 (sim/topology/topology_text.hpp checks user input).
  constexpr Topology(const std::array<Dimension, max_dims>& dimensions, unsigned dims)
      : shape_{dimensions, dims, 0} {}

  /// Generalized hypercube; with extents of 2, a hypercube. Extents >= 2.
  static constexpr Topology complete(const std::array<std::uint32_t, max_dims>& extents, unsigned dims) {
    Shape shape;
    shape.dims = dims;
    for (unsigned d = 0; d < dims; ++d) {
      shape.dimensions[d].extent = extents[d];
      if (extents[d] > shape.radix) shape.radix = extents[d];
    }
    return {TopologyKind::complete, shape};
  }
  static constexpr Topology hypercube(unsigned dims) { return complete({2, 2, 2, 2, 2, 2}, dims); }
  /// Star graph of `symbols` symbols, star::min_symbols to star::max_symbols.
  static constexpr Topology star(unsigned symbols) { return {TopologyKind::star, Star::shape(symbols)}; }
  /// Spidergon of `tiles`, an even number from 4 to 64.
  static constexpr Topology spidergon(std::uint32_t tiles) {
    return {TopologyKind::spidergon, Spidergon::shape(tiles)};
  }
  /// The network of these tables, which must outlive all uses.
  static constexpr Topology graph(const GraphTables& tables) {
    return {TopologyKind::graph, Graph::shape(tables)};
  }
  static constexpr Topology mesh(std::uint32_t x, std::uint32_t y) {
    return Topology({{{x, false}, {y, false}, {}, {}}}, 2);
  }
  static constexpr Topology torus(std::uint32_t x, std::uint32_t y) {
    return Topology({{{x, true}, {y, true}, {}, {}}}, 2);
  }

  /// The network, decoded from the NIC's registers SHAPE and EXTENT (docs/reference/hardware.md).
  static constexpr Topology of_registers(std::uint32_t shape_register, std::uint32_t extents) {
    Shape shape;
    shape.radix = shape_register >> 28;
    shape.dims = shape_register >> 4 & 15;
    auto kind = TopologyKind::grid;
    if ((shape_register >> 27 & 1) != 0) {
      kind = static_cast<TopologyKind>(static_cast<unsigned>(TopologyKind::star) + (shape_register & 15));
    } else if (shape.radix != 0) {
      kind = TopologyKind::complete;
    }
    const unsigned bits = shape.coordinate_bits();
    for (unsigned d = 0; d < shape.dims; ++d) {
      shape.dimensions[d].extent = (extents >> (d * bits) & ((1u << bits) - 1)) + 1;
      shape.dimensions[d].wraps =
          visit_topology(kind, [&](auto t) { return decltype(t)::wraps((shape_register >> d & 1) != 0); });
    }
    return {kind, shape};
  }

  constexpr TopologyKind kind() const { return kind_; }
  /// Whether nodes of this network can be built: not of the largest star graph.
  constexpr bool has_hardware() const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::has_hardware(shape_); });
  }
  /// RADIX of the hardware: the longest extent of a generalized hypercube, the number of symbols of a star
  /// graph, the most links of a node of a graph, otherwise 0.
  constexpr std::uint32_t radix() const { return shape_.radix; }
  /// ROUTES of the hardware: entries of a graph's routing table, otherwise 0.
  constexpr unsigned routes() const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::routes(shape_); });
  }
  /// Symbols of a star graph, otherwise 0.
  constexpr std::uint32_t symbols() const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::symbols(shape_.radix); });
  }
  constexpr Multicasts multicasts() const { return collnoc::multicasts(kind_); }
  /// Whether routes are tables: in a graph.
  constexpr bool has_tables() const {
    return visit_topology(kind_, [](auto t) { return decltype(t)::has_tables; });
  }
  /// Of a graph, otherwise nullptr; nullptr on processors, too.
  constexpr const GraphTables* tables() const { return shape_.tables(); }
  constexpr Structure structure() const {
    return visit_topology(kind_, [](auto t) { return decltype(t)::structure; });
  }
  /// Whether nodes have coordinates, and messages traverse the dimensions in order.
  constexpr bool has_coordinates() const { return collnoc::has_coordinates(kind_); }
  /// Whether a put can choose between plus and minus.
  constexpr bool has_directions() const { return has_directions_; }
  /// Whether nodes that differ in one coordinate are neighbours.
  constexpr bool one_hop_dimensions() const { return one_hop_dimensions_; }

  constexpr unsigned dims() const { return shape_.dims; }
  constexpr unsigned links_per_dimension() const { return collnoc::links_per_dimension(kind_, shape_.radix); }
  constexpr unsigned links() const { return links_per_dimension() * shape_.dims; }
  constexpr unsigned dimension_of(Link link) const { return link / links_per_dimension(); }
  constexpr std::uint32_t extent(unsigned d) const { return shape_.dimensions[d].extent; }
  constexpr bool wraps(unsigned d) const { return shape_.dimensions[d].wraps; }
  /// Tiles.
  constexpr Rank size() const { return shape_.size(); }
  /// Nodes: tiles, then the switches of a graph.
  constexpr Rank nodes() const { return tables() == nullptr ? size() : tables()->nodes; }
  /// Whether some links are longer or narrower than a hop.
  constexpr bool has_timing() const { return tables() != nullptr && tables()->timing != nullptr; }
  /// Of what `rank` drives on `link`.
  constexpr LinkTiming timing(Rank rank, Link link) const {
    return has_timing() ? tables()->timing[std::size_t{rank} * tables()->links + link] : LinkTiming{};
  }

  /// In networks that are not products, the only coordinate is the rank.
  constexpr Coordinates coordinates(Rank rank) const { return shape_.coordinates(rank); }
  constexpr Rank rank(const Coordinates& c) const { return shape_.rank(c); }

  /// Node at the other end of `link`, or no_rank at the edge of the network.
  constexpr Rank neighbour(Rank rank, Link link) const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::neighbour(shape_, rank, link); });
  }
  /// The link of the neighbour that leads back over `link`. Precondition: there is a neighbour.
  constexpr Link opposite(Rank rank, Link link) const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::opposite(shape_, rank, link); });
  }
  /// The same in all networks but graphs, in which every node has the same links.
  constexpr Link opposite(Link link) const { return opposite(0, link); }
  /// The link over which a message leaves coordinate `from` of dimension d towards `to` != from. `minus` is
  /// its direction on a line or ring. In networks that are not products, this is the first link of its path.
  constexpr Link link_towards(unsigned d, std::uint32_t from, std::uint32_t to, bool minus) const {
    return visit_topology(kind_,
                          [&](auto t) { return decltype(t)::link_towards(shape_, d, from, to, minus); });
  }
  /// Number of links on a shortest path between two nodes.
  constexpr std::uint32_t distance(Rank from, Rank to) const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::distance(shape_, from, to); });
  }

  /// Hardware node address (docs/reference/hardware.md), and its inverse.
  constexpr NodeAddress address(Rank rank) const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::address(shape_, rank); });
  }
  /// Writes the addresses of ranks 0 .. count - 1 to `addresses`; faster than one by one.
  template <class Address>
  constexpr void addresses(Rank count, Address* addresses) const {
    visit_topology(kind_, [&](auto t) {
      for (Rank r = 0; r < count; ++r) addresses[r] = decltype(t)::address(shape_, r);
    });
  }
  constexpr Rank rank_at(NodeAddress address) const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::rank_at(shape_, address); });
  }
  constexpr unsigned coordinate_bits() const { return shape_.coordinate_bits(); }
  /// ADDRESS_W of the hardware: 16, or 20 for a grid with a long extent.
  constexpr unsigned address_bits() const { return shape_.wide() ? 20 : 16; }
  /// nic::go_node_bits() of this network.
  constexpr unsigned go_node_bits() const { return nic::go_node_bits(shape_.wide(), shape_.dims); }

  /// Default direction of the NIC in dimension d: true for minus. False if there are no directions.
  constexpr bool shortest_is_minus(unsigned d, std::uint32_t from, std::uint32_t to) const {
    return visit_topology(kind_, [&](auto t) { return decltype(t)::shortest_is_minus(shape_, d, from, to); });
  }

  friend constexpr bool operator==(const Topology&, const Topology&) = default;

 private:
  Shape shape_;
  TopologyKind kind_ = TopologyKind::grid;
  // Cached, because schedules on processors use them often.
  bool has_directions_ = true, one_hop_dimensions_ = false;
};

}  // namespace collnoc

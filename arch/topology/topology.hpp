// A network as firmware and simulator see it: who is where, and who is whose neighbour.
//
// A topology is a Cartesian product of 1 to 4 lines and rings, or of 1 to 6 complete graphs (hypercube,
// generalized hypercube), where rank counts dimension 0 (x) fastest; or a star graph (star.hpp).
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/topology/star.hpp"

namespace collnoc {

/// Number of a node, 0 .. size-1, dimension 0 fastest.
using Rank = std::uint32_t;
/// External link of a node. Lines and rings: 2d leads to +1 of dimension d, 2d+1 to -1. Complete graphs:
/// d·(k-1) + o-1 leads o coordinates on in dimension d, modulo its extent, o = 1 .. k-1, k the longest
/// extent. Star graphs: i exchanges the symbols in places 0 and i+1.
using Link = std::uint32_t;

inline constexpr unsigned max_dims = 6;
/// Most links a node can have: 4 dimensions of lines or rings, or as many dimensions of complete graphs as
/// fit.
inline constexpr unsigned max_links = 8;
inline constexpr Rank no_rank = ~Rank{0};

/// One factor of the product: `extent` nodes in a line, closed to a ring when `wraps`. In a product of
/// complete graphs all nodes that differ in one dimension are neighbours, and `wraps` is false.
struct Dimension {
  std::uint32_t extent = 1;
  bool wraps = false;
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

using Coordinates = std::array<std::uint32_t, max_dims>;

class Topology {
 public:
  constexpr Topology() = default;
  /// Precondition: 1 <= dims <= max_dims, extents >= 1 (sim/schedule/topology_text.hpp checks user input).
  constexpr Topology(const std::array<Dimension, max_dims>& dimensions, unsigned dims)
      : dimensions_(dimensions), dims_(dims) {}

  /// Product of complete graphs: generalized hypercube, with extents of 2 the hypercube. Extents >= 2.
  static constexpr Topology complete(const std::array<std::uint32_t, max_dims>& extents, unsigned dims) {
    Topology t;
    t.dims_ = dims;
    t.complete_ = true;
    for (unsigned d = 0; d < dims; ++d) {
      t.dimensions_[d].extent = extents[d];
      if (extents[d] > t.widest_) t.widest_ = extents[d];
    }
    return t;
  }
  /// Star graph of `symbols` symbols, star::min_symbols to star::max_symbols. It has no coordinates: it is
  /// one dimension of size() nodes, whose coordinate is the rank.
  static constexpr Topology star(unsigned symbols) {
    Topology t;
    t.symbols_ = symbols;
    t.dimensions_[0].extent = star::factorial(symbols);
    return t;
  }
  static constexpr Topology hypercube(unsigned dims) { return complete({2, 2, 2, 2, 2, 2}, dims); }
  static constexpr Topology mesh(std::uint32_t x, std::uint32_t y) {
    return Topology({{{x, false}, {y, false}, {}, {}}}, 2);
  }
  static constexpr Topology torus(std::uint32_t x, std::uint32_t y) {
    return Topology({{{x, true}, {y, true}, {}, {}}}, 2);
  }

  constexpr unsigned dims() const { return dims_; }
  /// Whether every dimension is a complete graph.
  constexpr bool is_complete() const { return complete_; }
  /// The longest extent of a product of complete graphs, 0 for one of lines and rings.
  constexpr std::uint32_t widest() const { return widest_; }
  constexpr bool is_star() const { return symbols_ != 0; }
  /// n of the star graph S_n, 0 for products.
  constexpr unsigned symbols() const { return symbols_; }
  constexpr unsigned links_per_dimension() const {
    return is_star() ? symbols_ - 1 : complete_ ? widest_ - 1 : 2;
  }
  constexpr unsigned links() const { return links_per_dimension() * dims_; }
  constexpr unsigned dimension_of(Link link) const { return link / links_per_dimension(); }
  constexpr std::uint32_t extent(unsigned d) const { return dimensions_[d].extent; }
  constexpr bool wraps(unsigned d) const { return dimensions_[d].wraps; }
  constexpr Rank size() const {
    Rank n = 1;
    for (unsigned d = 0; d < dims_; ++d) n *= dimensions_[d].extent;
    return n;
  }

  constexpr Coordinates coordinates(Rank rank) const {
    Coordinates c{};
    for (unsigned d = 0; d < dims_; ++d) {
      const Rank above = rank / dimensions_[d].extent;  // one division: RV32 takes 34 cycles for each
      c[d] = rank - above * dimensions_[d].extent;
      rank = above;
    }
    return c;
  }
  constexpr Rank rank(const Coordinates& c) const {
    Rank r = 0;
    for (unsigned d = dims_; d-- > 0;) r = r * dimensions_[d].extent + c[d];
    return r;
  }

  /// A star graph's node by its label, and the label.
  constexpr Rank rank(star::Permutation label) const { return star::rank(symbols_, label); }
  constexpr star::Permutation label(Rank rank) const { return star::permutation(symbols_, rank); }

  /// Node at the other end of `link`, or no_rank where the network ends.
  constexpr Rank neighbour(Rank rank, Link link) const {
    if (is_star()) return this->rank(label(rank).along(link + 1));
    const unsigned d = dimension_of(link);
    Coordinates c = coordinates(rank);
    const std::uint32_t k = dimensions_[d].extent;
    if (k == 1) return no_rank;
    if (complete_) {
      const std::uint32_t offset = link % links_per_dimension() + 1;
      if (offset >= k) return no_rank;
      c[d] = (c[d] + offset) % k;
    } else if (link % 2 == 0) {
      if (c[d] + 1 == k && !dimensions_[d].wraps) return no_rank;
      c[d] = (c[d] + 1) % k;
    } else {
      if (c[d] == 0 && !dimensions_[d].wraps) return no_rank;
      c[d] = (c[d] + k - 1) % k;
    }
    return this->rank(c);
  }

  /// The other end's link that leads back over `link`. Precondition: there is a neighbour.
  constexpr Link opposite(Link link) const {
    if (is_star()) return link;
    if (!complete_) return link ^ 1u;
    const unsigned d = dimension_of(link), width = links_per_dimension();
    return d * width + (dimensions_[d].extent - 2 - link % width);
  }

  /// The link by which a message leaves coordinate `from` of dimension d for `to` != from; `minus` is the
  /// direction it takes on a line or ring. On a star graph the first link of its way.
  constexpr Link link_towards(unsigned d, std::uint32_t from, std::uint32_t to, bool minus) const {
    if (is_star()) return star::towards(symbols_, label(from), label(to)) - 1;
    if (!complete_) return 2 * d + (minus ? 1 : 0);
    const std::uint32_t k = dimensions_[d].extent;
    return d * links_per_dimension() + (to + k - from) % k - 1;
  }

  /// Hardware node address (docs/reference/hardware.md): 16/dims bits a coordinate; 3 bits a symbol of a
  /// star graph's label.
  constexpr unsigned coordinate_bits() const {
    constexpr std::uint8_t bits[max_dims + 1] = {16, 16, 8, 5, 4, 3, 2};
    return bits[dims_];
  }
  constexpr std::uint16_t address(Rank rank) const {
    if (is_star()) return label(rank).packed();
    const Coordinates c = coordinates(rank);
    std::uint32_t a = 0;
    for (unsigned d = 0; d < dims_; ++d) a |= c[d] << (d * coordinate_bits());
    return static_cast<std::uint16_t>(a);
  }

  /// Direction the NIC takes by default in dimension d: false plus, true minus. Shorter way; a half-way
  /// tie goes plus from even coordinates and minus from odd ones.
  /// Complete graphs and star graphs have no directions: false.
  constexpr bool shortest_is_minus(unsigned d, std::uint32_t from, std::uint32_t to) const {
    if (complete_ || is_star()) return false;
    if (!dimensions_[d].wraps) return to < from;
    const std::uint32_t k = dimensions_[d].extent;
    const std::uint32_t forward = (to + k - from) % k;
    if (2 * forward == k) return from % 2 == 1;
    return 2 * forward > k;
  }

  friend constexpr bool operator==(const Topology&, const Topology&) = default;

 private:
  std::array<Dimension, max_dims> dimensions_{};
  unsigned dims_ = 1;
  bool complete_ = false;
  std::uint32_t widest_ = 0;
  unsigned symbols_ = 0;
};

}  // namespace collnoc

// Grids: products of 1 to 4 lines and rings (mesh, torus, cylinder). In dimension d, link 2d leads to
// coordinate +1 and link 2d+1 to -1.
#pragma once
#include "collnoc/arch/topology/shape.hpp"

namespace collnoc {

struct Grid : ProductAddress {
  static constexpr Structure structure = Structure::dimensions;
  static constexpr bool has_directions = true;
  static constexpr Multicasts multicasts = Multicasts::boxes;

  static constexpr unsigned links_per_dimension(std::uint32_t) { return 2; }
  static constexpr unsigned usual_vcs(std::uint32_t) { return 2; }
  static constexpr bool wraps(bool strapped) { return strapped; }

  static constexpr Rank neighbour(const Shape& shape, Rank rank, Link link) {
    const Dimension dimension = shape.dimensions[link / 2];
    const std::uint32_t k = dimension.extent;
    if (k == 1) return no_rank;
    Coordinates c = shape.coordinates(rank);
    std::uint32_t& at = c[link / 2];
    if (link % 2 == 0) {
      if (at + 1 == k && !dimension.wraps) return no_rank;
      at = (at + 1) % k;
    } else {
      if (at == 0 && !dimension.wraps) return no_rank;
      at = (at + k - 1) % k;
    }
    return shape.rank(c);
  }
  static constexpr Link opposite(const Shape&, Rank, Link link) { return link ^ 1u; }
  static constexpr Link link_towards(const Shape&, unsigned d, std::uint32_t, std::uint32_t, bool minus) {
    return 2 * d + (minus ? 1 : 0);
  }
  /// The shorter direction. In a half-way tie, it is plus from even coordinates and minus from odd ones.
  static constexpr bool shortest_is_minus(const Shape& shape, unsigned d, std::uint32_t from,
                                          std::uint32_t to) {
    if (!shape.dimensions[d].wraps) return to < from;
    const std::uint32_t k = shape.dimensions[d].extent;
    const std::uint32_t forward = (to + k - from) % k;
    if (2 * forward == k) return from % 2 == 1;
    return 2 * forward > k;
  }
  static constexpr std::uint32_t distance(const Shape& shape, Rank from, Rank to) {
    const Coordinates a = shape.coordinates(from), b = shape.coordinates(to);
    std::uint32_t hops = 0;
    for (unsigned d = 0; d < shape.dims; ++d) {
      const std::uint32_t straight = a[d] < b[d] ? b[d] - a[d] : a[d] - b[d];
      const std::uint32_t around = shape.dimensions[d].extent - straight;
      hops += shape.dimensions[d].wraps && around < straight ? around : straight;
    }
    return hops;
  }
};

}  // namespace collnoc

// Generalized hypercubes: products of 1 to 6 complete graphs of at least 2 nodes. With extents of 2 they are
// hypercubes. `radix` is the longest extent. Link d·(radix-1) + o-1 leads to the node at offset o in
// dimension d, modulo its extent, o = 1 .. extent-1.
#pragma once
#include "collnoc/arch/topology/shape.hpp"

namespace collnoc {

struct Complete : ProductAddress {
  static constexpr Structure structure = Structure::dimensions;
  static constexpr bool one_hop_dimensions = true;
  static constexpr Multicasts multicasts = Multicasts::boxes;
  static constexpr bool turns(Link, Link) { return false; }

  static constexpr unsigned links_per_dimension(std::uint32_t radix) { return radix - 1; }
  static constexpr unsigned usual_vcs(std::uint32_t) { return 2; }
  static constexpr bool wraps(bool) { return false; }

  static constexpr Rank neighbour(const Shape& shape, Rank rank, Link link) {
    const unsigned width = links_per_dimension(shape.radix), d = link / width;
    const std::uint32_t k = shape.dimensions[d].extent, offset = link % width + 1;
    if (offset >= k) return no_rank;
    Coordinates c = shape.coordinates(rank);
    c[d] = (c[d] + offset) % k;
    return shape.rank(c);
  }
  static constexpr Link opposite(const Shape& shape, Rank, Link link) {
    const unsigned width = links_per_dimension(shape.radix), d = link / width;
    return d * width + (shape.dimensions[d].extent - 2 - link % width);
  }
  static constexpr Link link_towards(const Shape& shape, unsigned d, std::uint32_t from, std::uint32_t to,
                                     bool) {
    const std::uint32_t k = shape.dimensions[d].extent;
    return d * links_per_dimension(shape.radix) + (to + k - from) % k - 1;
  }
  static constexpr std::uint32_t distance(const Shape& shape, Rank from, Rank to) {
    const Coordinates a = shape.coordinates(from), b = shape.coordinates(to);
    std::uint32_t hops = 0;
    for (unsigned d = 0; d < shape.dims; ++d) hops += a[d] != b[d];
    return hops;
  }
};

}  // namespace collnoc

// Spidergon: a ring of an even number of tiles, 4 to 64, with a link from every tile to the opposite one.
//
//     0 - 1 - 2 - 3      link 0: to the next tile, 1: to the previous one, 2: across
//     |   X   X   |
//     7 - 6 - 5 - 4      (docs/reference/spidergon.md)
//
// After Coppola et al., "Spidergon: a novel on-chip communication network" (2004). Freestanding.
#pragma once
#include "collnoc/arch/topology/shape.hpp"

namespace collnoc {

/// One ring; its coordinate is the rank. `radix` is not used.
struct Spidergon : ProductAddress {
  static constexpr Structure structure = Structure::ring;

  static constexpr std::uint32_t min_tiles = 4, max_tiles = 64;
  enum : Link { next = 0, before = 1, across = 2 };

  static constexpr Shape shape(std::uint32_t tiles) {
    Shape shape;
    shape.dimensions[0] = {tiles, true};
    return shape;
  }
  static constexpr bool turns(Link from, Link to) { return from != to && to != across; }
  static constexpr unsigned links_per_dimension(std::uint32_t) { return 3; }
  static constexpr unsigned usual_vcs(std::uint32_t) { return 2; }
  static constexpr bool wraps(bool) { return true; }

  static constexpr Rank neighbour(const Shape& shape, Rank rank, Link link) {
    const std::uint32_t n = shape.size();
    return (rank + (link == next ? 1 : link == before ? n - 1 : n / 2)) % n;
  }
  static constexpr Link opposite(const Shape&, Rank, Link link) { return link == across ? link : link ^ 1u; }
  /// Across-first routing: a message to a tile at most a quarter of the ring away takes the ring. All others
  /// first take the link across.
  static constexpr Link link_towards(const Shape& shape, unsigned, Rank from, Rank to, bool) {
    const std::uint32_t n = shape.size(), ahead = to >= from ? to - from : to + n - from;
    return 4 * ahead <= n ? next : 4 * ahead >= 3 * n ? before : across;
  }
  static constexpr std::uint32_t distance(const Shape& shape, Rank from, Rank to) {
    const std::uint32_t n = shape.size(), ahead = (to + n - from) % n,
                        ring = ahead < n - ahead ? ahead : n - ahead;
    return ring < 1 + n / 2 - ring ? ring : 1 + n / 2 - ring;
  }
};

}  // namespace collnoc

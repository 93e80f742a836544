// What the headers of all topologies share: ranks, links, and the numbers that describe a network.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc {

/// Number of a node, 0 .. size-1; in products dimension 0 (x) fastest.
using Rank = std::uint32_t;
/// External link of a node; the header of its topology says where it leads.
using Link = std::uint32_t;

inline constexpr unsigned max_dims = 6;
/// Most links a node can have.
inline constexpr unsigned max_links = 8;
inline constexpr Rank no_rank = ~Rank{0};

/// One factor of a product: `extent` nodes in a line, closed to a ring when `wraps`. In a product of complete
/// graphs all nodes that differ in one dimension are neighbours, and `wraps` is false.
struct Dimension {
  std::uint32_t extent = 1;
  bool wraps = false;
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

using Coordinates = std::array<std::uint32_t, max_dims>;

/// What schedules can rely on. Each value includes those before it.
enum class Structure : std::uint8_t {
  ranks,      ///< nodes have numbers, and messages go from any to any
  ring,       ///< rank r and r+1 modulo N are neighbours, and their messages take the link between them
  dimensions  ///< nodes have coordinates, and messages correct one after the other
};

/// The numbers of a network. What they mean depends on its topology.
struct Shape {
  std::array<Dimension, max_dims> dimensions{};  ///< networks that are no product: one, of all nodes
  unsigned dims = 1;
  std::uint32_t radix = 0;  ///< RADIX of the hardware

  constexpr Rank size() const {
    Rank n = 1;
    for (unsigned d = 0; d < dims; ++d) n *= dimensions[d].extent;
    return n;
  }
  constexpr Coordinates coordinates(Rank rank) const {
    Coordinates c{};
    for (unsigned d = 0; d < dims; ++d) {
      const Rank above = rank / dimensions[d].extent;  // one division: RV32 takes 34 cycles for each
      c[d] = rank - above * dimensions[d].extent;
      rank = above;
    }
    return c;
  }
  constexpr Rank rank(const Coordinates& c) const {
    Rank r = 0;
    for (unsigned d = dims; d-- > 0;) r = r * dimensions[d].extent + c[d];
    return r;
  }
  /// Bits of a coordinate in a node address: 16/dims (docs/reference/hardware.md).
  constexpr unsigned coordinate_bits() const {
    constexpr std::uint8_t bits[max_dims + 1] = {16, 16, 8, 5, 4, 3, 2};
    return bits[dims];
  }

  friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

/// For topologies whose node addresses have a field for every coordinate.
struct ProductAddress {
  static constexpr std::uint16_t address(const Shape& shape, Rank rank) {
    const Coordinates c = shape.coordinates(rank);
    std::uint32_t a = 0;
    for (unsigned d = 0; d < shape.dims; ++d) a |= c[d] << (d * shape.coordinate_bits());
    return static_cast<std::uint16_t>(a);
  }
  static constexpr Rank rank_at(const Shape& shape, std::uint16_t address) {
    const unsigned bits = shape.coordinate_bits();
    Coordinates c{};
    for (unsigned d = 0; d < shape.dims; ++d)
      c[d] = std::uint32_t{address} >> (d * bits) & ((1u << bits) - 1);
    return shape.rank(c);
  }
};

}  // namespace collnoc

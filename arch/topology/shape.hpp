// The common part of all topologies: ranks, links, and the numbers that describe a network.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/node_address.hpp"

namespace collnoc {

/// Number of a tile, 0 .. size-1, and of its node; in products, dimension 0 (x) is fastest. Switches, which
/// are nodes without a tile, have the numbers from `size` on.
using Rank = std::uint32_t;
/// Link of a node to a neighbour; the header of the topology defines the numbers.
using Link = std::uint32_t;

inline constexpr unsigned max_dims = 6;
/// Most links a node can have.
inline constexpr unsigned max_links = 8;
inline constexpr Rank no_rank = ~Rank{0};

/// One factor of a product: a line of `extent` nodes, or a ring if `wraps`. In a generalized hypercube it is
/// a complete graph of `extent` nodes, and `wraps` is false.
struct Dimension {
  std::uint32_t extent = 1;
  bool wraps = false;
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

using Coordinates = std::array<std::uint32_t, max_dims>;

/// Properties that schedules can rely on. Each value includes those before it.
enum class Structure : std::uint8_t {
  ranks,      ///< nodes have numbers, and any node can send to any other one
  ring,       ///< ranks r and r+1 modulo N are neighbours, and their messages take the link between them
  dimensions  ///< nodes have coordinates, and messages traverse the dimensions in order
};

/// What a multicast goes to (docs/reference/multicast.md).
enum class Multicasts : std::uint8_t {
  none,
  boxes,    ///< of coordinates
  substars  ///< nodes that have the sender's symbols in some places
};

/// How long a link is and how narrow (rtl/network/link.sv).
struct LinkTiming {
  std::uint8_t delay = 1;     ///< cycles, 1 to max_delay; 1: the hop itself
  std::uint8_t interval = 1;  ///< cycles for each flit: 1, 2, 4 or 8

  static constexpr unsigned max_delay = 16, max_interval = 8;
  /// Flits in max_interval cycles.
  constexpr unsigned rate() const { return max_interval / interval; }
  /// Registers that a flit or a credit goes through.
  constexpr unsigned registers() const { return delay - (interval == 1 ? 1u : 0u); }
  /// Cycles that a flit takes, in addition to a hop, if no other is before it.
  constexpr unsigned cycles() const { return registers() + interval - 1u; }
  /// Cycles from a flit that takes a place of the receiver's buffer to the next one that can take it, with
  /// credits that come over `back`: one virtual channel has the link's whole rate if it has round_trip /
  /// interval places, rounded up.
  constexpr unsigned round_trip(const LinkTiming& back, unsigned hop_cycles) const {
    return 2 * hop_cycles + cycles() + back.registers();
  }
  friend constexpr bool operator==(const LinkTiming&, const LinkTiming&) = default;
};

struct GraphTables;

/// The numbers that describe a network. Their meaning depends on the topology.
struct Shape {
  std::array<Dimension, max_dims> dimensions{};  ///< not a product: one dimension with all nodes
  unsigned dims = 1;
  std::uint32_t radix = 0;  ///< RADIX of the hardware
#if __STDC_HOSTED__
  const GraphTables* graph = nullptr;  ///< of a graph; equal for equal networks
  constexpr const GraphTables* tables() const { return graph; }
#else
  // Programs of a tile's processor know the number of nodes only.
  static constexpr const GraphTables* tables() { return nullptr; }
#endif

  constexpr Rank size() const {
    Rank n = 1;
    for (unsigned d = 0; d < dims; ++d) n *= dimensions[d].extent;
    return n;
  }
  constexpr Coordinates coordinates(Rank rank) const {
    Coordinates c{};
#if __STDC_HOSTED__
    if (graph != nullptr) {  // switches are numbered behind the last tile
      c[0] = rank;
      return c;
    }
#endif
    for (unsigned d = 0; d < dims; ++d) {
      const Rank above = rank / dimensions[d].extent;  // one division, because each takes 34 cycles on RV32
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
  /// Whether node addresses have 20 bits, because an extent does not fit into 16/dims of 16.
  constexpr bool wide() const {
    if constexpr (has_wide_addresses) {
      for (unsigned d = 0; d < dims; ++d)
        if (dimensions[d].extent > 1u << narrow_bits[dims]) return true;
    }
    return false;
  }
  /// Bits of a coordinate in a node address (docs/reference/hardware.md).
  constexpr unsigned coordinate_bits() const { return coordinate_bits(wide(), dims); }
  /// 16/dims, or with `wide` addresses 20/dims, without a division.
  static constexpr unsigned coordinate_bits(bool wide, unsigned dims) {
    return wide ? wide_bits[dims] : narrow_bits[dims];
  }

  friend constexpr bool operator==(const Shape&, const Shape&) = default;

 private:
  static constexpr std::uint8_t narrow_bits[max_dims + 1] = {16, 16, 8, 5, 4, 3, 2};
  static constexpr std::uint8_t wide_bits[max_dims + 1] = {20, 20, 10, 6, 4, 3, 2};
};

/// What is true of most topologies; the struct of a topology states what differs.
struct UsualTopology {
  static constexpr Structure structure = Structure::ranks;
  static constexpr Multicasts multicasts = Multicasts::none;
  static constexpr bool has_directions = false;
  static constexpr bool one_hop_dimensions = false;
  static constexpr bool has_tables = false;  ///< routes are a table
  /// Symbols of the permutations that the nodes are, otherwise 0.
  static constexpr std::uint32_t symbols(std::uint32_t) { return 0; }
  /// Whether packets go from a link to another of the same dimension, or back.
  static constexpr bool turns(Link from, Link to) { return from != to; }
  static constexpr bool has_hardware(const Shape&) { return true; }
  static constexpr unsigned routes(const Shape&) { return 0; }
  static constexpr bool shortest_is_minus(const Shape&, unsigned, std::uint32_t, std::uint32_t) {
    return false;
  }
};

/// For topologies whose node addresses have a field for every coordinate.
struct ProductAddress : UsualTopology {
  static constexpr NodeAddress address(const Shape& shape, Rank rank) {
    const Coordinates c = shape.coordinates(rank);
    const unsigned bits = shape.coordinate_bits();
    std::uint32_t a = 0;
    for (unsigned d = 0; d < shape.dims; ++d) a |= c[d] << (d * bits);
    return static_cast<NodeAddress>(a);
  }
  static constexpr Rank rank_at(const Shape& shape, NodeAddress address) {
    const unsigned bits = shape.coordinate_bits();
    Coordinates c{};
    for (unsigned d = 0; d < shape.dims; ++d)
      c[d] = std::uint32_t{address} >> (d * bits) & ((1u << bits) - 1);
    return shape.rank(c);
  }
};

}  // namespace collnoc

// The position of a node: the values of its straps.
#pragma once
#include <cstdint>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

struct Place {
  std::uint8_t dims = 2;
  std::uint8_t bits = 8;        ///< of a coordinate in a node address
  std::uint32_t coord = 0;      ///< node address
  std::uint32_t extent = 0;     ///< extent - 1 of every dimension, packed like an address
  std::uint8_t wrap = 0;        ///< bit d: dimension d wraps
  std::uint32_t mem_words = 0;  ///< memory of the tile, 8-byte words, at most 2^18
  /// The node's routing table in a graph: HardwareConfig::routes entries, as in the register ROUTE. Of a node
  /// to be made, what software has written to it. nullptr: all entries are 0.
  const std::uint8_t* routes = nullptr;

  friend bool operator==(const Place&, const Place&) = default;

  std::uint32_t field(std::uint32_t packed, unsigned d) const {
    return (packed >> (d * bits)) & ((1u << bits) - 1);
  }

  /// Of these values at the straps of a node of `config`.
  static Place at_straps(const HardwareConfig& config, std::uint32_t coord, std::uint32_t extent,
                         unsigned wrap, std::uint32_t mem_words) {
    Place p;
    p.dims = static_cast<std::uint8_t>(config.dims);
    p.bits = static_cast<std::uint8_t>(config.coordinate_bits());
    p.coord = coord;
    p.extent = extent;
    p.wrap = static_cast<std::uint8_t>(wrap);
    p.mem_words = mem_words;
    return p;
  }
  /// Straps of `rank` in `topology`, and the routing table of a node with this hardware.
  static Place of(const Topology& topology, const HardwareConfig& config, Rank rank,
                  std::uint32_t mem_words) {
    Place p = of(topology, rank, mem_words);
    if (const GraphTables* const t = topology.tables()) {
      const std::uint8_t* const routes = t->routes[config.vcs - 1];
      if (routes != nullptr) p.routes = routes + std::size_t{rank} * t->entries;
    }
    return p;
  }
  /// Straps of `rank` in `topology`; a graph's node has no routing table.
  static Place of(const Topology& topology, Rank rank, std::uint32_t mem_words) {
    Place p;
    p.dims = static_cast<std::uint8_t>(topology.dims());
    p.bits = static_cast<std::uint8_t>(topology.coordinate_bits());
    p.coord = topology.address(rank);
    p.mem_words = mem_words;
    for (unsigned d = 0; d < p.dims; ++d) {
      p.extent |= (topology.extent(d) - 1) << (d * p.bits);
      if (topology.wraps(d)) p.wrap |= static_cast<std::uint8_t>(1u << d);
    }
    return p;
  }
};

}  // namespace collnoc::model

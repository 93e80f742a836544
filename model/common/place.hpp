// The position of a node: the values of its straps.
#pragma once
#include <cstdint>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

struct Place {
  unsigned dims = 2;
  std::uint16_t coord = 0;      ///< node address
  std::uint16_t extent = 0;     ///< extent - 1 of every dimension, packed like an address
  std::uint8_t wrap = 0;        ///< bit d: dimension d wraps
  std::uint32_t mem_words = 0;  ///< memory of the tile, 8-byte words, at most 2^18

  std::uint32_t field(std::uint32_t packed, unsigned d) const {
    const unsigned bits = coordinate_bits(dims);
    return (packed >> (d * bits)) & ((1u << bits) - 1);
  }

  /// Straps of `rank` in `topology`.
  static Place of(const Topology& topology, Rank rank, std::uint32_t mem_words) {
    Place p;
    p.dims = topology.dims();
    p.coord = topology.address(rank);
    p.mem_words = mem_words;
    for (unsigned d = 0; d < p.dims; ++d) {
      p.extent |= static_cast<std::uint16_t>((topology.extent(d) - 1) << (d * topology.coordinate_bits()));
      if (topology.wraps(d)) p.wrap |= static_cast<std::uint8_t>(1u << d);
    }
    return p;
  }
};

}  // namespace collnoc::model

// How the order of dimensions of a packet is chosen, on hardware with both orders.
#pragma once
#include <cstdint>

namespace collnoc {

enum class OrderChoice : std::uint8_t {
  hash,      ///< by source and destination: packets of a pair of nodes have the same order
  turns,     ///< a node alternates
  credits,   ///< the order whose first link has more free places in the neighbour's buffers
  ascending  ///< the lowest dimension first
};

}  // namespace collnoc

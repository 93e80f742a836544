// List traffic: single packets, each with the cycle in which its source creates it.
#pragma once
#include <cstdint>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

struct PacketList {
  struct Packet {
    std::uint64_t cycle;
    Rank dst;
    std::uint16_t flits;  ///< with the head
  };
  std::vector<std::vector<Packet>> of;  ///< [source], by cycle; in the order of the file for equal cycles
  std::uint64_t cycles = 0;             ///< until the last packet is created
  std::uint64_t flits = 0;              ///< of all packets
};

}  // namespace collnoc

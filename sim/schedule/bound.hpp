// The least number of cycles any schedule can need for a collective on this hardware.
#pragma once
#include <cstdint>
#include <string>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

struct Bound {
  std::uint64_t cycles = 0;
  std::string reason;  ///< which limit it is
};

/// A true lower bound on the cycles from the start to the last rank's completion: the largest of what
/// channels, links and distances allow. Payload only: head flits, software and waiting are left out, each
/// link and channel moves one flit of flit_bits a cycle, a hop takes hop_cycles.
///
///   broadcast             ceil(L/F)/ports of a node + its distance from the root; the same for the root
///   total exchange        (N-1)·m/F over the channels of a node; and over every cut across a dimension;
///                         on a star graph the hops of a rank's blocks over its links
///   all-to-all broadcast  (N-1)·m/F over the channels of a node; and a broadcast of the block of rank 0
///                         (a cut around more than one node says no more)
///
/// L, m: bytes; F: bytes of a flit; ports: 1, or with an all-port NIC the links the node has (a mesh corner
/// of two dimensions has 2).
Bound lower_bound(Collective collective, const Job& job, const HardwareConfig& hardware);

}  // namespace collnoc

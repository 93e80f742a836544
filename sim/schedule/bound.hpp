// A lower bound on the cycles that any schedule of a collective takes on given hardware.
#pragma once
#include <cstdint>
#include <string>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct Bound {
  std::uint64_t cycles = 0;
  std::string reason;  ///< the limit that gives the bound
};

/// A lower bound on the cycles from the start to the completion of the last rank: the largest of the bounds
/// from channels, links and distances. A run that takes fewer ends with an error. It counts payload and head
/// flits, without software and stalls. Each link and channel moves one flit of flit_bits per cycle, and a hop
/// takes hop_cycles. A link or channel that moves w payload flits needs flits(w) = w + ceil(w/(M-1)) cycles,
/// since a packet has at most M flits, one of them its head; of several links, one moves at least the
/// average.
///
///   every rank     flits(k·m/F/ports), plus one hop: k blocks that it must send or receive, by the
///                  collective's description (firmware/collectives/common/collective.hpp); ports: those of
///                  the rank
///   distances      for each rank: flits(m/F/ports) + its distance from the root, or from rank 0 where
///                  there is no root; ports: those of the two ranks, whichever has fewer
///   combinations   flits(k·m/F/channels), plus one hop, channels: those of all ranks; k = N - 1 messages
///                  for an element of a reduce, N (N-1) for a reduce-scatter, 2 (N-1) for an all-reduce
///   total exchange, with coordinates: the traffic over the middle cut of each dimension, per link, plus one
///                  hop; without coordinates: the flit-hops of a rank's blocks over its links, plus one hop;
///                  in a graph those of all ranks over all links, and the cuts between ranks below a number
///                  and the others
///   narrow links   what must come into a group of tiles that only narrow links join to the others
///
/// A narrow link counts as the part of a link that it is (LinkTiming), and registers of links are added to
/// distances.
/// (A cut around more than one node gives no larger bound where blocks are not personal.)
/// m: bytes of a message or block; F: bytes per flit; M: max_packet_flits; ports: 1, or with an all-port NIC
/// the number of links of the node (2 at the corner of a two-dimensional mesh).
Bound lower_bound(Collective collective, const Job& job, const HardwareConfig& hardware);

}  // namespace collnoc

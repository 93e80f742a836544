// Schedules made for one network: in each step every directed link begins to carry at most one piece of a
// block, to the next node; a narrow link carries it for `interval` steps (LinkTiming). With one port, a node
// begins to send one piece, and gets one, at a time. For long blocks.
#pragma once
#include <cstdint>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

struct SynthesisOptions {
  unsigned pieces = 1;     ///< into which a block is cut, at least 1
  unsigned tries = 16;     ///< searches with other random choices; the shortest schedule is kept
  std::uint64_t seed = 1;  ///< equal seeds give equal schedules, everywhere
  PortModel nic = PortModel::all_port;
};

/// A schedule of `collective`, named "synthesized", with the blocks of every message. Each step lists,
/// greedily, what the links carry. A block for one rank goes on by a link towards it, or, in every second try
/// on networks of at most 128 nodes, along a path that was laid before so that all links have the same load;
/// those with the longest way are first. Of blocks for all, each link takes one that its end has not, those
/// that the fewest nodes have first; in two of every three tries, a narrow link only one that
/// will not come to its end over faster links anyway. Of equally long schedules, the one with the fewest
/// moves over narrow links is kept. Preconditions: the collective has data; 1 <= pieces, and every piece but
/// the only one has 8 bytes; at least two nodes, none of which is a switch.
Schedule synthesize(Collective collective, const Job& job, const SynthesisOptions& options);

/// Steps until the last piece has arrived.
std::uint64_t step_count(const Schedule& schedule);

/// A lower bound on the steps of any such schedule: flows (flows.hpp); what a rank must send or receive over
/// its links, or its port; what has to come over narrow links into a region that they surround; the longest
/// way; with one port, that the last piece for all that a rank has begins its way after the others, and those
/// who have it at most double in a step. Of an all-reduce: what a rank must send and receive, and that each
/// piece takes 2N - 2 moves (Harary & Schwenk, "The communication problem on graphs and digraphs", 1974).
std::uint64_t least_steps(Collective collective, const Job& job, const SynthesisOptions& options);

}  // namespace collnoc

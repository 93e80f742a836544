// Optimal one-port total exchange on a line, a ring and a complete graph, with unit packets and store and
// forward. `product` (Dimakopoulos & Dimopoulos, Algorithm A2) needs this in each dimension. The paper leaves
// it open; these algorithms are new in this project. A closed form gives the packet that each node moves in
// step t.
//
// Line of n nodes: links alternate, and neighbours swap packets.
//
//   t even  o<->o  o<->o  o      The k-th packet that crosses link (i, i+1) to the right has the farthest
//   t odd   o  o<->o  o<->o      destination first, then the nearest origin first: destination n-1 - k/(i+1),
//                                origin i - k mod (i+1). To the left: the mirror image.
// A packet is number k on link i-1 and number k+1 or higher on link i. Link i moves its packet k in step 2k
// or 2k+1, so a packet is always there when its turn comes. The busiest link carries floor(n/2)·ceil(n/2)
// packets in each direction, and the links in the middle start first: ceil(n^2/2) - 1 steps for n >= 2. The
// middle node must send that many packets, so this is optimal.
//
// Ring of n nodes: all packets rotate together. Packets with distance h take h steps, in the plus direction
// for h = 1 .. floor(n/2), in the minus direction for h = 1 .. ceil(n/2)-1. That is floor(n^2/4) steps, the
// sum of the distances from a node, so this is optimal. Every move is to a neighbour, so the router has no
// choice of path.
//
// Complete graph of n nodes: in step t, every node sends to the node at offset t + 1. That is n - 1 steps,
// the number of packets of a node.
#pragma once
#include <cstdint>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A packet that travels from node `origin` to node `target` of one dimension, about to move one hop.
struct Hop {
  bool moves = false;
  std::uint32_t link = 0;  ///< line, ring: 0 to the neighbour above, 1 to the one below; complete: offset - 1
  std::uint32_t origin = 0;
  std::uint32_t target = 0;
  std::uint32_t held = 0;  ///< transit slot it leaves, unless this is its first hop
  std::uint32_t slot = 0;  ///< transit slot it enters at the next node, unless that is the target
};

/// How the nodes of one dimension are connected.
enum class Factor : std::uint8_t { line, ring, complete };

constexpr Factor factor(const Topology& topology, unsigned d) {
  if (topology.one_hop_dimensions()) return Factor::complete;
  return topology.wraps(d) ? Factor::ring : Factor::line;
}

/// Total exchange on one dimension of `extent` nodes.
struct Exchange1d {
  std::uint32_t extent = 1;
  Factor factor = Factor::line;

  constexpr std::uint32_t steps() const {
    if (extent < 2) return 0;
    if (factor == Factor::complete) return extent - 1;
    const std::uint64_t square = std::uint64_t{extent} * extent;
    return static_cast<std::uint32_t>(factor == Factor::ring ? square / 4 : (square + 1) / 2 - 1);
  }

  /// Number of packets that a node must be able to buffer between their arrival and their departure.
  constexpr std::uint32_t transit_slots() const {
    if (extent < 3 || factor == Factor::complete) return 0;
    return factor == Factor::ring ? steps() - (extent - 1)
                                  : 2 * (extent / 2) * ((extent - 1) / 2);  // < 2^31, extent <= 2^16
  }

  /// What node `at` sends in step `t`.
  constexpr Hop sent(std::uint32_t at, std::uint32_t t) const {
    switch (factor) {
      case Factor::line: return line_hop(at, t);
      case Factor::ring: return ring_hop(at, t);
      case Factor::complete: break;
    }
    if (t >= steps()) return {};
    return {true, t, at, neighbour(at, t), 0, 0};
  }

  /// The node to which `link` leads from node `at`.
  constexpr std::uint32_t neighbour(std::uint32_t at, std::uint32_t link) const {
    const std::uint32_t offset = factor == Factor::complete ? link + 1 : link == 0 ? 1 : extent - 1;
    return (at + offset) % extent;
  }

  /// Number of packets that node `at` receives over `link` of the sending neighbour before step `t`.
  constexpr std::uint32_t received(std::uint32_t at, std::uint32_t link, std::uint32_t t) const {
    if (factor == Factor::complete) return link < steps() && t > link ? 1 : 0;
    const bool from_below = link == 0;
    if (factor == Factor::ring) {
      std::uint32_t count = 0, first = 0;
      for (std::uint32_t i = 0; first < t && first < steps(); ++i) {
        const std::uint32_t distance = i / 2 + 1;
        if ((i % 2 == 0) == from_below) count += t - first < distance ? t - first : distance;
        first += distance;
      }
      return count;
    }
    if (from_below ? at == 0 : at + 1 == extent) return 0;
    const std::uint32_t edge = from_below ? at - 1 : at;
    const std::uint32_t turns = (t + 1 - phase(edge)) / 2;
    return turns < load(edge) ? turns : load(edge);
  }

 private:
  /// The first step (0 or 1) in which the line's link between i and i+1 is active.
  constexpr std::uint32_t phase(std::uint32_t i) const { return (i + extent / 2 + 1) % 2; }
  /// Number of packets that cross this link in one direction.
  constexpr std::uint32_t load(std::uint32_t i) const { return (i + 1) * (extent - 1 - i); }

  constexpr Hop line_hop(std::uint32_t at, std::uint32_t t) const {
    const auto turn = [&](std::uint32_t link) {  // number of the packet that crosses now, or load
      return t >= phase(link) && (t - phase(link)) % 2 == 0 ? (t - phase(link)) / 2 : load(link);
    };
    if (at + 1 < extent && turn(at) < load(at)) return rightwards(at, turn(at));
    if (at > 0 && turn(at - 1) < load(at - 1)) {
      Hop hop = rightwards(extent - 1 - at, turn(at - 1));
      hop.link = 1;
      hop.origin = extent - 1 - hop.origin;
      hop.target = extent - 1 - hop.target;
      hop.held += transit_slots() / 2;
      hop.slot += transit_slots() / 2;
      return hop;
    }
    return {};
  }
  /// Packets that end at the next node cross a link last, so the packets in transit are numbered from 0.
  constexpr Hop rightwards(std::uint32_t link, std::uint32_t k) const {
    const std::uint32_t origin = link - k % (link + 1), target = extent - 1 - k / (link + 1);
    const std::uint32_t held = origin == link ? 0 : (extent - 1 - target) * link + link - 1 - origin;
    return {true, 0, origin, target, held, k};
  }

  constexpr Hop ring_hop(std::uint32_t at, std::uint32_t t) const {
    if (t >= steps()) return {};
    std::uint32_t i = 0, first = 0;
    while (t >= first + i / 2 + 1) first += i++ / 2 + 1;
    const std::uint32_t distance = i / 2 + 1, behind = t - first, ahead = distance - behind;
    const bool minus = i % 2 == 1;
    const auto up = [&](std::uint32_t by) { return (at + by) % extent; };
    const auto down = [&](std::uint32_t by) { return (at + extent - by) % extent; };
    // i rotations are complete, and the last packet of each one stayed: one slot less per rotation.
    const std::uint32_t held = behind == 0 ? 0 : t - 1 - i;
    return {true, minus ? 1u : 0u, minus ? up(behind) : down(behind), minus ? down(ahead) : up(ahead), held,
            t - i};
  }
};

}  // namespace collnoc

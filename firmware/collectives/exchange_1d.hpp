// Optimal one-port total exchange on a line, a ring and a complete graph, unit packets, store and forward:
// what `product` (Dimakopoulos & Dimopoulos, Algorithm A2) asks for in each dimension. The paper leaves it
// open; these are ours. Who moves which packet at step t is a closed form.
//
// Line of n nodes: links alternate, neighbours swap packets.
//
//   t even  o<->o  o<->o  o      On link (i, i+1) the k-th packet rightwards is, farthest destination
//   t odd   o  o<->o  o<->o      first and nearest origin first:  destination n-1 - k/(i+1),
//                                origin i - k mod (i+1).  Leftwards: the mirror image.
// A packet is number k on link i-1 and at least k+1 on link i, and link i moves its number k at step 2k or
// 2k+1, so packets are there when their turn comes. The busiest link carries floor(n/2)·ceil(n/2) packets
// each way, the links of the middle start first: ceil(n^2/2) - 1 steps, n >= 2. That is the number of
// packets the middle node must send, so it is optimal.
//
// Ring of n nodes: all rotate together. Packets that go to distance h take h steps; plus for
// h = 1 .. floor(n/2), minus for h = 1 .. ceil(n/2)-1: floor(n^2/4) steps, the sum of distances from a
// node, so it is optimal. No wrap link is used by choice of the router: every move is to a neighbour.
//
// Complete graph of n nodes: in step t everybody sends to the node t + 1 further on; n - 1 steps, as many as
// a node has packets.
#pragma once
#include <cstdint>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A packet on its way from node `origin` to node `target` of one dimension, about to move one hop.
struct Hop {
  bool moves = false;
  std::uint32_t link = 0;  ///< line, ring: 0 to the neighbour above, 1 to the one below; complete: offset - 1
  std::uint32_t origin = 0;
  std::uint32_t target = 0;
  std::uint32_t held = 0;  ///< transit slot it leaves, unless this is its first hop
  std::uint32_t slot = 0;  ///< transit slot it enters at the next node, unless that is the target
};

/// What connects the nodes of one dimension.
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

  /// Packets for which a node must have room between their arrival and their departure.
  constexpr std::uint32_t transit_slots() const {
    if (extent < 3 || factor == Factor::complete) return 0;
    return factor == Factor::ring ? steps() - (extent - 1)
                                  : 2 * (extent / 2) * ((extent - 1) / 2);  // < 2^31, extent <= 2^16
  }

  /// What node `at` sends at step `t`.
  constexpr Hop sent(std::uint32_t at, std::uint32_t t) const {
    switch (factor) {
      case Factor::line: return line_hop(at, t);
      case Factor::ring: return ring_hop(at, t);
      case Factor::complete: break;
    }
    if (t >= steps()) return {};
    return {true, t, at, neighbour(at, t), 0, 0};
  }

  /// Where `link` leads from node `at`.
  constexpr std::uint32_t neighbour(std::uint32_t at, std::uint32_t link) const {
    const std::uint32_t offset = factor == Factor::complete ? link + 1 : link == 0 ? 1 : extent - 1;
    return (at + offset) % extent;
  }

  /// How many packets node `at` receives before step `t` from the neighbour that sends them by its `link`.
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
  /// Step (0 or 1) at which the line's link between i and i+1 starts.
  constexpr std::uint32_t phase(std::uint32_t i) const { return (i + extent / 2 + 1) % 2; }
  /// Packets that cross it in one direction.
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
  /// Packets that end at the next node come last on a link, so those that go on are numbered from 0.
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
    // i rotations ended before, and the last packet of each stayed: one slot less a rotation.
    const std::uint32_t held = behind == 0 ? 0 : t - 1 - i;
    return {true, minus ? 1u : 0u, minus ? up(behind) : down(behind), minus ? down(ahead) : up(ahead), held,
            t - i};
  }
};

}  // namespace collnoc

// The part of a network that this process simulates, and the links between it and the other parts.
//
// A part has successive ranks. Nodes of other parts that its nodes drive are its ghosts: they come after its
// own nodes in its arrays of wires, so driving a link costs the same for all ends. In every cycle each part
// sends what its ghosts have received, one message to each part that it has links to.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "sim/distributed/parts.hpp"
#include "sim/fabric/awake.hpp"
#include "sim/fabric/link_wires.hpp"

namespace collnoc {

/// First rank of part `part` of `count`; part count begins after the last rank. Products are cut between
/// coordinates of their highest dimension where there are enough: such cuts have the fewest links.
/// Throws UserError for more parts than nodes.
Rank first_of_part(const Topology& topology, unsigned part, unsigned count);

class Cut {
 public:
  /// `parts` must outlive this object.
  Cut(const Topology& topology, const HardwareConfig& config, const NetworkParts& parts);

  const NetworkParts& parts() const { return parts_; }
  Rank first() const { return first_; }
  Rank last() const { return last_; }
  /// Nodes and ghosts, with a gap between them.
  Rank places() const { return ghosts_begin_ + static_cast<Rank>(ghosts_.size()); }
  /// Where a node drives its link: a node of this part, numbered from 0, or a ghost.
  LinkWires::End far_end(Rank rank, Link link) const;
  /// Only nodes before and from these numbers on have links to other parts; multiples of awake_group.
  Rank head() const { return head_; }
  Rank tail() const { return tail_; }

  // Each cycle: begin(), put() for what ghosts receive, send(), then receive().
  void begin();
  /// A ghost receives credits, and a flit if it is not nullptr. `follow`: with a head, how many flits of its
  /// packet follow, if the sender knows.
  void put(const LinkWires::End& ghost, std::uint8_t credit, const model::FlitRef* flit, unsigned follow = 0);
  void send();
  /// Waits for the messages of other parts. Calls arrive(node, link, credit, flit or nullptr, follow) for
  /// what nodes of this part receive; data of flits are valid for two cycles.
  template <class F>
  void receive(F&& arrive);

  /// Sends the inputs of the ghosts for the next cycle, after the nodes at the cut have been computed.
  void send(LinkWires& wires, AwakeNodes& awake);
  /// Waits for the messages of other parts, and drives their contents.
  void receive(LinkWires& wires, AwakeNodes& awake);

 private:
  struct Ghost {
    Rank rank;
    unsigned part;
    friend auto operator<=>(const Ghost&, const Ghost&) = default;
  };
  struct Neighbour {  ///< a part that has links to this one
    unsigned part;
    std::vector<std::byte> out;
    std::vector<std::uint64_t> in[2];
  };
  /// A message is a sequence of these, each followed by the words of the flit if there is one. A link may
  /// have two: one with credits, one with a flit.
  struct Crossing {
    Rank rank;
    std::uint8_t link, credit;
    std::uint8_t flit;  ///< 0: none; else bit 0, head in bit 1, tail in bit 2, virtual channel from bit 3 on
    std::uint8_t follow;
  };
  static_assert(sizeof(Crossing) == sizeof(std::uint64_t));

  const Topology topology_;
  const NetworkParts& parts_;
  Rank first_, last_, ghosts_begin_, head_ = 0, tail_;
  std::size_t flit_words_;
  unsigned which_ = 0;
  std::vector<Ghost> ghosts_;  // sorted
  std::vector<Neighbour> neighbours_;
  std::vector<unsigned> neighbour_of_;  // by part
};

template <class F>
void Cut::receive(F&& arrive) {
  which_ ^= 1;
  for (Neighbour& from : neighbours_) {
    std::vector<std::uint64_t>& in = from.in[which_];
    const std::size_t bytes = parts_.transport().receive(from.part, std::as_writable_bytes(std::span(in)));
    for (std::size_t at = 0; at < bytes / sizeof(std::uint64_t);) {
      Crossing c;
      std::memcpy(&c, &in[at++], sizeof c);
      const model::FlitRef flit{&in[at], static_cast<std::uint8_t>(c.flit >> 3), (c.flit & 2) != 0,
                                (c.flit & 4) != 0};
      if (c.flit != 0) at += flit_words_;
      arrive(c.rank - first_, unsigned{c.link}, c.credit, c.flit != 0 ? &flit : nullptr, unsigned{c.follow});
    }
  }
}

}  // namespace collnoc

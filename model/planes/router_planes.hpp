// The routers and links of a network in planes: one bit of a word is one node, so 64 routers are computed by
// the instructions of one. It does in every cycle what router_cycle.cpp does, which is the reference; the
// names are the same.
//
// A queue holds its number of flits in planes, and its packets as references, oldest first. Which output the
// front packet wants, on which virtual channel, and how many of its flits are still to leave, are planes,
// too. So a flit that is neither head nor tail costs nothing of its own; a head is routed when it moves on
// (`arrive`), and a tail uncovers the next packet. Payload does not move: it stays with the packet.
//
// A channel's credits are what the neighbour's queue has room for. Where hops take several cycles, credits
// and flits are under way, and the places that the sender knows as taken are counted for that
// (hop_planes.hpp). A packet becomes the last of the next queue when its head leaves, and waits there for its
// flits.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/planes/event_planes.hpp"
#include "collnoc/model/planes/hop_planes.hpp"
#include "collnoc/model/planes/link_planes.hpp"
#include "collnoc/model/planes/packet_queues.hpp"
#include "collnoc/model/planes/packets.hpp"
#include "collnoc/model/planes/plane.hpp"
#include "collnoc/model/planes/router_layout.hpp"
#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

class RouterPlanes {
 public:
  /// The routers that this process computes.
  struct OwnRanks {
    Rank first, last;
  };
  /// Planes for this hardware, in up to `parts` parts for as many threads; nothing if its routers must be
  /// computed one by one. The configuration and the topology are copied. All routers have just been reset.
  static std::unique_ptr<RouterPlanes> make(const Topology& topology, const HardwareConfig& config,
                                            const OwnRanks& own, unsigned parts);
  /// Before the first cycle: the routing table of a node of a graph, Place::routes, which may change later.
  void set_routes(Rank node, const std::uint8_t* routes) {
    if (!routes_.empty()) routes_[node] = routes;
  }
  virtual ~RouterPlanes() = default;
  RouterPlanes(const RouterPlanes&) = delete;
  RouterPlanes& operator=(const RouterPlanes&) = delete;

  /// Nodes are numbered from first() on (LinkMap); words also have ghosts.
  std::size_t words() const { return map_.words(); }
  Rank first() const { return map_.first(); }
  struct Range {
    std::size_t first, last;
  };
  /// Words with own nodes.
  Range own_words() const {
    return {map_.first() / plane_nodes, (map_.first() + map_.own_nodes() - 1) / plane_nodes + 1};
  }
  /// Words that a part computes.
  unsigned parts() const { return static_cast<unsigned>(part_.size()); }
  /// Several parts, or ghosts: some flits are copied on their way.
  bool divided() const { return parts() > 1 || map_.nodes() != map_.own_nodes(); }
  Range range(unsigned part) const { return part_[part].words; }

  // A cycle has two halves. In the first, allocate() for every word; in the second, what NICs take and give,
  // then commit(), for every word. A half of a word may come before other words have finished theirs, if the
  // halves before it are finished for the words that are up to reach() away, and those have not begun the
  // half after it.
  std::size_t reach() const { return map_.reach(); }
  // All parts are computed by one thread, or at the same time, half by half.
  void begin_whole();
  void begin_allocate(unsigned part) {
    packets_.collect(part);
    part_[part].entered.clear();
    part_[part].whole = false;
  }
  void begin_commit(unsigned part);
  // Where a network is cut into several processes, what crosses the cut is exchanged between the halves; so
  // is what links of several cycles take and bring.
  /// Nodes of the word have such links.
  bool at_cut(std::size_t w) const { return map_.at_cut(w); }
  /// After allocate(): calls flit(node, link, FlitRef, flits of its packet that follow a head) and
  /// credit(node, link, virtual channels) for what is driven on these links. Valid until commit().
  template <class F, class C>
  void crossing(std::size_t w, F&& flit, C&& credit);
  /// After allocate(): calls f(node, link, FlitRef) for what is on links of own nodes, by node, then link; of
  /// a flit that is not a head, without data.
  template <class F>
  void each_sent(std::size_t w, F&& f) const;
  /// What routers of a word drive on one link, by node.
  struct LinkPins {
    Plane valid = 0, heads = 0, tails = 0;
    Plane vc[RouterLayout::vc_bits] = {};
    Plane credits[max_vcs] = {};
    Plane any() const { return valid | credits[0] | credits[1] | credits[2] | credits[3]; }
  };
  /// After allocate(): the pins of each link; calls f(link, node, data) for each flit, whose data are there
  /// if senders read memory at once (NicPlanes::follow()).
  template <class F>
  void link_pins(std::size_t w, LinkPins* pins, F&& f) const;
  /// A bit of a register of all routers that is kept as the RTL keeps it.
  struct RegisterPlane {
    std::string name;  ///< as in model/registers.hpp
    unsigned bit;
    std::size_t plane;  ///< of register_plane()
  };
  std::vector<RegisterPlane> register_planes() const;
  Plane register_plane(std::size_t w, std::size_t plane) const { return block(w)[plane]; }
  /// A flit enters an input queue of a node from elsewhere. `follow`: with a head, the flits of its packet
  /// that follow.
  void enter(Rank node, unsigned port, const FlitRef& flit, unsigned follow);
  /// The neighbour over a link returns credits for these virtual channels.
  void credit(Rank node, unsigned link, std::uint8_t vcs);
  /// What routers drive in this cycle follows from their registers: flits and credits.
  void allocate(std::size_t w);
  /// The clock edge.
  void commit(std::size_t w);

  /// Flits that routers give to their NICs in this cycle, over one channel.
  struct Given {
    Plane flits[max_vcs] = {}, heads[max_vcs] = {}, tails[max_vcs] = {};
  };
  const Given& given(std::size_t w) const { return given_[w]; }
  /// The packet whose head a router gave on this virtual channel in the last cycle, over one channel.
  std::uint32_t begun(Rank node, unsigned v) const { return ejecting(node, v, 1); }
  /// That whose head it gives in this cycle.
  std::uint32_t beginning(Rank node, unsigned v) const { return ejecting(node, v, 0); }
  /// A flit that a router gives to its NIC: of this packet, in this place.
  struct Ejected {
    Rank node;
    unsigned channel, vc;
    std::uint32_t packet;
    unsigned index;
    bool tail;
  };
  /// Calls f(Ejected) for the flits that routers of word `w` give to their NICs, of these nodes. Their
  /// packets are valid until commit(). A NIC that is computed in planes takes whole packets instead.
  template <class F>
  void eject(std::size_t w, Plane nodes, F&& f);
  /// After allocate(): heads that are on a link from the routers of their packets' sources, with the words of
  /// the flit.
  struct Departure {
    Rank node;
    const std::uint64_t* head;
  };
  const std::vector<Departure>& departures(std::size_t w) const { return part(w).departures; }
  /// Nodes of word `w` whose NIC has a flit or a credit from its router.
  Plane gives(std::size_t w) const { return gives_[w]; }
  /// Credits for an injection channel, one bit per virtual channel.
  std::uint8_t credits(Rank node, unsigned channel) const;
  // A NIC that is computed in planes makes packets itself, and takes them.
  /// A packet of a NIC, with space for this many flits.
  std::uint32_t new_packet(Rank node, unsigned flits) {
    return packets_.make(part_of_[node / plane_nodes], flits);
  }
  Packet& packet(std::uint32_t number) { return packets_[number]; }
  /// A packet's first flit is read.
  void begin(Packet& p, const std::uint64_t* head) const {
    std::copy_n(head, flit_words_, p.data);
    p.head[0] = head[0];
    p.head[1] = flit_words_ > 1 ? head[1] : 0;
    p.have = 1;
  }
  /// Its data are not needed any more, or not after this cycle.
  void release(Rank node, std::uint32_t packet) { packets_.release(part_of_[node / plane_nodes], packet); }
  void retire(Rank node, std::uint32_t packet) { part(node / plane_nodes).retired.push_back(packet); }
  /// Its head enters a queue.
  virtual void arrive(Rank node, unsigned port, unsigned v, std::uint32_t packet) = 0;
  /// Flits enter the injection queues of a virtual channel in this cycle.
  void inject(std::size_t w, unsigned v, Plane nodes) {
    block(w)[layout_.entering(v) + map_.links()] |= nodes;
    set_due(w);
  }
  /// Ejection channels get a credit back.
  void refund(std::size_t w, Plane nodes) {
    if (nodes == 0) return;
    block(w)[layout_.refund() + map_.links()] |= nodes;
    set_due(w);
  }
  /// Injection queues with room for one more flit, besides those that are `issued`.
  Plane injection_room(std::size_t w, unsigned v, Plane issued) const {
    const Plane* const count =
        (hops_.stages() == 0 ? block(w) + layout_.count(v) : hops_.taken(w, v)) + map_.links();
    return ~(at_least(count, count_bits_, injection_depth_, layout_.width) |
             (issued & at_least(count, count_bits_, injection_depth_ - 1, layout_.width)));
  }
  /// Credits of an injection queue, but for a flit that is issued.
  unsigned injection_credits(Rank node, unsigned v) const {
    return injection_depth_ - taken_in(node, map_.links(), v);
  }
  /// Senders that wait for a credit in this cycle, and how often one did since the last time.
  void count_waiting(std::size_t w, Plane nodes) { events_[w][3 * layout_.width] = nodes; }
  std::uint32_t take_waiting(Rank node) {
    take_counts(node / plane_nodes);
    return std::exchange(waited_[node], 0u);
  }
  // Any other NIC:
  /// What it gives, as enter().
  void inject(Rank node, unsigned channel, const FlitRef& flit, unsigned follow) {
    enter(node, map_.links() + channel, flit, follow);
  }
  void refund(Rank node, unsigned channel) {
    block(node / plane_nodes)[layout_.refund() + map_.links() + channel] |= bit_of(node);
    set_due(node / plane_nodes);
  }

  /// Flits on links of a part since the start.
  std::uint64_t link_flits(unsigned part) const { return part_[part].link_flits; }
  /// No flit is in a router or on a link.
  bool quiet() const;
  /// Routers of word `w` with flits.
  Plane filled(std::size_t w) const {
    Plane any = 0;
    for (unsigned v = 0; v < config_.vcs; ++v)
      for (unsigned i = 0; i < ports_; ++i) any |= block(w)[layout_.filled(v) + i];
    return any;
  }
  /// Writes a router's registers, but not the order of its slots, and what it has counted.
  void save(Rank node, Router& router);
  /// Writes what it has counted.
  void save_counts(Rank node, Router& router);

 protected:
  struct Entered {  ///< a packet that is the first of its queue
    Rank node;
    unsigned port, vc;
  };
  struct alignas(64) Part {
    Range words;
    std::vector<Departure> departures;
    std::vector<std::uint32_t> retired;  // packets that are not needed after this cycle
    std::vector<Entered> entered;        // in queues of other parts
    std::vector<std::uint16_t> list;     // of ports and nodes, bits_of()
    bool whole = true;                   // other parts are not computed at the same time
    std::uint64_t link_flits = 0;
  };
  RouterPlanes(const Topology& topology, const HardwareConfig& config, const RouterLayout& layout,
               LinkMap map, unsigned parts);

  virtual void allocate_word(std::size_t w) = 0;
  virtual void commit_word(std::size_t w) = 0;
  /// Heads that leave routers of a word enter the next queue; tails uncover what follows them.
  virtual void heads_leave(std::size_t w) = 0;
  virtual void tails_leave(std::size_t w) = 0;
  virtual void uncover_entered(const Entered& entered) = 0;
  void take_counts(std::size_t w);
  /// Hops of several cycles: nodes whose NIC is given something in the next cycle.
  Plane held_gives(std::size_t w) const { return held_[w].gives; }

  Part& part(std::size_t w) { return part_[part_of_[w]]; }
  const Part& part(std::size_t w) const { return part_[part_of_[w]]; }
  /// Something changes in this cycle.
  void set_due(std::size_t w) {
    std::atomic_ref<std::uint8_t>(due_[w]).store(1, std::memory_order_relaxed);  // by any part
  }
  static Plane bit_of(Rank node) { return Plane{1} << (node % plane_nodes); }
  Plane* block(std::size_t w) { return block_[w * block_size_].planes; }
  const Plane* block(std::size_t w) const { return block_[w * block_size_].planes; }
  LinkPlane& sent(unsigned link, unsigned v) { return sent_[link * layout_.vcs + v]; }
  LinkPlane& full(unsigned link, unsigned v) { return full_[link * layout_.vcs + v]; }
  LinkPlane& narrow(unsigned link, unsigned v) { return narrow_[link * layout_.vcs + v]; }
  /// The nodes of a word of which a queue of a scattered link became full or not, narrow or not.
  void scatter_room(std::size_t w, unsigned link, unsigned v, Plane full_changes, Plane narrow_changes);

  /// Where a queue is among those of all nodes.
  std::size_t place(Rank node, unsigned port, unsigned v) const {
    return (std::size_t{node} * config_.vcs + v) * ports_ + port;
  }
  Out route(Rank node, unsigned port, unsigned vc, const std::uint64_t* head) const {
    if (mesh_route_.applies()) return to_out(mesh_route_.port(address_[node], mesh_input_[port], head), vc);
    return route_by_rules(node, port, vc, head);
  }
  static Rank node_of(std::size_t w, Plane bits) {
    return static_cast<Rank>(w * plane_nodes + static_cast<unsigned>(std::countr_zero(bits)));
  }

  HardwareConfig config_;
  RouterLayout layout_;
  LinkMap map_;
  unsigned ports_, depth_, injection_depth_, count_bits_, left_bits_, head_needs_;
  bool whole_packets_;  // a head leaves once its packet is in the queue: store-and-forward
  // Flits on links, by the sender's link; queues without room for a flit, for a head, by the receiver's.
  std::vector<LinkPlane> sent_, full_, narrow_;
  // Of scattered links, by the reader's: what arrives, and what has no room.
  std::vector<LinkPlane> arrives_, no_room_, no_head_room_;
  std::vector<std::uint8_t> filled_;   // by word: some router has a flit
  std::vector<std::uint8_t> due_;      // by word
  std::vector<std::uint8_t> driving_;  // by word: some wire was driven in the last cycle
  std::vector<Plane> gives_;
  std::vector<Given> given_;
  std::vector<EventPlanes> events_;         // by word: rows of flits, credit stalls, arbitration stalls
  PacketQueues queue_;                      // by place()
  std::vector<std::uint8_t> cycle_;         // by word, modulo 256
  std::vector<std::uint32_t> ejecting_[4];  // by cycle, node and virtual channel: packets whose heads leave
  unsigned ejecting_mask_;                  // of the cycle
  HopPlanes hops_;
  std::vector<Part> part_;
  std::vector<unsigned> part_of_;  // by word
  Packets packets_;

 private:
  /// As eject(), of what leaves the routers in this cycle.
  template <class F>
  void each_ejected(std::size_t w, Plane nodes, F&& f) const;
  unsigned flits_in(Rank node, unsigned port, unsigned v) const {
    return number_of(block(node / plane_nodes) + layout_.count(v) + port, count_bits_, layout_.width,
                     node % plane_nodes);
  }
  /// Places of a queue for which its sender has no credit.
  unsigned taken_in(Rank node, unsigned port, unsigned v) const {
    if (hops_.stages() == 0) return flits_in(node, port, v);
    return number_of(hops_.taken(node / plane_nodes, v) + port, count_bits_, layout_.width,
                     node % plane_nodes);
  }
  std::uint32_t ejecting(Rank node, unsigned v, unsigned cycles_ago) const {
    const unsigned cycle = cycle_[node / plane_nodes] - cycles_ago - (hops_.stages() != 0 ? 1 : 0);
    return ejecting_[cycle & ejecting_mask_][std::size_t{node} * config_.vcs + v];
  }
  /// Flits of the front packet that are still to leave.
  unsigned left_of(Rank node, unsigned port, unsigned v) const {
    return number_of(block(node / plane_nodes) + layout_.left(v) + port, left_bits_, layout_.width,
                     node % plane_nodes);
  }
  /// Which flit of its packet leaves a queue.
  unsigned index_of(Rank node, unsigned port, unsigned v, QueuedPacket front) const {
    const unsigned last = packets_[front.packet()].flits - 1u;
    const bool tail = (block(node / plane_nodes)[layout_.leave_tail(v) + port] & bit_of(node)) != 0;
    return tail ? last : last - 1 - left_of(node, port, v);
  }
  class QueuedFlits;
  /// Calls f(stage, QueuedFlits) for the flits in the registers of a link, from the last one on.
  template <class F>
  void each_under_way(Rank node, unsigned link, unsigned v, F&& f) const;
  Out route_by_rules(Rank node, unsigned port, unsigned vc, const std::uint64_t* head) const;
  void allocate_busy(std::size_t w);
  void pass_registers(std::size_t w);
  void hold_ejected(std::size_t w);
  void save_registers(Rank node, Router& router) const;
  void scatter(std::size_t w, unsigned link);

  HardwareSizes sizes_;
  unsigned flit_words_;
  Place place_;  // but for the address
  MeshRoute mesh_route_;
  std::array<MeshRoute::Input, max_ports> mesh_input_{};
  std::vector<std::uint32_t> address_;       // [node]
  std::vector<const std::uint8_t*> routes_;  // [node], as Place::routes; empty without routing tables
  struct alignas(64) Line {
    Plane planes[8] = {};
  };
  /// Hops of several cycles: what is in the registers of a word's channels to the NIC, and the heads that
  /// left a router for a link in each of the last cycles.
  struct Held {
    Given given;
    Plane gives = 0;
    std::vector<Ejected> ejected;
    std::vector<std::vector<Departure>> departures;
    unsigned oldest = 0;  ///< of departures
  };
  std::vector<Held> held_;  // by word
  std::size_t block_size_;  // in lines
  std::vector<Line> block_;
  std::vector<LinkMonitor> counted_;   // [node * ports + port]
  std::vector<std::uint32_t> waited_;  // [node]
};

}  // namespace collnoc::model

#include "collnoc/model/planes/router_planes_driven.hpp"

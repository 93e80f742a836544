// The NICs of a network whose routers are computed in planes.
//
// Whether a sender issues a flit, and whether a receiver takes one, is a bit of a plane, and so are the
// numbers of payload flits that are left and that have come. Payload does not move with its flits: the words
// of a packet are read from memory when its last flit is issued, and written when its last is received, or
// earlier, when somebody looks (`catch_up`). So an event of its own has only a packet's head, its last flit,
// and what reaches the registers and the arrival counters; those use the registers of the model's NIC
// (nic_tx.hpp, nic_rx.hpp). Where packets overlap in a tile's memory, every flit is an event.
//
// That holds for one channel between NIC and router with a memory that grants everything. Any other NIC is
// computed by itself, as in Node::tick(): one with several channels, a sequencer or ACCUMULATE, always; one
// that has a put to its own tile, until it is quiescent (`alone`).
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "collnoc/model/planes/router_planes.hpp"
#include "collnoc/model/tile/node.hpp"
#include "collnoc/model/tile/tile_memory.hpp"

namespace collnoc::model {

class NicPlanes {
 public:
  NicPlanes(const HardwareConfig& config, RouterPlanes& routers)
      : config_(config),
        sizes_(config),
        routers_(routers),
        links_(config.links()),
        flit_words_(config.flit_bits / 64),
        left_bits_(static_cast<unsigned>(std::bit_width(config.max_packet_flits - 1))),
        eager_(routers.divided() ? ~Plane{0} : 0),
        plain_(!config.all_port && !config.sequencer && !config.accumulate),
        word_(routers.words()),
        tile_(routers.words() * plane_nodes),
        arriving_(tile_.size() * config.vcs) {}

  /// NICs of word `w` that are computed alone, and those of them that are not quiescent.
  Plane alone(std::size_t w) const { return plain_ ? word_[w].alone : ~Plane{0}; }
  Plane busy_alone(std::size_t w) const { return word_[w].busy; }
  // NICs in planes whose registers change in this cycle:
  /// An arrival counter is read, to be incremented in the next cycle; one is incremented.
  Plane counting(std::size_t w) const { return word_[w].counting; }
  Plane events(std::size_t w) const { return word_[w].events; }
  /// A put is checked; those of them that wait for the sender's queue, so that the NIC is not ready; others.
  Plane launching(std::size_t w) const { return word_[w].launching; }
  Plane blocked(std::size_t w) const { return word_[w].blocked; }
  Plane checked(std::size_t w) const { return word_[w].launching & ~word_[w].blocked; }
  /// Software has read a register or a counter, or subtracted from one.
  Plane answering(std::size_t w) const { return word_[w].answering; }
  /// This one is computed alone for ever: its host uses the memory, too.
  void stay_alone(Rank rank) {
    Word& of = word_of(rank);
    of.stays |= bit_of(rank);
    of.alone |= bit_of(rank);
  }
  /// Before the first cycle: every flit is read and written in its cycle, and receive() is called for all,
  /// once watch() was.
  void follow() {
    eager_ = ~Plane{0};
    followed_ = true;
  }
  /// `node` and `memory` must outlive this object.
  void add(Rank rank, Node& node, TileMemory& memory) {
    tile_[rank] = {node.nic_.tx_.get(), node.nic_.rx_.get(), &memory};
    routers_.set_routes(rank, node.router().place().routes);
  }
  /// Whether somebody sees the first payload flit of every packet; every flit that is written; the memory.
  void watch(Rank rank, bool first, bool every, bool memory) {
    Word& of = word_of(rank);
    const Plane bit = bit_of(rank);
    of.watched = first ? of.watched | bit : of.watched & ~bit;
    of.listened = every || followed_ ? of.listened | bit : of.listened & ~bit;
    of.looked_at = memory ? of.looked_at | bit : of.looked_at & ~bit;
  }
  /// A cycle begins: the flits that routers gave in the last one are received. False if no NIC of word `w`
  /// has anything to do but for what its router gives, or what its host does.
  bool begin(std::size_t w) {
    Word& of = word_[w];
    of.received = std::exchange(of.given, {});
    Plane any = of.registers() | of.busy;
    for (unsigned v = 0; v < config_.vcs; ++v)
      any |= of.received.flits[v] | of.wants[v] | of.issued[v] | of.passed[v];
    return any != 0;
  }

  // NICs in planes: the parts of a cycle, in this order, between allocate() and commit() of the routers.
  /// Takes what routers give in this cycle.
  void take(std::size_t w);
  /// NICs whose memory somebody looks at and is not as it would be in this cycle. catch_up() makes it so.
  Plane behind(std::size_t w) const {
    const Word& of = word_[w];
    Plane behind = of.sending;
    for (unsigned v = 0; v < config_.vcs; ++v) behind |= of.receiving[v];
    return behind & of.looked_at & ~alone(w);
  }
  void catch_up(Rank rank);
  /// A NIC that neither checks a put nor answers: software writes a register of a put, but does not launch
  /// it. False if the access is another one.
  bool prepare_put(Node& node, const RegisterAccess& access) const {
    const bool prepares = access.write && access.addr - nic::put_src <= nic::put_ctrl - nic::put_src;
    if (prepares) node.nic_.put_.write(config_, access.addr, access.wdata);
    return prepares;
  }
  /// Software may write an entry of a graph's routing table; before issue(), since heads that are issued in
  /// this cycle are routed with it in the next one.
  static void write_route(Node& node, const RegisterAccess& access) { node.write_route(access); }
  // After take(): the arrival counters.
  /// What arrivals do to them; for NICs in counting() and events().
  void count(Node& node, NodeOut& out) const {
    NicRx& rx = node.nic_.rx_[0];
    out.event = std::exchange(rx.inc_q, false);
    node.nic_.counters_.count(out.event, rx.inc_counter_q);
  }
  /// Instead of it, what software reads, too; for NICs in answering(), and where asks().
  static bool asks(const RegisterAccess& access) {
    return access.valid && (!access.write || (access.addr >> 8) == 1);
  }
  void answer(Rank rank, Node& node, const RegisterAccess& access, std::uint32_t cycle, NodeOut& out);
  /// After both: counters are as they will be in the next cycle.
  void end_counts(std::size_t w) { word_[w].events = std::exchange(word_[w].counting, Plane{0}); }
  /// Senders issue flits. Returns those for which issue() must be called. Also passes the flits of the last
  /// cycle to the routers.
  Plane issues(std::size_t w);
  void issue(Rank rank);
  /// Before issue(): whether it reads a flit from memory, if each is read in its cycle; and from which
  /// address, in 8-byte words. After it: that flit.
  bool reads(Rank rank) const { return tile_[rank].tx->left_q != 0; }
  std::uint32_t read_address(Rank rank) const { return tile_[rank].tx->next_address(); }
  const std::uint64_t* read_flit(Rank rank) const {
    const Packet& p = routers_.packet(tile_[rank].packet);
    return flit(p, p.have - 1u);
  }
  /// Receivers take the flits of the last cycle. Returns those for which receive() must be called.
  Plane receives(std::size_t w);
  /// What a receiver has taken.
  struct Received {
    const std::uint64_t* data = nullptr;  ///< of a payload flit that is written; of a packet's only flit
    std::uint32_t addr = 0;               ///< of a payload flit that is written, in 8-byte words
    bool payload = false, first = false, last = false;  ///< of its packet
    std::uint64_t strobes = 0;  ///< of a payload flit that is written: its bytes, if all flits are followed
  };
  /// Calls f(Received) for what somebody may see, before its data are gone.
  template <class F>
  void receive(Rank rank, F&& f);
  /// What software writes to the registers, and a put that is checked; for NICs in checked() and those with
  /// an access. True if the NIC is computed alone from now on.
  bool launch(Rank rank, Node& node, const RegisterAccess& access, NodeOut& out);

  // NICs that are computed alone.
  /// The router of a node gives this flit to its NIC in this cycle; call it before tick().
  const FlitRef& give_alone(Node& node, const RouterPlanes::Ejected& flit) {
    node.router_.out_.valid |= 1u << (links_ + flit.channel);
    return node.router_.out_.channel[flit.channel] = {
               this->flit(packet_with(flit.packet, flit.index + 1), flit.index),
               static_cast<std::uint8_t>(flit.vc), flit.index == 0, flit.tail};
  }
  /// A cycle of the NIC, whose inputs but the router's are `in`. `given`: the router gives flits or credits.
  void tick(Rank rank, Node& node, bool given, const NodeIn& in, NodeOut& out);

  // Registers.
  /// Writes a node's registers back, but not the order of the slots of its queue from the router.
  void save(Rank rank, Node& node);
  /// Then also what it drives in this cycle.
  void show(Rank rank, Node& node, NodeOut& out);
  /// After show(): the node goes on in planes.
  static void hide(Node& node);
  /// After show(), if it does not go on in planes: what its memory has just read.
  void leave(Rank rank);
  bool quiet() const {
    Plane any = 0;
    for (std::size_t w = 0; w < word_.size(); ++w) any |= awake(w);
    return any == 0;
  }
  /// NICs of word `w` that are not quiescent.
  Plane awake(std::size_t w) const {
    const Word& of = word_[w];
    Plane awake = of.busy | of.registers();
    for (unsigned v = 0; v < config_.vcs; ++v) awake |= of.wants[v] | of.issued[v] | of.given.flits[v];
    return awake;
  }

 private:
  struct Word {
    // Senders.
    Plane wants[max_vcs] = {};   ///< whose front message takes this virtual channel
    Plane issued[max_vcs] = {};  ///< that issued a flit in the last cycle
    Plane passed[max_vcs] = {};  ///< whose flit goes to the router in this cycle
    Plane sending = 0;           ///< that have issued the head of a packet, but not its last flit
    Plane left[RouterLayout::left_bits] = {};  ///< its payload flits that are left
    // Receivers.
    RouterPlanes::Given given, received;  ///< in this cycle, and in the last one
    Plane receiving[max_vcs] = {};        ///< that have received the head of a packet, but not its last flit
    Plane come[max_vcs][RouterLayout::left_bits] = {};  ///< its payload flits that they have received
    /// Whose memory some packets overlap in; that have somebody who sees every flit, first payload flits.
    Plane overlaps = 0, listened = 0, watched = 0, looked_at = 0;
    Plane counting = 0, events = 0, launching = 0, blocked = 0, answering = 0;
    Plane busy = 0, alone = 0, stays = 0;

    Plane registers() const { return counting | events | launching | answering; }
  };
  struct Tile {
    NicTx* tx = nullptr;
    NicRx* rx = nullptr;
    TileMemory* memory = nullptr;
    std::uint32_t packet = 0;  ///< that is sent
  };
  struct Arriving {
    std::uint32_t packet = 0;
    std::uint16_t written = 0;  ///< of its payload flits
  };
  Word& word_of(Rank rank) { return word_[rank / plane_nodes]; }
  static Plane bit_of(Rank rank) { return Plane{1} << (rank % plane_nodes); }
  Arriving& arriving(Rank rank, unsigned v) { return arriving_[std::size_t{rank} * config_.vcs + v]; }
  const std::uint64_t* flit(const Packet& p, unsigned n) const { return p.data + n * flit_words_; }
  void want(Word& of, Plane bit, const NicTx& tx) const {
    if (tx.count_q != 0) of.wants[tx.queue_q[tx.rd_ptr_q].vc] |= bit;
  }
  unsigned left(Rank rank) { return number_of(word_of(rank).left, left_bits_, 1, rank % plane_nodes); }
  unsigned come(Rank rank, unsigned v) {
    return number_of(word_of(rank).come[v], left_bits_, 1, rank % plane_nodes);
  }
  void read_flits(Tile& tile, unsigned n);
  void read_all();
  void write_flits(Rank rank, unsigned v, unsigned come);
  Packet& packet_with(std::uint32_t packet, unsigned flits);
  void find_overlaps(Rank rank);
  void save_sender(Rank rank, NicTx& tx);
  void save_receiver(Rank rank, NicRx& rx);
  void go_alone(Rank rank, Node& node, NodeOut& out);

  HardwareConfig config_;
  HardwareSizes sizes_;
  RouterPlanes& routers_;
  unsigned links_, flit_words_, left_bits_;
  Plane eager_;  // all, if some receivers cannot let senders read
  bool plain_, followed_ = false;
  std::vector<Word> word_;
  std::vector<Tile> tile_;          // [node]
  std::vector<Arriving> arriving_;  // by node and virtual channel: the packet that is received
};

template <class F>
void NicPlanes::receive(Rank rank, F&& f) {
  Word& of = word_of(rank);
  const unsigned lane = rank % plane_nodes;
  unsigned v = 0;
  for (unsigned k = 1; k < config_.vcs; ++k) v += (of.received.flits[k] >> lane & 1) != 0 ? k : 0;
  Tile& tile = tile_[rank];
  NicRx& rx = *tile.rx;
  NicRx::Context& context = rx.context_q[v];
  Arriving& in = arriving(rank, v);
  const bool head = (of.received.heads[v] >> lane & 1) != 0, tail = (of.received.tails[v] >> lane & 1) != 0;
  if (head) {
    in = {routers_.begun(rank, v), 0};
    const Packet& p = routers_.packet(in.packet);
    rx.begin(p.data, context);
    rx.prefer_loop_q = rx.has_loop;
    if (tail) {
      f(Received{p.data, 0, false, true, true});
    } else {
      find_overlaps(rank);
    }
  } else {
    const unsigned n = tail ? routers_.packet(in.packet).flits - 1u : come(rank, v);
    const Packet& p = packet_with(in.packet, n + 1);
    write_flits(rank, v, n - 1);
    const std::uint32_t addr = context.addr;
    const std::uint64_t strobes = tail || followed_ ? rx.strobes(tail, context) : 0;
    if (tail) {
      tile.memory->write_flit(addr, flit(p, n), strobes);
      context.addr = (addr + flit_words_) & address_mask;
    } else if (((of.overlaps | of.listened) >> lane & 1) != 0) {
      write_flits(rank, v, n);
    }
    f(Received{flit(p, n), addr, true, n == 1, tail, strobes});
  }
  if (!tail) return;
  routers_.release(rank, in.packet);
  rx.count(context);
  if (rx.inc_q) of.counting |= bit_of(rank);
  if ((of.overlaps >> lane & 1) != 0) find_overlaps(rank);
}

}  // namespace collnoc::model

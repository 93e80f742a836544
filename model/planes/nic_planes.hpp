// The NICs of a network whose routers are computed in planes.
//
// Whether a sender may issue a flit is a plane. A flit that it issues, and one that a receiver takes, are an
// event each, with the registers of the model's NIC (nic_tx.hpp, nic_rx.hpp); so is what reaches the
// registers and the arrival counters. That holds for one channel between NIC and router with a memory that
// grants everything. Any other NIC is computed by itself, as in Node::tick(): one with several channels, a
// sequencer or ACCUMULATE, always; one that has a put to its own tile, until it is quiescent (`alone`).
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
        plain_(!config.all_port && !config.sequencer && !config.accumulate),
        word_(routers.words()),
        tile_(routers.words() * plane_nodes) {}

  /// NICs of word `w` that are computed alone, and those of them that are not quiescent.
  Plane alone(std::size_t w) const { return plain_ ? word_[w].alone : ~Plane{0}; }
  Plane busy_alone(std::size_t w) const { return word_[w].busy; }
  /// NICs in planes with something to do for registers(), and those that receive a flit.
  Plane registers(std::size_t w) const { return word_[w].registers; }
  Plane receives(std::size_t w) const { return word_[w].receives & ~alone(w); }
  /// This one is computed alone for ever: its host uses the memory, too.
  void stay_alone(Rank rank) {
    Word& of = word_of(rank);
    of.stays |= bit_of(rank);
    of.alone |= bit_of(rank);
  }
  /// `node` and `memory` must outlive this object.
  void add(Rank rank, Node& node, TileMemory& memory) {
    tile_[rank] = {node.nic_.tx_.get(), node.nic_.rx_.get(), &memory};
  }
  /// A cycle begins: the flits that routers gave in the last one are received. False if no NIC of word `w`
  /// has anything to do but for what its router gives, or what its host does.
  bool begin(std::size_t w) {
    Word& of = word_[w];
    of.receives = std::exchange(of.given, Plane{0});
    Plane any = of.receives | of.registers | of.busy;
    for (unsigned v = 0; v < config_.vcs; ++v) any |= of.wants[v] | of.issued[v] | of.passed[v];
    return any != 0;
  }

  // NICs in planes: the parts of a cycle, in this order, between allocate() and commit() of the routers.
  /// A flit that its router gives to it in this cycle.
  void give(Rank rank, const FlitRef& flit) {
    tile_[rank].rx->eject.push(flit, flit_words_);
    word_of(rank).given |= bit_of(rank);
  }
  /// What software reads. Returns the arrival counter that is incremented in this cycle, or -1.
  int read(Rank rank, Node& node, const RegisterAccess& access, std::uint32_t cycle);
  /// The senders of word `w` that issue a flit in this cycle. Also passes the flits of the last cycle to the
  /// routers.
  Plane issues(std::size_t w) {
    Word& of = word_[w];
    Plane may_issue = 0;
    Plane waits = 0;
    for (unsigned v = 0; v < config_.vcs; ++v) {
      const Plane issued = std::exchange(of.issued[v], Plane{0}), wants = of.wants[v];
      of.passed[v] = issued;
      if (issued != 0) routers_.inject(w, v, issued);
      if (wants == 0) continue;
      may_issue |= wants & routers_.injection_room(w, v, issued);
      waits |= wants;
    }
    routers_.count_waiting(w, waits & ~may_issue);
    routers_.refund(w, receives(w));  // what is received leaves its place
    return may_issue;
  }
  /// After its host has been called.
  void issue(Rank rank) {
    Tile& tile = tile_[rank];
    NicTx& tx = *tile.tx;
    if (tx.left_q > 1 && tx.started_q) {
      tile.memory->read(tx.local_q, routers_.next_flit(tile.packet));
      tx.issue_next();
      word_of(rank).issued[tx.vc_q] |= bit_of(rank);
    } else {
      issue_end(rank, tile);
    }
  }
  /// A payload flit that is written to memory.
  struct Written {
    std::uint32_t addr;  ///< 8-byte words
    const std::uint64_t* data;
    bool first, last;  ///< of its packet
  };
  /// Takes the flit of the last cycle; calls f(Written) if it is written.
  template <class F>
  void receive(Rank rank, F&& f) {
    NicRx& rx = *tile_[rank].rx;
    const FlitFifo::Entry flit = rx.eject.front();
    NicRx::Context& context = rx.context_q[flit.vc];
    Plane& begun = word_of(rank).begun[flit.vc];
    if (flit.head) {
      begun &= ~bit_of(rank);
    } else {
      const Written w{context.addr, rx.eject.front_data(flit_words_), (begun & bit_of(rank)) == 0, flit.tail};
      begun |= bit_of(rank);
      tile_[rank].memory->write_flit(w.addr, w.data, rx.strobes(flit, context));
      f(w);
    }
    rx.receive(Plain{}, flit, context, false);
    if (rx.inc_q) word_of(rank).registers |= bit_of(rank);
  }
  /// What software and arrivals do to the registers. `increment`: what read() returned.
  void registers(Rank rank, Node& node, const RegisterAccess& access, int increment, NodeOut& out);

  // NICs that are computed alone.
  /// The router of a node gives this flit to its NIC in this cycle; call it before tick().
  static void give_alone(Node& node, unsigned links, unsigned channel, const FlitRef& flit) {
    node.router_.out_.valid |= 1u << (links + channel);
    node.router_.out_.channel[channel] = flit;
  }
  /// A cycle of the NIC, whose inputs but the router's are `in`. `given`: the router gives flits or credits.
  void tick(Rank rank, Node& node, bool given, const NodeIn& in, NodeOut& out);

  // Registers.
  /// Writes a node's registers back.
  void save(Rank rank, Node& node);
  /// Then also what it drives in this cycle.
  void show(Rank rank, Node& node, NodeOut& out);
  /// After show(): the node goes on in planes.
  static void hide(Node& node);
  /// After show(), if it does not go on in planes: what its memory has just read.
  void leave(Rank rank);
  bool quiet() const {
    Plane busy = 0;
    for (const Word& w : word_) {
      busy |= w.busy | w.registers | w.given;
      for (unsigned v = 0; v < config_.vcs; ++v) busy |= w.wants[v] | w.issued[v];
    }
    return busy == 0;
  }

 private:
  /// One channel, nothing else; what NicRx asks for.
  struct Plain {
    static constexpr bool plain_nic = true;
  };
  struct Word {
    Plane wants[max_vcs] = {};   ///< senders whose front message takes this virtual channel
    Plane issued[max_vcs] = {};  ///< that issued a flit in the last cycle
    Plane passed[max_vcs] = {};  ///< whose flit goes to the router in this cycle
    Plane given = 0, receives = 0;
    Plane begun[max_vcs] = {};  ///< receivers that have written some payload of the packet on this channel
    Plane registers = 0, busy = 0, alone = 0, stays = 0;
  };
  Word& word_of(Rank rank) { return word_[rank / plane_nodes]; }
  static Plane bit_of(Rank rank) { return Plane{1} << (rank % plane_nodes); }
  void want(Word& of, Plane bit, const NicTx& tx) const {
    if (tx.count_q != 0) of.wants[tx.queue_q[tx.rd_ptr_q].vc] |= bit;
  }
  struct Tile {
    NicTx* tx = nullptr;
    NicRx* rx = nullptr;
    TileMemory* memory = nullptr;
    std::uint32_t packet = 0;  ///< that is being issued
  };
  void issue_end(Rank rank, Tile& tile);
  void save_sender(Rank rank, NicTx& tx);
  void go_alone(Rank rank, Node& node, NodeOut& out);

  HardwareConfig config_;
  HardwareSizes sizes_;
  RouterPlanes& routers_;
  unsigned links_, flit_words_;
  bool plain_;
  std::vector<Word> word_;
  std::vector<Tile> tile_;  // [node]
};

}  // namespace collnoc::model

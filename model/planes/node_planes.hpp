// The NICs of a network whose routers are computed in planes: each by itself, as in Node::tick().
#pragma once
#include <bit>
#include <cstdint>

#include "collnoc/model/planes/router_planes.hpp"
#include "collnoc/model/tile/node_cycle.hpp"

namespace collnoc::model {

template <class Hardware>
class NodePlanes {
 public:
  NodePlanes(const HardwareConfig& config, RouterPlanes& routers) : sizes_(config), routers_(routers) {}

  /// The router of a node gives this flit to its NIC in this cycle; call it before take().
  static void give(Node& node, unsigned links, unsigned channel, const FlitRef& flit) {
    node.router_.out_.valid |= 1u << (links + channel);
    node.router_.out_.channel[channel] = flit;
  }
  /// A clock edge of the NIC, whose inputs but the router's are `in`. Writes its outputs in the next cycle to
  /// `out`. False if nothing will happen until something arrives.
  bool take(Rank rank, Node& node, bool given, const NodeIn& in, NodeOut& out) {
    const Hardware hardware{sizes_};
    const unsigned links = hardware.links();
    Nic& nic = node.nic_;
    Router::Out_& driven = node.router_.out_;
    if (given) {
      for (unsigned c = 0; c < hardware.channels(); ++c) driven.credit[links + c] = routers_.credits(rank, c);
    }
    if (in.access.valid && (in.access.addr >> 8) == 2) routers_.save_counts(rank, node.router_);
    for (std::uint32_t m = nic.eject_credits(hardware, in.rd_gnt, in.wr_gnt); m != 0; m &= m - 1)
      routers_.refund(rank, static_cast<unsigned>(std::countr_zero(m)));
    for (unsigned c = 0; c < hardware.channels(); ++c) {
      const NicTx& tx = nic.tx(c);
      if (tx.valid_q && !tx.loop_q)
        routers_.inject(rank, c, tx.driven(in.rd_data + c * node.flit_words_), tx.left_q);
    }
    nic.read_register(in.access, in.cycle);
    nic.commit(hardware, {in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
    nic.settle(hardware);
    node.nic_quiet_ = nic.quiescent(hardware);
    node.settle_nic(hardware, out);
    if (given) {
      driven.valid = 0;
      for (unsigned c = 0; c < hardware.channels(); ++c) driven.credit[links + c] = 0;
    }
    return !node.nic_quiet_;
  }
  /// Writes a node's registers back; `out`: what it drives in this cycle.
  void save(Rank rank, Node& node) { routers_.save(rank, node.router_); }
  void show(Rank rank, Node& node, NodeOut& out) {
    save(rank, node);
    node.router_.settle(AnyHardware{sizes_}, out.link);
    node.settle(out);
  }
  /// After show(): the node goes on in planes.
  static void hide(Node& node) {
    node.router_.out_.valid = 0;
    node.router_.out_.credit = {};
  }

 private:
  HardwareSizes sizes_;
  RouterPlanes& routers_;
};

}  // namespace collnoc::model

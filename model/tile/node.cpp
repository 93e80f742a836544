#include "collnoc/model/tile/node_cycle.hpp"

namespace collnoc::model {

Node::Node(const HardwareConfig& config, const Place& place)
    : tick_(for_hardware(config, HardwareSizes(config),
                         [](auto hardware) { return &tick_as<decltype(hardware)>; })),
      sizes_(config),
      flit_words_(config.flit_bits / 64),
      wide_reads_(config.wide_reads()),
      router_(config, place),
      nic_(router_) {
  std::array<FlitRef, max_links> nothing;
  router_.settle(AnyHardware{sizes_}, nothing.data());
  nic_.settle(AnyHardware{sizes_});
}

void Node::settle(NodeOut& out) const { settle_as(AnyHardware{sizes_}, out); }

template <class Hardware>
void Node::tick_as(Node& node, const NodeIn& in, NodeOut& out) {
  if (node.gated_ || in.tile_reset) [[unlikely]]
    return tick_gated(node, in, out);
  const Hardware hardware{node.sizes_};
  Router& router = node.router_;
  Nic& nic = node.nic_;
  if (Hardware::usual && node.nic_quiet_ && router.quiescent(hardware) && in.link_valid == 0 &&
      !in.access.valid) {
    router.take_credits(hardware, in.credit_bytes());
    return node.settle_as(hardware, out);
  }
  const unsigned links = hardware.links();
  const Router::Out_& driven = router.out();
  Router::In wires;
  wires.valid = in.link_valid;
  wires.link = in.link;
  wires.link_credit = in.credit_bytes();
  const bool to_nic = ((driven.valid | driven.credit_any) >> links) != 0 || in.access.valid;
  if (!node.nic_quiet_ || to_nic) {
    wires.eject_credit = nic.eject_credits(hardware, in.rd_gnt, in.wr_gnt);
    for (unsigned c = 0; c < hardware.channels(); ++c) {
      const NicTx& tx = nic.tx(c);
      if (tx.valid_q && !tx.loop_q) {
        wires.valid |= 1u << (links + c);
        wires.channel[c] = tx.driven(in.rd_data + c * node.flit_words_);
      }
    }
    // The order matters: the NIC reads the router's old counts, the router takes the NIC's flits before the
    // NIC advances, and the router's outputs stay in its buffers until its next settle().
    nic.read_register(in.access, in.cycle);
    router.commit(hardware, wires);
    nic.commit(hardware, {in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
    nic.settle(hardware);
    node.nic_quiet_ = nic.quiescent(hardware);
  } else {
    router.commit(hardware, wires);
  }
  router.settle(hardware, out.link);
  node.settle_as(hardware, out);
}

// As above, with the gate between router and NIC.
void Node::tick_gated(Node& node, const NodeIn& in, NodeOut& out) {
  const AnyHardware hardware{node.sizes_};
  Router& router = node.router_;
  Nic& nic = node.nic_;
  TileGate& gate = node.gate_;
  const unsigned links = hardware.links(), channels = hardware.channels();
  Router::Out_ passes = router.out();
  const std::uint32_t arrives = passes.valid >> links;
  passes.valid &= ~(gate.discards(in.tile_reset, arrives, passes.channel) << links);
  const std::uint32_t credits = nic.eject_credits(hardware, in.rd_gnt, in.wr_gnt);
  const bool resets = gate.reset_q, drained = nic.drained();
  if (gate.closed(in.tile_reset)) nic.halt();

  Router::In wires;
  wires.valid = in.link_valid;
  wires.link = in.link;
  wires.link_credit = in.credit_bytes();
  wires.eject_credit = credits | gate.owing();
  for (unsigned c = 0; c < channels; ++c) {
    const NicTx& tx = nic.tx(c);
    if (tx.valid_q && !tx.loop_q) {
      wires.valid |= 1u << (links + c);
      wires.channel[c] = tx.driven(in.rd_data + c * node.flit_words_);
    }
  }
  nic.read_register(in.access, in.cycle);
  gate.commit(in.tile_reset, channels, hardware.vcs(), arrives, passes.channel, credits, drained);
  router.commit(hardware, wires);
  nic.commit(hardware, {in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, passes);
  if (resets) nic.reset();
  nic.discarded = gate.discarded();
  nic.settle(hardware);
  node.nic_quiet_ = nic.quiescent(hardware);
  node.gated_ = gate.active();
  router.settle(hardware, out.link);
  node.settle_as(hardware, out);
}

}  // namespace collnoc::model

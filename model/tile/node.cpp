#include "collnoc/model/tile/node.hpp"

#include <algorithm>

namespace collnoc::model {

namespace {

/// `place` with the node's own routing table.
Place with_table(Place place, const std::uint8_t* entries) {
  place.routes = entries;
  return place;
}

}  // namespace

Node::Node(const HardwareConfig& config, const Place& place)
    : sizes_(config),
      flit_words_(config.flit_bits / 64),
      wide_reads_(config.wide_reads()),
      table_(config, place),
      router_(config, with_table(place, table_.entries())),
      nic_(router_) {
  std::array<FlitRef, max_links> nothing;
  router_.settle(nothing.data());
  nic_.settle();
}

void Node::tick(const NodeIn& in, NodeOut& out) {
  if (gated_ || in.tile_reset) [[unlikely]]
    return tick_gated(in, out);
  if (nic_quiet_ && router_.quiescent() && in.link_valid == 0 && !in.access.valid) {
    router_.take_credits(in.credit_bytes());
    return settle(out);
  }
  const unsigned links = sizes_.links();
  const Router::Out_& driven = router_.out();
  Router::In wires;
  wires.valid = in.link_valid;
  wires.link = in.link;
  wires.link_credit = in.credit_bytes();
  const bool to_nic = ((driven.valid | driven.credit_any) >> links) != 0 || in.access.valid;
  if (!nic_quiet_ || to_nic) {
    wires.eject_credit = nic_.eject_credits(in.rd_gnt, in.wr_gnt);
    pass_to(wires, in.rd_data);
    // The order matters: the NIC reads the router's old counts, the router takes the NIC's flits before the
    // NIC advances, and the router's outputs stay in its buffers until its next settle().
    nic_.read_register(in.access, in.cycle);
    router_.commit(wires);
    nic_.commit({in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
    if (in.access.valid) write_route(in.access);
    nic_.settle();
    nic_quiet_ = nic_.quiescent();
  } else {
    router_.commit(wires);
  }
  router_.settle(out.link);
  settle(out);
}

// As above, with the gate between router and NIC.
void Node::tick_gated(const NodeIn& in, NodeOut& out) {
  const unsigned links = sizes_.links(), channels = sizes_.channels();
  Router::Out_ passes = router_.out();
  const std::uint32_t arrives = passes.valid >> links;
  passes.valid &= ~(gate_.discards(in.tile_reset, arrives, passes.channel) << links);
  const std::uint32_t credits = nic_.eject_credits(in.rd_gnt, in.wr_gnt);
  const bool resets = gate_.reset_q, drained = nic_.drained();
  if (gate_.closed(in.tile_reset)) nic_.halt();

  Router::In wires;
  wires.valid = in.link_valid;
  wires.link = in.link;
  wires.link_credit = in.credit_bytes();
  wires.eject_credit = credits | gate_.owing();
  pass_to(wires, in.rd_data);
  nic_.read_register(in.access, in.cycle);
  gate_.commit(in.tile_reset, channels, sizes_.vcs(), arrives, passes.channel, credits, drained);
  router_.commit(wires);
  nic_.commit({in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, passes);
  if (resets) nic_.reset();
  if (in.access.valid) write_route(in.access);
  nic_.discarded = gate_.discarded();
  nic_.settle();
  nic_quiet_ = nic_.quiescent();
  gated_ = gate_.active();
  router_.settle(out.link);
  settle(out);
}

void Node::write_route(const RegisterAccess& access) {
  if (access.write && access.addr == nic::route) table_.write(access.wdata);
}

void Node::pass_to(Router::In& wires, const std::uint64_t* rd_data) const {
  for (unsigned c = 0; c < sizes_.channels(); ++c) {
    const NicTx& tx = nic_.tx(c);
    if (!tx.valid_q || tx.loop_q) continue;
    wires.valid |= 1u << (sizes_.links() + c);
    wires.channel[c] = tx.driven(rd_data + c * flit_words_);
  }
}

void Node::settle_nic(NodeOut& out) const {
  const unsigned channels = sizes_.channels();
  out.rd_req = out.wr_req = 0;
  if (nic_quiet_) {
    out.reg_ready = true;
    out.reg_rdata = nic_.held_rdata();
    out.event = false;
  } else {
    out.reg_ready = nic_.reg_ready();
    out.reg_rdata = nic_.reg_rdata();
    out.event = nic_.event();
    for (unsigned c = 0; c < channels; ++c) {
      const NicTx& tx = nic_.tx(c);
      const NicRx& rx = nic_.rx(c);
      if (tx.rd_req) {
        out.rd_req |= 1u << c;
        out.rd_addr[c] = tx.rd_addr;
      }
      if (rx.rd_req) {
        out.rd_req |= 1u << (channels + c);
        out.rd_addr[channels + c] = rx.rd_addr;
      }
      if (rx.wr_req) {
        out.wr_req |= 1u << c;
        out.wr_addr[c] = rx.wr_addr;
        out.wr_data[c] = rx.wr_data;
        out.wr_strb[c] = rx.wr_strb;
      }
    }
    const NicSequencer* sequencer = nic_.sequencer();
    if (sequencer != nullptr && sequencer->fetch_gnt != 0) {
      out.rd_req |= 1u << wide_reads_;
      out.rd_addr[wide_reads_] = sequencer->fetch_addr();
    }
  }
}

void Node::settle(NodeOut& out) const {
  const Router::Out_& driven = router_.out();
  const std::uint32_t mask = (1u << sizes_.links()) - 1;
  out.link_valid = driven.valid & mask;
  out.link_credit = driven.credit_any & mask;
  std::copy_n(driven.credit.begin(), max_links, out.credit.begin());
  settle_nic(out);
  out.quiescent = nic_quiet_ && router_.quiescent() && (!gated_ || gate_.quiescent());
  out.held = gated_ && gate_.closed_q;
}

}  // namespace collnoc::model

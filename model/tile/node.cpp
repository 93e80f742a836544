#include "collnoc/model/tile/node.hpp"

#include <algorithm>

namespace collnoc::model {

Node::Node(const HardwareConfig& config, const Place& place)
    : config_(config), router_(config, place), nic_(config, place, router_) {
  std::array<FlitRef, max_links> nothing;
  router_.settle(nothing.data());
  nic_.settle();
}

void Node::tick(const NodeIn& in, NodeOut& out) {
  const unsigned links = config_.links(), channels = config_.channels();
  const Router::Out_& driven = router_.out();
  Router::In wires;
  wires.valid = in.link_valid;
  wires.link = in.link.data();
  wires.link_credit = in.credit_bytes();
  const bool to_nic = (driven.valid >> links) != 0 || (driven.credit_any >> links) != 0 || in.access.valid;
  if (!nic_quiet_ || to_nic) {
    wires.eject_credit = nic_.eject_credits(in.rd_gnt, in.wr_gnt);
    for (unsigned c = 0; c < channels; ++c) {
      const NicTx& tx = nic_.tx(c);
      if (tx.valid_q && !tx.loop_q) {
        wires.valid |= 1u << (links + c);
        wires.channel[c] = tx.driven(in.rd_data[c]);
      }
    }
    // The order matters: the NIC reads the router's old counts, the router takes the NIC's flits before the
    // NIC advances, and the router's outputs stay in its buffers until its next settle().
    nic_.read_register(in.access, in.cycle);
    router_.commit(wires);
    nic_.commit({in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
    nic_.settle();
    nic_quiet_ = nic_.quiescent();
  } else {
    router_.commit(wires);
  }
  router_.settle(out.link.data());
  settle(out);
}

void Node::settle(NodeOut& out) const {
  const Router::Out_& driven = router_.out();
  const std::uint32_t mask = (1u << config_.links()) - 1;
  out.link_valid = driven.valid & mask;
  out.link_credit = driven.credit_any & mask;
  std::copy_n(driven.credit.begin(), max_links, out.credit.begin());
  out.reg_ready = nic_.reg_ready();
  out.reg_rdata = nic_.reg_rdata();
  out.event = nic_.event();
  out.rd_req = out.wr_req = 0;
  if (!nic_quiet_) {
    for (unsigned c = 0; c < config_.channels(); ++c) {
      const NicTx& tx = nic_.tx(c);
      const NicRx& rx = nic_.rx(c);
      if (tx.rd_req) {
        out.rd_req |= 1u << c;
        out.rd_addr[c] = tx.rd_addr;
      }
      if (rx.rd_req) {
        out.rd_req |= 1u << (config_.channels() + c);
        out.rd_addr[config_.channels() + c] = rx.rd_addr;
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
      out.rd_req |= 1u << config_.wide_reads();
      out.rd_addr[config_.wide_reads()] = sequencer->fetch_addr();
    }
  }
  out.quiescent = nic_quiet_ && router_.quiescent();
}

}  // namespace collnoc::model

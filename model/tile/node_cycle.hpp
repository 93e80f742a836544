// The parts of a node's cycle that are compiled for each kind of hardware.
#pragma once
#include <algorithm>

#include "collnoc/model/nic/nic_cycle.hpp"
#include "collnoc/model/router/router_cycle.hpp"
#include "collnoc/model/tile/node.hpp"

namespace collnoc::model {

template <class Hardware>
void Node::settle_nic(Hardware hardware, NodeOut& out) const {
  const unsigned channels = hardware.channels();
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

template <class Hardware>
void Node::settle_as(Hardware hardware, NodeOut& out) const {
  const Router::Out_& driven = router_.out();
  const std::uint32_t mask = (1u << hardware.links()) - 1;
  out.link_valid = driven.valid & mask;
  out.link_credit = driven.credit_any & mask;
  std::copy_n(driven.credit.begin(), max_links, out.credit.begin());
  settle_nic(hardware, out);
  out.quiescent = nic_quiet_ && router_.quiescent(hardware) && (!gated_ || gate_.quiescent());
  out.held = gated_ && gate_.closed_q;
}

}  // namespace collnoc::model

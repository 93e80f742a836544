#include "collnoc/model/tile/node.hpp"

#include <algorithm>

#include "collnoc/model/nic/nic_cycle.hpp"
#include "collnoc/model/router/router_cycle.hpp"

namespace collnoc::model {

Node::Node(const HardwareConfig& config, const Place& place)
    : tick_(for_hardware(config, HardwareSizes(config),
                         [](auto hardware) { return &tick_as<decltype(hardware)>; })),
      sizes_(config),
      flit_words_(config.flit_bits / 64),
      wide_reads_(config.wide_reads()),
      router_(config, place),
      nic_(config, place, router_) {
  std::array<FlitRef, max_links> nothing;
  router_.settle(AnyHardware{sizes_}, nothing.data());
  nic_.settle(AnyHardware{sizes_});
}

template <class Hardware>
void Node::settle_as(Hardware hardware, NodeOut& out) const {
  const Router::Out_& driven = router_.out();
  const unsigned channels = hardware.channels();
  const std::uint32_t mask = (1u << hardware.links()) - 1;
  out.link_valid = driven.valid & mask;
  out.link_credit = driven.credit_any & mask;
  std::copy_n(driven.credit.begin(), max_links, out.credit.begin());
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
  out.quiescent = nic_quiet_ && router_.quiescent(hardware);
}

void Node::settle(NodeOut& out) const { settle_as(AnyHardware{sizes_}, out); }

template <class Hardware>
void Node::tick_as(Node& node, const NodeIn& in, NodeOut& out) {
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
  router.settle(hardware, out.link.data());
  node.settle_as(hardware, out);
}

}  // namespace collnoc::model

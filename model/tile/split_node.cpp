#include "collnoc/model/tile/split_node.hpp"

#include <algorithm>
#include <utility>

namespace collnoc::model {

SplitNode::SplitNode(const HardwareConfig& config, std::unique_ptr<ClockedRouter> router,
                     std::unique_ptr<ClockedNic> nic)
    : config_(config),
      links_(config.links()),
      channels_(config.channels()),
      router_(std::move(router)),
      nic_(std::move(nic)) {}

void SplitNode::reset(NodeOut& out) {
  gate_ = {};
  router_->reset(routed_[which_]);
  nic_->reset();
  drive(0, out);
}

void SplitNode::tick(const NodeIn& in, NodeOut& out) {
  const RouterOut& routed = routed_[which_];
  const NicIn to_nic = nic_inputs(in);
  nic_->settle(to_nic, sent_);
  const std::uint32_t arrives = routed.valid >> links_;
  router_->tick(router_inputs(in), routed_[which_ ^ 1]);
  gate_.commit(in.tile_reset, channels_, config_.vcs, arrives, routed.flit.data() + links_, sent_.ej_credit,
               sent_.drained);
  nic_->edge(to_nic);
  which_ ^= 1;
  drive(in.cycle, out);
}

NicIn SplitNode::nic_inputs(const NodeIn& in) const {
  const RouterOut& routed = routed_[which_];
  NicIn x;
  x.cycle = in.cycle;
  x.reset = gate_.reset_q;
  x.access = in.access;
  std::copy_n(routed.credit.begin() + links_, channels_, x.inj_credit.begin());
  std::copy_n(routed.flit.begin() + links_, channels_, x.ej.begin());
  x.ej_valid = routed.valid >> links_;
  x.ej_valid &= ~gate_.discards(in.tile_reset, x.ej_valid, x.ej.data());
  x.rd_gnt = in.rd_gnt;
  x.wr_gnt = in.wr_gnt;
  x.rd_data = in.rd_data;
  x.halt = gate_.closed(in.tile_reset);
  x.count = routed.count;
  x.discarded = gate_.discarded();
  return x;
}

RouterIn SplitNode::router_inputs(const NodeIn& in) const {
  RouterIn x;
  x.cycle = in.cycle;
  x.valid = in.link_valid | sent_.inj_valid << links_;
  for (unsigned l = 0; l < links_; ++l) {
    if ((in.link_valid >> l & 1) != 0) x.flit[l] = in.link[l];
  }
  std::copy_n(sent_.inj.begin(), channels_, x.flit.begin() + links_);
  x.link_credit = in.credit;
  x.eject_credit = sent_.ej_credit | gate_.owing();
  x.count_read = sent_.count_read;
  x.count_number = sent_.count_number;
  return x;
}

// No output of a node depends on an input of the same cycle.
void SplitNode::drive(std::uint32_t cycle, NodeOut& out) {
  const RouterOut& routed = routed_[which_];
  NicIn nothing;
  nothing.cycle = cycle;
  nothing.count = routed.count;
  nic_->settle(nothing, sent_);
  const std::uint32_t mask = (1u << links_) - 1;
  out.link_valid = routed.valid & mask;
  out.link_credit = 0;
  for (unsigned l = 0; l < links_; ++l) {
    if ((out.link_valid >> l & 1) != 0) out.link[l] = routed.flit[l];
    out.credit[l] = routed.credit[l];
    if (routed.credit[l] != 0) out.link_credit |= 1u << l;
  }
  out.reg_ready = sent_.reg_ready;
  out.reg_rdata = sent_.reg_rdata;
  out.event = sent_.event;
  out.rd_req = sent_.rd_req;
  out.wr_req = sent_.wr_req;
  std::copy_n(sent_.rd_addr.begin(), config_.reads(), out.rd_addr);
  std::copy_n(sent_.wr_addr.begin(), channels_, out.wr_addr);
  std::copy_n(sent_.wr_data.begin(), channels_, out.wr_data);
  std::copy_n(sent_.wr_strb.begin(), channels_, out.wr_strb);
  out.quiescent = routed.quiescent && sent_.quiescent && gate_.quiescent();
  out.held = gate_.closed_q;
}

}  // namespace collnoc::model

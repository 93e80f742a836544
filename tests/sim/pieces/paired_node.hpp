// A plain node beside one that is made of a router and a NIC: both get the same inputs, and every pin of the
// second must be that of the first in every cycle.
#pragma once
#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "collnoc/model/tile/split_node.hpp"
#include "sim/fabric/any_node.hpp"

namespace collnoc::test {

class PairedNode final : public AnyNode {
 public:
  PairedNode(const HardwareConfig& config, const model::Place& place,
             std::unique_ptr<model::ClockedRouter> router, std::unique_ptr<model::ClockedNic> nic)
      : words_(config.flit_bits / 64),
        whole_(config, place),
        split_(config, std::move(router), std::move(nic)) {}

  void reset(model::NodeOut& out) override {
    whole_.settle(out);
    split_.reset(own_);
    compare(out);
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    whole_.tick(in, out);
    split_.tick(in, own_);
    compare(out);
  }
  const model::Node& state() const override { return whole_; }

 private:
  static void same(const char* pin, std::uint64_t is, std::uint64_t expected) {
    if (is != expected)
      throw std::runtime_error(std::string(pin) + " of a router and a NIC: " + std::to_string(is) +
                               ", of the node " + std::to_string(expected));
  }
  void compare(const model::NodeOut& whole) const {
    const auto bits = [](std::uint32_t mask, auto f) {
      for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
    };
    same("link_valid", own_.link_valid, whole.link_valid);
    same("link_credit", own_.link_credit, whole.link_credit);
    bits(whole.link_credit, [&](unsigned l) { same("credit", own_.credit[l], whole.credit[l]); });
    bits(whole.link_valid, [&](unsigned l) {
      const model::FlitRef &a = own_.link[l], &b = whole.link[l];
      same("head", a.head, b.head);
      same("tail", a.tail, b.tail);
      same("vc", a.vc, b.vc);
      same("data", std::equal(a.data, a.data + words_, b.data), true);
    });
    same("reg_ready", own_.reg_ready, whole.reg_ready);
    same("reg_rdata", own_.reg_rdata, whole.reg_rdata);
    same("event", own_.event, whole.event);
    same("quiescent", own_.quiescent, whole.quiescent);
    same("held", own_.held, whole.held);
    same("rd_req", own_.rd_req, whole.rd_req);
    bits(whole.rd_req, [&](unsigned r) { same("rd_addr", own_.rd_addr[r], whole.rd_addr[r]); });
    same("wr_req", own_.wr_req, whole.wr_req);
    bits(whole.wr_req, [&](unsigned c) {
      same("wr_addr", own_.wr_addr[c], whole.wr_addr[c]);
      same("wr_strb", own_.wr_strb[c], whole.wr_strb[c]);
      same("wr_data", std::equal(own_.wr_data[c], own_.wr_data[c] + words_, whole.wr_data[c]), true);
    });
  }

  unsigned words_;
  model::Node whole_;
  model::SplitNode split_;
  model::NodeOut own_;
};

}  // namespace collnoc::test

// Compares what the RTL of a node drives with what the model does.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/tile/clocked_node.hpp"
#include "sim/fabric/bits.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {

/// Calls differs(pin, RTL's value, model's value) for each pin that differs; of a flit without `valid`, or of
/// a request without `req`, no other pins count.
template <class F>
void compare_pins(const HardwareConfig& config, const model::NodeOut& rtl, const model::NodeOut& own,
                  F&& differs) {
  const auto same = [&](const std::string& what, auto a, auto b) {
    if (a != b) differs(what, static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
  };
  const unsigned words = config.flit_bits / 64;
  for (unsigned l = 0; l < config.links(); ++l) {
    const auto pin = [&](const char* name) {
      return fmt::format("link {} {}", link_name(config.topology, config.radix, l), name);
    };
    const std::uint64_t valid = bit(rtl.link_valid, l), model_valid = bit(own.link_valid, l);
    if (valid != model_valid) same(pin("valid"), valid, model_valid);
    if (valid != 0) {
      const model::FlitRef &a = rtl.link[l], &b = own.link[l];
      if (a.head != b.head) same(pin("head"), int{a.head}, int{b.head});
      if (a.tail != b.tail) same(pin("tail"), int{a.tail}, int{b.tail});
      if (a.vc != b.vc) same(pin("vc"), int{a.vc}, int{b.vc});
      for (unsigned w = 0; w < words; ++w) {
        if (a.data[w] != b.data[w]) same(pin("data"), a.data[w], b.data[w]);
      }
    }
    const int credit = bit(rtl.link_credit, l) != 0 ? rtl.credit[l] : 0;
    const int model_credit = bit(own.link_credit, l) != 0 ? own.credit[l] : 0;
    if (credit != model_credit) same(pin("credit"), credit, model_credit);
  }
  const auto pin = [&](const char* name, auto a, auto b) {
    if (a != b) same(fmt::format("pin {}", name), std::uint64_t(a), std::uint64_t(b));
  };
  pin("reg_ready_o", rtl.reg_ready, own.reg_ready);
  pin("reg_rdata_o", rtl.reg_rdata, own.reg_rdata);
  pin("event_o", rtl.event, own.event);
  pin("quiescent_o", rtl.quiescent, own.quiescent);
  pin("held_o", rtl.held, own.held);
  pin("rd_req_o", rtl.rd_req, own.rd_req);
  pin("wr_req_o", rtl.wr_req, own.wr_req);
  for (unsigned r = 0; r < config.reads(); ++r) {
    if ((rtl.rd_req >> r) & 1) pin("rd_addr_o", rtl.rd_addr[r], own.rd_addr[r]);
  }
  for (unsigned c = 0; c < config.channels(); ++c) {
    if (!((rtl.wr_req >> c) & 1)) continue;
    pin("wr_addr_o", rtl.wr_addr[c], own.wr_addr[c]);
    pin("wr_strb_o", rtl.wr_strb[c], own.wr_strb[c]);
    for (unsigned w = 0; w < words; ++w) pin("wr_data_o", rtl.wr_data[c][w], own.wr_data[c][w]);
  }
}

}  // namespace collnoc

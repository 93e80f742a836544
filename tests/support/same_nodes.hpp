// Compares two fabrics of equal networks: what a node drives, and its registers.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "collnoc/model/tile/node.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/register_names.hpp"

namespace collnoc::test {

/// All registers of a node, in the order of their visit.
inline std::vector<ShownRegister> registers_of(const model::Node& node) {
  std::vector<ShownRegister> all;
  model::Node::registers(node, NamedVisitor([&](ShownRegister r) { all.push_back(std::move(r)); }));
  return all;
}

inline void expect_same_pins(const Fabric& is, const Fabric& expected, Rank r) {
  const unsigned words = is.config().flit_bits / 64;
  const model::NodeOut &a = is.out(r), &b = expected.out(r);
  ASSERT_EQ(a.link_valid, b.link_valid);
  ASSERT_EQ(a.link_credit, b.link_credit);
  for (std::uint32_t m = a.link_credit; m != 0; m &= m - 1)
    ASSERT_EQ(a.credit[std::countr_zero(m)], b.credit[std::countr_zero(m)]);
  for (std::uint32_t m = a.link_valid; m != 0; m &= m - 1) {
    const model::FlitRef &x = a.link[std::countr_zero(m)], &y = b.link[std::countr_zero(m)];
    ASSERT_EQ(x.vc, y.vc);
    ASSERT_EQ(x.head, y.head);
    ASSERT_EQ(x.tail, y.tail);
    ASSERT_TRUE(std::equal(x.data, x.data + words, y.data));
  }
  ASSERT_EQ(a.reg_ready, b.reg_ready);
  ASSERT_EQ(a.reg_rdata, b.reg_rdata);
  ASSERT_EQ(a.event, b.event);
  ASSERT_EQ(a.quiescent, b.quiescent);
  ASSERT_EQ(a.rd_req, b.rd_req);
  ASSERT_EQ(a.wr_req, b.wr_req);
}

inline void expect_same_registers(Fabric& is, Fabric& expected, Rank r) {
  const std::vector<ShownRegister> a = registers_of(is.node(r).state()),
                                   b = registers_of(expected.node(r).state());
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t n = 0; n < a.size(); ++n) ASSERT_EQ(a[n].words, b[n].words) << a[n].name;
}

}  // namespace collnoc::test

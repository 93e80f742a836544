// One node with extreme values on its pins, RTL and model in lockstep.
#include <gtest/gtest.h>

#include "tests/support/lone_node.hpp"

namespace collnoc::test {
namespace {

struct Case {
  bool all_port;
  Corner corner;
  unsigned route_orders = 1;
};

class NodeCorner : public ::testing::TestWithParam<Case> {
 protected:
  static HardwareConfig config() {
    HardwareConfig c;
    c.all_port = GetParam().all_port;
    c.route_orders = GetParam().route_orders;
    if (c.route_orders == 2) c.vcs = 4;
    return c;
  }
  LockstepLog log_;
  LoneNode node_{config(), GetParam().corner, node_factory(NodeKind::lockstep, config(), log_), 11};
};

TEST_P(NodeCorner, passes_on_and_takes_in_what_neighbours_and_software_send) {
  EXPECT_EQ(node_.run(3000), "");
  EXPECT_EQ(node_.read(0x020), GetParam().corner.coord);
  EXPECT_EQ(node_.read(0x024), GetParam().corner.extent);
  EXPECT_EQ(node_.read(0x02c), GetParam().corner.mem_words);
  for (unsigned l = 0; l < LoneNode::links; ++l) {
    EXPECT_EQ(node_.packets_out(l) > 20, node_.has_neighbour(l))
        << "link " << l << ": " << node_.packets_out(l);
  }
}

TEST_P(NodeCorner, keeps_any_put_in_its_registers_and_sends_none_that_is_wrong) {
  std::mt19937_64 random(11);
  for (unsigned n = 0; n < 200; ++n) {
    std::array<std::uint32_t, 5> put;
    for (std::uint32_t& value : put) value = static_cast<std::uint32_t>(random());
    put[4] |= 1u << (16 + n % 16);  // no node has such an address
    for (unsigned r = 0; r < 5; ++r) node_.write(4 * r, put[r]);
    for (unsigned r = 0; r < 5; ++r) ASSERT_EQ(node_.read(4 * r), put[r]) << "register " << r;
    ASSERT_EQ(node_.read(0x018) & 1, 1u);
    node_.write(0x018, 0x3f);
    ASSERT_EQ(node_.read(0x018), 0u);
    ASSERT_EQ(node_.read(0x014), 0u) << "something was queued";
  }
  EXPECT_EQ(node_.read(0x300), 0u) << "flits were injected";
}

constexpr unsigned words = LoneNode::words;
INSTANTIATE_TEST_SUITE_P(places, NodeCorner,
                         ::testing::Values(Case{false, {0xffff, 0xffff, 3, words, 0xfffff000}},
                                           Case{false, {0x0000, 0xffff, 0, words, 0x7ffff800}},
                                           Case{false, {0xffff, 0xffff, 0, 0x3fff8, 0xfffffc00}},
                                           Case{false, {0x5aa5, 0xffff, 2, 0x2aaa8, 0}},
                                           Case{true, {0xffff, 0xffff, 3, words, 0xfffff000}},
                                           Case{true, {0x0000, 0xffff, 0, 0x3fff8, 0x7ffff800}},
                                           Case{true, {0xa55a, 0xfefe, 1, 0x15558, 0xfffffc00}},
                                           Case{false, {0x5aa5, 0xffff, 2, 0x2aaa8, 0}, 2},
                                           Case{true, {0xffff, 0xffff, 3, words, 0xfffff000}, 2}));

}  // namespace
}  // namespace collnoc::test

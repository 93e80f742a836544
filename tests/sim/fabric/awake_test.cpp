// Who is looked at in a cycle, and what arrives.
#include "sim/fabric/awake.hpp"

#include <gtest/gtest.h>

#include "sim/fabric/link_wires.hpp"

namespace collnoc::test {
namespace {

TEST(AwakeNodes, each_node_is_woken_once) {
  AwakeNodes awake;
  awake.resize(36);
  for (const Rank rank : {0u, 7u, 8u, 9u, 15u, 16u, 35u}) awake.wake(rank);
  awake.wake(7);
  EXPECT_EQ(awake.take(0), 0x8381u);
  EXPECT_EQ(awake.take(16), 0x0001u);
  EXPECT_EQ(awake.take(32), 0x0008u);
  for (const Rank first : {0u, 16u, 32u}) EXPECT_EQ(awake.take(first), 0u);
}

class Sleeper final : public Host {
 public:
  explicit Sleeper(Cycle at) { wake_at_ = at; }
  void sleep_until(Cycle at) { wake_at_ = at; }
  model::RegisterAccess drive(Cycle, const model::NodeOut&) override { return {}; }
};

TEST(WakeTimes, hosts_are_due_from_their_cycle_on) {
  WakeTimes times;
  times.resize(27);
  Sleeper early(5), late(9);
  early.keep_wake_at(times.place(16));
  late.keep_wake_at(times.place(18));
  EXPECT_EQ(times.due(0, never - 1), 0u);
  EXPECT_EQ(times.due(16, 4), 0u);
  EXPECT_EQ(times.due(16, 5), 0x1u);
  EXPECT_EQ(times.due(16, 9), 0x5u);
  early.sleep_until(never);
  EXPECT_EQ(times.due(16, 9), 0x4u);
  times.clear(18);
  EXPECT_EQ(times.due(16, 9), 0u);
}

TEST(WakeTimes, a_host_may_outlive_them) {
  Sleeper host(3);
  {
    WakeTimes times;
    times.resize(8);
    host.keep_wake_at(times.place(2));
  }
  host.sleep_until(4);
  EXPECT_EQ(host.wake_at(), 4u);
}

TEST(LinkWires, what_is_driven_arrives_once) {
  LinkWires wires;
  wires.resize(3, 8);
  const std::uint64_t data = 17;
  wires.drive({1, 0}, true, {&data, 2, true, false}, 0);
  wires.drive({1, 3}, false, {}, 0b0101);
  wires.drive_flit({1, 7}, {&data, 1, false, true});  // the parts of drive()
  for (const unsigned vc : {0u, 1u, 2u, 3u}) wires.drive_credit({1, 7}, vc);
  wires.drive({2, 7}, false, {}, 0b1000);
  model::NodeIn in;
  wires.pass(1, wires.take(1), in);
  EXPECT_EQ(in.link_valid, 0x81u);
  EXPECT_EQ(in.link_credit, 0x88u);
  EXPECT_EQ(in.credit[3], 0b0101);
  EXPECT_EQ(in.credit[7], 0b1111);
  EXPECT_EQ(in.link[0].data, &data);
  EXPECT_EQ(in.link[0].vc, 2);
  EXPECT_TRUE(in.link[0].head && !in.link[0].tail);
  EXPECT_TRUE(!in.link[7].head && in.link[7].tail);
  model::NodeIn next;
  wires.pass(1, wires.take(1), next);
  EXPECT_EQ(next.link_valid | next.link_credit, 0u);
}

TEST(NodeIn, credits_of_all_links_are_one_word) {
  model::NodeIn in;
  EXPECT_EQ(in.credit_bytes(), 0u);
  in.credit = {1, 0, 3, 0, 0, 0, 0, 8};
  EXPECT_EQ(in.credit_bytes(), 0x0800000000030001u);
}

}  // namespace
}  // namespace collnoc::test

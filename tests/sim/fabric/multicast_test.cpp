// The contract of docs/reference/multicast.md, by RTL and model in lockstep, from addresses and coordinates
// alone: every member gets every byte and one increment, and no other node does; every link of the tree
// carries each flit once, and no other link carries one; the farthest member reports it when a unicast over
// that many hops would; any mixture of multicasts ends. On an all-port NIC, a multicast that more than one
// channel would have to send is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "collnoc/arch/box.hpp"
#include "collnoc/firmware/native/thread_network.hpp"
#include "tests/support/bench.hpp"
#include "tests/support/boxes.hpp"
#include "tests/support/multicast_tree.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t source = 0, target = 4096;

HardwareConfig hardware(const Topology& topology, unsigned depth = 4, bool all_port = false) {
  HardwareConfig config;
  config.fit(topology);
  config.vcs = std::max(config.vcs, usual_vcs(topology.kind(), topology.radix()));
  config.multicast = true;
  config.all_port = all_port;
  config.vc_depth = depth;
  return config;
}

/// With both orders of dimensions, each with as many virtual channels.
HardwareConfig both_orders(HardwareConfig config) {
  config.route_orders = 2;
  config.vcs = 4;
  return config;
}

/// Flits of a multicast of `words` payload flits: a head for each block of 16.
unsigned flits_of(unsigned words) { return words == 0 ? 1 : words + (words + 15) / 16; }

void launch(Bench& bench, Rank sender, const Box& box, unsigned words, std::uint32_t to = target,
            Route route = {}) {
  const Topology& t = bench.fabric().topology();
  bench.bus(sender).write(nic::put_src, source);
  bench.bus(sender).write(nic::put_addr, to);
  bench.bus(sender).write(nic::put_bytes, 8 * words);
  bench.bus(sender).write(nic::put_ctrl,
                          5 | (words == 0 ? nic::ctrl_signal : 0u) | route.direction.control());
  bench.bus(sender).write(nic::put_corner, t.address(box.to));
  bench.bus(sender).write(nic::put_node, t.address(box.from));
}

void fill(Bench& bench, Rank rank, unsigned words, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (unsigned w = 0; w < words; ++w) {
    const std::uint64_t value = random() | 1;
    std::memcpy(bench.fabric().memory(rank).bytes() + source + 8 * w, &value, 8);
  }
}

Box one_of_its_branches(const Topology& t, Rank sender, const Box& box, std::mt19937_64& random) {
  std::vector<Box> branches;
  for_each_branch(t, t.coordinates(sender), box, {},
                  [&](const Box& part, Route) { branches.push_back(part); });
  return branches[random() % branches.size()];
}

/// One multicast in an idle network; everything about it is checked.
void check_alone(const Topology& t, const HardwareConfig& config, Rank sender, const Box& box, Route route,
                 unsigned words, NodeKind kind) {
  SCOPED_TRACE(fmt::format("{} to the box {}..{}, {} words, directions {:#x}", sender, box.from, box.to,
                           words, route.direction.control()));
  const bool all_port = config.all_port;
  Bench bench(t, config, kind);
  fill(bench, sender, words, sender);
  launch(bench, sender, box, words, target, route);
  Tree tree = TreeMaker(t, sender, box, route).tree;
  // In a star graph, an all-port NIC requires the first node of the only branch.
  const bool refused = all_port && (t.kind() == TopologyKind::star ? box.from == sender : tree.first > 1);
  if (refused) tree = {};
  std::vector<Cycle> events(t.size(), 0);
  for (unsigned n = 0, quiet = 0; n < 3000 && quiet < 50; ++n) {
    bench.fabric().step();
    quiet = bench.fabric().quiet() ? quiet + 1 : 0;
    for (Rank r = 0; r < t.size(); ++r) {
      if (bench.fabric().out(r).event && events[r] == 0) events[r] = bench.fabric().now();
    }
  }
  ASSERT_TRUE(bench.fabric().quiet());
  EXPECT_EQ(bench.read(sender, nic::error), refused ? nic::error_node : 0u);
  Cycle last = 0;
  for (Rank r = 0; r < t.size(); ++r) {
    const bool member = !refused && box.reaches(t, sender, r);
    EXPECT_EQ(events[r] != 0, member) << "node " << r;
    EXPECT_EQ(std::memcmp(bench.fabric().memory(r).bytes() + target,
                          bench.fabric().memory(member ? sender : r).bytes() + (member ? source : target),
                          8 * words),
              0)
        << "node " << r;
    if (!member) {
      for (unsigned b = 0; b < 8 * words; ++b) ASSERT_EQ(bench.fabric().memory(r).bytes()[target + b], 0);
    }
    last = std::max(last, events[r]);
    const NodeCounts counts = bench.fabric().node(r).counts();
    for (Link l = 0; l < t.links(); ++l) {
      EXPECT_EQ(counts.outputs[l].flits, tree.links.contains({r, l}) ? flits_of(words) : 0u)
          << "node " << r << " link " << l;
    }
  }
  // As a unicast over as many hops: docs/reference/hardware.md, "Timing".
  if (!refused) EXPECT_EQ(last - bench.bus(sender).last_write, tree.depth + 1 + flits_of(words) + 5);
}

class Networks : public ::testing::TestWithParam<std::tuple<bool, NodeKind, Topology>> {};

TEST_P(Networks, every_member_once_and_each_link_once_at_the_speed_of_a_unicast) {
  const auto& [all_port, kind, t] = GetParam();
  std::mt19937_64 random(t.size());
  const HardwareConfig config = hardware(t, 4, all_port);
  check_alone(t, config, 0, Box::all(t, 0), {}, 40, kind);
  unsigned sent = 0;
  for (unsigned n = 0; n < 15;) {
    const Rank sender = static_cast<Rank>(random() % t.size());
    Box box = n % 4 == 0 ? Box::all(t, sender) : random_box(t, sender, random);
    const Route route = random_route(t, random);
    if (all_port && n % 4 != 0 && t.kind() == TopologyKind::star)
      box = one_of_its_branches(t, sender, box, random);
    // On an all-port NIC, few of all boxes are refused.
    const bool one = TreeMaker(t, sender, box, route).tree.first == 1 &&
                     !(t.kind() == TopologyKind::star && box.from == sender);
    if (all_port && !one && n % 4 != 0) continue;
    const unsigned words[] = {0, 1, 3, 16, 17, 70};
    check_alone(t, config, sender, box, route, words[random() % 6], n < 5 ? kind : NodeKind::model);
    sent += !all_port || one ? 1 : 0;
    ++n;
  }
  EXPECT_GE(sent, 10u);
}

const auto grids = ::testing::Values(Topology::mesh(4, 4), Topology::torus(4, 4), Topology::torus(5, 3));
const auto others = ::testing::Values(Topology::hypercube(4), Topology::complete({4, 3}, 2),
                                      Topology::star(4), Topology({{{3, true}, {2, false}, {4, true}}}, 3));
INSTANTIATE_TEST_SUITE_P(contract_of_grids, Networks,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(NodeKind::lockstep), grids));
// Their nodes take long to build. lockstep_test has them with random traffic.
INSTANTIATE_TEST_SUITE_P(contract, Networks,
                         ::testing::Combine(::testing::Bool(), ::testing::Values(NodeKind::model), others));
INSTANTIATE_TEST_SUITE_P(Nightly, Networks,
                         ::testing::Combine(::testing::Values(false), ::testing::Values(NodeKind::lockstep),
                                            others));

TEST(Multicasts, in_long_dimensions_compare_whole_coordinates) {
  const Topology mesh = Topology::mesh(130, 2), torus = Topology::torus(2, 140);
  check_alone(mesh, hardware(mesh), mesh.rank({120, 0}), {mesh.rank({66, 0}), mesh.rank({129, 1})}, {}, 20,
              NodeKind::lockstep);
  check_alone(torus, hardware(torus), torus.rank({1, 3}), {torus.rank({0, 100}), torus.rank({1, 36})}, {}, 20,
              NodeKind::lockstep);
}

TEST(Multicasts, with_both_orders_of_dimensions_take_the_ascending_one) {
  for (const bool all_port : {false, true}) {
    for (const Topology& t : {Topology::mesh(4, 4), Topology::torus(4, 4), Topology::complete({4, 3}, 2)}) {
      const HardwareConfig config = both_orders(hardware(t, 4, all_port));
      std::mt19937_64 random(t.size());
      for (unsigned n = 0; n < 10; ++n) {
        const Rank sender = static_cast<Rank>(random() % t.size());
        const Box box = one_of_its_branches(t, sender, random_box(t, sender, random), random);
        check_alone(t, config, sender, box, {}, 40, NodeKind::model);
      }
      Bench bench(t, config, NodeKind::model);
      Route descending;
      descending.set_order(Order::descending);
      launch(bench, 0, {1, 1}, 8, target, descending);
      ASSERT_TRUE(bench.settle());
      EXPECT_EQ(bench.read(0, nic::error), nic::error_route);
      EXPECT_EQ(bench.read(1, nic::counter(5)), 0u);
    }
  }
}

/// Every node sends three multicasts to random boxes at the same time, with the smallest buffers. On an
/// all-port NIC, every branch of the tree is a separate put.
void check_all_end(const Topology& t, const HardwareConfig& config, unsigned sets, std::uint64_t seed) {
  constexpr unsigned most_words = 100, each = 3;
  std::mt19937_64 random(seed);
  for (unsigned set = 0; set < sets; ++set) {
    SCOPED_TRACE(fmt::format("set {} of seed {}", set, seed));
    Fabric::Options options;
    options.mem_words = target / 8 + t.size() * each * most_words;
    Bench bench(t, config, NodeKind::model, options);
    struct Multicast {
      Rank sender, member;
      std::uint32_t at, bytes;
    };
    std::vector<Multicast> expected;
    std::vector<unsigned> counts(t.size());
    for (Rank r = 0; r < t.size(); ++r) {
      fill(bench, r, most_words, seed + set + r);
      for (unsigned n = 0; n < each; ++n) {
        const Box box = random() % 3 == 0 ? Box::all(t, r) : random_box(t, r, random);
        const Route route = random_route(t, random);
        const auto words = static_cast<unsigned>(random() % most_words);
        const std::uint32_t at = target + (r * each + n) * 8 * most_words;
        const auto send = [&](const Box& part, Route its) { launch(bench, r, part, words, at, its); };
        for_each_put(t, t.coordinates(r), config.channels(), box, route, send);
        for (Rank m = 0; m < t.size(); ++m) {
          if (!box.reaches(t, r, m)) continue;
          expected.push_back({r, m, at, 8 * words});
          ++counts[m];
        }
      }
    }
    ASSERT_TRUE(bench.settle());
    for (const Multicast& x : expected) {
      ASSERT_EQ(std::memcmp(bench.fabric().memory(x.member).bytes() + x.at,
                            bench.fabric().memory(x.sender).bytes() + source, x.bytes),
                0)
          << x.sender << " to " << x.member;
    }
    for (Rank r = 0; r < t.size(); ++r) ASSERT_EQ(bench.read(r, nic::counter(5)), counts[r]) << "node " << r;
  }
}

TEST(Multicasts, that_meet_with_full_buffers_all_end) {
  for (const bool all_port : {false, true}) {
    const auto check = [&](const Topology& t, unsigned sets, std::uint64_t seed) {
      check_all_end(t, hardware(t, 3, all_port), sets, seed);
    };
    check(Topology::mesh(4, 4), 5, 1);
    check(Topology::torus(4, 4), 5, 2);
    check(Topology::hypercube(4), 2, 3);
    check(Topology::star(4), 2, 4);
  }
}

/// 10,000 sets on the mesh and 10,000 on the torus, half of each with all-port NICs, in parts of 500.
class MulticastsNightly : public ::testing::TestWithParam<std::tuple<bool, bool, unsigned>> {};

TEST_P(MulticastsNightly, that_meet_with_full_buffers_all_end) {
  const auto [ring, all_port, part] = GetParam();
  const Topology t = ring ? Topology::torus(4, 4) : Topology::mesh(4, 4);
  check_all_end(t, hardware(t, 3, all_port), 500, std::uint64_t{1'000'000} * (1 + part));
}

INSTANTIATE_TEST_SUITE_P(Sets, MulticastsNightly,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(), ::testing::Range(0u, 10u)));

/// Cycles from the write of PUT_NODE to the last arrival of a broadcast from rank 0.
Cycle broadcast_cycles(const Topology& t, NodeKind kind, unsigned bytes) {
  Bench bench(t, hardware(t), kind);
  fill(bench, 0, bytes / 8, 1);
  launch(bench, 0, Box::all(t, 0), bytes / 8, 0x8000);
  Cycle last = 0;
  do {
    bench.fabric().step();
    for (Rank r = 0; r < t.size(); ++r)
      if (bench.fabric().out(r).event) last = bench.fabric().now();
  } while (last == 0 || !bench.fabric().quiet());
  for (Rank r = 1; r < t.size(); ++r) {
    EXPECT_EQ(std::memcmp(bench.fabric().memory(r).bytes() + 0x8000,
                          bench.fabric().memory(0).bytes() + source, bytes),
              0);
  }
  return last - bench.bus(0).last_write;
}

TEST(Multicasts, to_all_take_hops_and_flits) {
  struct Case {
    Topology topology;
    NodeKind kind;
    unsigned hops;
  };
  for (const Case& c : {Case{Topology::torus(8, 8), NodeKind::lockstep, 8},
                        Case{Topology::mesh(8, 8), NodeKind::lockstep, 14},
                        Case{Topology::hypercube(6), NodeKind::model, 6}}) {
    for (const unsigned bytes : {64u, 1024u, 16384u})
      EXPECT_EQ(broadcast_cycles(c.topology, c.kind, bytes), c.hops + 1 + flits_of(bytes / 8) + 5) << bytes;
  }
}

TEST(MulticastOfThreads, reaches_every_node_of_the_box_but_the_sender) {
  const Topology t = Topology::mesh(3, 4);
  const Box box{t.rank({1, 0}), t.rank({2, 3})};
  constexpr Rank root = 4;
  ThreadNetwork network(t, 64);
  network.run([&](ThreadTile& tile) {
    if (tile.rank() == root) {
      tile.memory()[3] = std::byte{7};
      tile.put({0, 0, 8, 8, 1}, box);
    } else if (box.contains(t, tile.rank())) {
      tile.wait(1, 1);
    }
  });
  ASSERT_TRUE(box.contains(t, root));
  for (Rank r = 0; r < t.size(); ++r) {
    const bool member = r != root && box.contains(t, r);
    EXPECT_EQ(network.memory(r)[11], std::byte{member ? std::uint8_t{7} : std::uint8_t{0}}) << r;
    EXPECT_EQ(network.arrived(r, 1), member ? 1u : 0u) << r;
  }
}

}  // namespace
}  // namespace collnoc::test

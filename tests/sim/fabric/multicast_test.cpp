// The contract of docs/reference/multicast.md, by RTL and model in lockstep, from addresses and coordinates
// alone: every member gets every byte and one increment, and nobody else; every link of the tree carries each
// flit once, and no other link carries one; the farthest member reports it when a unicast over that many hops
// would; whatever multicasts meet, they end. On an all-port NIC, a multicast that more than one channel would
// have to send is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>

#include "collnoc/arch/box.hpp"
#include "collnoc/arch/route.hpp"
#include "collnoc/firmware/native/thread_network.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::testing {
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

std::uint32_t moved(const Topology& t, unsigned d, std::uint32_t at, bool minus) {
  return (at + (minus ? t.extent(d) - 1 : 1)) % t.extent(d);
}

/// The links of the tree, by the words of the contract: in each dimension from the lowest on, a branch leaves
/// a node in both directions up to the corners if the node is in the box there, otherwise in the direction of
/// a unicast by `route` to the first corner; a node that is in the box up to a dimension is the root of
/// branches in the next one. In a star graph: the paths of unicasts from the members to the sender, reversed.
struct Tree {
  std::map<std::pair<Rank, Link>, unsigned> links;  ///< to the number of hops at their end
  unsigned depth = 0;                               ///< hops to the farthest member
  unsigned first = 0;                               ///< links with which it begins
};

class TreeMaker {
 public:
  TreeMaker(const Topology& topology, Rank sender, const Box& box, Route route = {})
      : t_(topology),
        from_(t_.coordinates(box.from)),
        to_(t_.coordinates(box.to)),
        sender_(sender),
        box_(box),
        route_(route) {
    if (t_.kind() == TopologyKind::star)
      grow_back();
    else
      grow(t_.coordinates(sender), 0, 0);
    for (Link l = 0; l < t_.links(); ++l) tree.first += tree.links.contains({sender, l}) ? 1 : 0;
  }
  Tree tree;
  unsigned members = 0;  ///< in a star graph

 private:
  bool in_box(unsigned d, std::uint32_t x) const {
    return from_[d] <= to_[d] ? x >= from_[d] && x <= to_[d] : x >= from_[d] || x <= to_[d];
  }
  void grow(const Coordinates& at, unsigned d, unsigned hops) {
    if (d == t_.dims()) {
      const Rank rank = t_.rank(at);
      if (rank != sender_ && box_.contains(t_, rank)) tree.depth = std::max(tree.depth, hops);
      return;
    }
    if (in_box(d, at[d])) grow(at, d + 1, hops);
    if (t_.one_hop_dimensions()) {
      for (std::uint32_t x = from_[d]; x <= to_[d]; ++x) {
        if (x == at[d]) continue;
        Coordinates next = at;
        next[d] = x;
        tree.links[{t_.rank(at), t_.link_towards(d, at[d], x, false)}] = hops + 1;
        grow(next, d + 1, hops + 1);
      }
      return;
    }
    for (const bool minus : {false, true}) {
      const std::uint32_t end = minus ? from_[d] : to_[d];
      if (!in_box(d, at[d]) && minus != goes_minus(t_, d, at[d], from_[d], route_)) continue;
      Coordinates x = at;
      for (unsigned far = hops; x[d] != end;) {
        const std::uint32_t next = moved(t_, d, x[d], minus);
        const Rank rank = t_.rank(x);
        tree.links[{rank, t_.link_towards(d, x[d], next, minus)}] = ++far;
        x[d] = next;
        if (in_box(d, next)) grow(x, d + 1, far);
      }
    }
  }

  /// Members have the sender's symbols where the corner has them; of a branch, those behind its first node.
  void grow_back() {
    const auto label = [&](Rank rank, unsigned place) { return (t_.address(rank) >> (3 * place)) & 7; };
    for (Rank member = 0; member < t_.size(); ++member) {
      bool inside = member != sender_;
      for (unsigned place = 1; place < t_.radix(); ++place) {
        inside &=
            label(box_.to, place) != label(sender_, place) || label(member, place) == label(sender_, place);
      }
      if (!inside) continue;
      std::map<std::pair<Rank, Link>, unsigned> back;
      Rank at = member, first = member;
      for (unsigned left = t_.distance(member, sender_); at != sender_; --left) {
        const Link link = t_.link_towards(0, at, sender_, false);
        first = at;
        at = t_.neighbour(at, link);
        back[{at, link}] = left;
      }
      if (box_.from != sender_ && box_.from != first) continue;
      tree.depth = std::max(tree.depth, t_.distance(member, sender_));
      tree.links.insert(back.begin(), back.end());
      ++members;
    }
  }

  const Topology& t_;
  Coordinates from_, to_;
  Rank sender_;
  Box box_;
  Route route_;
};

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

/// Any box, often one that has only the sender's coordinates in the lowest dimensions.
Box random_box(const Topology& t, Rank sender, std::mt19937_64& random) {
  if (t.kind() == TopologyKind::star) {
    Box set{sender, static_cast<Rank>(random() % t.size())};
    while (set.to == sender) set.to = static_cast<Rank>(random() % t.size());
    return set;
  }
  const Coordinates own = t.coordinates(sender);
  Coordinates first{}, last{};
  const unsigned lowest = static_cast<unsigned>(random() % (2 * t.dims()));
  for (unsigned d = 0; d < t.dims(); ++d) {
    first[d] = static_cast<std::uint32_t>(random() % t.extent(d));
    last[d] = static_cast<std::uint32_t>(random() % t.extent(d));
    if (first[d] > last[d] && !t.wraps(d)) std::swap(first[d], last[d]);
    if (lowest < t.dims() && d < lowest) first[d] = last[d] = own[d];
  }
  return {t.rank(first), t.rank(last)};
}

Box one_of_its_branches(const Topology& t, Rank sender, const Box& box, std::mt19937_64& random) {
  std::vector<Box> branches;
  for_each_branch(t, t.coordinates(sender), box, {},
                  [&](const Box& part, Route) { branches.push_back(part); });
  return branches[random() % branches.size()];
}

/// Directions for the rings in which the sender is outside the box.
Route random_route(const Topology& t, std::mt19937_64& random) {
  Route route;
  for (unsigned d = 0; d < t.dims(); ++d) {
    if (t.wraps(d)) route.direction[d] = static_cast<Direction>(random() % 3);
  }
  return route;
}

/// One multicast in an idle network; everything about it is checked.
void check_alone(const Topology& t, bool all_port, Rank sender, const Box& box, Route route, unsigned words,
                 NodeKind kind) {
  SCOPED_TRACE(fmt::format("{} to the box {}..{}, {} words, directions {:#x}", sender, box.from, box.to,
                           words, route.direction.control()));
  Bench bench(t, hardware(t, 4, all_port), kind);
  fill(bench, sender, words, sender);
  launch(bench, sender, box, words, target, route);
  Tree tree = TreeMaker(t, sender, box, route).tree;
  // In a star graph, an all-port NIC wants the first node of the only branch.
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

class Networks : public ::testing::TestWithParam<std::tuple<bool, Topology>> {};

TEST_P(Networks, every_member_once_and_each_link_once_at_the_speed_of_a_unicast) {
  const auto& [all_port, t] = GetParam();
  std::mt19937_64 random(t.size());
  // All-port nodes with more links take long to build; lockstep_test has them with random traffic.
  const NodeKind kind =
      all_port && (t.dims() != 2 || t.one_hop_dimensions()) ? NodeKind::model : NodeKind::lockstep;
  check_alone(t, all_port, 0, Box::all(t, 0), {}, 40, kind);
  unsigned sent = 0;
  for (unsigned n = 0; n < 25;) {
    const Rank sender = static_cast<Rank>(random() % t.size());
    Box box = n % 4 == 0 ? Box::all(t, sender) : random_box(t, sender, random);
    const Route route = random_route(t, random);
    if (box == Box{sender, sender}) continue;
    if (all_port && n % 4 != 0 && t.kind() == TopologyKind::star)
      box = one_of_its_branches(t, sender, box, random);
    // On an all-port NIC, few of all boxes are refused.
    const bool one = TreeMaker(t, sender, box, route).tree.first == 1 &&
                     !(t.kind() == TopologyKind::star && box.from == sender);
    if (all_port && !one && n % 4 != 0) continue;
    const unsigned words[] = {0, 1, 3, 16, 17, 70};
    check_alone(t, all_port, sender, box, route, words[random() % 6], n < 5 ? kind : NodeKind::model);
    sent += !all_port || one ? 1 : 0;
    ++n;
  }
  EXPECT_GE(sent, 18u);
}

INSTANTIATE_TEST_SUITE_P(
    contract, Networks,
    ::testing::Combine(::testing::Bool(),
                       ::testing::Values(Topology::mesh(4, 4), Topology::torus(4, 4), Topology::torus(5, 3),
                                         Topology::hypercube(4), Topology::complete({4, 3}, 2),
                                         Topology::star(4),
                                         Topology({{{3, true}, {2, false}, {4, true}}}, 3))));

TEST(Multicasts, in_long_dimensions_compare_whole_coordinates) {
  const Topology mesh = Topology::mesh(130, 2), torus = Topology::torus(2, 140);
  check_alone(mesh, false, mesh.rank({120, 0}), {mesh.rank({66, 0}), mesh.rank({129, 1})}, {}, 20,
              NodeKind::lockstep);
  check_alone(torus, false, torus.rank({1, 3}), {torus.rank({0, 100}), torus.rank({1, 36})}, {}, 20,
              NodeKind::lockstep);
}

TEST(Branches, divide_the_tree_by_its_first_links) {
  for (const Topology& t :
       {Topology::mesh(4, 3), Topology::torus(5, 4), Topology::torus(2, 2), Topology::hypercube(4),
        Topology::complete({4, 3}, 2), Topology::star(4), Topology::star(5)}) {
    std::mt19937_64 random(t.size());
    for (unsigned n = 0; n < 2000; ++n) {
      const Rank sender = static_cast<Rank>(random() % t.size());
      const Box box = n % 10 == 0 ? Box::all(t, sender) : random_box(t, sender, random);
      const Route route = random_route(t, random);
      const Tree whole = TreeMaker(t, sender, box, route).tree;
      std::map<std::pair<Rank, Link>, unsigned> links;
      unsigned branches = 0;
      for_each_branch(t, t.coordinates(sender), box, route, [&](const Box& part, Route its) {
        const Tree tree = TreeMaker(t, sender, part, its).tree;
        EXPECT_EQ(tree.first, 1u);
        for (const auto& link : tree.links) EXPECT_TRUE(links.insert(link).second);
        ++branches;
      });
      ASSERT_EQ(links, whole.links) << sender << " to " << box.from << ".." << box.to;
      ASSERT_EQ(branches, whole.first);
    }
  }
}

/// Every node sends three multicasts to random boxes at the same time, with the smallest buffers. On an
/// all-port NIC, every branch of the tree is a put of its own.
void check_all_end(const Topology& t, bool all_port, unsigned sets, std::uint64_t seed) {
  constexpr unsigned most_words = 100, each = 3;
  std::mt19937_64 random(seed);
  for (unsigned set = 0; set < sets; ++set) {
    SCOPED_TRACE(fmt::format("set {} of seed {}", set, seed));
    Fabric::Options options;
    options.mem_words = target / 8 + t.size() * each * most_words;
    Bench bench(t, hardware(t, 3, all_port), NodeKind::model, options);
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
        if (box == Box{r, r}) continue;
        const auto send = [&](const Box& part, Route its) { launch(bench, r, part, words, at, its); };
        if (all_port)
          for_each_branch(t, t.coordinates(r), box, route, send);
        else
          send(box, route);
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
    check_all_end(Topology::mesh(4, 4), all_port, 25, 1);
    check_all_end(Topology::torus(4, 4), all_port, 25, 2);
    check_all_end(Topology::hypercube(4), all_port, 8, 3);
    check_all_end(Topology::star(4), all_port, 8, 4);
  }
}

/// 10,000 sets on the mesh and 10,000 on the torus, half of each with all-port NICs, in parts of 500.
class MulticastsNightly : public ::testing::TestWithParam<std::tuple<bool, bool, unsigned>> {};

TEST_P(MulticastsNightly, that_meet_with_full_buffers_all_end) {
  const auto [ring, all_port, part] = GetParam();
  const Topology t = ring ? Topology::torus(4, 4) : Topology::mesh(4, 4);
  check_all_end(t, all_port, 500, std::uint64_t{1'000'000} * (1 + part));
}

INSTANTIATE_TEST_SUITE_P(Sets, MulticastsNightly,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(), ::testing::Range(0u, 10u)));

/// Cycles from the write of PUT_NODE to the last arrival of a broadcast from rank 0.
Cycle broadcast_cycles(const Topology& t, unsigned bytes) {
  Bench bench(t, hardware(t), NodeKind::lockstep);
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
    unsigned hops;
  };
  for (const Case& c :
       {Case{Topology::torus(8, 8), 8}, Case{Topology::mesh(8, 8), 14}, Case{Topology::hypercube(6), 6}}) {
    for (const unsigned bytes : {64u, 1024u, 16384u})
      EXPECT_EQ(broadcast_cycles(c.topology, bytes), c.hops + 1 + flits_of(bytes / 8) + 5) << bytes;
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

TEST(Box, of_a_star_graph_is_the_substar_that_it_names) {
  for (const unsigned symbols : {3u, 4u, 5u}) {
    const Topology t = Topology::star(symbols);
    for (Rank sender = 0; sender < t.size(); ++sender) {
      for (unsigned places = 0; places < (1u << symbols) - 2; places += 2) {
        const Box box = Box::substar(t, sender, places);
        unsigned members = 0, farthest = 0;
        for (Rank r = 0; r < t.size(); ++r) {
          bool inside = r != sender;
          for (unsigned place = 1; place < symbols; ++place) {
            const bool equal = ((t.address(r) ^ t.address(sender)) >> (3 * place) & 7) == 0;
            inside &= equal || (places >> place & 1) == 0;
          }
          EXPECT_EQ(box.reaches(t, sender, r), inside) << sender << " places " << places << " to " << r;
          members += inside ? 1 : 0;
          if (inside) farthest = std::max(farthest, t.distance(sender, r));
        }
        const TreeMaker maker(t, sender, box);
        EXPECT_EQ(maker.members, members);
        EXPECT_EQ(maker.tree.links.size(), members);
        EXPECT_EQ(maker.tree.depth, farthest);
      }
    }
  }
}

TEST(Box, all_is_every_node_and_no_branch_is_longer_than_half_of_a_ring) {
  for (const Topology& t :
       {Topology::torus(8, 8), Topology::torus(5, 4), Topology::mesh(3, 4), Topology::hypercube(6)}) {
    for (Rank sender = 0; sender < t.size(); ++sender) {
      const Box box = Box::all(t, sender);
      unsigned farthest = 0;
      for (Rank r = 0; r < t.size(); ++r) {
        EXPECT_TRUE(box.contains(t, r));
        farthest = std::max(farthest, t.distance(sender, r));
      }
      EXPECT_EQ(TreeMaker(t, sender, box).tree.depth, farthest);
      EXPECT_EQ(TreeMaker(t, sender, box).tree.links.size(), t.size() - 1);
    }
  }
}

}  // namespace
}  // namespace collnoc::testing

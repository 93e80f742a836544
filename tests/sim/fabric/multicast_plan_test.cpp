// Multicasts in plans of the sequencer, by RTL and model in lockstep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "collnoc/arch/box.hpp"
#include "collnoc/firmware/runtime/action_plan.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t plan_at = 0x400, plan_words = 256;

HardwareConfig hardware(const Topology& topology, bool all_port) {
  HardwareConfig config;
  config.fit(topology);
  config.multicast = config.sequencer = config.accumulate = true;  // as in lockstep_test: built once
  config.all_port = all_port;
  return config;
}

void fill(Bench& bench, Rank rank, std::uint32_t at, std::uint32_t bytes) {
  std::mt19937_64 random(rank);
  for (std::uint32_t b = 0; b < bytes; ++b)
    bench.fabric().memory(rank).bytes()[at + b] = static_cast<std::uint8_t>(random() | 1);
}

ActionPlan plan_of(Bench& bench, Rank rank) {
  auto* words = reinterpret_cast<std::uint64_t*>(bench.fabric().memory(rank).bytes() + plan_at);
  return {bench.fabric().topology(), rank, bench.fabric().config().channels(), {words, plan_words}, plan_at};
}

void start(Bench& bench, Rank rank, ActionPlan& plan) {
  plan.finish();
  ASSERT_TRUE(plan.fits());
  bench.bus(rank).write(nic::seq_plan, plan_at);
  bench.bus(rank).write(nic::seq_control, nic::seq_start);
}

/// A broadcast by plans: the root's sequencer sends when a neighbour has asked for it, each other one waits
/// for it.
void check_plan(bool all_port) {
  const Topology t = Topology::torus(4, 4);
  const HardwareConfig config = hardware(t, all_port);
  Bench bench(t, config, NodeKind::lockstep);
  constexpr std::uint32_t source = 0, target = 4096, bytes = 200;
  constexpr Rank root = 5, asks = 6;
  fill(bench, root, source, bytes);
  for (Rank r = 0; r < t.size(); ++r) {
    ActionPlan plan = plan_of(bench, r);
    if (r == asks) plan.send(signal(root, 1));
    if (r == root) {
      plan.wait(1, 1);
      plan.multicast({0, source, target, bytes, 2}, Box::all(t, r));
      plan.multicast({0, source, target + bytes, 8, 2}, {t.rank({1, 1}), t.rank({2, 2})});
      plan.send(signal(asks, 3));
      plan.consume(1, 1);
    } else {
      plan.wait(2, 1);
    }
    start(bench, r, plan);
  }
  ASSERT_TRUE(bench.settle());
  for (Rank r = 0; r < t.size(); ++r) {
    const Coordinates at = t.coordinates(r);
    const bool second = r != root && (at[0] == 1 || at[0] == 2) && (at[1] == 1 || at[1] == 2);
    EXPECT_EQ(bench.read(r, nic::seq_state), nic::seq_present) << "node " << r;
    EXPECT_EQ(bench.read(r, nic::error), 0u) << "node " << r;
    EXPECT_EQ(bench.read(r, nic::counter(2)), r == root ? 0u : second ? 2u : 1u) << "node " << r;
    EXPECT_EQ(bench.read(r, nic::counter(3)), r == asks ? 1u : 0u) << "node " << r;
    const std::uint8_t* memory = bench.fabric().memory(r).bytes();
    const std::uint8_t* sent = bench.fabric().memory(root).bytes() + source;
    if (r != root) EXPECT_EQ(std::memcmp(memory + target, sent, bytes), 0) << "node " << r;
    if (second) EXPECT_EQ(std::memcmp(memory + target + bytes, sent, 8), 0) << "node " << r;
  }
}

TEST(MulticastPlan, performs_a_put_to_a_box_and_then_others) { check_plan(false); }
TEST(MulticastPlan, performs_a_put_to_a_box_and_then_others_on_every_channel) { check_plan(true); }

/// A broadcast over trees that share no link, on a torus with all-port NICs: docs/reference/multicast.md,
/// parts A to D. A relay sends each piece when it has arrived.
class DisjointTrees {
 public:
  DisjointTrees(const Topology& topology, Rank root, std::uint32_t at, std::uint32_t bytes,
                std::uint32_t piece)
      : t_(topology), root_(t_.coordinates(root)), at_(at), bytes_(bytes / 4), piece_(piece) {}

  void plan(Rank rank, ActionPlan& plan) const {
    const Coordinates own = t_.coordinates(rank);
    const auto [x, y] = std::pair{own[0], own[1]};
    const std::uint32_t ox = root_[0], oy = root_[1];
    plan.set_own_waits(true);
    for (std::uint32_t piece = 0; piece < pieces(); ++piece) {
      if (x == ox && y == oy) {
        to_box(plan, part_a, piece, plus, {place(ox + 1, oy), place(ox - 1, oy - 1)});
        to_box(plan, part_b, piece, minus, {place(ox + 1, oy + 1), place(ox - 1, oy)});
        to_box(plan, part_c, piece, plus, {place(ox, oy + 1), place(ox, oy - 1)});
        to_box(plan, part_d, piece, minus, {place(ox, oy + 1), place(ox, oy - 1)});
      } else if (x == ox) {
        const Box row{place(ox + 1, y), place(ox - 1, y)};
        plan.wait(part_c, piece + 1);
        to_box(plan, part_c, piece, plus, row);
        plan.wait(part_d, piece + 1);
        to_box(plan, part_d, piece, minus, row);
      }
      if (y != oy && x == left(0)) relay(plan, part_a, piece, {ox, y});
      if (y != oy && x == right(0)) relay(plan, part_b, piece, {ox, y});
      if (x != ox && y == left(1)) relay(plan, part_c, piece, {x, oy});
      if (x != ox && y == right(1)) relay(plan, part_d, piece, {x, oy});
    }
    if (rank == t_.rank(root_)) return;
    for (const std::uint8_t part : {part_a, part_b, part_c, part_d}) plan.wait(part, pieces());
  }
  std::uint32_t pieces() const { return (bytes_ + piece_ - 1) / piece_; }

 private:
  static constexpr std::uint8_t part_a = 1, part_b = 2, part_c = 3, part_d = 4;  // their counters, too
  static constexpr Direction plus = Direction::plus, minus = Direction::minus;

  std::uint32_t left(unsigned d) const { return (root_[d] + t_.extent(d) - 1) % t_.extent(d); }
  std::uint32_t right(unsigned d) const { return (root_[d] + 1) % t_.extent(d); }
  /// Coordinates may be one outside.
  Rank place(std::uint32_t x, std::uint32_t y) const {
    return t_.rank({(x + t_.extent(0)) % t_.extent(0), (y + t_.extent(1)) % t_.extent(1)});
  }
  Put put(std::uint8_t part, std::uint32_t piece) const {
    const std::uint32_t from = at_ + (part - 1) * bytes_ + piece * piece_;
    return {0, from, from, std::min(piece_, bytes_ - piece * piece_), part};
  }
  void to_box(ActionPlan& plan, std::uint8_t part, std::uint32_t piece, Direction direction,
              const Box& box) const {
    Put put = this->put(part, piece);
    for (const unsigned d : {0u, 1u}) put.route.direction[d] = direction;
    plan.multicast(put, box);
  }
  void relay(ActionPlan& plan, std::uint8_t part, std::uint32_t piece, const Coordinates& to) const {
    Put put = this->put(part, piece);
    put.dst = t_.rank(to);
    plan.wait(part, piece + 1);
    plan.send(put);
  }

  Topology t_;
  Coordinates root_;
  std::uint32_t at_, bytes_, piece_;
};

/// Cycles from the start of the root's plan to the end of the last plan.
Cycle disjoint_trees_cycles(const Topology& t, Rank root, std::uint32_t bytes, std::uint32_t piece,
                            NodeKind kind) {
  constexpr std::uint32_t at = 0x2000;
  Bench bench(t, hardware(t, true), kind);
  fill(bench, root, at, bytes);
  const DisjointTrees trees(t, root, at, bytes, piece);
  for (Rank r = 0; r < t.size(); ++r) {
    ActionPlan plan = plan_of(bench, r);
    trees.plan(r, plan);
    start(bench, r, plan);
  }
  Cycle last = 0;
  while (!bench.fabric().quiet() || last == 0) {
    bench.fabric().step();
    if (bench.fabric().now() > 50'000) break;
    for (Rank r = 0; r < t.size(); ++r)
      if (bench.fabric().out(r).event) last = bench.fabric().now();
  }
  for (Rank r = 0; r < t.size(); ++r) {
    EXPECT_EQ(bench.read(r, nic::seq_state), nic::seq_present) << "node " << r;
    EXPECT_EQ(bench.read(r, nic::error), 0u) << "node " << r;
    EXPECT_EQ(
        std::memcmp(bench.fabric().memory(r).bytes() + at, bench.fabric().memory(root).bytes() + at, bytes),
        0)
        << "node " << r;
    // Every link carries a quarter of the message at most.
    for (Link l = 0; l < t.links(); ++l) {
      const std::uint64_t words = bytes / 4 / 8;
      EXPECT_LE(bench.fabric().node(r).counts().outputs[l].flits, words + (words + 15) / 16) << r << ' ' << l;
    }
  }
  return last - bench.bus(root).last_write;
}

TEST(MulticastPlan, broadcasts_over_trees_that_share_no_link) {
  EXPECT_LE(disjoint_trees_cycles(Topology::torus(8, 8), 0, 16384, 128, NodeKind::lockstep), 700u);
  disjoint_trees_cycles(Topology::torus(5, 4), 7, 4096, 128, NodeKind::lockstep);
}

}  // namespace
}  // namespace collnoc::test

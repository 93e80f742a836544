// Zero-load latency equals the formula of docs/reference/hardware.md ("Timing"):
//   from the write of PUT_NODE to the destination's event: hops * HOP_CYCLES + min(HOP_CYCLES, 2) + flits + 5
//   cycles
// for every pair of a 4x4 mesh, a 5x4 torus and the star graph of 24 nodes, and every message of 1 to 64
// flits; nightly also of an 8x8 mesh and torus, and for some lengths on the star graph of 120 nodes.
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "sim/topology/topology_text.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::test {
namespace {

struct Pair {
  Rank from, to;
  std::vector<Rank> way;  ///< every tile on the path of the message, including both ends
  unsigned hops() const { return static_cast<unsigned>(way.size() - 1); }
};

Pair pair(const Topology& t, Rank from, Rank to) {
  Pair p{from, to, {from}};
  const Coordinates goal = t.coordinates(to), start = t.coordinates(from);
  for (unsigned d = 0; d < t.dims(); ++d) {
    const bool minus = t.shortest_is_minus(d, start[d], goal[d]);
    for (Rank at = from; at = p.way.back(), t.coordinates(at)[d] != goal[d];) {
      const Link link = t.link_towards(d, t.coordinates(at)[d], goal[d], minus);
      p.way.push_back(t.neighbour(at, link));
    }
  }
  return p;
}

/// All pairs, in groups that can send at the same time: the paths of a group have no tile in common.
std::vector<std::vector<Pair>> groups(const Topology& t) {
  std::vector<Pair> left;
  for (Rank a = 0; a < t.size(); ++a) {
    for (Rank b = 0; b < t.size(); ++b) {
      if (a != b) left.push_back(pair(t, a, b));
    }
  }
  std::vector<std::vector<Pair>> all;
  while (!left.empty()) {
    std::set<Rank> used;
    std::vector<Pair> group, rest;
    for (Pair& p : left) {
      bool free = true;
      for (Rank r : p.way) free = free && !used.contains(r);
      if (free) used.insert(p.way.begin(), p.way.end());
      (free ? group : rest).push_back(std::move(p));
    }
    all.push_back(std::move(group));
    left = std::move(rest);
  }
  return all;
}

/// Number of flits of a message with `payload` flits, including one head flit per packet.
unsigned flits(unsigned payload, const HardwareConfig& c) {
  const unsigned body = c.max_packet_flits - 1;
  return payload + std::max(1u, (payload + body - 1) / body);
}

Cycle formula(unsigned hops, unsigned flits_sent, const HardwareConfig& c) {
  const unsigned held =
      c.switching == Switching::store_and_forward ? flits_sent - 1 : 0;  // messages of one packet
  return hops * c.hop_cycles + std::min(c.hop_cycles, 2u) + (hops + 1) * held + flits_sent + 5;
}

/// Sends one message of `payload` flits over each pair of the group and checks when each is reported.
void check_group(Bench& bench, const std::vector<Pair>& group, unsigned payload) {
  const HardwareConfig& c = bench.fabric().config();
  const Cycle start = bench.fabric().now();
  std::vector<Cycle> due;
  Cycle last = 0;
  for (const Pair& p : group) {
    bench.bus(p.from).write(nic::put_node, bench.fabric().topology().address(p.to));
    due.push_back(start + formula(p.hops(), flits(payload, c), c));
    last = std::max(last, due.back());
  }
  while (bench.fabric().now() <= last) {
    bench.fabric().step();
    for (std::size_t i = 0; i < group.size(); ++i) {
      const bool event = bench.fabric().out(group[i].to).event;
      ASSERT_EQ(event, bench.fabric().now() == due[i])
          << group[i].from << " to " << group[i].to << ", " << payload << " payload flits, cycle "
          << bench.fabric().now() - start;
    }
  }
  bench.fabric().step();
}

/// Sets the sticky registers of every node for messages of `payload` flits on counter 1.
void prepare(Bench& bench, unsigned payload) {
  const unsigned bytes = payload * bench.fabric().config().flit_bytes();
  for (Rank r = 0; r < bench.fabric().topology().size(); ++r) {
    bench.bus(r).write(nic::put_bytes, bytes);
    bench.bus(r).write(nic::put_ctrl, 1 | (payload == 0 ? nic::ctrl_signal : 0));
  }
  ASSERT_TRUE(bench.settle());
}

/// Hardware of a star graph.
HardwareConfig star_hardware(unsigned symbols) {
  HardwareConfig config;
  config.fit(Topology::star(symbols));
  config.vcs = config.default_vcs();
  return config;
}

std::vector<unsigned> every_payload() {
  std::vector<unsigned> all(64);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

void check_all_pairs(const Topology& topology, const HardwareConfig& config,
                     const std::vector<unsigned>& payloads = every_payload()) {
  Bench bench(topology, config, NodeKind::model);
  const auto all = groups(topology);
  std::size_t pairs = 0;
  for (const auto& g : all) pairs += g.size();
  ASSERT_EQ(pairs, topology.size() * (topology.size() - 1));
  for (const unsigned payload : payloads) {
    prepare(bench, payload);
    for (const auto& g : all) ASSERT_NO_FATAL_FAILURE(check_group(bench, g, payload));
  }
}

TEST(ZeroLoadLatency, every_pair_and_length_on_a_mesh) { check_all_pairs(Topology::mesh(4, 4), {}); }
TEST(ZeroLoadLatency, every_pair_and_length_on_a_torus) { check_all_pairs(Topology::torus(5, 4), {}); }
TEST(NightlyLatency, every_pair_and_length_on_a_mesh) { check_all_pairs(Topology::mesh(8, 8), {}); }
TEST(NightlyLatency, every_pair_and_length_on_a_torus) { check_all_pairs(Topology::torus(8, 8), {}); }
TEST(ZeroLoadLatency, every_pair_and_length_on_a_star_graph) {
  check_all_pairs(Topology::star(4), star_hardware(4));
}
TEST(NightlyLatency, every_pair_on_the_largest_star_graph) {
  check_all_pairs(Topology::star(5), star_hardware(5), {0, 1, 30, 63});
}

TEST(ZeroLoadLatency, every_pair_on_a_spidergon) {
  HardwareConfig config;
  config.fit(Topology::spidergon(16));
  check_all_pairs(Topology::spidergon(16), config, {0, 1, 30, 63});
}

TEST(ZeroLoadLatency, every_pair_on_a_graph) {
  HardwareConfig config;
  const Topology graph = parse_topology("chordal-ring:16,6");
  config.fit(graph);
  check_all_pairs(graph, config, {0, 1, 30, 63});
}

void check_sample(const Topology& topology, const HardwareConfig& config, NodeKind kind,
                  const std::vector<unsigned>& payloads = {0, 1, 2, 30, 31, 32, 63}) {
  Bench bench(topology, config, kind);
  const auto all = groups(topology);
  for (const unsigned payload : payloads) {
    prepare(bench, payload);
    for (std::size_t g = 0; g < all.size(); g += 41)
      ASSERT_NO_FATAL_FAILURE(check_group(bench, all[g], payload));
  }
}

TEST(ZeroLoadLatency, sample_on_the_rtl) {
  check_sample(Topology::mesh(8, 8), {}, NodeKind::rtl);
  check_sample(Topology::torus(8, 8), {}, NodeKind::rtl);
  check_sample(Topology::star(4), star_hardware(4), NodeKind::rtl);
}

TEST(ZeroLoadLatency, same_formula_with_an_all_port_nic) {
  HardwareConfig config;
  config.all_port = true;
  check_sample(Topology::torus(8, 8), config, NodeKind::model);
}

TEST(ZeroLoadLatency, two_cycles_per_hop_with_an_output_register) {
  HardwareConfig config;
  config.hop_cycles = 2;
  check_sample(Topology::torus(8, 8), config, NodeKind::model);
  check_sample(Topology::mesh(8, 8), config, NodeKind::model);
  HardwareConfig star = star_hardware(5);
  star.hop_cycles = 2;
  check_sample(Topology::star(5), star, NodeKind::model);
}

TEST(ZeroLoadLatency, every_link_register_adds_a_cycle_per_hop) {
  for (const unsigned cycles : {3u, 5u}) {
    for (const NodeKind kind : {NodeKind::model, NodeKind::rtl}) {
      HardwareConfig config;
      config.hop_cycles = cycles;
      config.vc_depth = 2 * cycles;  // the credit loop
      check_sample(Topology::mesh(4, 4), config, kind);
    }
  }
}

TEST(ZeroLoadLatency, store_and_forward_holds_each_packet_in_every_router) {
  HardwareConfig config;
  config.switching = Switching::store_and_forward;
  config.vc_depth = config.max_packet_flits = 8;
  check_sample(Topology::torus(8, 8), config, NodeKind::model, {0, 1, 2, 7});
}

TEST(ZeroLoadLatency, cut_through_takes_one_packet_as_wormhole_does) {
  HardwareConfig config;
  config.switching = Switching::cut_through;
  config.vc_depth = config.max_packet_flits = 8;
  check_sample(Topology::torus(8, 8), config, NodeKind::model, {0, 1, 2, 7});
}

TEST(ZeroLoadLatency, the_longer_direction_takes_more_hops) {
  for (const NodeKind kind : {NodeKind::model, NodeKind::rtl}) {
    Bench bench(Topology::torus(8, 8), {}, kind);
    bench.put(0, 0, 0, 80, 1 | nic::ctrl_direction(0, 2),
              1);  // 7 hops in minus direction instead of 1 in plus direction
    while (!bench.fabric().out(1).event) bench.fabric().step();
    EXPECT_EQ(bench.fabric().now() - bench.bus(0).last_write, formula(7, 11, {}));
  }
}

/// Cycles from the head on the injection channel to the head on the ejection channel.
Cycle head_latency(const Topology& topology, const HardwareConfig& config, NodeKind kind, Rank from,
                   Rank to) {
  Bench bench(topology, config, kind);
  bench.put(from, 0, 0, 64, 1, to);
  Cycle injected = 0;
  for (;;) {
    bench.fabric().step();
    if (injected == 0 && bench.state(from).nic().tx(0).valid_q) injected = bench.fabric().now();
    // A flit on the channel is in the receiver's queue in the next cycle.
    if (bench.state(to).nic().rx(0).eject.count_q != 0) return bench.fabric().now() - 1 - injected;
  }
}

TEST(HeadLatency, is_hops_plus_one) {
  for (const NodeKind kind : {NodeKind::model, NodeKind::rtl}) {
    for (Rank to = 1; to < 15; ++to) {
      const Topology mesh = Topology::mesh(3, 5);
      EXPECT_EQ(head_latency(mesh, {}, kind, 0, to), pair(mesh, 0, to).hops() + 1)
          << name_of(kind) << " " << to;
    }
  }
}

TEST(HeadLatency, is_twice_that_with_an_output_register) {
  HardwareConfig config;
  config.hop_cycles = 2;
  const Topology mesh = Topology::mesh(3, 5);
  for (Rank to = 1; to < 15; ++to) {
    EXPECT_EQ(head_latency(mesh, config, NodeKind::model, 0, to), 2 * (pair(mesh, 0, to).hops() + 1)) << to;
  }
}

}  // namespace
}  // namespace collnoc::test

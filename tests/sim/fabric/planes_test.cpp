// Routers that are computed in planes (model/planes) do what each of them does alone: every pin in every
// cycle, and every register that both have. Lockstep with the RTL tests each alone, determinism_test both
// with it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/same_nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

class Nobody final : public NodeWatcher {
 public:
  void before(Cycle, AnyNode&, const model::NodeOut&, const model::NodeIn&) override {}
  void after(Cycle, AnyNode&, const model::NodeOut&) override {}
};

void expect_same_flits(const model::FlitFifo& a, const model::FlitFifo& b, unsigned words) {
  ASSERT_EQ(a.count_q, b.count_q);
  for (unsigned n = 0; n < a.count_q; ++n) {
    const unsigned i = (a.rd_ptr_q + n) % model::eject_depth, k = (b.rd_ptr_q + n) % model::eject_depth;
    ASSERT_EQ(a.mem_q[i].vc, b.mem_q[k].vc);
    ASSERT_EQ(a.mem_q[i].head, b.mem_q[k].head);
    ASSERT_EQ(a.mem_q[i].tail, b.mem_q[k].tail);
    ASSERT_TRUE(std::equal(a.data_q + i * words, a.data_q + (i + 1) * words, b.data_q + k * words));
  }
}

/// The registers of two nodes, but for what has no effect: where a queue's slots begin and what is in free
/// ones and in registers of links without a flit, and requesters that no turn leads to.
void expect_same_state(Fabric& is, Fabric& expected, Rank r) {
  const model::Router &a = is.node(r).state().router(), &b = expected.node(r).state().router();
  for (unsigned p = 0; p < a.ports(); ++p) {
    const model::InputBuffer &x = a.input(p), &y = b.input(p);
    for (unsigned v = 0; v < is.config().vcs; ++v) {
      ASSERT_EQ(x.count_q[v], y.count_q[v]);
      for (unsigned n = 0; n < x.count_q[v]; ++n) {
        const unsigned i = v * x.depth + (x.rd_ptr_q[v] + n) % x.depth,
                       k = v * x.depth + (y.rd_ptr_q[v] + n) % x.depth;
        ASSERT_EQ(x.tag_q[i].bits, y.tag_q[k].bits);
        ASSERT_TRUE(std::equal(x.data_q + i * x.words, x.data_q + (i + 1) * x.words, y.data_q + k * x.words));
      }
    }
  }
  const bool one_channel = is.config().channels() == 1 && !is.config().accumulate;
  if (one_channel) {
    expect_same_flits(is.node(r).state().nic().rx(0).eject, expected.node(r).state().nic().rx(0).eject,
                      is.config().flit_bits / 64);
  }
  const std::vector<ShownRegister> all = registers_of(is.node(r).state()),
                                   same = registers_of(expected.node(r).state());
  ASSERT_EQ(all.size(), same.size());
  bool holds = true;  // a register of a link
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::string& name = all[n].name;
    if (name.find("i_input_buffer") != std::string::npos || name.find("mask_q") != std::string::npos ||
        (one_channel && name.find("i_eject") != std::string::npos))
      continue;
    if (name.find("gen_stage") != std::string::npos) {
      if (name.ends_with("valid_q")) holds = all[n].words[0] != 0;
      if (!holds && !name.ends_with("valid_q")) continue;
    }
    ASSERT_EQ(all[n].words, same[n].words) << name;
  }
}

struct Network {
  /// `threads`: that compute it in planes; 0: node by node.
  Network(const Topology& topology, const HardwareConfig& config, unsigned threads, std::uint64_t seed,
          Cycle stop_at = StressOptions{}.stop_at)
      : fabric(topology, config, options(topology, threads), node_factory(NodeKind::model, config, log)) {
    StressOptions traffic;
    traffic.seed = seed;
    traffic.hot = 0.4;
    traffic.max_gap = 60;
    traffic.stop_at = stop_at;
    traffic.accumulate = config.accumulate;
    stress = std::make_unique<Stress>(fabric, traffic);
  }
  static Fabric::Options options(const Topology& topology, unsigned threads) {
    Fabric::Options o;
    o.planes = threads != 0;
    o.threads = std::max(threads, 1u);
    o.work_for_a_thread = 0;
    o.mem_words = Stress::mem_words(topology.size(), {});
    return o;
  }
  Nobody nobody;
  LockstepLog log;
  Fabric fabric;
  std::unique_ptr<Stress> stress;
};

/// `alone_from`: from this cycle on, the others are computed one by one, too.
void expect_same(const char* network, HardwareConfig config, Cycle alone_from = never) {
  const Topology topology = parse_topology(network);
  config.fit(topology);
  SCOPED_TRACE(network + (" " + describe(config)));
  ASSERT_TRUE(legal(topology, config));
  Network together(topology, config, 1, topology.size()), alone(topology, config, 0, topology.size());
  std::uint64_t flits = 0;
  while (!alone.stress->done()) {
    const Cycle now = alone.fabric.now();
    if (now == alone_from) together.fabric.set_watcher(0, &together.nobody);
    together.fabric.step();
    alone.fabric.step();
    for (Rank r = 0; r < topology.nodes(); ++r) {
      SCOPED_TRACE("rank " + std::to_string(r) + ", cycle " + std::to_string(now));
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(together.fabric, alone.fabric, r));
      if (now % 193 == 0) ASSERT_NO_FATAL_FAILURE(expect_same_state(together.fabric, alone.fabric, r));
      flits += static_cast<std::uint64_t>(std::popcount(alone.fabric.out(r).link_valid));
    }
  }
  EXPECT_EQ(together.fabric.computes_planes(), alone_from == never);
  EXPECT_FALSE(alone.fabric.computes_planes());
  EXPECT_TRUE(together.stress->done());
  EXPECT_EQ(together.fabric.link_flits(), alone.fabric.link_flits());
  EXPECT_GT(flits, 5'000u);
  EXPECT_EQ(together.stress->check(), "");
  EXPECT_EQ(alone.stress->check(), "");
}

/// Also memories, after random numbers of cycles: until somebody looks, payload is where it was. In larger
/// networks some nodes are compared.
void expect_same_after(const char* network, HardwareConfig config, unsigned threads, unsigned most_cycles) {
  const Topology topology = parse_topology(network);
  config.fit(topology);
  SCOPED_TRACE(fmt::format("{} {}, {} threads", network, describe(config), threads));
  const Cycle stop_at = 3'000 / (1 + topology.size() / 60);
  Network together(topology, config, threads, 7, stop_at), alone(topology, config, 0, 7, stop_at);
  std::mt19937 random(most_cycles);  // equal on all machines, unlike a distribution
  while (!alone.stress->done()) {
    const Cycle cycles = 1 + random() % most_cycles;
    together.fabric.step(cycles);
    alone.fabric.step(cycles);
    for (Rank r = 0; r < topology.size(); ++r) {
      if (topology.size() > 30 && random() % 16 != 0) continue;
      SCOPED_TRACE(fmt::format("rank {}, cycle {}", r, alone.fabric.now()));
      const model::TileMemory &a = together.fabric.memory(r), &b = alone.fabric.memory(r);
      ASSERT_EQ(std::memcmp(a.bytes(), b.bytes(), 8 * a.words()), 0);
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(together.fabric, alone.fabric, r));
      if (cycles == 1) ASSERT_NO_FATAL_FAILURE(expect_same_state(together.fabric, alone.fabric, r));
    }
  }
  EXPECT_TRUE(together.fabric.computes_planes());
  EXPECT_EQ(together.stress->check(), "");
}

/// What a LinkObserver sees, as text.
class LinkLog final : public LinkObserver {
 public:
  explicit LinkLog(Fabric& fabric) : words_(fabric.config().flit_bits / 64 > 1 ? 2 : 1) {
    fabric.add_observer(this);
  }
  void flit(Cycle now, Rank node, Link link, const model::FlitRef& flit) override {
    lines.push_back(fmt::format("{}: {}.{} vc {} {}{}", now, node, link, flit.vc, flit.head, flit.tail));
    for (unsigned w = 0; flit.head && w < words_; ++w) lines.back() += fmt::format(" {:x}", flit.data[w]);
  }
  std::vector<std::string> lines;

 private:
  unsigned words_;
};

/// Flits on links, by a number of threads; from `alone_from` on, also the others are computed one by one.
void expect_same_links(const char* network, HardwareConfig config, unsigned threads,
                       Cycle alone_from = never) {
  const Topology topology = parse_topology(network);
  config.fit(topology);
  SCOPED_TRACE(fmt::format("{} {}, {} threads", network, describe(config), threads));
  Network together(topology, config, threads, 5, 1'000), alone(topology, config, 0, 5, 1'000);
  LinkLog links(together.fabric), same(alone.fabric);
  for (Cycle cycles = 1; !alone.stress->done(); cycles = cycles % 17 + 1) {
    if (alone.fabric.now() >= alone_from) together.fabric.set_watcher(0, &together.nobody);
    together.fabric.step(cycles);
    alone.fabric.step(cycles);
  }
  EXPECT_EQ(together.fabric.computes_planes(), alone_from == never);
  EXPECT_EQ(links.lines, same.lines);
  EXPECT_EQ(links.lines.size(), alone.fabric.link_flits());
  EXPECT_GT(links.lines.size(), 1'000u);
}

HardwareConfig hardware(unsigned vcs, bool all_port = false) {
  HardwareConfig c;
  c.vcs = vcs;
  c.all_port = all_port;
  return c;
}

TEST(Planes, observers_of_links_see_the_same) {
  expect_same_links("mesh:5x4", hardware(1), 1);
  expect_same_links("torus:5x4", hardware(2), 1, 400);
  expect_same_links("torus:9x9", hardware(4), 3);
  expect_same_links("star:4", hardware(2, true), 1);
  HardwareConfig wide = hardware(2);
  wide.address_bits = 20;
  wide.flit_bits = 128;
  expect_same_links("mesh:4x9", wide, 1);
}

TEST(Planes, memories_after_several_cycles) {
  expect_same_after("mesh:5x4", hardware(1), 1, 40);
  expect_same_after("torus:5x4", hardware(2), 1, 25);
  expect_same_after("mesh:4x3", hardware(4), 1, 8);
  expect_same_after("mesh:4x3", hardware(2, true), 1, 30);
}

TEST(Planes, several_threads_and_several_cycles_in_one_pass) {
  expect_same_after("torus:13x9", hardware(3), 3, 20);
  expect_same_after("mesh:12x11", hardware(2, true), 2, 20);
  expect_same_after("mesh:400", hardware(1), 1, 33);
}

TEST(PlanesNightly, several_threads_and_several_cycles_in_one_pass) {
  expect_same_after("mesh:20x11", hardware(2), 2, 20);
  expect_same_after("star:5", hardware(4), 2, 20);
  expect_same_after("mesh:26x20", hardware(2), 1, 20);
}

TEST(Planes, every_number_of_virtual_channels) {
  for (const unsigned vcs : {1u, 2u, 3u, 4u}) {
    expect_same("mesh:6x5", hardware(vcs));
    expect_same("mesh:4x4", hardware(vcs, true));
    expect_same("mesh:17", hardware(vcs));
  }
}

TEST(Planes, other_networks) {
  expect_same("torus:5x5", hardware(2));
  expect_same("torus:4x5", hardware(4, true));
  expect_same("mesh:3x3x2", hardware(2, true));
  expect_same("mesh:2x3x3", hardware(4));
  expect_same("hypercube:5", hardware(2));
  expect_same("ghc:4x3", hardware(2));
  expect_same("ghc:2x3x2", hardware(3));
  expect_same("ghc:3x4", hardware(2, true));
  expect_same("hypercube:4", hardware(3, true));
  expect_same("star:4", hardware(3));
  expect_same("spidergon:18", hardware(2));
}

TEST(Planes, graphs) {
  expect_same("random-regular:20,4,1", hardware(2));
  expect_same("dragonfly:2,2,1", hardware(2, true));
  expect_same("tree:2,3", hardware(1));
  HardwareConfig c = hardware(2);
  c.switching = Switching::store_and_forward;
  c.vc_depth = c.max_packet_flits = 5;
  expect_same("holes:4x4,3,1", c);
  expect_same_after("random-regular:90,5,1", hardware(2), 2, 20);
  expect_same_links("chordal-ring:12,5", hardware(2), 1);
}

TEST(Planes, links_of_several_cycles) {
  expect_same("chiplets:2x2,2x2,4,2", hardware(2));
  expect_same("graph:tests/rtl/network/graph_mixed.toml", hardware(3));
  expect_same("graph:tests/sim/fabric/one_way.toml", hardware(2));
  for (const Cycle from : {Cycle{0}, Cycle{777}})
    expect_same("chiplets:2x1,2x3,16,8", hardware(2, true), from);
  expect_same_after("chiplets:2x3,of,3x2,5,4", hardware(4), 1, 20);
  expect_same_links("chiplets:2x1,3x3,3,2", hardware(2), 2);
}

TEST(PlanesNightly, graphs) {
  expect_same("fat-tree:4", hardware(3));
  expect_same("dragonfly:4,2,2", hardware(2, true));
  expect_same("ring:70", hardware(4));
  expect_same("complete:9", hardware(1, true));
  expect_same("pancake:4", hardware(2), 777);
  expect_same("chiplets:2x2,3x3,4,2", hardware(4));
  for (const Cycle from : {Cycle{501}, Cycle{1234}}) expect_same("chiplets:2x1,2x3,16,8", hardware(2), from);
}

TEST(Planes, other_hardware) {
  HardwareConfig c = hardware(2);
  c.switching = Switching::cut_through;
  c.vc_depth = c.max_packet_flits = 5;
  expect_same("torus:4x5", c);
  c.switching = Switching::store_and_forward;
  expect_same("torus:4x5", c);
  expect_same_after("mesh:4x3", c, 1, 20);
  c.all_port = true;
  c.vcs = 4;
  c.vc_depth = 9;
  expect_same("mesh:4x3", c);
  c = hardware(1);
  c.switching = Switching::store_and_forward;
  c.vc_depth = c.max_packet_flits = 3;
  expect_same("mesh:9x8", c);
  c = hardware(2);
  c.flit_bits = 256;
  c.vc_depth = 3;
  expect_same("mesh:5x4", c);
  c = hardware(4);
  c.route_orders = 2;
  expect_same("torus:5x4", c);
  c = hardware(2);
  c.accumulate = true;
  expect_same("mesh:5x4", c);
  c = hardware(3);
  c.vc_reads = true;
  expect_same("torus:5x4", c);
  c = hardware(4);
  c.vc_reads = true;
  c.vc_depth = 9;
  expect_same("mesh:4x3", c);
}

HardwareConfig longer(unsigned hop_cycles, unsigned vcs, bool all_port = false) {
  HardwareConfig c = hardware(vcs, all_port);
  c.hop_cycles = hop_cycles;
  return c;
}

TEST(Planes, hops_of_several_cycles) {
  expect_same("mesh:4x3", longer(2, 2));
  expect_same("torus:3x4", longer(3, 4));
  expect_same("mesh:4x3", longer(5, 1, true));
  HardwareConfig c = longer(4, 2);
  c.switching = Switching::store_and_forward;
  c.vc_depth = c.max_packet_flits = 5;
  expect_same("torus:4x3", c);
  expect_same_after("torus:11x7", longer(5, 3), 2, 20);
  expect_same_links("torus:5x4", longer(2, 2), 1);
  expect_same_links("mesh:5x4", longer(5, 4), 1, 400);
  for (const Cycle from : {Cycle{0}, Cycle{777}}) expect_same("mesh:4x3", longer(3, 2), from);
}

TEST(PlanesNightly, hops_of_several_cycles) {
  expect_same("star:4", longer(4, 3));
  expect_same("hypercube:4", longer(2, 3, true));
  expect_same("spidergon:18", longer(3, 2));
  HardwareConfig c = longer(4, 2);
  c.switching = Switching::cut_through;
  c.vc_depth = c.max_packet_flits = 5;
  expect_same("mesh:5x4", c);
  c = longer(3, 2);
  c.accumulate = true;
  expect_same("mesh:5x4", c);
  expect_same_after("mesh:400", longer(2, 1), 1, 33);
  for (unsigned hop_cycles = 2; hop_cycles <= 5; ++hop_cycles)
    expect_same("torus:4x4", longer(hop_cycles, std::max(2u, hop_cycles - 1)), 501 * hop_cycles);
}

TEST(Planes, more_nodes_than_a_word_has) {
  expect_same("torus:11x7", hardware(4));
  expect_same("spidergon:64", hardware(2));
}

TEST(PlanesNightly, more_nodes_than_a_word_has) {
  expect_same("mesh:9x9", hardware(2));
  expect_same("torus:3x3x9", hardware(2, true));
  expect_same("star:5", hardware(4));
  expect_same("star:6", hardware(4));
}

TEST(Planes, nodes_go_on_alone_from_any_cycle) {
  for (const Cycle from : {Cycle{0}, Cycle{1}, Cycle{777}, Cycle{1234}})
    expect_same("mesh:6x4", hardware(2), from);
}

}  // namespace
}  // namespace collnoc::test

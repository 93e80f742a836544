// rtl/network/network.sv, or graph_network.sv, verilated as a whole, compared with the same network that the
// fabric composes of nodes. Equal register accesses must give equal responses, equal flits on every link in
// every cycle, and equal memories.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include NETWORK_HEADER
#include NETWORK_ROOT_HEADER
#include NETWORK_WIRES_HEADER
#ifdef NETWORK_GRAPH
#include NETWORK_TOP_HEADER
#endif
#include "collnoc/arch/nic_registers.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

#ifdef NETWORK_GRAPH
const Topology network = parse_topology(NETWORK_GRAPH);
#else
constexpr Topology network = TOPOLOGY;
#endif
const unsigned tiles = network.size(), links = network.links();
constexpr unsigned words = 512, vcs = NETWORK_VCS, vc_bits = vcs > 2 ? 2 : 1;
const unsigned all_tiles = (1u << tiles) - 1;

/// The verilated network: one cycle is one edge.
class Whole {
 public:
  Whole() : top_(&context_, "TOP") {
    top_.clk_i = 0;
    top_.rst_ni = 0;
    top_.tile_rst_ni = all_tiles;
    top_.eval();
  }
  NETWORK& pins() { return top_; }
  auto& wires() { return *top_.rootp->NETWORK_WIRES; }
  void edge() {
    top_.clk_i = 1;
    top_.eval();
    top_.clk_i = 0;
    top_.eval();
  }
  /// Accesses one word of every memory through the host ports; `value` provides or receives it.
  template <class F>
  void host_write(unsigned word, F value) {
    for (unsigned t = 0; t < tiles; ++t) {
      put_bits(top_.host_addr_i, t * 18, 18, word);
      put_bits(top_.host_wdata_i, t * 64, 64, value(t));
    }
    top_.host_valid_i = top_.host_write_i = all_tiles;
    for (unsigned t = 0; t < tiles; ++t) put_bits(top_.host_strb_i, t * 8, 8, 0xff);
    edge();
    top_.host_valid_i = 0;
  }
  /// Any address of the word may be used, because addresses wrap at the size of the memory.
  void host_read(unsigned word) {
    for (unsigned t = 0; t < tiles; ++t)
      put_bits(top_.host_addr_i, t * 18, 18, word + words * ((word + t) % 512));
    top_.host_valid_i = all_tiles;
    top_.host_write_i = 0;
    edge();
    top_.host_valid_i = 0;
  }

 private:
  VerilatedContext context_;
  NETWORK top_;
};

/// Random puts and reads. It keeps the access of the last cycle, so that the other network can repeat it.
class Player final : public Host {
 public:
  Player(Rank rank, const Topology& topology) : topology_(topology), random_(rank + 1) {}

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override {
    last = next(now, node.reg_ready);
    return last;
  }
  model::RegisterAccess last;

 private:
  model::RegisterAccess next(Cycle now, bool ready) {
    if (!writer_.idle()) return writer_.drive(ready);
    if (now > 2500) return {};
    const unsigned what = random_() % 8;
    if (what == 0) return {true, false, static_cast<std::uint16_t>(random_() % 256 * 4), 0};
    if (what == 1)
      return {true, true, static_cast<std::uint16_t>(0x100 + random_() % 64 * 4),
              static_cast<std::uint32_t>(random_())};
    if (what < 5) return {};
    Put put;
    put.dst = random_() % tiles;
    put.signal = random_() % 8 == 0;
    put.counter = random_() % 64;
    put.bytes = put.signal ? 0 : 1 + random_() % 400;
    put.local = random_() % ((words * 8 - 400) / 8) * 8;
    put.remote = random_() % ((words * 8 - 400) / 8) * 8;
    writer_.begin(put, topology_.address(put.dst));
    return writer_.drive(ready);
  }
  Topology topology_;
  std::mt19937 random_;
  PutWriter writer_;
};

/// Writes a graph's routing tables, in reset.
void write_routes([[maybe_unused]] Whole& whole) {
#ifdef NETWORK_GRAPH
  const GraphTables& tables = *network.tables();
  NETWORK& p = whole.pins();
  const auto route = [&](Rank node, Rank to) {
    return nic::route_node.at(to) | tables.routes[vcs - 1][std::size_t{node} * tables.entries + to];
  };
  for (Rank to = 0; to < tiles; ++to) {
    p.reg_valid_i = p.reg_write_i = all_tiles;
    for (Rank t = 0; t < tiles; ++t) {
      put_bits(p.reg_addr_i, t * 10, 10, nic::route);
      put_bits(p.reg_wdata_i, t * 32, 32, route(t, to));
    }
    whole.edge();
    p.reg_valid_i = p.reg_write_i = 0;
    for (Rank n = tiles; n < network.nodes(); ++n) {
      p.route_write_i = 1u << (n - tiles);
      p.route_data_i = route(n, to);
      whole.edge();
      p.route_write_i = 0;
    }
  }
#endif
}

/// Expects equal values of everything that a node drives in this cycle.
void expect_equal(const model::NodeOut& node, Whole& whole, Rank t) {
  NETWORK& p = whole.pins();
  auto& w = whole.wires();
  if (t < tiles) {
    ASSERT_EQ(node.reg_ready, bits(p.reg_ready_o, t, 1) != 0);
    ASSERT_EQ(node.reg_rdata, bits(p.reg_rdata_o, t * 32, 32));
    ASSERT_EQ(node.event, bits(p.event_o, t, 1) != 0);
  }
  ASSERT_EQ(node.quiescent, bits(p.quiescent_o, t, 1) != 0);
  for (unsigned l = 0; l < links; ++l) {
    const unsigned at = t * links + l;
    const bool valid = (node.link_valid >> l) & 1;
    ASSERT_EQ(valid, bits(w.out_valid, at, 1) != 0) << "link " << l;
    ASSERT_EQ((node.link_credit >> l) & 1 ? node.credit[l] : 0u, bits(w.in_credit, at * vcs, vcs));
    if (!valid) continue;
    const model::FlitRef& flit = node.link[l];
    ASSERT_EQ(flit.head, bits(w.out_head, at, 1) != 0);
    ASSERT_EQ(flit.tail, bits(w.out_tail, at, 1) != 0);
    ASSERT_EQ(flit.vc, bits(w.out_vc, at * vc_bits, vc_bits));
    ASSERT_EQ(flit.data[0], bits(w.out_data, at * 64, 64)) << "link " << l;
  }
}

TEST(Network, equals_the_composed_fabric_in_every_cycle) {
  const Topology& topology = network;
  HardwareConfig config;
  config.fit(topology);
  config.all_port = IS_ALL_PORT;
  config.vcs = vcs;
  Fabric::Options options;
  options.mem_words = words;
  LockstepLog log;
  Fabric fabric(topology, config, options, node_factory(NodeKind::model, config, log));
  std::vector<std::unique_ptr<Player>> players;
  std::mt19937_64 random(7);
  for (Rank r = 0; r < tiles; ++r) {
    players.push_back(std::make_unique<Player>(r, topology));
    fabric.set_host(r, players[r].get());
    for (unsigned b = 0; b < words * 8; ++b)
      fabric.memory(r).bytes()[b] = static_cast<std::uint8_t>(random());
  }
  const auto word = [&](Rank r, unsigned at) {
    std::uint64_t value = 0;
    std::memcpy(&value, fabric.memory(r).bytes() + at * 8, 8);
    return value;
  };
  Whole whole;
  for (unsigned a = 0; a < words; ++a) whole.host_write(a, [&](Rank r) { return word(r, a); });  // in reset
  write_routes(whole);
  whole.pins().rst_ni = 1;
  whole.pins().eval();

  while (fabric.now() < 2500 || !fabric.quiet()) {
    ASSERT_LT(fabric.now(), 20'000u);
    for (Rank r = 0; r < network.nodes(); ++r) {
      SCOPED_TRACE("cycle " + std::to_string(fabric.now()) + " node " + std::to_string(r));
      ASSERT_NO_FATAL_FAILURE(expect_equal(fabric.out(r), whole, r));
    }
    fabric.step();
    NETWORK& p = whole.pins();
    for (Rank r = 0; r < tiles; ++r) {
      const model::RegisterAccess& a = players[r]->last;
      put_bits(p.reg_valid_i, r, 1, a.valid);
      put_bits(p.reg_write_i, r, 1, a.write);
      put_bits(p.reg_addr_i, r * 10, 10, a.addr);
      put_bits(p.reg_wdata_i, r * 32, 32, a.wdata);
    }
    whole.edge();
  }
  EXPECT_GT(fabric.link_flits(), tiles * 500u);
  for (unsigned a = 0; a < words; ++a) {
    whole.host_read(a);
    for (Rank r = 0; r < tiles; ++r) {
      ASSERT_EQ(bits(whole.pins().host_rdata_o, r * 64, 64), word(r, a)) << "tile " << r << " word " << a;
    }
  }
}

TEST(Network, cycle_counters_wrap) {
  Whole whole;
  NETWORK& p = whole.pins();
  whole.edge();
  p.rst_ni = 1;
  const std::uint32_t first = 0xfffffff8;
  ASSERT_EQ(set_registers(p, "cycle_q", first), tiles);
  p.reg_valid_i = all_tiles;
  for (unsigned t = 0; t < tiles; ++t) put_bits(p.reg_addr_i, t * 10, 10, 0x01c);
  for (std::uint32_t n = 0; n < 16; ++n) {
    whole.edge();
    for (unsigned t = 0; t < tiles; ++t)
      ASSERT_EQ(bits(p.reg_rdata_o, t * 32, 32), first + n) << "tile " << t;
  }
}

}  // namespace
}  // namespace collnoc::test

// A router and a NIC that are made apart are together the node: random traffic, reads of every register, and
// resets of single tiles, for all kinds of both. In lockstep, RTL and model of each agree on every pin, and a
// fault in the model is named.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "sim/common/errors.hpp"
#include "sim/pieces/piece_factory.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/sim/pieces/paired_node.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/reset_run.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

struct Pieces {
  Pieces(NodeKind router, NodeKind nic, const HardwareConfig& config, RouterFault router_fault = {},
         NicFault nic_fault = {}) {
    test_cache_variable();
    make_router = make_router_factory(router, config, log, {}, std::move(router_fault));
    make_nic = make_nic_factory(nic, config, log, {}, std::move(nic_fault));
  }
  static void test_cache_variable() { setenv("COLLNOC_CACHE", test_cache().c_str(), 0); }
  NodeFactory nodes() {
    return [this](Rank rank, const HardwareConfig& config, const model::Place& place) {
      return std::make_unique<PairedNode>(config, place, make_router(rank, config, place),
                                          make_nic(rank, config, place));
    };
  }
  LockstepLog log;
  RouterFactory make_router;
  NicFactory make_nic;
};

/// Random traffic until all of it has arrived, then every register is read. Throws at a difference.
void run(const std::string& network, HardwareConfig config, Pieces& pieces, Cycle until) {
  const Topology topology = parse_topology(network);
  StressOptions traffic;
  traffic.stop_at = until;
  traffic.accumulate = config.accumulate;
  traffic.float_sums = config.float_sums;
  traffic.multicast = config.multicast;
  traffic.plans = config.sequencer;
  Fabric::Options options;
  options.mem_words = Stress::mem_words(topology.size(), traffic);
  options.planes = false;
  Fabric fabric(topology, config, options, pieces.nodes());
  Stress stress(fabric, traffic);
  while (!stress.done()) {
    ASSERT_LT(fabric.now(), 40'000u);
    fabric.step();
  }
  EXPECT_GT(stress.messages(), topology.size());
  EXPECT_EQ(stress.check(), "");
}

void expect_node(const std::string& network, HardwareConfig config, NodeKind router, NodeKind nic,
                 Cycle until = 1'500) {
  config.fit(parse_topology(network));
  SCOPED_TRACE(
      fmt::format("{} {}, {} router, {} NIC", network, describe(config), name_of(router), name_of(nic)));
  ASSERT_TRUE(legal(parse_topology(network), config));
  Pieces pieces(router, nic, config);
  ASSERT_NO_THROW(run(network, config, pieces, until));
  if (router == NodeKind::lockstep || nic == NodeKind::lockstep) EXPECT_GT(pieces.log.link_cycles, 10'000u);
}

HardwareConfig everything() {
  HardwareConfig c;
  c.all_port = c.sequencer = c.accumulate = c.float_sums = c.multicast = true;
  c.vcs = 3;
  c.flit_bits = 128;
  return c;
}

TEST(Pieces, are_the_node) {
  HardwareConfig slow;
  slow.hop_cycles = 3;
  slow.vcs = 4;
  slow.vc_depth = 8;
  HardwareConfig star;
  star.vcs = 3;
  star.switching = Switching::cut_through;
  star.vc_depth = star.max_packet_flits = 8;
  for (const auto& [network, config] : std::map<std::string, HardwareConfig>{
           {"torus:4x3", {}}, {"mesh:3x3", everything()}, {"mesh:4x2", slow}, {"star:3", star}})
    expect_node(network, config, NodeKind::model, NodeKind::model);
}

TEST(Pieces, of_rtl_in_lockstep_are_the_node) {
  expect_node("mesh:3x3", {}, NodeKind::lockstep, NodeKind::lockstep);
  HardwareConfig config = everything();
  config.all_port = config.float_sums = false;
  expect_node("torus:3x3", config, NodeKind::lockstep, NodeKind::lockstep, 600);
}

TEST(Pieces, mix) {
  expect_node("mesh:3x3", {}, NodeKind::rtl, NodeKind::model);
  expect_node("mesh:3x3", {}, NodeKind::model, NodeKind::rtl);
}

TEST(Pieces, survive_resets_of_tiles) {
  const Topology topology = parse_topology("mesh:4x3");
  HardwareConfig config;
  for (const NodeKind kind : {NodeKind::model, NodeKind::lockstep}) {
    Pieces pieces(kind, kind, config);
    for (const std::uint64_t seed : {1, 2, 3})
      EXPECT_EQ(run_with_resets(topology, config, seed, pieces.nodes()), "") << "seed " << seed;
  }
}

/// Hardware and network drawn from seeds, with resets of tiles.
void expect_drawn_nodes(NodeKind kind, unsigned draws) {
  const std::uint64_t first = std::random_device{}();
  for (std::uint64_t seed = first; seed < first + draws; ++seed) {
    const ResetDraw draw = reset_draw(seed);
    Pieces pieces(kind, kind, draw.config);
    EXPECT_EQ(run_with_resets(draw.topology, draw.config, seed, pieces.nodes()), "")
        << "seed " << seed << ": " << draw.text;
  }
}
TEST(Pieces, of_models_are_nodes_of_drawn_hardware) { expect_drawn_nodes(NodeKind::model, 20); }
TEST(PiecesNightly, of_rtl_in_lockstep_are_nodes_of_drawn_hardware) {
  expect_drawn_nodes(NodeKind::lockstep, 20);
}

TEST(Pieces, have_no_netlist) {
  LockstepLog log;
  EXPECT_THROW(make_router_factory(NodeKind::netlist, {}, log), std::invalid_argument);
  EXPECT_THROW(make_nic_factory(NodeKind::netlist_lockstep, {}, log), std::invalid_argument);
}

/// What lockstep says of a fault of node 4 in its first cycle from 200 on. `when`: that cycle.
std::string said_of(const RouterFault& router, const NicFault& nic, std::uint64_t& when) {
  const auto at = [&](auto fault) {
    return [fault, &when](std::uint64_t cycle, Rank rank, auto& out) {
      if (!fault || rank != 4 || cycle < 200) return;
      when = cycle;
      fault(cycle, rank, out);
    };
  };
  Pieces pieces(NodeKind::lockstep, NodeKind::lockstep, {}, at(router), at(nic));
  try {
    run("mesh:3x3", {}, pieces, 3'000);
  } catch (const LockstepMismatch& mismatch) {
    return mismatch.what();
  }
  return "nothing";
}

TEST(Pieces, name_a_fault) {
  std::uint64_t when = 0;
  const auto has = [&](const std::string& said, const std::string& pin) {
    EXPECT_TRUE(said.starts_with(fmt::format("cycle {}, node 4, {}: RTL 0x", when, pin)))
        << pin << ": " << said;
    EXPECT_GE(when, 200u);
  };
  using model::NicOut;
  using model::RouterOut;
  const std::map<std::string, std::function<void(RouterOut&)>> router{
      {"router pin out_valid_o", [](RouterOut& out) { out.valid ^= 2; }},
      {"router pin out_head_o[0]", [](RouterOut& out) { out.flit[0].head ^= (out.valid & 1) != 0; }},
      {"router pin out_vc_o[1]", [](RouterOut& out) { out.flit[1].vc ^= 1; }},
      {"router pin in_credit_o[4]", [](RouterOut& out) { out.credit[4] ^= 2; }},
      {"router pin count_o", [](RouterOut& out) { ++out.count; }},
      {"router pin quiescent_o", [](RouterOut& out) { out.quiescent ^= true; }}};
  for (const auto& [pin, fault] : router)
    has(said_of([f = fault](auto, auto, RouterOut& out) { f(out); }, {}, when), pin);
  const std::map<std::string, std::function<void(NicOut&)>> nic{
      {"NIC pin reg_ready_o", [](NicOut& out) { out.reg_ready ^= true; }},
      {"NIC pin reg_rdata_o", [](NicOut& out) { out.reg_rdata ^= 4; }},
      {"NIC pin event_o", [](NicOut& out) { out.event = false; }},
      {"NIC pin inj_tail_o[0]", [](NicOut& out) { out.inj[0].tail ^= true; }},
      {"NIC pin ej_credit_o", [](NicOut& out) { out.ej_credit = 0; }},
      {"NIC pin rd_addr_o[0]", [](NicOut& out) { ++out.rd_addr[0]; }},
      {"NIC pin wr_strb_o[0]", [](NicOut& out) { out.wr_strb[0] ^= 1; }},
      {"NIC pin drained_o", [](NicOut& out) { out.drained ^= true; }}};
  for (const auto& [pin, fault] : nic)
    has(said_of(
            {}, [f = fault](auto, auto, NicOut& out) { f(out); }, when),
        pin);
}

}  // namespace
}  // namespace collnoc::test

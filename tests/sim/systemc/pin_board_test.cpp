// A fabric whose nodes are SystemC modules with pins does what one does that computes its nodes itself:
// model, RTL, and both in lockstep. Faults in lockstep are named as there.
#include "sim/systemc/pin_board.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iostream>
#include <optional>
#include <random>

#include "sim/common/errors.hpp"
#include "sim/fabric/rtl_beside.hpp"
#include "sim/systemc/fabric_kernel.hpp"
#include "sim/systemc/simulation.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/sim/fabric/lockstep_cases.hpp"
#include "tests/sim/fabric/lockstep_faults.hpp"
#include "tests/support/covering.hpp"
#include "tests/support/lockstep_run.hpp"
#include "tests/support/nodes.hpp"
#include "tests/support/same_nodes.hpp"

namespace collnoc::test {
namespace {

StressOptions traffic_of(const Topology& topology, const HardwareConfig& config) {
  StressOptions traffic = lockstep_traffic(topology, config, 3);
  traffic.seed = 2;
  const bool large = topology.size() >= 64;
  traffic.stop_at = large ? 100 : 600;
  if (!large) traffic.idle = 0.05;
  return traffic;
}

struct Network {
  Network(const Topology& topology, const HardwareConfig& config, Fabric::Options options,
          const NodeFactory& nodes)
      : fabric(topology, config, with_memory(topology, config, options), nodes),
        stress(fabric, traffic_of(topology, config)) {}
  static Fabric::Options with_memory(const Topology& topology, const HardwareConfig& config,
                                     Fabric::Options options) {
    options.mem_words = Stress::mem_words(topology.size(), traffic_of(topology, config));
    return options;
  }
  Fabric fabric;
  Stress stress;
};

/// Nodes in lockstep with RTL in slices. Throws NotInstalled.
NodeFactory lockstep_in_slices(const Topology& topology, const HardwareConfig& config, LockstepLog& log) {
  return
      [&log, nodes = std::make_shared<SlicedNodes>(sliced_library(config, topology.size()), topology.size())](
          Rank rank, const HardwareConfig& c, const model::Place& place) {
        return make_lockstep_in_slices(nodes, c, place, rank, log);
      };
}

/// A fabric on a board with nodes of one kind.
struct OnPins {
  OnPins(const Topology& topology, const HardwareConfig& config, const NodeFactory& nodes)
      : board(std::make_shared<systemc::PinBoard>(
            "board", topology, config, Stress::mem_words(topology.size(), traffic_of(topology, config)),
            nodes)) {
    board->reset();
    network.emplace(topology, config, Fabric::Options{}, nodes_on({board, board.get()}));
  }
  systemc::Simulation simulation;
  std::shared_ptr<systemc::PinBoard> board;
  std::optional<Network> network;
};

Fabric::Options node_by_node() {
  Fabric::Options options;
  options.planes = false;
  return options;
}

void expect_same(const Topology& topology, const HardwareConfig& config, NodeKind kind) {
  SCOPED_TRACE(to_text(topology) + " " + describe(config) + " " + name_of(kind));
  ASSERT_TRUE(legal(topology, config));
  LockstepLog log;
  Network alone(topology, config, node_by_node(), node_factory(NodeKind::model, config, log));
  OnPins pins(topology, config, node_factory(kind, config, log));
  Fabric &a = pins.network->fabric, &b = alone.fabric;
  std::uint64_t flits = 0;
  while (!pins.network->stress.done() || !alone.stress.done()) {
    const Cycle now = b.now();
    ASSERT_LT(now, 100'000u);
    a.step();
    b.step();
    for (Rank r = 0; r < topology.nodes(); ++r) {
      SCOPED_TRACE(fmt::format("rank {}, cycle {}", r, now));
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(a, b, r));
      if (now % 97 == 0 && kind == NodeKind::model) ASSERT_NO_FATAL_FAILURE(expect_same_registers(a, b, r));
      if (now % 97 == 0 && r < topology.size())
        ASSERT_EQ(std::memcmp(a.memory(r).bytes(), b.memory(r).bytes(), 8 * b.memory(r).words()), 0);
      flits += static_cast<std::uint64_t>(std::popcount(b.out(r).link_valid));
    }
  }
  EXPECT_EQ(a.link_flits(), b.link_flits());
  EXPECT_GT(flits, 100u);
  EXPECT_EQ(pins.network->stress.check(), "");
  if (kind == NodeKind::lockstep) EXPECT_GT(log.link_cycles.load(), flits);
}
void expect_same(const char* network, HardwareConfig config, NodeKind kind) {
  const Topology topology = parse_topology(network);
  config.fit(topology);
  ASSERT_NO_FATAL_FAILURE(expect_same(topology, config, kind));
}

HardwareConfig hardware(unsigned vcs, bool all_port = false) {
  HardwareConfig c;
  c.vcs = vcs;
  c.all_port = all_port;
  return c;
}

TEST(PinBoard, model_on_every_network) {
  for (const char* network : {"mesh:4x3", "torus:4x4", "hypercube:4", "mesh:3x2x2"})
    expect_same(network, hardware(2), NodeKind::model);
  expect_same("ghc:3x4", hardware(2, true), NodeKind::model);
  expect_same("star:3", hardware(3, true), NodeKind::model);
  expect_same("spidergon:12", hardware(2), NodeKind::model);
}

TEST(PinBoard, model_of_other_hardware) {
  HardwareConfig c = hardware(4);
  c.hop_cycles = 2;
  c.flit_bits = 128;
  expect_same("mesh:3x3", c, NodeKind::model);
  c = hardware(2, true);
  c.multicast = c.accumulate = c.sequencer = true;
  expect_same("mesh:3x4", c, NodeKind::model);
  c = hardware(1);
  c.switching = Switching::store_and_forward;
  c.max_packet_flits = c.vc_depth;
  expect_same("mesh:4x4", c, NodeKind::model);
}

TEST(PinBoard, rtl_and_lockstep) {
  for (const bool all_port : {false, true}) {
    expect_same("torus:4x4", hardware(2, all_port), NodeKind::rtl);
    expect_same("torus:4x4", hardware(2, all_port), NodeKind::lockstep);
    expect_same("mesh:3x3", hardware(2, all_port), NodeKind::lockstep);
  }
}

/// What lockstep_test compares, but for the spidergon that could deadlock, which is refused here.
std::vector<LockstepCase> covering_set() {
  std::vector<LockstepCase> all = lockstep_pairs();
  for (LockstepCase& c : lockstep_routes()) all.push_back(std::move(c));
  EXPECT_EQ(std::erase_if(all, [](const LockstepCase& c) { return !legal(c.topology, c.config); }), 1u);
  return all;
}

/// Kind of network, and options.
Factors factors_of(const LockstepCase& c) {
  static std::vector<std::string> kinds;
  const GraphTables* const tables = c.topology.tables();
  const std::string text = to_text(c.topology),
                    kind = tables != nullptr ? "graph" : text.substr(0, text.find(':'));
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  const HardwareConfig& h = c.config;
  return {static_cast<unsigned>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin()),
          c.topology.nodes() > c.topology.size(),
          tables != nullptr && tables->timing != nullptr,
          h.all_port,
          static_cast<unsigned>(h.switching),
          h.vcs,
          h.vc_depth,
          h.flit_bits,
          h.hop_cycles,
          h.route_orders,
          h.vc_reads,
          h.sequencer,
          h.accumulate,
          h.float_sums,
          h.multicast};
}

// As few cases as hold every kind of network and every value of each option, of those of 6 to 36 nodes that
// lockstep_test has by day: the same nodes are compiled for both.
TEST(PinBoard, sample_of_the_covering_set_in_lockstep) {
  std::vector<LockstepCase> cases = covering_set();
  std::erase_if(cases, [](const LockstepCase& c) {
    return left_to_the_night(c) || c.topology.nodes() < 6 || c.topology.nodes() > 36;
  });
  std::vector<Factors> factors;
  factors.reserve(cases.size());
  for (const LockstepCase& c : cases) factors.push_back(factors_of(c));
  const std::vector<std::size_t> sample = covering(factors, 1);
  EXPECT_GE(sample.size(), 8u);
  for (const std::size_t n : sample) {
    std::cout << cases[n].name << std::endl;
    ASSERT_NO_FATAL_FAILURE(expect_same(cases[n].topology, cases[n].config, NodeKind::lockstep));
  }
}

TEST(PinBoardNightly, covering_set_in_lockstep) {
  for (const LockstepCase& c : covering_set()) {
    std::cout << c.name << std::endl;
    ASSERT_NO_FATAL_FAILURE(expect_same(c.topology, c.config, NodeKind::lockstep));
  }
}

TEST(PinBoardNightly, drawn_hardware_in_lockstep) {
  const unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << std::endl;
  std::mt19937 random(seed);
  const auto one_of = [&](auto... values) { return std::array{values...}[random() % sizeof...(values)]; };
  for (unsigned drawn = 0; drawn < 30;) {
    HardwareConfig c = hardware(one_of(1u, 2u, 3u, 4u), one_of(false, true));
    c.vc_depth = one_of(2u, 4u, 8u);
    c.flit_bits = one_of(64u, 128u);
    c.hop_cycles = one_of(1u, 1u, 2u, 3u);
    c.max_packet_flits = one_of(4u, 9u, 32u);
    c.switching = one_of(Switching::wormhole, Switching::cut_through, Switching::store_and_forward);
    c.multicast = one_of(false, false, true);
    c.accumulate = one_of(false, true);
    c.sequencer = one_of(false, true);
    const char* network =
        one_of("mesh:4x3", "torus:3x4", "mesh:2x3x2", "hypercube:3", "star:3", "ghc:3x3", "spidergon:8");
    HardwareConfig fitted = c;
    const Topology topology = parse_topology(network);
    fitted.fit(topology);
    if (!legal(topology, fitted)) continue;
    ASSERT_NO_FATAL_FAILURE(expect_same(network, c, NodeKind::lockstep));
    ++drawn;
  }
}

void expect_same_in_resets(const Topology& topology, const NodeFactory& nodes) {
  LockstepLog log;
  Network alone(topology, {}, {}, node_factory(NodeKind::model, {}, log));
  OnPins pins(topology, {}, nodes);
  std::mt19937 random(1);
  std::vector<bool> low(topology.size());
  for (Cycle c = 0; c < 3'000; ++c) {
    if (random() % 40 == 0) {
      const Rank r = random() % topology.size();
      low[r] = !low[r];
      for (Fabric* f : {&pins.network->fabric, &alone.fabric}) f->reset_tile(r, low[r]);
    }
    pins.network->fabric.step();
    alone.fabric.step();
    for (Rank r = 0; r < topology.size(); ++r) {
      SCOPED_TRACE(fmt::format("rank {}, cycle {}", r, c));
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(pins.network->fabric, alone.fabric, r));
      ASSERT_EQ(pins.network->fabric.out(r).held, alone.fabric.out(r).held);
    }
  }
}

TEST(PinBoard, tiles_in_reset) {
  LockstepLog log;
  expect_same_in_resets(Topology::torus(3, 3), node_factory(NodeKind::lockstep, {}, log));
}

TEST(PinBoard, tiles_in_reset_in_slices) {
  const Topology topology = Topology::torus(3, 3);
  std::shared_ptr<SlicedNodes> slices;
  try {
    slices = std::make_shared<SlicedNodes>(sliced_library({}, topology.size()), topology.size());
  } catch (const NotInstalled& missing) {
    GTEST_SKIP() << missing.what();
  }
  expect_same_in_resets(topology, [&](Rank rank, const HardwareConfig& config, const model::Place& place) {
    return make_sliced_node(slices, config, place, rank);
  });
}

TEST(PinBoard, tiles_in_reset_in_lockstep_with_slices) {
  LockstepLog log;
  NodeFactory nodes;
  try {
    nodes = lockstep_in_slices(Topology::torus(3, 3), {}, log);
  } catch (const NotInstalled& missing) {
    GTEST_SKIP() << missing.what();
  }
  expect_same_in_resets(Topology::torus(3, 3), nodes);
}

/// A node in lockstep with RTL in slices, whose model has a fault.
class FaultyNode final : public AnyNode {
 public:
  FaultyNode(std::unique_ptr<AnyNode> node, const Fault& fault) : node_(std::move(node)), fault_(fault) {}
  void reset(model::NodeOut& out) override { node_->reset(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    node_->tick(in, out);
    if (in.cycle < 150 || damage) return;
    damage = fault_(*node_->model(), out);
    happened = in.cycle;
  }
  model::Node* model() override { return node_->model(); }
  const RtlBeside* beside() const override { return node_->beside(); }
  const model::Node& state() const override { return node_->state(); }

  std::optional<Damage> damage;
  Cycle happened = 0;

 private:
  std::unique_ptr<AnyNode> node_;
  Fault fault_;
};

TEST(PinBoard, faults_in_lockstep_with_slices_are_named) {
  constexpr Rank victim = 8;
  const Topology topology = Topology::torus(4, 4);
  std::string library;
  try {
    library = sliced_library({}, topology.size());
  } catch (const NotInstalled& missing) {
    GTEST_SKIP() << missing.what();
  }
  unsigned reported = 0;
  for (const NamedFault& named : all_faults()) {
    if (named.sequencer || named.accumulate || named.multicast || named.float_sums || named.all_port)
      continue;
    SCOPED_TRACE(named.name);
    const auto nodes = std::make_shared<SlicedNodes>(library, topology.size());
    LockstepLog log;
    FaultyNode* faulty = nullptr;
    OnPins pins(topology, {}, [&](Rank r, const HardwareConfig& c, const model::Place& place) {
      std::unique_ptr<AnyNode> node = make_lockstep_in_slices(nodes, c, place, r, log);
      if (r != victim) return node;
      auto its = std::make_unique<FaultyNode>(std::move(node), named.fault);
      faulty = its.get();
      return std::unique_ptr<AnyNode>(std::move(its));
    });
    Fabric& fabric = pins.network->fabric;
    try {
      for (unsigned c = 0; c < 2'000 && !faulty->damage; ++c) fabric.step();
      ASSERT_TRUE(faulty->damage) << "the fault found no occasion";
      fabric.compare_registers();
      ADD_FAILURE() << "not reported: " << faulty->damage->where;
    } catch (const LockstepMismatch& mismatch) {
      ASSERT_TRUE(faulty->damage) << mismatch.what();
      EXPECT_EQ(std::string(mismatch.what()),
                fmt::format("cycle {}, node {}, {}: RTL {:#x}, model {:#x}", faulty->happened, victim,
                            faulty->damage->where, faulty->damage->expected, faulty->damage->actual));
      ++reported;
    }
  }
  EXPECT_GE(reported, 20u);
}

TEST(PinBoard, faults_in_lockstep_are_named) {
  constexpr Rank victim = 8;
  const Topology topology = Topology::torus(4, 4);
  unsigned reported = 0;
  for (const NamedFault& named : all_faults()) {
    if (named.sequencer || named.accumulate || named.multicast || named.float_sums) continue;
    SCOPED_TRACE(named.name);
    HardwareConfig config;
    config.all_port = named.all_port;
    const auto library = test_library(config);
    std::optional<Damage> damage;
    Cycle happened = 0;
    const FaultInjector inject_fault = [&](Cycle cycle, Rank rank, model::Node& node, model::NodeOut& out) {
      if (rank != victim || cycle < 150 || damage) return;
      damage = named.fault(node, out);
      happened = cycle;
    };
    LockstepLog log;
    OnPins pins(topology, config, [&](Rank r, const HardwareConfig& c, const model::Place& place) {
      return make_lockstep_node(library, c, place, r, log, {.array_period = 1, .inject_fault = inject_fault});
    });
    try {
      pins.network->fabric.step(2000);
      ADD_FAILURE() << (damage ? "not reported: " + damage->where : "the fault found no occasion");
    } catch (const LockstepMismatch& mismatch) {
      ASSERT_TRUE(damage) << mismatch.what();
      EXPECT_EQ(std::string(mismatch.what()),
                fmt::format("cycle {}, node {}, {}: RTL {:#x}, model {:#x}", happened, victim, damage->where,
                            damage->expected, damage->actual));
      ++reported;
    }
  }
  EXPECT_GE(reported, 20u);
}

class Failing final : public Host {
 public:
  explicit Failing(Cycle at) { wake_at_ = at; }
  model::RegisterAccess drive(Cycle, const model::NodeOut&) override { throw UserError("of the host"); }
};

TEST(PinBoard, passes_on_what_hosts_throw) {
  const Topology topology = Topology::mesh(2, 2);
  LockstepLog log;
  OnPins pins(topology, {}, node_factory(NodeKind::model, {}, log));
  Network alone(topology, {}, node_by_node(), node_factory(NodeKind::model, {}, log));
  Failing host(30), same(30);
  pins.network->fabric.set_host(2, &host);
  alone.fabric.set_host(2, &same);
  EXPECT_THROW(pins.network->fabric.step(50), UserError);
  EXPECT_THROW(alone.fabric.step(50), UserError);
  EXPECT_EQ(pins.network->fabric.now(), alone.fabric.now());
}

TEST(FabricKernel, computes_the_same_in_its_own_time) {
  const Topology topology = Topology::mesh(5, 4);
  LockstepLog log;
  Network alone(topology, {}, {}, node_factory(NodeKind::model, {}, log));
  systemc::Simulation simulation;
  systemc::FabricKernel kernel("kernel", topology);
  Fabric::Options options;
  options.kernel = &kernel;
  Network under(topology, {}, options, node_factory(NodeKind::model, {}, log));
  std::mt19937 random(2);
  while (!alone.stress.done()) {
    const Cycle cycles = 1 + random() % 20;
    under.fabric.step(cycles);
    alone.fabric.step(cycles);
    ASSERT_EQ(sc_core::sc_time_stamp(),
              sc_core::sc_time(10, sc_core::SC_NS) * static_cast<double>(under.fabric.now()));
    for (Rank r = 0; r < topology.size(); ++r)
      ASSERT_NO_FATAL_FAILURE(expect_same_pins(under.fabric, alone.fabric, r));
  }
  EXPECT_TRUE(under.fabric.computes_planes());
  EXPECT_EQ(under.stress.check(), "");
  Failing host(under.fabric.now() + 7);
  under.fabric.set_host(3, &host);
  EXPECT_THROW(under.fabric.step(50), UserError);
}

/// Every third call runs software.
class Named final : public Host {
 public:
  Named() { wake_at_ = 0; }
  bool runs_software(Cycle now, const model::NodeOut&) const override { return now % 3 == 0; }
  model::RegisterAccess drive(Cycle, const model::NodeOut&) override {
    processes.push_back(sc_core::sc_get_current_process_handle().name());
    return {};
  }
  std::vector<std::string> processes;
};

TEST(FabricKernel, enters_the_process_of_a_tile_for_its_software_only) {
  const Topology topology = Topology::mesh(2, 2);
  LockstepLog log;
  systemc::Simulation simulation;
  systemc::FabricKernel kernel("kernel", topology);
  Fabric::Options options;
  options.kernel = &kernel;
  Fabric fabric(topology, {}, options, node_factory(NodeKind::model, {}, log));
  Named host;
  fabric.set_host(2, &host);
  fabric.step(5);
  const std::string software = "kernel.tile_2.software", module = "kernel.fabric";
  EXPECT_EQ(host.processes, (std::vector{software, module, module, software, module}));
}

}  // namespace
}  // namespace collnoc::test

// Lockstep of RTL in slices with the model: no difference under random traffic, whichever way the model is
// computed, and every fault in either side is reported where it is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <random>

#include "sim/common/errors.hpp"
#include "sim/fabric/rtl_beside.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/sim/fabric/lockstep_faults.hpp"
#include "tests/support/lockstep_run.hpp"
#include "tests/support/seed.hpp"

namespace collnoc::test {
namespace {

/// A network in lockstep, with its traffic.
struct InLockstep {
  InLockstep(const Topology& topology, const HardwareConfig& config, bool planes,
             const StressOptions& traffic)
      : nodes(std::make_shared<SlicedNodes>(sliced_library(config, topology.size()), topology.size())),
        fabric(topology, config, options(topology, planes, traffic),
               [&](Rank rank, const HardwareConfig& c, const model::Place& place) {
                 return make_lockstep_in_slices(nodes, c, place, rank, log);
               }),
        stress(fabric, traffic) {}
  static Fabric::Options options(const Topology& topology, bool planes, const StressOptions& traffic) {
    Fabric::Options o;
    o.planes = planes;
    o.mem_words = Stress::mem_words(topology.size(), traffic);
    return o;
  }
  /// Changes a bit of a node's RTL. False if synthesis dropped it, or it is constant.
  bool flip(const sliced::Signal& signal, unsigned bit, Rank rank) {
    if (signal.planes[bit] <= 1) return false;
    Slices& array = nodes->arrays()[rank / nodes->lanes()];
    array.plane(signal.planes[bit])[rank % nodes->lanes() / 64] ^= std::uint64_t{1} << rank % 64;
    return true;
  }

  LockstepLog log;
  std::shared_ptr<SlicedNodes> nodes;
  Fabric fabric;
  Stress stress;
};

std::string missing_tools() {
  try {
    sliced_library({}, 64);
    return "";
  } catch (const NotInstalled& missing) {
    return missing.what();
  }
}

#define SKIP_WITHOUT_SLICES() \
  if (const std::string missing = missing_tools(); !missing.empty()) GTEST_SKIP() << missing

void expect_no_difference(const char* network, HardwareConfig config, bool planes,
                          Cycle watched_from = never) {
  class Nobody final : public NodeWatcher {
    void before(Cycle, AnyNode&, const model::NodeOut&, const model::NodeIn&) override {}
    void after(Cycle, AnyNode&, const model::NodeOut&) override {}
  } nobody;
  const Topology topology = parse_topology(network);
  config.fit(topology);
  SCOPED_TRACE(fmt::format("{} {}{}", network, describe(config), planes ? " in planes" : ""));
  StressOptions traffic = lockstep_traffic(topology, config, topology.size());
  traffic.stop_at = topology.size() > 100 ? 500 : 2'000;
  InLockstep run(topology, config, planes, traffic);
  try {
    while (!run.stress.done()) {
      if (run.fabric.now() == watched_from) run.fabric.set_watcher(0, &nobody);
      ASSERT_LT(run.fabric.now(), 200'000u);
      run.fabric.step(1 + run.fabric.now() % 7 * (watched_from == never));
    }
    EXPECT_EQ(run.stress.check(), "");
    run.fabric.compare_registers();
  } catch (const LockstepMismatch& mismatch) {
    FAIL() << mismatch.what();
  }
  EXPECT_EQ(run.fabric.computes_planes(), planes && watched_from == never);
  EXPECT_GT(run.log.link_cycles, 2 * topology.links() * topology.size() * 100u);
  EXPECT_GT(run.log.register_checks, 10'000u);
}

TEST(LockstepSlices, no_difference) {
  SKIP_WITHOUT_SLICES();
  for (const bool planes : {true, false}) {
    expect_no_difference("mesh:8x8", {}, planes);
    expect_no_difference("torus:5x3", {}, planes);
  }
  expect_no_difference("mesh:17x19", {}, true);
  expect_no_difference("torus:7x6", {}, true, 777);
}

TEST(LockstepSlices, no_difference_when_tiles_are_reset) {
  SKIP_WITHOUT_SLICES();
  const Topology topology = Topology::torus(5, 3);
  std::mt19937_64 random(draw_seed());
  for (const bool planes : {true, false}) {
    StressOptions traffic;
    InLockstep run(topology, {}, planes, traffic);
    run.fabric.step(random() % 300);
    std::vector<bool> low(topology.size());
    for (unsigned draw = 0; draw < 60; ++draw) {
      const auto rank = static_cast<Rank>(random() % topology.size());
      low[rank] = !low[rank];
      run.fabric.reset_tile(rank, low[rank]);
      ASSERT_NO_THROW(run.fabric.step(1 + random() % 40));
      ASSERT_NO_THROW(run.fabric.compare_registers());
    }
    EXPECT_FALSE(run.fabric.computes_planes());
  }
}

TEST(LockstepSlicesNightly, no_difference_with_other_hardware) {
  SKIP_WITHOUT_SLICES();
  const auto both = [](const char* network, const HardwareConfig& config) {
    for (const bool planes : {true, false}) expect_no_difference(network, config, planes);
  };
  HardwareConfig c;
  c.all_port = true;
  c.vc_depth = 8;
  both("mesh:8x8", c);
  c = {};
  c.vcs = 4;
  c.vc_reads = true;
  c.flit_bits = 128;
  c.max_packet_flits = 9;
  both("torus:5x5", c);
  c = {};
  c.switching = Switching::store_and_forward;
  c.vc_depth = c.max_packet_flits = 9;
  both("mesh:6x6", c);
  c = {};
  c.sequencer = c.accumulate = true;
  both("mesh:6x6", c);
  c = {};
  both("hypercube:6", c);
  both("spidergon:18", c);
  c.multicast = true;
  expect_no_difference("mesh:6x6", c, false);
  c = {};
  c.hop_cycles = 3;
  expect_no_difference("mesh:6x6", c, false);
}

// Faults in the RTL.

StressOptions busy_traffic() {
  StressOptions traffic;
  traffic.idle = 0.05;
  traffic.hot = 0.3;
  traffic.stop_at = 1'000'000;
  return traffic;
}

/// What of the RTL's registers is not always compared: counts of routers are, but their parts may change
/// without them, and what reads of them leave behind; of the model in planes also
/// queues and masks of arbiters, which have another form there.
bool is_left_out(const std::string& name, bool planes) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (has("i_monitor.known_q") || has("i_monitor.i_counters.") || has("young_start_q")) return true;
  return planes && (has("i_input_buffer") || has("mask_q") || has("i_eject"));
}

TEST(LockstepSlices, every_register_of_the_rtl_is_compared) {
  SKIP_WITHOUT_SLICES();
  const Topology topology = Topology::torus(4, 4);
  std::mt19937_64 random(draw_seed());
  for (const bool planes : {true, false}) {
    InLockstep run(topology, {}, planes, busy_traffic());
    run.fabric.step(200 + random() % 200);
    unsigned found = 0, counts = 0;
    std::vector<const sliced::Signal*> registers;
    for (const sliced::Signal& s : run.nodes->registers()) registers.push_back(&s);
    for (unsigned draw = 0; draw < 300; ++draw) {
      const sliced::Signal& signal = *registers[random() % registers.size()];
      const auto rank = static_cast<Rank>(random() % topology.size());
      const auto bit = static_cast<unsigned>(random() % signal.width);
      run.fabric.step();
      if (!run.flip(signal, bit, rank)) continue;
      try {
        run.fabric.compare_registers();
        EXPECT_TRUE(is_left_out(signal.name, planes)) << signal.name << ", bit " << bit;
      } catch (const LockstepMismatch& mismatch) {
        EXPECT_NE(std::string(mismatch.what()).find(fmt::format("node {}, ", rank)), std::string::npos)
            << mismatch.what();
        ++found;
        counts += std::string_view(signal.name).find("gen_counter") != std::string_view::npos;
      }
      run.flip(signal, bit, rank);
    }
    EXPECT_GE(found, planes ? 150u : 240u);
    EXPECT_GE(counts, 3u);
    run.fabric.step(100);  // as if nothing had been
  }
}

/// A bit of an output pin, where it counts, in the cycle in which it is wrong.
TEST(LockstepSlices, every_pin_of_the_rtl_is_compared) {
  SKIP_WITHOUT_SLICES();
  struct Pin {
    const char* name;
    unsigned bits;         ///< of one link or port
    const char* only_if;   ///< this pin of the same link or port is set
    const char* reported;  ///< in the message
  };
  const Pin pins[] = {
      {"out_valid_o", 1, nullptr, " valid: "},      {"out_head_o", 1, "out_valid_o", " head: "},
      {"out_tail_o", 1, "out_valid_o", " tail: "},  {"out_vc_o", 1, "out_valid_o", " vc: "},
      {"out_data_o", 64, "out_valid_o", " data: "}, {"in_credit_o", 2, nullptr, " credit: "},
      {"reg_ready_o", 1, nullptr, "reg_ready_o: "}, {"reg_rdata_o", 32, nullptr, "reg_rdata_o: "},
      {"event_o", 1, nullptr, "event_o: "},         {"held_o", 1, nullptr, "held_o: "},
      {"quiescent_o", 1, nullptr, "quiescent_o: "}, {"rd_req_o", 1, nullptr, "rd_req_o: "},
      {"rd_addr_o", 17, "rd_req_o", "rd_addr_o: "}, {"wr_req_o", 1, nullptr, "wr_req_o: "},
      {"wr_addr_o", 17, "wr_req_o", "wr_addr_o: "}, {"wr_strb_o", 8, "wr_req_o", "wr_strb_o: "},
      {"wr_data_o", 64, "wr_req_o", "wr_data_o: "}};
  const Topology topology = Topology::torus(4, 4);
  std::mt19937_64 random(draw_seed());
  for (const bool planes : {true, false}) {
    for (const Pin& pin : pins) {
      SCOPED_TRACE(pin.name);
      InLockstep run(topology, {}, planes, busy_traffic());
      const auto signal = [&](const char* name) -> const sliced::Signal& {
        const sliced::Api& api = run.nodes->arrays()[0].api();
        return *std::find_if(api.outputs, api.outputs + api.output_count,
                             [&](const sliced::Signal& s) { return s.name == std::string_view(name); });
      };
      run.fabric.step(100 + random() % 200);
      const sliced::Signal& wrong = signal(pin.name);
      const unsigned port = static_cast<unsigned>(random() % (wrong.width / pin.bits));
      const unsigned bit = port * pin.bits + static_cast<unsigned>(random() % pin.bits);
      auto rank = static_cast<Rank>(random() % topology.size());
      if (pin.only_if != nullptr) {
        const int place = signal(pin.only_if).planes[port];
        for (unsigned tries = 0;; ++tries) {  // until some node drives the other pin
          ASSERT_LT(tries, 500u);
          const std::uint64_t set = run.nodes->arrays()[0].plane(place)[0] & 0xffff;
          if (set != 0) {
            rank = static_cast<Rank>(std::countr_zero(set));
            break;
          }
          run.fabric.step();
        }
      }
      ASSERT_TRUE(run.flip(wrong, bit, rank));
      try {
        run.fabric.step();
        ADD_FAILURE() << "not reported";
      } catch (const LockstepMismatch& mismatch) {
        const std::string text = mismatch.what();
        EXPECT_EQ(text.find(fmt::format("cycle {}, node {}, ", run.fabric.now() - 1, rank)), 0u) << text;
        EXPECT_NE(text.find(pin.reported), std::string::npos) << text;
      }
    }
  }
}

/// Also where nothing happens, and the RTL need not be computed.
TEST(LockstepSlices, pins_of_idle_nodes_are_compared) {
  SKIP_WITHOUT_SLICES();
  for (const bool planes : {true, false}) {
    for (const char* pin : {"quiescent_o", "event_o", "held_o", "reg_ready_o"}) {
      SCOPED_TRACE(pin);
      StressOptions none;
      none.stop_at = 0;
      InLockstep run(Topology::torus(4, 4), {}, planes, none);
      run.fabric.step(50);
      const sliced::Api& api = run.nodes->arrays()[0].api();
      const sliced::Signal& signal =
          *std::find_if(api.outputs, api.outputs + api.output_count,
                        [&](const sliced::Signal& s) { return s.name == std::string_view(pin); });
      ASSERT_TRUE(run.flip(signal, 0, 5));
      try {
        run.fabric.step();
        ADD_FAILURE() << "not reported";
      } catch (const LockstepMismatch& mismatch) {
        EXPECT_NE(std::string(mismatch.what()).find(fmt::format("node 5, pin {}: ", pin)), std::string::npos)
            << mismatch.what();
      }
    }
  }
}

// Faults in the model, node by node; planes are compared with single nodes (planes_test).

/// Does something to a node after the cycle in which it first can.
class Injector final : public NodeWatcher {
 public:
  explicit Injector(const Fault& fault) : fault_(fault) {}
  void before(Cycle, AnyNode&, const model::NodeOut&, const model::NodeIn&) override {}
  void after(Cycle now, AnyNode& node, const model::NodeOut& next) override {
    if (now < 150 || damage) return;
    damage = fault_(*node.model(), const_cast<model::NodeOut&>(next));
  }
  std::optional<Damage> damage;

 private:
  const Fault& fault_;
};

TEST(LockstepSlices, faults_in_the_model_are_named) {
  SKIP_WITHOUT_SLICES();
  constexpr Rank victim = 8;
  unsigned reported = 0;
  for (const NamedFault& named : all_faults()) {
    if (named.sequencer || named.accumulate || named.multicast || named.float_sums || named.all_port)
      continue;
    SCOPED_TRACE(named.name);
    StressOptions traffic = busy_traffic();
    traffic.seed = 2;
    InLockstep run(Topology::torus(4, 4), {}, false, traffic);
    Injector injector(named.fault);
    run.fabric.set_watcher(victim, &injector);
    try {
      for (Cycle c = 0; c < 2'000 && !injector.damage; ++c) run.fabric.step();
      ASSERT_TRUE(injector.damage) << "the fault found no occasion";
      run.fabric.compare_registers();
      run.fabric.step();  // and pins
      ADD_FAILURE() << "not reported: " << injector.damage->where;
    } catch (const LockstepMismatch& mismatch) {
      const std::string text = mismatch.what();
      EXPECT_NE(text.find(fmt::format("node {}, {}: RTL {:#x}, model {:#x}", victim, injector.damage->where,
                                      injector.damage->expected, injector.damage->actual)),
                std::string::npos)
          << text << ", not " << injector.damage->where;
      ++reported;
    }
  }
  EXPECT_GE(reported, 40u);
}

}  // namespace
}  // namespace collnoc::test

// A run does not depend on how it is computed: with any number of threads, with or without skipping quiescent
// nodes, with model, RTL or gates, in lockstep, or with any mixture of nodes. The tests compare every pin of
// every node in every cycle, and every byte.
#include <gtest/gtest.h>

#include <deque>
#include <thread>

#include "tests/support/nodes.hpp"
#include "tests/support/stress.hpp"

namespace collnoc::test {
namespace {

/// Digest of everything that the nodes drive (FNV-1a).
class Digest final : public FabricObserver {
 public:
  explicit Digest(const Topology& topology, const HardwareConfig& config)
      : topology_(topology), config_(config) {}
  void cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) override {
    add(now);
    for (Rank r = 0; r < topology_.size(); ++r) {
      const model::NodeOut& o = out(r);
      add(o.link_valid | o.link_credit << 8 | unsigned{o.reg_ready} << 16 | unsigned{o.event} << 17 |
          unsigned{o.quiescent} << 18 | o.rd_req << 19 | o.wr_req << 24);
      add(o.reg_rdata);
      for (unsigned l = 0; l < topology_.links(); ++l) {
        if ((o.link_credit >> l) & 1) add(o.credit[l]);
        if (!((o.link_valid >> l) & 1)) continue;
        add(unsigned{o.link[l].vc} | unsigned{o.link[l].head} << 8 | unsigned{o.link[l].tail} << 9);
        for (unsigned w = 0; w < config_.flit_bits / 64; ++w) add(o.link[l].data[w]);
      }
    }
  }
  void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3; }
  std::uint64_t value() const { return value_; }

 private:
  Topology topology_;
  HardwareConfig config_;
  std::uint64_t value_ = 0xcbf29ce484222325;
};

struct Outcome {
  Cycle cycles = 0;
  std::uint64_t messages = 0, link_flits = 0, pins = 0, memory = 0;
  std::string wrong;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
std::ostream& operator<<(std::ostream& s, const Outcome& o) {
  return s << o.cycles << " cycles, " << o.messages << " messages, " << o.link_flits << " flits, pins "
           << o.pins << ", memory " << o.memory << " " << o.wrong;
}

const Topology network = Topology::torus(5, 4);

HardwareConfig hardware(bool all_port) {
  HardwareConfig c;
  c.all_port = all_port;
  return c;
}

Outcome run(const HardwareConfig& config, const NodeFactory& make, unsigned threads = 1, bool skip = true,
            std::uint64_t* evaluations = nullptr) {
  StressOptions traffic;
  traffic.seed = 11;
  Fabric::Options options;
  options.mem_words = Stress::mem_words(network.size(), traffic);
  options.threads = threads;
  options.skip_quiescent = skip;
  options.work_for_a_thread = threads % 2 == 0 ? 0 : 3;  // always, or some cycles, by all threads
  Fabric fabric(network, config, options, make);
  Digest digest(network, config);
  fabric.add_observer(&digest);
  Stress stress(fabric, traffic);
  while (!stress.done()) fabric.step();
  Outcome o{fabric.now(), stress.messages(), fabric.link_flits(), 0, 0, stress.check()};
  o.pins = digest.value();
  Digest memory(network, config);
  for (Rank r = 0; r < network.size(); ++r) {
    for (std::uint32_t b = 0; b < 8 * options.mem_words; ++b) memory.add(fabric.memory(r).bytes()[b]);
  }
  o.memory = memory.value();
  if (evaluations != nullptr) *evaluations = fabric.evaluations();
  return o;
}

class Determinism : public ::testing::TestWithParam<bool> {
 protected:
  HardwareConfig config_ = hardware(GetParam());
  LockstepLog log_;
  NodeFactory model_ = node_factory(NodeKind::model, config_, log_);
  NodeFactory rtl_ = node_factory(NodeKind::rtl, config_, log_);
  Outcome expected_ = run(config_, model_);
};

TEST_P(Determinism, run_is_right) {
  EXPECT_EQ(expected_.wrong, "");
  EXPECT_GT(expected_.messages, 100u);
}

TEST_P(Determinism, any_number_of_threads_gives_the_same_run) {
  for (const unsigned threads : {2u, 5u}) EXPECT_EQ(run(config_, model_, threads), expected_) << threads;
  EXPECT_EQ(run(config_, rtl_, 2), expected_);
}

/// Adds its rank and thread to a list.
class Witness final : public NodeWatcher {
 public:
  using Seen = std::vector<std::pair<Rank, std::thread::id>>;
  Witness(Rank rank, Seen& seen) : rank_(rank), seen_(seen) {}
  void before(Cycle, AnyNode&, const model::NodeOut&, const model::NodeIn&) override {
    seen_.emplace_back(rank_, std::this_thread::get_id());
  }
  void after(Cycle, AnyNode&, const model::NodeOut&) override {}

 private:
  Rank rank_;
  Seen& seen_;
};

TEST_P(Determinism, watchers_see_the_nodes_one_after_the_other_with_any_number_of_threads) {
  Fabric::Options options;
  options.threads = 2;
  options.work_for_a_thread = 0;
  options.skip_quiescent = false;
  Fabric fabric(network, config_, options, model_);
  Witness::Seen seen, expected;
  std::deque<Witness> watchers;
  for (Rank r = 0; r < network.size(); ++r) fabric.set_watcher(r, &watchers.emplace_back(r, seen));
  for (unsigned cycle = 0; cycle < 3; ++cycle) {
    fabric.step();
    for (Rank r = 0; r < network.size(); ++r) expected.emplace_back(r, std::this_thread::get_id());
  }
  EXPECT_EQ(seen, expected);
}

TEST_P(Determinism, skipping_quiescent_nodes_changes_nothing_but_the_work) {
  std::uint64_t all = 0, some = 0;
  EXPECT_EQ(run(config_, model_, 1, false, &all), expected_);
  EXPECT_EQ(run(config_, rtl_, 1, false), expected_);
  EXPECT_EQ(run(config_, rtl_, 1, true, &some), expected_);
  EXPECT_LT(some, all);
}

TEST_P(Determinism, rtl_and_lockstep_give_the_run_of_the_model) {
  EXPECT_EQ(run(config_, rtl_), expected_);
  EXPECT_EQ(run(config_, node_factory(NodeKind::lockstep, config_, log_)), expected_);
}

// Only of the one-port NIC, whose gates other tests need too: those of the other take a minute to make.
TEST(DeterminismOfGates, gates_give_the_run_of_the_model) {
  if (!has_yosys()) GTEST_SKIP() << "no Yosys";
  const HardwareConfig config = hardware(false);
  LockstepLog log;
  EXPECT_EQ(run(config, node_factory(NodeKind::netlist, config, log)),
            run(config, node_factory(NodeKind::model, config, log)));
}

TEST_P(Determinism, a_checkerboard_of_rtl_and_model_gives_the_same_run) {
  EXPECT_EQ(run(config_,
                [&](Rank r, const HardwareConfig& c, const model::Place& place) {
                  return ((r % 5 + r / 5) % 2 == 0 ? rtl_ : model_)(r, c, place);
                }),
            expected_);
}

TEST_P(Determinism, a_single_rtl_node_gives_the_same_run) {
  for (const Rank only : {0u, 7u, 10u}) {
    EXPECT_EQ(
        run(config_, [&](Rank r, const HardwareConfig& c,
                         const model::Place& place) { return (r == only ? rtl_ : model_)(r, c, place); }),
        expected_)
        << only;
  }
}

INSTANTIATE_TEST_SUITE_P(nic, Determinism, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "all_port" : "one_port"; });

}  // namespace
}  // namespace collnoc::test

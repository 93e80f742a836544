// A network in parts does in every cycle what the whole network does.
#include "sim/fabric/cut.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/common/errors.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"
#include "tests/sim/distributed/thread_transport.hpp"

namespace collnoc {
namespace {

/// Sends a message to one rank after the other.
class Talker final : public Host {
 public:
  Talker(const Topology& topology, Rank own) : topology_(topology), own_(own) {}
  model::RegisterAccess drive(Cycle, const model::NodeOut& node) override {
    if (writer_.idle() && sent_ + 1 < topology_.size()) {
      Put put;
      put.dst = (own_ + ++sent_) % topology_.size();
      put.bytes = 64;
      put.counter = 1;
      writer_.begin(put, topology_.address(put.dst));
    }
    return writer_.drive(node.reg_ready);
  }

 private:
  const Topology topology_;
  Rank own_, sent_ = 0;
  PutWriter writer_;
};

/// A model node that fails in a cycle.
class Failing final : public AnyNode {
 public:
  Failing(std::unique_ptr<AnyNode> node, Rank rank, Cycle cycle)
      : node_(std::move(node)), rank_(rank), cycle_(cycle) {}
  void reset(model::NodeOut& out) override { node_->reset(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    if (in.cycle == cycle_) throw LockstepMismatch("rank " + std::to_string(rank_));
    node_->tick(in, out);
  }
  const model::Node& state() const override { return node_->state(); }

 private:
  std::unique_ptr<AnyNode> node_;
  Rank rank_;
  Cycle cycle_;
};

std::unique_ptr<AnyNode> model_node(Rank, const HardwareConfig& config, const model::Place& place) {
  return make_model_node(config, place);
}

/// How a network is stepped.
struct Steps {
  std::vector<Cycle> cycles;  ///< one after the other, again and again
  bool together = true;       ///< one call for all cycles of a step
};

/// What every node drives after each of the steps, in the order of ranks.
std::vector<std::uint64_t> run(const Topology& topology, const HardwareConfig& config,
                               const NetworkParts& parts, unsigned threads, Cycle cycles,
                               const Steps& steps = {{1}}) {
  Fabric::Options options;
  options.mem_words = 1024;
  options.threads = threads;
  options.work_for_a_thread = 0;
  options.planes = false;  // registers that have no effect are equal, too
  options.parts = &parts;
  Fabric fabric(topology, config, options, model_node);
  std::vector<std::unique_ptr<Talker>> hosts;
  for (Rank r = fabric.first(); r < fabric.last(); ++r) {
    hosts.push_back(std::make_unique<Talker>(topology, r));
    fabric.set_host(r, hosts.back().get());
  }
  std::vector<std::uint64_t> seen;
  for (std::size_t n = 0; fabric.now() < cycles; ++n) {
    const Cycle step = steps.cycles[n % steps.cycles.size()];
    for (Cycle k = 0; k < step; k += steps.together ? step : 1) fabric.step(steps.together ? step : 1);
    std::vector<std::uint64_t> driven;
    for (Rank r = fabric.first(); r < fabric.last(); ++r) {
      const model::NodeOut& out = fabric.out(r);
      driven.push_back(std::uint64_t{out.link_valid} << 32 | out.link_credit);
    }
    driven = parts.gather(std::move(driven));
    seen.insert(seen.end(), driven.begin(), driven.end());
  }
  seen.push_back(fabric.link_flits());
  seen.push_back(fabric.quiet() ? 1 : 0);
  return seen;
}

void expect_equal(const Topology& topology, const HardwareConfig& config, Cycle cycles) {
  const auto whole = run(topology, config, undivided, 1, cycles);
  EXPECT_GT(whole[whole.size() - 2], 0u);
  EXPECT_EQ(whole.back(), 1u) << "the messages have not all arrived";
  for (const unsigned count : {2u, 3u, 5u}) {
    for (const unsigned threads : {1u, 3u}) {
      test::in_parts(count, [&](const NetworkParts& parts) {
        const auto seen = run(topology, config, parts, threads, cycles);
        if (parts.first()) {
          EXPECT_EQ(seen, whole) << count << " parts, " << threads << " threads";
        }
      });
    }
  }
}

TEST(Cut, AMeshInPartsIsTheMesh) {
  const Topology topology = Topology::mesh(3, 8);
  HardwareConfig config;
  config.fit(topology);
  expect_equal(topology, config, 1000);
}

TEST(Cut, ATorusWithWideFlitsAndLongLinksInPartsIsTheTorus) {
  const Topology topology = Topology::torus(3, 7);
  HardwareConfig config;
  config.fit(topology);
  config.flit_bits = 256;
  config.hop_cycles = 3;
  config.vcs = 4;
  expect_equal(topology, config, 1000);
}

TEST(Cut, AHypercubeWhereEveryNodeHasNeighboursInOtherParts) {
  const Topology topology = Topology::hypercube(4);
  HardwareConfig config;
  config.fit(topology);
  expect_equal(topology, config, 800);
}

TEST(Cut, PartsThatComputeSeveralCyclesAtOnceAreTheWhole) {
  const Topology topology = Topology::mesh(16, 24);
  HardwareConfig config;
  config.fit(topology);
  const std::vector<Cycle> cycles{64, 1, 33, 7, 16, 2};
  const auto whole = run(topology, config, undivided, 1, 600, {cycles, false});
  for (const unsigned count : {2u, 3u, 7u}) {
    test::in_parts(count, [&](const NetworkParts& parts) {
      const auto seen = run(topology, config, parts, 1, 600, {cycles, true});
      if (parts.first()) {
        EXPECT_EQ(seen, whole) << count << " parts";
      }
    });
  }
}

TEST(Cut, ProductsAreCutBetweenRows) {
  EXPECT_EQ(first_of_part(Topology::mesh(10, 9), 1, 4), 20u);
  EXPECT_EQ(first_of_part(Topology::mesh(10, 9), 4, 4), 90u);
  EXPECT_EQ(first_of_part(Topology::mesh(10, 2), 1, 4), 5u);
  EXPECT_THROW(first_of_part(Topology::mesh(1, 2), 0, 3), UserError);
}

void expect_first_failure(const Topology& topology) {
  HardwareConfig config;
  config.fit(topology);
  const Rank scale = topology.size() / 48;
  const NodeFactory make = [scale](Rank rank, const HardwareConfig& c, const model::Place& place) {
    std::unique_ptr<AnyNode> node = make_model_node(c, place);
    // Three fail in the same cycle, another one later.
    const Cycle when = rank == 22 * scale || rank == 25 * scale || rank == 47 * scale ? 40
                       : rank == 3 * scale                                            ? 41
                                                                                      : never;
    return when == never ? std::move(node) : std::make_unique<Failing>(std::move(node), rank, when);
  };
  test::in_parts(3, [&](const NetworkParts& parts) {
    Fabric::Options options;
    options.parts = &parts;
    options.skip_quiescent = false;
    Fabric fabric(topology, config, options, make);
    EXPECT_NO_THROW(fabric.step(32));
    try {
      fabric.step(33);
      ADD_FAILURE() << "nothing is thrown";
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), ExitCode::lockstep_mismatch);
      EXPECT_EQ(failure.what(), "rank " + std::to_string(22 * scale));
    }
  });
}

/// A host that fails in a cycle.
class FailingHost final : public Host {
 public:
  FailingHost(Rank rank, Cycle cycle) : rank_(rank) { wake_at_ = cycle; }
  model::RegisterAccess drive(Cycle now, const model::NodeOut&) override {
    if (now >= wake_at_) throw LockstepMismatch("rank " + std::to_string(rank_));
    return {};  // an arrival is reported
  }

 private:
  Rank rank_;
};

TEST(Cut, AFailureOfOnePartInPlanesIsThrownByAll) {
  const Topology topology = Topology::mesh(24, 24);
  HardwareConfig config;
  config.fit(topology);
  for (const unsigned threads : {1u, 3u}) {
    test::in_parts(3, [&](const NetworkParts& parts) {
      Fabric::Options options;
      options.mem_words = 1024;
      options.parts = &parts;
      options.threads = threads;
      options.work_for_a_thread = 0;
      Fabric fabric(topology, config, options, model_node);
      std::vector<std::unique_ptr<Host>> hosts;
      for (Rank r = fabric.first(); r < fabric.last(); ++r) {
        const Cycle when = r == 260 || r == 300 || r == 570 ? 40 : r == 3 ? 41 : never;
        if (when == never)
          hosts.push_back(std::make_unique<Talker>(topology, r));
        else
          hosts.push_back(std::make_unique<FailingHost>(r, when));
        fabric.set_host(r, hosts.back().get());
      }
      EXPECT_NO_THROW(fabric.step(32));
      EXPECT_TRUE(fabric.computes_planes());
      try {
        fabric.step(33);
        ADD_FAILURE() << "nothing is thrown";
      } catch (const Failure& failure) {
        EXPECT_EQ(failure.what(), std::string("rank 260"));
      }
    });
  }
}

TEST(Cut, AFailureOfOnePartIsThrownByAll) {
  expect_first_failure(Topology::mesh(4, 12));   // all at the cuts
  expect_first_failure(Topology::mesh(16, 24));  // the first one is not
}

}  // namespace
}  // namespace collnoc

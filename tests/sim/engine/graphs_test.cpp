// Collectives on random graphs: every byte arrives, by software and by the NIC, whatever the hardware; and
// RTL and model in lockstep on some of them. Some draws in every run of the tests, many more nightly.
#include <gtest/gtest.h>

#include <random>

#include "sim/schedule/algorithm.hpp"
#include "tests/sim/engine/runs.hpp"
#include "tests/support/random_graph.hpp"

namespace collnoc::test {
namespace {

#ifdef NIGHTLY
constexpr unsigned graphs = 500, in_lockstep = 60;
#else
constexpr unsigned graphs = 30;
#endif

struct Draw {
  Topology topology;
  HardwareConfig hardware;
  PortModel nic;
  std::uint64_t bytes;
  Rank root;
};

/// Number `n`: a graph of 5 to 64 nodes, and hardware that its routes can use.
Draw draw(unsigned n) {
  std::mt19937 random(n);
  const auto of = [&](std::initializer_list<unsigned> all) { return all.begin()[random() % all.size()]; };
  Draw d;
  const auto nodes = static_cast<std::uint32_t>(5 + random() % 60);
  GraphLinks graph = random_graph(random, nodes);
  std::mt19937 more(n);  // apart, so that the rest stays as it is
  add_timing_and_switches(more, graph);
  d.topology = make_graph("random graph " + std::to_string(n), graph);
  d.hardware.vcs = std::max(of({1, 2, 2, 3, 4}), d.topology.tables()->classes);
  d.hardware.vc_depth = of({2, 4, 8});
  d.hardware.flit_bits = of({64, 64, 128});
  d.hardware.hop_cycles = of({1, 1, 1, 2});
  d.nic = random() % 2 == 0 ? PortModel::one_port : PortModel::all_port;
  d.bytes = 1 + random() % 200;
  d.root = static_cast<Rank>(random() % d.topology.size());
  return d;
}

/// Runs every schedule of three collectives on draw `n`.
void expect_all_bytes(unsigned n, Backend backend) {
  const Draw d = draw(n);
  SCOPED_TRACE(::testing::Message() << "draw " << n << ", " << d.topology.size() << " tiles, "
                                    << d.topology.nodes() << " nodes of " << d.topology.links() << " links");
  unsigned schedules = 0;
  for (const Algorithm* algorithm : algorithms()) {
    const Collective of = algorithm->collective();
    if (of != Collective::broadcast && of != Collective::total_exchange && of != Collective::all_reduce)
      continue;
    if (algorithm->why_not(d.topology, d.nic)) continue;
    for (const Executor executor : {Executor::native, Executor::nic}) {
      RunConfig config;
      config.topology = d.topology;
      config.topology_text = to_text(d.topology);
      config.hardware = d.hardware;
      config.hardware.fit(d.topology);
      config.hardware.all_port = d.nic == PortModel::all_port;
      config.hardware.accumulate = algorithm->accumulates();
      config.hardware = with_executor(config.hardware, executor, of);
      if (lacks(*algorithm, config.hardware, config.element)) continue;
      config.executor = executor;
      config.collective = of;
      config.algorithm = std::string(algorithm->name());
      config.bytes = of == Collective::all_reduce ? (d.bytes + 7) / 8 * 8 : d.bytes;
      config.root = form_of(of).rooted() ? d.root : 0;
      config.backend = backend;
      const RunResult result = run_collective(config);
      EXPECT_EQ(result.bytes_wrong, 0u) << algorithm->name();
      EXPECT_GT(result.bytes_checked, 0u);
      EXPECT_EQ(result.link_cycles_compared > 0, is_lockstep(backend));
      ++schedules;
    }
  }
  EXPECT_GE(schedules, 5u);
}

class RandomGraphs : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomGraphs, deliver_every_byte) {
  for (unsigned n = GetParam(); n < graphs; n += 10) {
    expect_all_bytes(n, Backend::model);
    if (HasFailure()) return;
  }
}
INSTANTIATE_TEST_SUITE_P(Every10th, RandomGraphs, ::testing::Range(0u, 10u));

#ifdef NIGHTLY
class RandomGraphsInLockstep : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomGraphsInLockstep, have_no_difference) { expect_all_bytes(GetParam(), Backend::lockstep); }
INSTANTIATE_TEST_SUITE_P(Each, RandomGraphsInLockstep, ::testing::Range(0u, in_lockstep));
#endif

}  // namespace
}  // namespace collnoc::test

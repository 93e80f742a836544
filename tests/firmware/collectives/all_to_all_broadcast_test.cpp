// Tests the all-to-all broadcasts of firmware/collectives: proofs, and the costs that their pages state.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_ring_all_port.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/path.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

Verdict::Outcome sharing(std::string_view name, const char* topology, PortModel nic = PortModel::one_port) {
  const Schedule schedule = spell_out(all_to_all(name), {parse_topology(topology), 0, 8}, nic);
  return check_links(schedule, all_to_all(name).contention_free()).outcome;
}

/// Maximum number of messages of one step on one link.
std::size_t most_messages_on_a_link(std::string_view name, const char* topology) {
  const Job job{parse_topology(topology), 0, 8};
  std::size_t most = 0;
  StepWalker walker(all_to_all(name), job);
  for (Step step; walker.next(step);) {
    std::map<std::pair<Rank, Link>, std::size_t> users;
    for (const Transfer& t : step) {
      for_each_link(job.topology, t.src, t.dst, t.route(), [&](Rank at, Link link) {
        most = std::max(most, ++users[{at, link}]);
      });
    }
  }
  return most;
}

constexpr const char* networks[] = {"mesh:7",     "torus:6",     "torus:2x2", "mesh:4x4",    "torus:4x4",
                                    "mesh:3x5",   "torus:5x3",   "mesh:4x5w", "mesh:8x8",    "torus:8x8",
                                    "mesh:2x3x4", "torus:4x4x4", "torus:3x3", "hypercube:4", "ghc:3x3",
                                    "ghc:2x3",    "ghc:4",       "mesh:16x2", "hypercube:1", "torus:2x3x2x3"};

class AllToAllBroadcast : public testing::TestWithParam<const char*> {
 protected:
  Topology topology() const { return parse_topology(GetParam()); }
};

TEST_P(AllToAllBroadcast, RingIsProvedAndCostsATurnForEveryOtherRankOfALine) {
  const Job job{topology(), 0, 24};
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
    expect_proved(all_to_all("ring"), job, nic, Formula::equal);
  const Metrics m = measure(all_to_all("ring"), job);
  std::uint32_t turns = 0;
  for (unsigned d = 0; d < topology().dims(); ++d) turns += topology().extent(d) - 1;
  EXPECT_EQ(m.alpha, turns);
  EXPECT_EQ(m.steps, turns);
  EXPECT_EQ(m.beta_bytes, 24u * (topology().size() - 1));
  EXPECT_EQ(m.messages, std::uint64_t{turns} * topology().size());
  EXPECT_EQ(sharing("ring", GetParam()), Verdict::Outcome::good);
}

TEST_P(AllToAllBroadcast, RecursiveDoublingIsProvedAndTakesLogNSteps) {
  bool powers = true;
  for (unsigned d = 0; d < topology().dims(); ++d) powers &= is_power_of_two(topology().extent(d));
  ASSERT_EQ(all_to_all("recursive-doubling").why_not(topology(), PortModel::one_port).has_value(), !powers);
  if (!powers) return;
  const Job job{topology(), 0, 24};
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
    expect_proved(all_to_all("recursive-doubling"), job, nic, Formula::equal);
  const Metrics m = measure(all_to_all("recursive-doubling"), job);
  EXPECT_EQ(1u << m.alpha, topology().size());
  EXPECT_EQ(m.beta_bytes, 24u * (topology().size() - 1));
}

TEST_P(AllToAllBroadcast, DirectIsProvedAndTakesARoundForEveryOtherRank) {
  const Job job{topology(), 0, 24};
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
    expect_proved(all_to_all("direct"), job, nic, Formula::equal);
  EXPECT_EQ(measure(all_to_all("direct"), job).alpha, topology().size() - 1);
}

TEST_P(AllToAllBroadcast, RingAllPortIsProvedAndSharesNoLink) {
  const Job job{topology(), 0, 16 * topology().dims()};  // parts and half parts divide evenly
  expect_proved(all_to_all("ring-all-port"), job, PortModel::all_port, Formula::equal);
  EXPECT_EQ(sharing("ring-all-port", GetParam(), PortModel::all_port), Verdict::Outcome::good);
  const Metrics m = measure(all_to_all("ring-all-port"), job);
  EXPECT_EQ(m.message_hops, m.messages) << "a message is one hop";
}

TEST_P(AllToAllBroadcast, AnyNumberOfBytesIsDelivered) {
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() != Collective::all_to_all_broadcast) continue;
    if (algorithm->why_not(topology(), PortModel::all_port)) continue;
    ++ran;
    for (const std::uint32_t bytes : {1u, 8u, 9u, 63u})
      expect_proved(*algorithm, {topology(), 0, bytes, 64}, PortModel::all_port);
  }
  EXPECT_GE(ran, 3u) << "ring, ring-all-port and direct apply everywhere";
}

INSTANTIATE_TEST_SUITE_P(On, AllToAllBroadcast, testing::ValuesIn(networks), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

struct Cost {
  const char* topology;
  std::uint32_t alpha;
  std::uint32_t beta_num, beta_den;
};

TEST(RingAllPort, ReceivesOverAllLinksOfACornerAllTheTime) {
  for (const Cost& cost :
       {Cost{"torus:8x8", 8, 63, 4}, Cost{"torus:5x5", 4, 24, 4}, Cost{"torus:4x4x4", 6, 63, 6},
        Cost{"mesh:8x8", 14, 63, 2}, Cost{"mesh:4x4x4", 9, 63, 3}, Cost{"mesh:8", 7, 7, 1},
        Cost{"hypercube:6", 6, 63, 6}, Cost{"ghc:4x4", 2, 15, 6}, Cost{"ghc:5", 1, 4, 4}}) {
    const Job job{parse_topology(cost.topology), 0, 5760};
    const Metrics m = measure(all_to_all("ring-all-port"), job);
    EXPECT_EQ(m.alpha, cost.alpha) << cost.topology;
    EXPECT_EQ(m.beta_bytes * cost.beta_den, std::uint64_t{5760} * cost.beta_num) << cost.topology;
    EXPECT_NE(paper_cost(all_to_all("ring-all-port"), job, PortModel::all_port)->optimality, "")
        << cost.topology;
  }
}

TEST(RingAllPort, SendsAPutForEveryBlockAMessageHasAPartOf) {
  const Job job{Topology::torus(4, 4), 0, 64};
  StepWalker walker(all_to_all("ring-all-port"), job);
  std::uint32_t number = 0;
  for (Step step; walker.next(step); ++number) {
    EXPECT_EQ(step.size(), 64u) << "a message a link";
    for (const Transfer& t : step) EXPECT_EQ(t.puts.size(), number < 2 ? 1u : 4u);
  }
  EXPECT_EQ(number, 4u);
}

TEST(RingAllPort, CutsTheBlocksOfTheFirstPhaseIntoEqualPiecesOfAPacketOrLess) {
  const auto piece = [](const Topology& topology, std::uint32_t bytes) {
    return AllToAllRingAllPort::piece_bytes({topology, 0, bytes});
  };
  EXPECT_EQ(piece(Topology::torus(8, 8), 64), 32u) << "whole parts: shorter pieces have too few flits";
  EXPECT_EQ(piece(Topology::torus(8, 8), 1024), 22u * 8) << "64 words in three packets";
  EXPECT_EQ(piece(Topology::mesh(8, 8), 512), 16u * 8) << "two pieces: one could not be forwarded in time";
  EXPECT_EQ(piece(Topology::hypercube(4), 1024), 256u) << "nothing is relayed within a phase";
  EXPECT_EQ(piece(parse_topology("ghc:4x4"), 1024), 512u);
  EXPECT_EQ(AllToAllRingAllPort::piece_bytes({Topology::torus(8, 8), 0, 1024, 0, {8, 32, 1, 24}}), 512u)
      << "software takes time for every piece";
}

TEST(RingAllPort, IsProvedWithPieces) {
  for (const char* text : {"torus:8", "torus:5x4", "mesh:3x5", "mesh:4x5w", "mesh:2x3x4", "torus:3x4x3"}) {
    for (const std::uint32_t bytes : {500u, 2048u})
      expect_proved(all_to_all("ring-all-port"), {parse_topology(text), 0, bytes}, PortModel::all_port);
  }
}

TEST(RingAllPort, WaitsBeforeAPutOnlyForWhatItSends) {
  const Job job{Topology::torus(8, 8), 9, 1024};
  struct Recorder {
    std::vector<unsigned> waits{0};  // before each put
    void wait(std::uint8_t, std::uint32_t) { ++waits.back(); }
    void until(std::uint32_t) {}
    void send(const Put&) { waits.push_back(0); }
    void more(const Put& put) { send(put); }
  };
  for (std::uint32_t step = 0; step < AllToAllRingAllPort::steps(job); ++step) {
    Recorder recorder;
    AllToAllRingAllPort::plan(job, 9, step, recorder);
    recorder.waits.pop_back();
    unsigned two = 0, none = 0;
    for (const unsigned waits : recorder.waits) {
      two += waits == 2;
      none += waits == 0;
      EXPECT_LE(waits, 2u);
    }
    EXPECT_EQ(two, step == 4 ? 4u : 0u)
        << "step " << step << ": the block of which half comes from each side";
    EXPECT_EQ(none, step == 0 ? 12u : step == 4 ? 4u : 0u) << "step " << step << ": its own block";
  }
}

TEST(RingAllPort, SaysWhereItDoesNotRun) {
  EXPECT_EQ(all_to_all("ring-all-port").why_not(Topology::mesh(4, 4), PortModel::one_port),
            "it needs an all-port NIC");
  EXPECT_EQ(all_to_all("ring-all-port").why_not(Topology::mesh(4, 1), PortModel::all_port),
            "it needs extents of at least 2; leave out those of 1");
}

TEST(RecursiveDoubling, SharesLinksExceptBetweenNearPartnersAndOnRingsOfFour) {
  for (const char* free : {"hypercube:4", "mesh:2x2x2", "torus:4x4", "torus:4x4x4", "ghc:4x4"})
    EXPECT_EQ(sharing("recursive-doubling", free), Verdict::Outcome::good) << free;
  for (const char* shared : {"mesh:4", "mesh:8x8", "torus:8"})
    EXPECT_EQ(sharing("recursive-doubling", shared), Verdict::Outcome::note) << shared;
  EXPECT_EQ(most_messages_on_a_link("recursive-doubling", "mesh:4x4"), 2u);
  EXPECT_EQ(most_messages_on_a_link("recursive-doubling", "mesh:8x8"), 4u);
  EXPECT_EQ(most_messages_on_a_link("recursive-doubling", "mesh:16"), 8u);
  EXPECT_EQ(most_messages_on_a_link("recursive-doubling", "torus:8x8"), 2u);
  EXPECT_EQ(most_messages_on_a_link("recursive-doubling", "torus:16"), 4u);
}

TEST(RecursiveDoubling, SaysWhereItDoesNotRun) {
  EXPECT_EQ(all_to_all("recursive-doubling").why_not(Topology::mesh(4, 6), PortModel::one_port),
            "it needs extents that are powers of two");
}

TEST(AllToAllBroadcast, ASingleRankHasNothingToDo) {
  const Job job{parse_topology("mesh:1"), 0, 24};
  unsigned ran = 0;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() != Collective::all_to_all_broadcast) continue;
    if (algorithm->why_not(job.topology, PortModel::one_port)) continue;
    ++ran;
    expect_proved(*algorithm, job, PortModel::one_port, Formula::equal);
    EXPECT_EQ(measure(*algorithm, job).messages, 0u) << algorithm->name();
  }
  EXPECT_GE(ran, 3u) << "ring, recursive-doubling, direct";
}

}  // namespace
}  // namespace collnoc

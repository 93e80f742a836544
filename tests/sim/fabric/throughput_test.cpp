// Throughput of the channels between NIC and router, including head flits: a one-port NIC sends and receives
// one flit per cycle, an all-port NIC one flit per cycle and link, on all links at the same time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/support/bench.hpp"

namespace collnoc::test {
namespace {

constexpr Rank centre = 5;
constexpr Cycle warm_up = 300, window = 2000;
constexpr std::uint32_t half = 32768;  // bytes: sources below, destinations above

/// What a channel of `rank` has counted.
struct Counts {
  std::uint32_t injected, inject_credit_stalls, read_stalls, ejected;
};

Counts counts(Bench& bench, Rank rank, unsigned c) {
  const NodeCounts node = bench.fabric().node(rank).counts();
  const ChannelCounts& channel = node.channels[c];
  return {channel.flits, channel.credit_stalls, channel.read_stalls,
          node.outputs[bench.fabric().config().links() + c].flits};
}

class Throughput : public ::testing::TestWithParam<NodeKind> {
 protected:
  Bench bench_{Topology::torus(4, 4), config(), GetParam()};
  static HardwareConfig config() { return {}; }
};

class OnePort : public Throughput {};

/// A credit returns two cycles after its flit was sent, so buffers of two places are sufficient.
TEST(TwoPlaces, sustain_a_flit_per_cycle_over_links) {
  HardwareConfig config;
  config.vc_depth = 2;
  Bench bench(Topology::torus(4, 4), config, NodeKind::model);
  bench.put(centre, 0, half, half - 8, 1, centre + 2);
  bench.fabric().step(warm_up);
  const Counts before = counts(bench, centre + 2, 0);
  bench.fabric().step(window);
  EXPECT_EQ(counts(bench, centre + 2, 0).ejected - before.ejected, window);
}

TEST_P(OnePort, sends_and_receives_a_flit_per_cycle) {
  const Topology& t = bench_.fabric().topology();
  bench_.put(centre, 0, half, half - 8, 1, t.neighbour(centre, 0));
  bench_.put(t.neighbour(centre, 1), 0, half, half - 8, 1, centre);
  bench_.fabric().step(warm_up);
  const Counts before = counts(bench_, centre, 0);
  bench_.fabric().step(window);
  const Counts after = counts(bench_, centre, 0);
  EXPECT_EQ(after.injected - before.injected, window);
  EXPECT_EQ(after.ejected - before.ejected, window);
}

TEST_P(OnePort, sends_a_signal_every_cycle) {
  const Topology& t = bench_.fabric().topology();
  bench_.write(centre, nic::put_ctrl, 1 | nic::ctrl_signal);
  for (unsigned n = 0; n < window + 2 * warm_up; ++n)
    bench_.bus(centre).write(nic::put_node, t.address(centre + 2));
  bench_.fabric().step(warm_up);
  const Counts before = counts(bench_, centre, 0);
  const Counts there = counts(bench_, centre + 2, 0);
  bench_.fabric().step(window);
  EXPECT_EQ(counts(bench_, centre, 0).injected - before.injected, window);
  EXPECT_EQ(counts(bench_, centre + 2, 0).ejected - there.ejected, window);
}

struct Variant {
  NodeKind kind;
  unsigned flit_bits;
};

class AllPort : public ::testing::TestWithParam<Variant> {
 protected:
  static HardwareConfig config() {
    HardwareConfig c;
    c.all_port = true;
    c.flit_bits = GetParam().flit_bits;
    return c;
  }
  static Fabric::Options options() {
    Fabric::Options o;
    o.mem_words = 8192 * config().flit_bits / 64;
    return o;
  }
  const std::uint32_t flit_ = config().flit_bytes();
  const std::uint32_t half_ = 4096 * flit_;
  Bench bench_{Topology::torus(4, 4), config(), GetParam().kind, options()};

  /// Starts a stream out of and one into the centre over every link; those of link l lie at `area(l)`.
  template <class Area>
  void stream(Area area) {
    const Topology& t = bench_.fabric().topology();
    const std::uint32_t bytes = half_ / 4 - 64 * flit_;
    for (unsigned again = 0; again < 4; ++again) {
      for (unsigned l = 0; l < 4; ++l) {
        bench_.put(centre, area(l), half_, bytes, 1, t.neighbour(centre, l));
        bench_.put(t.neighbour(centre, l), area(l), half_ + area(l), bytes, 1, centre);
      }
    }
    bench_.fabric().step(warm_up);
  }
};

TEST_P(AllPort, sends_and_receives_on_all_links_at_once) {
  // The streams are two flits apart in the banks (8 flits wide), so that a stream delayed by a head flit does
  // not reach the bank of another one.
  stream([&](unsigned l) { return l * (half_ / 4) + 2 * flit_ * l; });
  std::array<Counts, 4> before{};
  for (unsigned c = 0; c < 4; ++c) before[c] = counts(bench_, centre, c);
  bench_.fabric().step(window);
  std::uint64_t injected = 0, ejected = 0;
  for (unsigned c = 0; c < 4; ++c) {
    SCOPED_TRACE(c);
    const Counts after = counts(bench_, centre, c);
    const std::uint32_t sent = after.injected - before[c].injected;
    // Every cycle is a flit or a counted stall.
    EXPECT_EQ(sent + after.read_stalls - before[c].read_stalls + after.inject_credit_stalls -
                  before[c].inject_credit_stalls,
              window);
    injected += sent;
    ejected += after.ejected - before[c].ejected;
  }
  EXPECT_EQ(injected, 4 * window);
  EXPECT_EQ(ejected, 4 * window);
}

// All streams start on the same bank. The first cycles move them apart; later their head flits occasionally
// cause bank conflicts. Every lost cycle is a counted bank stall.
TEST_P(AllPort, loses_few_cycles_to_banks_wherever_the_streams_lie) {
  stream([&](unsigned l) { return l * (half_ / 4); });
  std::array<Counts, 4> before{};
  for (unsigned c = 0; c < 4; ++c) before[c] = counts(bench_, centre, c);
  bench_.fabric().step(window);
  std::uint64_t sent = 0, stalls = 0;
  for (unsigned c = 0; c < 4; ++c) {
    const Counts after = counts(bench_, centre, c);
    sent += after.injected - before[c].injected;
    stalls += after.read_stalls - before[c].read_stalls + after.inject_credit_stalls -
              before[c].inject_credit_stalls;
  }
  EXPECT_EQ(sent + stalls, 4 * window);
  EXPECT_GE(sent, 4 * window * 99 / 100);
}

INSTANTIATE_TEST_SUITE_P(nodes, OnePort, ::testing::Values(NodeKind::model, NodeKind::rtl),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(nodes, AllPort,
                         ::testing::Values(Variant{NodeKind::model, 64}, Variant{NodeKind::rtl, 64},
                                           Variant{NodeKind::model, 128}, Variant{NodeKind::model, 256}),
                         [](const auto& test) {
                           return fmt::format("{}_{}", name_of(test.param.kind), test.param.flit_bits);
                         });

}  // namespace
}  // namespace collnoc::test

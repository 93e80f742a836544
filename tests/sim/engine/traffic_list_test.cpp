// A list of packets has the latencies of the pattern that creates the same packets, on every backend.
#include <gtest/gtest.h>

#include <random>

#include "sim/common/errors.hpp"
#include "sim/results/result_json.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

struct Line {
  std::uint64_t cycle;
  Rank src, dst;
  std::uint16_t flits;
};

/// `config` with this list in place of its pattern.
TrafficConfig with_list(TrafficConfig config, const std::vector<Line>& lines) {
  PacketList list;
  list.of.resize(config.topology.size());
  std::vector<Lengths::Choice> lengths;
  for (const Line& line : lines) {
    list.of[line.src].push_back({line.cycle, line.dst, line.flits});
    list.cycles = std::max(list.cycles, line.cycle + 1);
    list.flits += line.flits;
    lengths.push_back({line.flits, 1});
  }
  for (auto& packets : list.of)
    std::stable_sort(packets.begin(), packets.end(), [](auto& a, auto& b) { return a.cycle < b.cycle; });
  TrafficClass c;
  c.lengths = Lengths(lengths);
  c.list = std::make_shared<const PacketList>(list);
  config.classes = {c};
  return config;
}

TrafficResult run_list(const TrafficConfig& config) { return run_traffic(config, 0.1); }

/// What is equal on all backends.
nlohmann::ordered_json result_of(const TrafficConfig& config, const TrafficResult& result) {
  nlohmann::ordered_json json = traffic_document({"", 1, 1, 0}, config, {result}, {})["traffic"]["loads"][0];
  json.erase("link_cycles_compared");
  return json;
}

/// Random packets; `burst`: of cycles in which they are created.
std::vector<Line> random_lines(Rank size, unsigned count, std::uint64_t burst, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Line> lines;
  while (lines.size() < count) {
    const Line line{random() % burst, static_cast<Rank>(random() % size), static_cast<Rank>(random() % size),
                    static_cast<std::uint16_t>(1 + random() % 9)};
    if (line.src != line.dst) lines.push_back(line);
  }
  return lines;
}

TEST(TrafficList, HasTheLatenciesOfThePatternThatCreatesTheSamePackets) {
  for (const char* topology : {"mesh:4x4", "torus:5x3", "star:4", "spidergon:8"})
    for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
      for (const unsigned flits : {1u, 2u, 8u}) {
        TrafficConfig config = traffic(topology, 2, 4, flits);
        place_on(config, topology, nic);
        set_pattern(config, Pattern::neighbour);
        config.classes[0].process = {Process::periodic, "periodic:aligned"};
        config.classes[0].process.aligned = true;
        config.warmup_cycles = 0;
        config.measure_cycles = 2000;
        constexpr std::uint64_t interval = 20;
        const TrafficResult expected = run_traffic(config, flits / double{interval});
        std::vector<Line> lines;
        for (std::uint64_t cycle = 0; cycle < config.measure_cycles; cycle += interval)
          for (Rank src = 0; src < config.topology.size(); ++src) {
            const Rank dst = *fixed_destination(Pattern::neighbour, config.topology, src);
            if (dst != src) lines.push_back({cycle, src, dst, static_cast<std::uint16_t>(flits)});
          }
        const TrafficResult list = run_list(with_list(config, lines));
        const auto latencies = [&](const TrafficResult& r) { return result_of(config, r)["latency"]; };
        EXPECT_EQ(latencies(list), latencies(expected)) << topology << " " << flits;
        EXPECT_EQ(list.packets, lines.size());
        EXPECT_EQ(list.packets, expected.packets);
        EXPECT_EQ(list.lost, 0u);
        EXPECT_NEAR(list.accepted, expected.accepted, 0.02 * expected.accepted);
      }
}

TEST(TrafficList, MeasuresEveryPacketUntilTheLastHasArrived) {
  TrafficConfig config = traffic("mesh:8x8", 2, 4, 8);
  const TrafficResult alone = run_list(with_list(config, {{100'000, 0, 63, 8}}));
  EXPECT_EQ(alone.packets, 1u);
  // 14 hops: one cycle for each, 8 flits, 6 cycles for the tiles, and 2 registers that only the first packet
  // writes.
  EXPECT_NEAR(mean_latency(alone), 14 + 8 + 6, 3);
  EXPECT_EQ(alone.measured_cycles, 100'000 + alone.latency.total.max());
  EXPECT_DOUBLE_EQ(alone.accepted, 8.0 / 64 / static_cast<double>(alone.measured_cycles));
  // All at once to one node: it accepts a flit per cycle at most, and what does not fit waits.
  std::vector<Line> lines;
  for (Rank src = 1; src < 64; ++src)
    for (int n = 0; n < 40; ++n) lines.push_back({5, src, 0, 8});
  const TrafficResult burst = run_list(with_list(config, lines));
  EXPECT_EQ(burst.packets, 63u * 40);
  EXPECT_EQ(burst.lost, 0u);
  EXPECT_GE(burst.measured_cycles, 63u * 40 * 8);
  EXPECT_LE(burst.accepted * 64, 1);
}

TEST(TrafficList, PacketsOfANodeLeaveInTheOrderOfTheList) {
  const TrafficConfig config = traffic("mesh:4", 2, 4, 8);
  TrafficConfig pairs = with_list(config, {{0, 0, 1, 8}, {0, 0, 2, 8}, {0, 0, 3, 8}});
  pairs.per_pair = true;
  const TrafficResult forwards = run_list(pairs);
  pairs = with_list(config, {{0, 0, 3, 8}, {0, 0, 2, 8}, {0, 0, 1, 8}});
  pairs.per_pair = true;
  const TrafficResult backwards = run_list(pairs);
  ASSERT_EQ(forwards.pairs.size(), 3u);
  ASSERT_EQ(backwards.pairs.size(), 3u);
  EXPECT_LT(forwards.pairs[0].latency_max, backwards.pairs[0].latency_max);
  EXPECT_GT(forwards.pairs[2].latency_max, backwards.pairs[2].latency_max);
}

TEST(TrafficList, IsTheSameOnEveryBackendAndForAnyNumberOfThreads) {
  for (const char* topology : {"mesh:4x4", "torus:4x4", "star:3"})
    for (const std::uint64_t burst : {1u, 400u}) {
      TrafficConfig config = traffic(topology, 2, 4, 8);
      place_on(config, topology);
      config = with_list(config, random_lines(config.topology.size(), 300, burst, 7));
      config.per_pair = config.per_link = true;
      const auto expected = result_of(config, run_list(config));
      EXPECT_EQ(expected["packets"], 300);
      for (const Backend backend : {Backend::model, Backend::rtl, Backend::lockstep})
        for (const unsigned threads : {1u, 3u}) {
          config.backend = backend;
          config.threads = threads;
          try {
            EXPECT_EQ(result_of(config, run_list(config)), expected) << topology << " " << threads;
          } catch (const NotInstalled& reason) {
            GTEST_SKIP() << reason.what();
          }
        }
    }
}

TEST(TrafficList, EndsAtTheMostCycles) {
  TrafficConfig config = traffic("mesh:4x4", 2, 4, 8);
  std::vector<Line> lines;
  for (int n = 0; n < 1000; ++n) lines.push_back({0, 1, 2, 8});
  config.max_cycles = 1000;
  EXPECT_THROW(run_list(with_list(config, lines)), NotFinished);
}

}  // namespace
}  // namespace collnoc::test

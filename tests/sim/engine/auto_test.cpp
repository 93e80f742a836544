// `auto` beside the fastest of all schedules, on drawn networks, collectives, NICs and sizes: some draws in
// every run of the tests, a thousand nightly.
#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/estimate.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

#ifdef NIGHTLY
constexpr unsigned draws = 1000;
#else
constexpr unsigned draws = 15;
#endif

RunConfig draw(unsigned n) {
  std::mt19937 random(n);
  const auto of = [&](const auto& all) { return all[random() % std::size(all)]; };
  static constexpr const char* networks[] = {
      "mesh:16",     "mesh:5x3",     "mesh:4x4",      "mesh:6x6",   "mesh:8x8",    "mesh:4x4x2",
      "torus:8",     "torus:16",     "torus:6x4",     "torus:8x8",  "torus:3x3x3", "torus:4x4x4",
      "hypercube:4", "hypercube:6",  "ghc:4x4",       "ghc:3x3",    "star:3",      "star:4",
      "spidergon:8", "spidergon:16", "ring:7",        "complete:6", "tree:2,3",    "chordal-ring:16,4",
      "mesh:32",     "torus:16x4",   "dragonfly:4,1", "mesh:12x12", "torus:10x10", "random-regular:20,4,1",
  };
  static constexpr std::uint64_t sizes[] = {8, 24, 64, 200, 512, 1024, 2048, 4096, 16384, 65536};
  static constexpr std::uint64_t startups[] = {0, 0, 0, 20, 100, 1000};
  RunConfig config;
  place_on(config, of(networks), random() % 2 == 0 ? PortModel::one_port : PortModel::all_port);
  config.collective = *from_text<Collective>(of(collective_forms).name);
  config.executor = random() % 2 == 0 ? Executor::native : Executor::nic;
  config.hardware = with_executor(config.hardware, config.executor, config.collective);
  if (config.executor == Executor::native) config.startup_cycles = of(startups);
  config.bytes = of(sizes);
  // All blocks of a rank fit its memory, and runs take seconds.
  if (form_of(config.collective).blocks(2) > 2) config.bytes = std::min<std::uint64_t>(config.bytes, 2048);
  if (!form_of(config.collective).has_data()) config.bytes = 0;
  return config;
}

TEST(Auto, IsHardlySlowerThanTheFastestSchedule) {
  const ScheduleCatalogue catalogue;  // without a table: estimates only
  double sum = 0, most = 0;
  unsigned cases = 0;
  for (unsigned n = 0; n < draws; ++n) {
    RunConfig config = draw(n);
    std::vector<std::string> applicable;
    for (const Algorithm* algorithm : algorithms())
      if (algorithm->collective() == config.collective &&
          !catalogue.why_not(config.collective, std::string(algorithm->name()), config.topology,
                             config.hardware, config.bytes))
        applicable.emplace_back(algorithm->name());
    if (applicable.size() < 2) continue;
    const std::string chosen =
        catalogue.best(config.collective, config.topology, config.hardware, config.bytes, config.executor,
                       config.startup_cycles, applicable);
    std::uint64_t least = ~std::uint64_t{0}, took = 0;
    std::string fastest;
    for (const std::string& name : applicable) {
      config.algorithm = name;
      if (!Simulator().fits(config)) continue;
      const std::uint64_t cycles = run_collective(config).cycles;
      if (name == chosen) took = cycles;
      if (cycles < least) fastest = name;
      least = std::min(least, cycles);
    }
    if (took == 0) continue;
    const double ratio = static_cast<double>(took) / static_cast<double>(least);
    EXPECT_LE(ratio, 1.5) << "draw " << n << ": " << run_id(config) << ": " << chosen << " " << took << ", "
                          << fastest << " " << least;
    sum += ratio;
    most = std::max(most, ratio);
    ++cases;
  }
  ASSERT_GT(cases, draws / 2);
  std::cout << cases << " cases: mean " << sum / cases << ", largest " << most << "\n";
  EXPECT_LE(sum / cases, 1.02);
}

/// By the NIC, `direct` lets long messages wait behind each other on the ring of a spidergon, which
/// `direct-scattered` avoids: only virtual channels that stay taken tell the two apart.
TEST(Estimate, KnowsThatMessagesWaitBehindOthers) {
  RunConfig config =
      collective(Collective::total_exchange, "direct", "spidergon:16", 2048, PortModel::all_port);
  config.executor = Executor::nic;
  config.hardware = with_executor(config.hardware, config.executor, config.collective);
  const Job job{config.topology, 0, 2048, 0, timing_of(config.hardware)};
  std::uint64_t estimated[2], took[2];
  for (const bool scattered : {false, true}) {
    config.algorithm = scattered ? "direct-scattered" : "direct";
    std::uint64_t events = 1'000'000;
    const auto cycles = estimated_cycles(*find_algorithm(config.collective, config.algorithm), job,
                                         Performer{config.hardware, true}, ~std::uint64_t{0}, events);
    ASSERT_TRUE(cycles);
    estimated[scattered] = *cycles;
    took[scattered] = run_collective(config).cycles;
    EXPECT_NEAR(static_cast<double>(*cycles) / static_cast<double>(took[scattered]), 1, 0.05)
        << config.algorithm;
  }
  EXPECT_GT(took[false], took[true] * 3 / 2);
  EXPECT_GT(estimated[false], estimated[true] * 3 / 2);
}

/// Where nothing contends, the estimate is close: signals and messages of one tile to another.
TEST(Estimate, OfASingleMessageIsThatOfTheHardware) {
  for (const std::uint64_t bytes : {8u, 240u, 256u, 4096u})
    for (const char* network : {"mesh:2", "ring:3"}) {
      const RunConfig config = broadcast(network, bytes);
      const Job job{config.topology, 0, static_cast<std::uint32_t>(bytes), 0, timing_of(config.hardware)};
      std::uint64_t events = 1000;
      const auto cycles = estimated_cycles(
          *find_algorithm(Collective::broadcast, config.topology.size() == 2 ? "line" : "rank-division"), job,
          Performer{config.hardware}, ~std::uint64_t{0}, events);
      RunConfig run = config;
      run.algorithm = config.topology.size() == 2 ? "line" : "rank-division";
      const std::uint64_t took = run_collective(run).cycles;
      ASSERT_TRUE(cycles);
      EXPECT_NEAR(static_cast<double>(*cycles), static_cast<double>(took), 6) << network << " " << bytes;
    }
}

TEST(Estimate, StopsAtItsLimits) {
  const Job job{Topology::torus(4, 4), 0, 1024, 0};
  const Algorithm& line = *find_algorithm(Collective::broadcast, "line");
  Performer performer;
  performer.hardware.fit(job.topology);
  std::uint64_t events = 10'000;
  const auto cycles = estimated_cycles(line, job, performer, ~std::uint64_t{0}, events);
  ASSERT_TRUE(cycles);
  EXPECT_LT(events, 10'000u);
  std::uint64_t few = 10'000 - events - 1;
  EXPECT_FALSE(estimated_cycles(line, job, performer, ~std::uint64_t{0}, few));
  std::uint64_t enough = 10'000;
  const auto more = estimated_cycles(line, job, performer, 50, enough);
  ASSERT_TRUE(more);
  EXPECT_GT(*more, 50u);
  EXPECT_LT(*more, *cycles);
}

}  // namespace
}  // namespace collnoc::test

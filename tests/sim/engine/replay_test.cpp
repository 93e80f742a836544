// Replays of traces: cycles, dependencies, equality of backends and of numbers of threads, and failures.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numeric>

#include "sim/common/errors.hpp"
#include "sim/results/result_json.hpp"
#include "sim/traffic/random_stream.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

ReplayConfig on(const std::string& topology, PortModel nic = PortModel::one_port) {
  ReplayConfig config;
  place_on(config, topology, nic);
  return config;
}

ReplayResult replay(ReplayConfig config, const std::string& trace) {
  const TemporaryFile file(".jsonl");
  std::ofstream(file.path()) << trace;
  config.trace = file.path();
  return Simulator().replay(config, {});
}

std::string message(std::uint64_t cycle, Rank src, Rank dst, std::uint64_t bytes,
                    const std::string& after = "[]") {
  return fmt::format("{{\"cycle\": {}, \"src\": {}, \"dst\": {}, \"bytes\": {}, \"after\": {}}}\n", cycle,
                     src, dst, bytes, after);
}

/// Messages of many lengths; half of them wait for an earlier one, anywhere.
std::string mixture(Rank size, unsigned messages) {
  RandomStream random(7);
  const auto below = [&](std::uint64_t n) { return random.below(n); };
  constexpr std::uint64_t lengths[]{0, 1, 8, 20, 300, 3000};
  std::string trace;
  for (unsigned i = 1; i <= messages; ++i) {
    const auto src = static_cast<Rank>(below(size));
    const auto dst = static_cast<Rank>((src + 1 + below(size - 1)) % size);
    const bool waits = i > 1 && below(2) == 0;
    trace +=
        message(i, src, dst, lengths[below(6)],
                waits ? fmt::format("[[{}, {}]]", i - 1 - below(std::min(i - 1, 40u)), below(30)) : "[]");
  }
  return trace;
}

std::string text_of(const ReplayConfig& config, const ReplayResult& result) {
  return replay_document({}, config, result)["replay"]["result"].dump();
}

/// The formula of docs/reference/hardware.md, and one cycle for each put register that is written before
/// PUT_NODE.
TEST(Replay, AMessageAloneTakesTheCyclesOfTheFormula) {
  for (const std::uint64_t bytes : {8, 248, 256, 1000, 32 * 1024, 100'000}) {
    const std::uint64_t payload = (bytes + 7) / 8, flits = payload + (payload + 30) / 31;
    const ReplayResult result = replay(on("mesh:4x4"), message(100, 0, 2, bytes));
    EXPECT_EQ(result.flits, flits);
    EXPECT_NEAR(static_cast<double>(result.cycles - 100), 2 + flits + 5, 4) << bytes;
    EXPECT_EQ(result.latency.network.max(), 3u);
    EXPECT_EQ(result.link_flits[0], flits);
  }
}

TEST(Replay, TheDelayCountsFromTheArrivalAnywhereInTheNetwork) {
  const std::string first = message(0, 0, 15, 64);
  const std::uint64_t arrived = replay(on("mesh:4x4"), first).cycles;
  for (const std::uint64_t delay : {0, 1, 1000}) {
    const ReplayResult result =
        replay(on("mesh:4x4"), first + message(0, 5, 6, 64, fmt::format("[[1, {}]]", delay)));
    ASSERT_EQ(result.end_of_path.size(), 2u);
    EXPECT_EQ(result.end_of_path[0].arrived, arrived);
    EXPECT_EQ(result.end_of_path[1].left, arrived + delay);
    EXPECT_EQ(result.critical_path.delay, delay);
  }
}

TEST(Replay, IsEqualInModelRtlAndLockstepForAnyNumberOfThreads) {
  ReplayConfig config = on("torus:4x4");
  config.per_pair = config.per_link = true;
  const std::string trace = mixture(16, 600), expected = text_of(config, replay(config, trace));
  for (const unsigned threads : {2u, 5u}) {
    config.threads = threads;
    EXPECT_EQ(text_of(config, replay(config, trace)), expected) << threads;
  }
  for (const Backend backend : {Backend::rtl, Backend::lockstep}) {
    config.backend = backend;
    const ReplayResult result = replay(config, trace);
    EXPECT_EQ(result.link_cycles_compared > 0, backend == Backend::lockstep);
    EXPECT_EQ(text_of(config, result), expected) << word_of(backend);
  }
}

TEST(Replay, EveryMessageArrivesOnEveryKindOfHardware) {
  for (const char* network :
       {"mesh:3x3", "torus:4x4", "hypercube:4", "star:4", "spidergon:8", "mesh:70x1", "mesh:33x2x5"}) {
    for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
      for (const Switching switching : {Switching::wormhole, Switching::store_and_forward}) {
        for (const unsigned flit_bits : {64u, 256u}) {
          if (flit_bits == 64 && std::string_view(network) == "mesh:33x2x5") continue;
          ReplayConfig config = on(network, nic);
          config.hardware.switching = switching;
          config.hardware.flit_bits = flit_bits;
          config.hardware.vc_depth = config.hardware.max_packet_flits = 6;
          config.per_pair = true;
          const ReplayResult result = replay(config, mixture(config.topology.size(), 300));
          EXPECT_EQ(result.messages, 300u);
          EXPECT_EQ(result.critical_path.end(), result.cycles);
          std::uint64_t messages = 0, bytes = 0;
          for (const ReplayPair& pair : result.pairs) {
            messages += pair.messages;
            bytes += pair.bytes;
          }
          EXPECT_EQ(messages, 300u);
          EXPECT_EQ(bytes, result.bytes);
        }
      }
    }
  }
}

TEST(Replay, ASmallWindowDelaysMessagesAndLosesNone) {
  ReplayConfig config = on("mesh:4x4");
  const std::string trace = mixture(16, 500);
  const ReplayResult all = replay(config, trace);
  EXPECT_EQ(all.held_by_window, 0u);
  config.window = 40;
  const ReplayResult few = replay(config, trace);
  EXPECT_EQ(few.messages, 500u);
  EXPECT_GT(few.held_by_window, 0u);
  EXPECT_GT(few.cycles, all.cycles);
  config.window = 20;
  EXPECT_THROW(replay(config, trace), UserError);  // it names lines up to 40 before
}

TEST(Replay, APauseOfAMillionCyclesIsNoDeadlock) {
  EXPECT_GT(replay(on("mesh:2x2"), message(0, 0, 1, 8) + message(0, 1, 0, 8, "[[1, 1000000]]")).cycles,
            1'000'000u);
}

TEST(Replay, TooFewCyclesReportWhatWaits) {
  ReplayConfig config = on("mesh:2x2");
  config.max_cycles = 1000;
  try {
    replay(config, message(0, 0, 1, 8) + message(5000, 1, 0, 8));
    FAIL();
  } catch (const NotFinished& error) {
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("--max-cycles 1000 is reached; rank 1 waits to send line 2 to 0"));
  }
}

TEST(Replay, ADeadlockIsReported) {
  ReplayConfig config = on("torus:8x1");
  config.hardware.vcs = 1;
  std::string trace;
  for (Rank r = 0; r < 80; ++r) trace += message(0, r % 8, (r + 3) % 8, 2000);
  ::setenv("COLLNOC_TEST_ALLOW_DEADLOCK", "1", 1);
  EXPECT_THROW(replay(config, trace), Deadlock);
  ::unsetenv("COLLNOC_TEST_ALLOW_DEADLOCK");
  EXPECT_THROW(replay(config, trace), UserError);
}

TEST(Replay, AMistakeEndsTheReplayWithItsLine) {
  try {
    replay(on("mesh:2x2"), message(0, 0, 1, 8) + message(0, 1, 0, 8).substr(0, 30));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(".jsonl:2: is not a JSON object, or is cut off"));
  }
}

}  // namespace
}  // namespace collnoc::test

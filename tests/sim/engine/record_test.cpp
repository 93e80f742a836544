// The messages of a run are recorded, and their replay sends the same messages in almost the same cycles.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sim/common/errors.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

using Pairs = std::map<std::pair<Rank, Rank>, std::pair<std::uint64_t, std::uint64_t>>;  // messages, bytes

struct Recorded {
  RunResult run;
  ReplayResult replay;
  Pairs pairs, replayed;

  std::uint64_t link_flits() const {
    return std::accumulate(replay.link_flits.begin(), replay.link_flits.end(), std::uint64_t{0});
  }
  /// Cycles of the replay as a part of those of the run.
  double ratio() const { return static_cast<double>(replay.cycles) / static_cast<double>(run.cycles); }
};

/// Records the run and replays it on the same platform.
Recorded record(RunConfig config) {
  TemporaryFile file(".jsonl");
  Recorded recorded;
  const RunResult without = run_collective(config);
  config.record_file = file.output();
  recorded.run = run_collective(config);
  file.commit();
  EXPECT_EQ(recorded.run.cycles, without.cycles);
  EXPECT_EQ(recorded.run.bytes_wrong, 0u);
  std::ifstream lines(file.path());
  for (std::string line; std::getline(lines, line);) {
    const auto message = nlohmann::json::parse(line);
    auto& [messages, bytes] = recorded.pairs[{message["src"], message["dst"]}];
    ++messages;
    bytes += message["bytes"].get<std::uint64_t>();
  }
  ReplayConfig replay;
  static_cast<Platform&>(replay) = config;
  replay.trace = file.path();
  replay.per_pair = true;
  recorded.replay = Simulator().replay(replay, {});
  for (const ReplayPair& p : recorded.replay.pairs) recorded.replayed[{p.src, p.dst}] = {p.messages, p.bytes};
  return recorded;
}

TEST(Record, TheReplayOfABroadcastSendsTheSameMessagesInTheSameCycles) {
  for (const char* algorithm : {"recursive-division", "scatter-collect"}) {
    for (const std::uint64_t bytes : {64, 1024, 5000}) {
      const Recorded r = record(collective(Collective::broadcast, algorithm, "torus:8x8", bytes));
      EXPECT_EQ(r.replayed, r.pairs);
      EXPECT_EQ(r.replay.messages, r.run.messages);
      EXPECT_EQ(r.link_flits(), r.run.flit_hops);
      std::map<Rank, std::uint64_t> received;
      for (const auto& [pair, sent] : r.pairs) received[pair.second] += sent.second;
      for (Rank rank = 1; rank < 64; ++rank) EXPECT_GE(received[rank], bytes) << algorithm << " " << rank;
      // The run ends when software has seen the last counter; the replay when the payload is in memory.
      EXPECT_NEAR(static_cast<double>(r.replay.cycles), static_cast<double>(r.run.cycles), 4) << algorithm;
    }
  }
}

TEST(Record, TheReplayOfATotalExchangeSendsTheSameMessages) {
  for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
    const Recorded r = record(collective(Collective::total_exchange, "direct", "mesh:4x4", 200, nic));
    EXPECT_EQ(r.replayed, r.pairs);
    EXPECT_EQ(r.pairs.size(), 16u * 15);
    for (const auto& [pair, sent] : r.pairs)
      EXPECT_EQ(sent, (std::pair<std::uint64_t, std::uint64_t>(1, 200)));
    EXPECT_EQ(r.link_flits(), r.run.flit_hops);
    // Some puts are a cycle earlier than in the run, which decides who waits for whom where links are shared.
    EXPECT_NEAR(static_cast<double>(r.replay.cycles), static_cast<double>(r.run.cycles),
                0.06 * static_cast<double>(r.run.cycles));
  }
}

TEST(Record, SignalsAndStartUpCyclesAreRecorded) {
  RunConfig config = collective(Collective::barrier, "dissemination", "torus:4x4", 0);
  config.startup_cycles = 50;
  const Recorded r = record(config);
  EXPECT_EQ(r.replayed, r.pairs);
  EXPECT_EQ(r.replay.bytes, 0u);
  EXPECT_NEAR(static_cast<double>(r.replay.cycles), static_cast<double>(r.run.cycles), 4);
}

/// Sequencers launch a put per channel and cycle; a replayed tile writes registers, one per cycle.
TEST(Record, WhatTheNicsPerformIsReplayedMoreSlowly) {
  for (const Collective what : {Collective::broadcast, Collective::total_exchange}) {
    RunConfig config =
        collective(what, what == Collective::broadcast ? "recursive-division" : "direct", "torus:4x4", 256);
    config.executor = Executor::nic;
    config.hardware = with_executor(config.hardware, Executor::nic, what);
    const Recorded r = record(config);
    EXPECT_EQ(r.replayed, r.pairs);
    EXPECT_EQ(r.link_flits(), r.run.flit_hops);
    EXPECT_GT(r.ratio(), 0.95);
    EXPECT_LT(r.ratio(), 1.5);
  }
}

TEST(Record, OnProcessorsOnlyTheCollectiveIsRecorded) {
  for (const Collective what : {Collective::broadcast, Collective::total_exchange}) {
    RunConfig config =
        collective(what, what == Collective::broadcast ? "recursive-division" : "direct", "torus:4x4", 256);
    config.firmware = Firmware::rv32;
    try {
      const Recorded r = record(config);
      EXPECT_EQ(r.replayed, r.pairs);
      EXPECT_EQ(r.replay.messages, r.run.messages);
      EXPECT_EQ(r.link_flits(), r.run.flit_hops);
      // Software after the last arrival is not replayed, and the memory has no accesses of processors.
      EXPECT_GT(r.ratio(), 0.75);
      EXPECT_LT(r.ratio(), 1.25);
    } catch (const NotInstalled& missing) {
      GTEST_SKIP() << missing.what();
    }
  }
}

TEST(Record, OnlyTheModelIsObserved) {
  RunConfig config = broadcast("mesh:2x2", 8);
  TemporaryFile unused(".jsonl");
  config.record_file = unused.output();
  config.backend = Backend::rtl;
  EXPECT_THROW(run_collective(config), UserError);
  config.backend = Backend::model;
  config.sanitize = true;
  EXPECT_THROW(run_collective(config), UserError);
}

}  // namespace
}  // namespace collnoc::test

// Tests sim/tune/tuned_table.hpp, `collnoc tune`, and how `auto` uses the table.
#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/tune/tuned_table.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

TunedEntry entry(std::uint64_t startup, std::uint64_t bytes, const std::string& algorithm,
                 const std::string& topology = "mesh:8x8", PortModel nic = PortModel::one_port) {
  return {{Collective::broadcast, topology, nic, startup, bytes}, algorithm, 100};
}

TunedEntry on_nic(TunedEntry entry) {
  entry.key.executor = Executor::nic;
  return entry;
}

const TunedTable table({entry(0, 64, "a"), entry(0, 4096, "b"), entry(100, 64, "c"), entry(100, 4096, "d"),
                        entry(0, 64, "e", "torus:8x8"), entry(0, 64, "f", "mesh:8x8", PortModel::all_port)});

std::string found(std::uint64_t startup, std::uint64_t bytes, const std::string& topology = "mesh:8x8",
                  PortModel nic = PortModel::one_port, Collective collective = Collective::broadcast) {
  const TunedEntry* entry = table.find({collective, topology, nic, startup, bytes});
  return entry ? entry->algorithm : "";
}

TEST(TunedTable, FindsWhatWasMeasured) {
  EXPECT_EQ(found(0, 64), "a");
  EXPECT_EQ(found(0, 4096), "b");
  EXPECT_EQ(found(100, 64), "c");
  EXPECT_EQ(found(0, 65), "");
  EXPECT_EQ(found(1, 64), "");
}

TEST(TunedTable, KnowsNothingOfOtherNetworksOrCollectives) {
  EXPECT_EQ(found(0, 64, "torus:8x8"), "e");
  EXPECT_EQ(found(0, 64, "mesh:8x8", PortModel::all_port), "f");
  EXPECT_EQ(found(0, 64, "mesh:8x4"), "");
  EXPECT_EQ(found(0, 64, "mesh:8x8", PortModel::one_port, Collective::total_exchange), "");
}

TEST(TunedTable, KnowsEachExecutorByItself) {
  const TunedTable both({entry(0, 64, "a"), on_nic(entry(0, 4096, "n"))});
  TunedCase wanted = entry(0, 64, "").key;
  EXPECT_EQ(both.find(wanted)->algorithm, "a");
  wanted.executor = Executor::nic;
  EXPECT_EQ(both.find(wanted), nullptr);
  wanted.bytes = 4096;
  EXPECT_EQ(both.find(wanted)->algorithm, "n");
  EXPECT_EQ(table.find(wanted), nullptr);
  EXPECT_EQ(TunedTable::parse(both.text()).entries(), both.entries());
}

TEST(TunedTable, IsReadBackAsWrittenForEveryOrderOfItsMaking) {
  std::vector<TunedEntry> backwards(table.entries().rbegin(), table.entries().rend());
  EXPECT_EQ(TunedTable(backwards).text(), table.text());
  EXPECT_EQ(TunedTable::parse(table.text()).entries(), table.entries());
  EXPECT_EQ(TunedTable::parse(TunedTable().text()).entries().size(), 0u);
}

TEST(TunedTable, RefusesWhatIsNoTable) {
  EXPECT_THROW(TunedTable::parse("[]"), std::runtime_error);
  EXPECT_THROW(TunedTable::parse(R"({"schema": "collnoc.tuned/2", "entries": []})"), std::runtime_error);
  std::string wrong = table.text();
  wrong.replace(wrong.find("broadcast"), 9, "broadcost");
  EXPECT_THROW(TunedTable::parse(wrong), std::runtime_error);
}

TEST(TunedTable, OfTheProgramNamesAlgorithmsThatApply) {
  const ScheduleCatalogue catalogue;
  for (const TunedEntry& e : TunedTable::built_in().entries()) {
    ASSERT_NE(find_algorithm(e.key.collective, e.algorithm), nullptr) << e.algorithm;
    HardwareConfig hardware;
    hardware.all_port = e.key.nic == PortModel::all_port;
    hardware.multicast = e.key.multicast;
    hardware = with_executor(hardware, e.key.executor, e.key.collective);
    EXPECT_TRUE(e.key.executor == Executor::native || e.key.startup_cycles == 0);
    EXPECT_FALSE(catalogue.why_not(e.key.collective, e.algorithm, catalogue.topology(e.key.topology),
                                   hardware, e.key.bytes))
        << e.algorithm << " on " << e.key.topology;
  }
  for (const CollectiveForm& form : collective_forms)
    for (const Executor executor : {Executor::native, Executor::nic}) {
      const TunedCase wanted{*from_text<Collective>(form.name), "torus:8x8", PortModel::one_port, 0,
                             form.has_data() ? 64u : 0u,        executor};
      EXPECT_NE(TunedTable::built_in().find(wanted), nullptr) << form.name;
    }
  TunedCase with_multicast{Collective::barrier, "torus:8x8", PortModel::one_port, 0, 0, Executor::nic, true};
  EXPECT_NE(TunedTable::built_in().find(with_multicast), nullptr);
  with_multicast.collective = Collective::scatter;
  EXPECT_EQ(TunedTable::built_in().find(with_multicast), nullptr) << "no schedule with multicast";
  EXPECT_EQ(TunedTable::built_in().text(), tuned_json) << "as collnoc tune writes it";
}

TEST(Auto, TakesTheFastestOfTheTableOtherwiseTheShortestEstimate) {
  const TunedTable slow({entry(0, 64, "scatter-collect"), entry(1000, 64, "recursion-based"),
                         entry(0, 64, "of-tomorrow", "torus:8x8"), on_nic(entry(0, 64, "line"))});
  const ScheduleCatalogue catalogue([&]() -> const TunedTable& { return slow; });
  const auto best = [&](const Topology& topology, std::uint64_t startup, std::uint64_t bytes = 64,
                        Executor executor = Executor::native) {
    return catalogue.best(Collective::broadcast, topology, HardwareConfig{}, bytes, executor, startup,
                          {"recursive-division", "scatter-collect", "recursion-based", "line"});
  };
  EXPECT_EQ(best(Topology::mesh(8, 8), 0), "scatter-collect");
  EXPECT_EQ(best(Topology::mesh(8, 8), 1000), "recursion-based");
  EXPECT_EQ(best(Topology::mesh(8, 8), 0, 64, Executor::nic), "line");
  EXPECT_EQ(best(Topology::mesh(8, 8), 0, 65), "recursive-division") << "no entry";
  EXPECT_EQ(best(Topology::mesh(4, 4), 0), "recursive-division") << "no entry";
  EXPECT_EQ(best(Topology::torus(8, 8), 0), "recursive-division") << "its algorithm does not apply";
  EXPECT_EQ(best(Topology::mesh(4, 4), 0, 65536), "line");
  EXPECT_EQ(best(Topology::mesh(4, 4), 100'000, 65536), "recursive-division");
}

TEST(Auto, TakesMulticastWhereItIsTheFastest) {
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  HardwareConfig hardware;
  hardware.multicast = true;
  const auto best = [&](Collective collective, std::uint64_t bytes, Executor executor) {
    return catalogue.best(collective, Topology::torus(8, 8), hardware, bytes, executor, 0,
                          {"swing", "ring", "ring-accumulate", "multicast"});
  };
  EXPECT_EQ(best(Collective::all_reduce, 64, Executor::nic), "multicast");
  EXPECT_NE(best(Collective::all_reduce, 32768, Executor::nic), "multicast");
  EXPECT_EQ(best(Collective::all_to_all_broadcast, 8, Executor::nic), "multicast");
  EXPECT_EQ(best(Collective::all_to_all_broadcast, 512, Executor::nic), "ring");
  EXPECT_NE(best(Collective::all_reduce, 64, Executor::native), "multicast");
  const auto broadcast = [&](std::uint64_t bytes) {
    return catalogue.best(Collective::broadcast, Topology::torus(8, 8), hardware, bytes, Executor::native, 0,
                          {"eyes", "pipelined-trees", "multicast"});
  };
  EXPECT_EQ(broadcast(8), "multicast");
  EXPECT_EQ(broadcast(1 << 20), "multicast");
}

TEST(Tune, WritesTheFastestOfEveryCase) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig& config, RunResult& result) {
    const bool divides = (config.algorithm == "recursive-division") == (config.executor == Executor::native);
    EXPECT_EQ(config.hardware.sequencer, config.executor == Executor::nic);
    result.cycles =
        config.bytes < 100 || config.startup_cycles > 0 ? (divides ? 10 : 20) : (divides ? 20 : 10);
  };
  const Folder folder;
  const Ended ended =
      collnoc({"tune", "--collective", "broadcast", "--topology", "mesh:4x4", "--nic", "one-port", "--bytes",
               "64,512", "--startup-cycles", "0,50", "--output", folder.path("tuned.json")},
              engine);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(engine.runs.size(), 12u) << "two algorithms, sizes and start-up costs; and by the NIC";
  const TunedTable written = TunedTable::parse(folder.read("tuned.json"));
  ASSERT_EQ(written.entries().size(), 6u);
  const auto winner = [&](std::uint64_t startup, std::uint64_t bytes, Executor executor = Executor::native) {
    return written.find({Collective::broadcast, "mesh:4x4", PortModel::one_port, startup, bytes, executor})
        ->algorithm;
  };
  EXPECT_EQ(winner(0, 64), "recursive-division");
  EXPECT_EQ(winner(0, 512), "recursion-based");
  EXPECT_EQ(winner(50, 512), "recursive-division");
  EXPECT_EQ(winner(0, 512, Executor::nic), "recursive-division");
  EXPECT_EQ(winner(0, 64, Executor::nic), "recursion-based");
}

TEST(Tune, MeasuresOnNodesThatFitTheNetwork) {
  FakeEngine engine;
  const Folder folder;
  const Ended ended = collnoc({"tune", "--collective", "broadcast", "--topology", "hypercube:3", "--bytes",
                               "64", "--output", folder.path("tuned.json")},
                              engine, ScheduleCatalogue());
  EXPECT_EQ(ended.code, 0) << ended.err;
  ASSERT_FALSE(engine.runs.empty());
  for (const RunConfig& run : engine.runs) {
    EXPECT_EQ(run.hardware.dims, 3u);
    EXPECT_EQ(run.hardware.radix, 2u);
  }
}

TEST(Tune, MeasuresStarGraphsWithTheVirtualChannelsTheyNeed) {
  FakeEngine engine;
  const Folder folder;
  const Ended ended = collnoc({"tune", "--collective", "broadcast", "--topology", "star:4,mesh:4x4",
                               "--bytes", "64", "--output", folder.path("tuned.json")},
                              engine, ScheduleCatalogue());
  EXPECT_EQ(ended.code, 0) << ended.err;
  ASSERT_FALSE(engine.runs.empty());
  for (const RunConfig& run : engine.runs) {
    EXPECT_EQ(run.hardware.vcs, run.topology.kind() == TopologyKind::star ? 3u : 2u) << run.topology_text;
  }
}

TEST(Tune, DoesNotWriteAnAlgorithmThatDeliversWrongBytes) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& result) { result.bytes_wrong = 1; };
  const Folder folder;
  EXPECT_EQ(collnoc({"tune", "--topology", "mesh:4x4", "--output", folder.path("tuned.json")}, engine).code,
            2);
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace collnoc::test

// collnoc run: the planned runs, the output, and the written files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/common/errors.hpp"
#include "sim/common/output_file.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::json;

RunConfig only_run(const std::vector<std::string>& arguments) {
  FakeEngine engine;
  const Ended ended = collnoc(arguments, engine);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(engine.runs.size(), 1u);
  return engine.runs.empty() ? RunConfig{} : engine.runs.front();
}

TEST(RunCommand, DefaultsAreTheDocumentedOnes) {
  const RunConfig run = only_run({"run", "broadcast", "--algorithm", "recursive-division"});
  EXPECT_EQ(run.topology_text, "mesh:8x8");
  EXPECT_EQ(run.nic(), PortModel::one_port);
  EXPECT_EQ(run.bytes, 1024u);
  EXPECT_EQ(run.root, 0u);
  EXPECT_EQ(run.backend, Backend::model);
  EXPECT_EQ(run.hardware, HardwareConfig{});
  EXPECT_EQ(run_id(run), "broadcast/recursive-division/mesh_8x8/one-port/1024");
}

TEST(RunCommand, EveryFlagReachesTheEngine) {
  const RunConfig run = only_run({"run",
                                  "broadcast",
                                  "--topology",
                                  "torus:4x6",
                                  "--nic",
                                  "all-port",
                                  "--bytes",
                                  "4K",
                                  "--root",
                                  "3,5",
                                  "--backend",
                                  "mixed",
                                  "--rtl-nodes",
                                  "0-2,7",
                                  "--startup-cycles",
                                  "30",
                                  "--step-barrier",
                                  "--vcs",
                                  "4",
                                  "--vc-depth",
                                  "8",
                                  "--flit-bits",
                                  "128",
                                  "--max-packet-flits",
                                  "16",
                                  "--hop-cycles",
                                  "2",
                                  "--seed",
                                  "9",
                                  "--threads",
                                  "2",
                                  "--max-cycles",
                                  "5000",
                                  "--algorithm",
                                  "recursive-division"});
  EXPECT_EQ(run.topology, Topology::torus(4, 6));
  EXPECT_TRUE(run.hardware.all_port);
  EXPECT_EQ(run.bytes, 4096u);
  EXPECT_EQ(run.root, 3u + 4 * 5);
  EXPECT_EQ(run.backend, Backend::mixed);
  EXPECT_EQ(run.rtl_nodes, (std::vector<Rank>{0, 1, 2, 7}));
  EXPECT_EQ(run.startup_cycles, 30u);
  EXPECT_TRUE(run.step_barrier);
  EXPECT_EQ(run.hardware.vcs, 4u);
  EXPECT_EQ(run.hardware.vc_depth, 8u);
  EXPECT_EQ(run.hardware.flit_bits, 128u);
  EXPECT_EQ(run.hardware.max_packet_flits, 16u);
  EXPECT_EQ(run.hardware.hop_cycles, 2u);
  EXPECT_EQ(run.seed, 9u);
  EXPECT_EQ(run.threads, 2u);
  EXPECT_EQ(run.max_cycles, 5000u);
}

TEST(RunCommand, SetOverridesTheFileAndAFlagOverridesSet) {
  const Folder folder;
  folder.write(
      "run.toml",
      "collective = \"broadcast\"\nalgorithm = \"recursive-division\"\nbytes = [64]\nstep_barrier = true\n"
      "[hardware]\nvcs = 1\nvc-depth = 8\nhop_cycles = 2\n[traffic]\nload = 0.3\n");
  const RunConfig run = only_run({"run", "--config", folder.path("run.toml"), "--set", "hardware.vcs=3",
                                  "--set", "hardware.vc_depth=16", "--vc-depth", "32"});
  EXPECT_EQ(run.bytes, 64u);
  EXPECT_TRUE(run.step_barrier);
  EXPECT_EQ(run.hardware.hop_cycles, 2u);
  EXPECT_EQ(run.hardware.vcs, 3u);
  EXPECT_EQ(run.hardware.vc_depth, 32u);
}

TEST(RunCommand, TheExecutorNicChoosesHardwareWithTheSequencer) {
  const RunConfig usual = only_run({"run", "broadcast"});
  EXPECT_EQ(usual.executor, Executor::native);
  EXPECT_FALSE(usual.hardware.sequencer);
  const RunConfig nic = only_run({"run", "broadcast", "--executor", "nic"});
  EXPECT_EQ(nic.executor, Executor::nic);
  EXPECT_TRUE(nic.hardware.sequencer);
  EXPECT_FALSE(nic.hardware.accumulate);
  const Folder folder;
  folder.write("run.toml", "collective = \"broadcast\"\nexecutor = \"nic\"\n");
  EXPECT_EQ(only_run({"run", "--config", folder.path("run.toml")}).executor, Executor::nic);
  for (const char* on : {"on", "1", "true"}) {
    EXPECT_TRUE(only_run({"run", "broadcast", "--sequencer", on}).hardware.sequencer) << on;
    EXPECT_TRUE(only_run({"run", "broadcast", "--multicast", on}).hardware.multicast) << on;
  }
  for (const char* off : {"off", "0", "false"})
    EXPECT_FALSE(only_run({"run", "broadcast", "--accumulate", off}).hardware.accumulate) << off;
  EXPECT_TRUE(only_run({"run", "broadcast", "--set", "hardware.accumulate=on"}).hardware.accumulate);
}

TEST(RunCommand, TheExecutorNicChoosesHardwareThatAccumulatesForWhatCombines) {
  for (const bool nic : {false, true}) {
    FakeEngine engine;
    ASSERT_EQ(
        collnoc({"run", "reduce", "--executor", nic ? "nic" : "native"}, engine, ScheduleCatalogue()).code,
        0);
    ASSERT_EQ(engine.runs.size(), 1u);
    EXPECT_EQ(engine.runs.front().hardware.accumulate, nic);
  }
}

TEST(RunCommand, SumsOfSinglePrecisionChooseNicsThatAddThemIfTheyAccumulate) {
  const auto hardware = [](const std::string& type, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "reduce", "--type", type};
    arguments.insert(arguments.end(), more.begin(), more.end());
    FakeEngine engine;
    EXPECT_EQ(collnoc(arguments, engine, ScheduleCatalogue()).code, 0);
    return engine.runs.at(0).hardware;
  };
  EXPECT_FALSE(hardware("f32", {}).float_sums) << "software adds";
  EXPECT_TRUE(hardware("f32", {"--executor", "nic"}).float_sums);
  EXPECT_TRUE(hardware("f32", {"--accumulate", "on"}).float_sums);
  EXPECT_FALSE(hardware("u32", {"--executor", "nic"}).float_sums);
}

TEST(RunCommand, PacketsFitTheBufferUnlessTheUserSaysOtherwise) {
  EXPECT_EQ(only_run({"run", "broadcast", "--switching", "cut-through", "--vc-depth", "16"})
                .hardware.max_packet_flits,
            16u);
  EXPECT_EQ(only_run({"run", "broadcast", "--switching", "store-and-forward", "--vc-depth", "64"})
                .hardware.max_packet_flits,
            32u);
}

std::vector<std::string> algorithms_run(const std::string& list, const std::string& bytes) {
  FakeEngine engine;
  const Ended ended = collnoc({"run", "broadcast", "--algorithm", list, "--bytes", bytes}, engine);
  EXPECT_EQ(ended.code, 0) << ended.err;
  std::vector<std::string> names;
  for (const RunConfig& run : engine.runs) names.push_back(run.algorithm);
  return names;
}

TEST(RunCommand, AListOfAlgorithmsMayHoldAutoAndAllAndRunsEachOnce) {
  using Names = std::vector<std::string>;
  const std::string rd = "recursive-division", rb = "recursion-based";  // auto is rd below 512 bytes
  EXPECT_EQ(algorithms_run("auto", "64"), Names{rd});
  EXPECT_EQ(algorithms_run("auto," + rb, "64"), (Names{rd, rb}));
  EXPECT_EQ(algorithms_run(rb + ",auto", "64"), (Names{rb, rd}));
  EXPECT_EQ(algorithms_run("auto," + rb, "1K"), Names{rb});
  EXPECT_EQ(algorithms_run(rb + ",all", "64"), (Names{rb, rd}));
  EXPECT_EQ(algorithms_run("auto," + rb, "64,1K"), (Names{rd, rb, rb}));
}

TEST(RunCommand, AutoAsksForTheExecutor) {  // the fake answers the last algorithm to the NIC
  EXPECT_EQ(only_run({"run", "broadcast", "--bytes", "64"}).algorithm, "recursive-division");
  EXPECT_EQ(only_run({"run", "broadcast", "--bytes", "64", "--executor", "nic"}).algorithm,
            "recursion-based");
}

TEST(RunCommand, TheUsualNamesOfCollectivesMeanThePapersNames) {
  const RunConfig exchange = only_run({"run", "all-to-all"});
  EXPECT_EQ(exchange.collective, Collective::total_exchange);
  EXPECT_EQ(run_id(exchange), "total-exchange/direct/mesh_8x8/one-port/1024");
  const Folder folder;
  folder.write("run.toml", "collective = \"all-to-all\"\nalgorithm = [\"auto\", \"direct\"]\n");
  EXPECT_EQ(only_run({"run", "--config", folder.path("run.toml")}).collective, Collective::total_exchange);
  EXPECT_EQ(from_text<Collective>("all-gather"), Collective::all_to_all_broadcast);
  EXPECT_EQ(word_of(Collective::all_to_all_broadcast), "all-to-all-broadcast");
  const std::string help = collnoc({"run", "--help"}).out;
  for (const char* name : {"all-to-all", "total-exchange", "all-gather", "all-to-all-broadcast"})
    EXPECT_NE(help.find(name), std::string::npos) << name;
}

TEST(RunCommand, SizesAlgorithmsAndRootsAreAllCombined) {
  FakeEngine engine;
  const Ended ended = collnoc({"run", "broadcast", "--topology", "mesh:2x2", "--algorithm", "all", "--bytes",
                               "64:1K:4x", "--root", "all"},
                              engine);
  ASSERT_EQ(ended.code, 0) << ended.err;
  ASSERT_EQ(engine.runs.size(), 3u * 2 * 4);
  EXPECT_EQ(engine.runs.back().bytes, 1024u);
  EXPECT_EQ(engine.runs.back().algorithm, "recursion-based");
  EXPECT_EQ(engine.runs.back().root, 3u);
  EXPECT_NE(ended.out.find("root"), std::string::npos);
}

TEST(RunCommand, RootBestIsTheLowestOfLeastStatusAndIsTold) {
  for (const auto& [topology, root, status] :
       {std::tuple("mesh:8x8", 27u, 256u), std::tuple("mesh:3x5", 7u, 28u),
        std::tuple("torus:4x4", 0u, 32u)}) {
    FakeEngine engine;
    const Ended ended = collnoc({"run", "broadcast", "--topology", topology, "--root", "best"}, engine);
    ASSERT_EQ(ended.code, 0) << ended.err;
    ASSERT_EQ(engine.runs.size(), 1u);
    EXPECT_EQ(engine.runs[0].root, root);
    EXPECT_NE(ended.err.find(fmt::format("--root best: root {}, whose distances to all others add up to {} "
                                         "hops, the least status of all ranks",
                                         root, status)),
              std::string::npos)
        << ended.err;
    EXPECT_EQ(collnoc({"run", "broadcast", "--topology", topology, "--root", "best", "--quiet"}, engine).err,
              "");
  }
}

TEST(RunCommand, AllLeavesOutWhatDoesNotApplyAndAutoAsksTheCatalogue) {
  FakeEngine engine;
  collnoc({"run", "broadcast", "--topology", "mesh:3x5", "--algorithm", "all"}, engine);
  collnoc({"run", "broadcast", "--bytes", "64,1K"}, engine);
  ASSERT_EQ(engine.runs.size(), 3u);
  EXPECT_EQ(engine.runs[0].algorithm, "recursive-division");
  EXPECT_EQ(engine.runs[1].algorithm, "recursive-division");
  EXPECT_EQ(engine.runs[2].algorithm, "recursion-based");
}

TEST(RunCommand, TheCheckerboardIsEveryOtherNode) {
  EXPECT_EQ(only_run({"run", "broadcast", "--topology", "mesh:2x2", "--backend", "mixed"}).rtl_nodes,
            (std::vector<Rank>{1, 2}));
}

TEST(RunCommand, TheTableHasOneRowPerRunAndComments) {
  const Ended ended = collnoc(
      {"run", "broadcast", "--bytes", "64,1K", "--backend", "lockstep", "--algorithm", "recursive-division"});
  EXPECT_EQ(
      ended.out,
      "# collnoc 1.0.0  broadcast  mesh:8x8  one-port  backend=lockstep  vcs=2 vc-depth=4 flit-bits=64  "
      "root=0  "
      "startup=0\n"
      "#  bytes  algorithm           steps  alpha  beta  cycles  bound  bound%  predicted  stalls  flit-hops "
      " "
      "peak-link  wrong\n"
      "      64  recursive-division      6      6   2.5     108     54    50.0        105       0         64 "
      " "
      "        0      0\n"
      "    1024  recursive-division      6      6   2.5     228    114    50.0        225       0       1024 "
      " "
      "        0      0\n"
      "# bytes wrong: 0    RTL and model differ: 0 of 2,469,134 link-cycles\n");
  EXPECT_EQ(ended.err, "");
}

TEST(RunCommand, JsonOnStandardOutputSendsTheTableToStderr) {
  const Ended ended = collnoc({"run", "broadcast", "--json", "-"});
  const Json json = Json::parse(ended.out);
  EXPECT_EQ(json["schema"], "collnoc.result/1");
  EXPECT_EQ(json["runs"][0]["cycles"], 228);
  EXPECT_EQ(json["context"]["command"], "collnoc run broadcast --json -");
  EXPECT_TRUE(ended.err.starts_with("# collnoc "));
}

TEST(RunCommand, JsonGoesToItsFileAndNothingElseIsLeft) {
  const Folder folder;
  const Ended ended = collnoc({"run", "broadcast", "--quiet", "--json", folder.path("out.json")});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out + ended.err, "");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.json"});
  EXPECT_EQ(Json::parse(folder.read("out.json"))["runs"].size(), 1u);
}

TEST(RunCommand, RunsDoNotDependOnThreadsOrTime) {
  const Json one = Json::parse(collnoc({"run", "broadcast", "--json", "-"}).out);
  const Json two = Json::parse(collnoc({"run", "broadcast", "--json", "-", "--threads", "2"}).out);
  EXPECT_EQ(one["runs"], two["runs"]);
}

TEST(RunCommand, AFailedRunLeavesTheOldJsonAlone) {
  const Folder folder;
  folder.write("out.json", "old");
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult&) { throw Deadlock("rank 3 waits for rank 4"); };
  const Ended ended = collnoc({"run", "broadcast", "--json", folder.path("out.json")}, engine);
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err, "collnoc: deadlock: rank 3 waits for rank 4\n");
  EXPECT_EQ(folder.read("out.json"), "old");
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(RunCommand, WrongBytesEndWithTwoAndDifferencesWithFour) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& result) { result.bytes_wrong = 1; };
  EXPECT_EQ(collnoc({"run", "broadcast"}, engine).code, 2);
  engine.disturb = [](const RunConfig&, RunResult&) { throw LockstepMismatch("cycle 9, node 3"); };
  EXPECT_EQ(collnoc({"run", "broadcast", "--backend", "lockstep"}, engine).code, 4);
}

TEST(RunCommand, WhatIsNotBuiltIsSkippedWithSeventySeven) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult&) { throw NotInstalled("no program"); };
  const Ended ended = collnoc({"run", "broadcast", "--firmware", "rv32"}, engine);
  EXPECT_EQ(ended.code, 77);
  EXPECT_EQ(ended.err, "collnoc: not installed: no program\n");
}

TEST(RunCommand, OnProcessorsTheTableHasInstructionsAndTheStartUpCost) {
  FakeEngine engine;
  const Ended ended = collnoc(
      {"run", "broadcast", "--firmware", "rv32", "--backend", "lockstep", "--stall-timeout", "77"}, engine);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("  firmware=rv32\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("instructions       T_s\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("  500/500/700  20/22/31\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("0 of 1,234,567 link-cycles and of 7,654 processor-cycles\n"), std::string::npos)
      << ended.out;
  ASSERT_EQ(engine.runs.size(), 1u);
  EXPECT_EQ(engine.runs[0].firmware, Firmware::rv32);
  EXPECT_EQ(engine.runs[0].stall_timeout, 77u);
  EXPECT_EQ(collnoc({"run", "broadcast"}).out.find("instructions"), std::string::npos);
}

TEST(RunCommand, AFileIsAProgramForEveryTile) {
  FakeEngine engine;
  const Ended ended = collnoc({"run", "--firmware", "out/mine.elf", "--topology", "mesh:3x2", "--memory",
                               "128K", "--argument", "5", "--backend", "rtl"},
                              engine);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(ended.out.starts_with("0: hello\n# collnoc")) << ended.out;
  EXPECT_NE(ended.out.find("  mine.elf  mesh:3x2  one-port  backend=rtl"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\n       6    1000       -   800/800/800          0       0\n"),
            std::string::npos)
      << ended.out;
  ASSERT_EQ(engine.programs.size(), 1u);
  EXPECT_EQ(engine.programs[0].file, "out/mine.elf");
  EXPECT_EQ(engine.programs[0].memory_bytes, 128u << 10);
  EXPECT_EQ(engine.programs[0].argument, 5u);
  EXPECT_TRUE(engine.runs.empty());
}

TEST(RunCommand, AProgramWithANonZeroExitCodeEndsWithTwoAndTheTable) {
  FakeEngine engine;
  engine.exit_code = 9;
  const Ended ended = collnoc({"run", "--firmware", "mine.elf", "--topology", "mesh:2x2"}, engine);
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.out.find("800/800/800          0       4\n"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.err,
            "collnoc: program failed: tile 0 ends with exit code 9 in cycle 1000; 3 more with a nonzero exit "
            "code\n");
}

TEST(RunCommand, WithJsonOnStandardOutputTilesPrintToStandardError) {
  const Ended ended =
      collnoc({"run", "--firmware", "mine.elf", "--topology", "mesh:2x2", "--json", "-", "--quiet"});
  EXPECT_TRUE(ended.out.starts_with("{")) << ended.out;
  EXPECT_EQ(ended.err, "0: hello\n");
}

TEST(RunCommand, ALockstepSaysWhatIsComparedWithTheModel) {
  EXPECT_NE(collnoc({"run", "broadcast", "--backend", "lockstep"}).out.find("    RTL and model differ: 0 of"),
            std::string::npos);
  EXPECT_NE(collnoc({"run", "broadcast", "--backend", "netlist-lockstep"})
                .out.find("    netlist and model differ: 0 of"),
            std::string::npos);
}

TEST(RunCommand, TheTraceAppearsUnderItsNameWhenTheRunIsOver) {
  const Folder folder;
  FakeEngine engine;
  engine.disturb = [&](const RunConfig& config, RunResult&) {
    config.trace_file->write("waves");
    EXPECT_EQ(folder.read("a.fst"), "");
  };
  EXPECT_EQ(collnoc({"run", "broadcast", "--trace", folder.path("a.fst")}, engine).code, 0);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.fst", "a.gtkw", "a.sucl"}));
  EXPECT_EQ(folder.read("a.fst"), "waves");
}

TEST(RunCommand, BesideTheTraceAreFilesThatOpenEverySignalOnce) {
  const Folder folder;
  const std::vector<std::string> command{"run",       "broadcast", "--topology", "mesh:2x2",
                                         "--backend", "lockstep",  "--trace",    folder.path("a.fst")};
  FakeEngine engine;
  engine.disturb = [&](const RunConfig& config, RunResult&) { config.trace_file->write("waves"); };
  EXPECT_EQ(collnoc(command, engine).code, 0);
  const std::string gtkwave = folder.read("a.gtkw"), surfer = folder.read("a.sucl");
  EXPECT_TRUE(gtkwave.starts_with("[dumpfile] \"a.fst\"\n")) << gtkwave;
  // Node 0 of a 2x2 mesh has links in two of the four directions.
  EXPECT_NE(gtkwave.find("@c00200\n-node_0_0 plus_x\n@28\n+{rtl valid} rtl.node_0_0.plus_x.valid\n"
                         "@28\n+{model valid} model.node_0_0.plus_x.valid\n"),
            std::string::npos);
  EXPECT_NE(gtkwave.find("@22\n+{model data} model.node_0_0.plus_x.data[63:0]\n"), std::string::npos);
  EXPECT_EQ(gtkwave.find("node_0_0.minus_x"), std::string::npos);
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
    return n;
  };
  EXPECT_EQ(count(surfer, "variable_add rtl."), 8u * 6);  // 8 links, 6 signals
  EXPECT_EQ(count(surfer, "variable_add model."), 8u * 6);
  EXPECT_EQ(count(gtkwave, "+{rtl "), 8u * 6);
  EXPECT_EQ(count(gtkwave, "@c00200"), count(gtkwave, "@1401200"));
  EXPECT_TRUE(surfer.ends_with("zoom_fit\n"));
}

TEST(RunCommand, ARunThatFailsBeforeItsFirstCycleLeavesNoFilesOfItsTrace) {
  const Folder folder;
  FakeEngine engine;
  engine.disturb = [&](const RunConfig&, RunResult&) { throw Deadlock("rank 3 waits"); };
  EXPECT_EQ(collnoc({"run", "broadcast", "--trace", folder.path("a.fst")}, engine).code, 2);
  EXPECT_TRUE(folder.names().empty());
}

TEST(RunCommand, HelpAndVersionAreNotErrors) {
  const Ended help = collnoc({"run", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("--startup-cycles"), std::string::npos);
  EXPECT_EQ(collnoc({"--version"}).out, "collnoc 1.0.0\n");
}

}  // namespace
}  // namespace collnoc::test

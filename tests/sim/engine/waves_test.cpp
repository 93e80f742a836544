// --trace: an FST file, read back with GTKWave's library.
#include "sim/engine/waves.hpp"

#include <fstapi.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/fabric/lockstep_node.hpp"
#include "tests/sim/engine/runs.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {
namespace {

class WavesFile : public ::testing::Test {
 public:
  ~WavesFile() override {
    if (reader != nullptr) fstReaderClose(reader);
  }

 protected:
  void record(Backend backend) {
    RunConfig config = broadcast("mesh:4x2", 256);
    config.backend = backend;
    config.trace_file = file.output();
    result = run_collective(config, {});
    open();
  }
  void open() {
    file.commit();
    reader = fstReaderOpen(file.path().c_str());
  }
  /// Flat name of every signal by its handle.
  std::map<fstHandle, std::string> names() {
    std::map<fstHandle, std::string> all;
    fstReaderIterateHierRewind(reader);
    while (const fstHier* hier = fstReaderIterateHier(reader)) {
      if (hier->htyp == FST_HT_SCOPE) fstReaderPushScope(reader, hier->u.scope.name, nullptr);
      if (hier->htyp == FST_HT_UPSCOPE) fstReaderPopScope(reader);
      if (hier->htyp == FST_HT_VAR)
        all[hier->u.var.handle] = std::string(fstReaderGetCurrentFlatScope(reader)) + "." + hier->u.var.name;
    }
    return all;
  }
  TemporaryFile file{".fst"};
  RunResult result;
  void* reader = nullptr;
};

class Waves : public WavesFile {
 protected:
  Waves() { record(Backend::model); }
};

TEST_F(Waves, HaveSixSignalsForEveryLinkOfEveryNode) {
  ASSERT_NE(reader, nullptr);
  EXPECT_EQ(fstReaderGetVarCount(reader), 8u * 4 * 6);
}

TEST_F(Waves, AreNamedAfterNodeLinkAndWire) {
  ASSERT_NE(reader, nullptr);
  bool found = false;
  for (const auto& [handle, name] : names()) found |= name == "node_3_1.minus_y.valid";
  EXPECT_TRUE(found);
}

TEST_F(Waves, EndWithTheRun) {
  ASSERT_NE(reader, nullptr);
  EXPECT_EQ(fstReaderGetStartTime(reader), 0u);
  EXPECT_GT(fstReaderGetEndTime(reader), result.cycles / 2);
  EXPECT_LE(fstReaderGetEndTime(reader), result.cycles + 64);
  EXPECT_EQ(fstReaderGetTimescale(reader), -9);
}

struct Busy {
  std::map<fstHandle, std::uint64_t> since, cycles;
};

void on_change(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value) {
  Busy& busy = *static_cast<Busy*>(user);
  if (value[0] == '1') {
    busy.since.try_emplace(handle, time);
  } else if (const auto was = busy.since.find(handle); was != busy.since.end()) {
    busy.cycles[handle] += time - was->second;
    busy.since.erase(was);
  }
}

TEST_F(Waves, ShowEveryFlitThatTheLinksCounted) {
  ASSERT_NE(reader, nullptr);
  fstReaderClrFacProcessMaskAll(reader);
  for (const auto& [handle, name] : names())
    if (name.ends_with(".valid")) fstReaderSetFacProcessMask(reader, handle);
  Busy busy;
  fstReaderIterBlocks(reader, on_change, &busy, nullptr);
  std::uint64_t flits = 0;
  for (const auto& [handle, cycles] : busy.cycles) flits += cycles;
  EXPECT_EQ(flits, result.flit_hops);
}

/// All changes of every signal, by its name.
using Changes = std::map<std::string, std::vector<std::pair<std::uint64_t, std::string>>>;

class WavesOfLockstep : public WavesFile {
 protected:
  /// The changes of one side, without the name of the side.
  Changes changes(const std::string& side) {
    struct Collected {
      std::map<fstHandle, std::string> names;
      Changes all;
    } collected{names(), {}};
    fstReaderSetFacProcessMaskAll(reader);
    fstReaderIterBlocks(
        reader,
        [](void* user, std::uint64_t time, fstHandle handle, const unsigned char* value) {
          auto& into = *static_cast<Collected*>(user);
          into.all[into.names.at(handle)].emplace_back(time, reinterpret_cast<const char*>(value));
        },
        &collected, nullptr);
    Changes of_side;
    for (auto& [name, list] : collected.all)
      if (name.starts_with(side + ".")) of_side[name.substr(side.size() + 1)] = std::move(list);
    return of_side;
  }
};

TEST_F(WavesOfLockstep, ShowRtlAndModelSideBySide) {
  try {
    record(Backend::lockstep);
  } catch (const NotInstalled& reason) {
    GTEST_SKIP() << reason.what();
  }
  ASSERT_NE(reader, nullptr);
  EXPECT_EQ(fstReaderGetVarCount(reader), 2 * 8u * 4 * 6);
  const Changes rtl = changes("rtl"), model = changes("model");
  EXPECT_GT(rtl.size(), 7u * 6);  // 7 messages, each over a link of its own at least
  EXPECT_GT(rtl.at("node_0_0.plus_x.valid").size(), 2u);
  EXPECT_EQ(rtl, model);
}

TEST_F(WavesOfLockstep, EndWithTheFirstCycleInWhichRtlAndModelDiffer) {
  const HardwareConfig config;
  std::shared_ptr<VerilatedLibrary> library;
  try {
    library = collnoc::test::test_library(config);
  } catch (const NotInstalled& reason) {
    GTEST_SKIP() << reason.what();
  }
  LockstepLog log;
  LockstepOptions options;
  options.inject_fault = [](std::uint64_t cycle, Rank rank, model::Node&, model::NodeOut& out) {
    if (cycle != 40 || rank != 1) return;
    out.link_credit |= 1;
    out.credit[0] = 1;
  };
  Fabric::Options all_awake;
  all_awake.skip_quiescent = false;
  Fabric fabric(Topology::mesh(2, 2), config, all_awake,
                [&](Rank rank, const HardwareConfig& hardware, const model::Place& place) {
                  return make_lockstep_node(library, hardware, place, rank, log, options);
                });
  const auto fail = [&] {
    const auto waves = make_waves(*file.output(), fabric, Backend::lockstep);
    fabric.add_observer(waves.get());
    fabric.step(100);
  };
  EXPECT_THROW(fail(), LockstepMismatch);
  open();
  ASSERT_NE(reader, nullptr);
  const Changes rtl = changes("rtl"), model = changes("model");
  const std::string credit = "node_1_0.plus_x.credit";
  EXPECT_NE(rtl.at(credit).back(), model.at(credit).back());
  EXPECT_EQ(model.at(credit).back().first, 41u);
}

TEST(WavesOf, APipeOrDeviceIsRefused) {
  RunConfig config = broadcast("mesh:2x2", 64);
  config.trace_file = std::make_shared<OutputFile>("--trace", "/dev/null");
  EXPECT_THROW(run_collective(config, {}), UserError);
}

}  // namespace
}  // namespace collnoc::test

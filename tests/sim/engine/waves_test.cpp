// --trace: an FST file, read back with GTKWave's library.
#include <fstapi.h>
#include <gtest/gtest.h>

#include <map>

#include "sim/common/errors.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {
namespace {

class Waves : public ::testing::Test {
 public:
  ~Waves() override {
    if (reader != nullptr) fstReaderClose(reader);
  }

 protected:
  Waves() {
    RunConfig config = broadcast("mesh:4x2", 256);
    config.trace_file = file.path();
    result = run_collective(config, {});
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

TEST(WavesFile, ThatCannotBeWrittenIsTheUsersError) {
  RunConfig config = broadcast("mesh:2x2", 64);
  config.trace_file = "/no/such/folder/waves.fst";
  EXPECT_THROW(run_collective(config, {}), UserError);
}

}  // namespace
}  // namespace collnoc::test

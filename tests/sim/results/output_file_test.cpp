// A result file is either complete or absent.
#include "sim/results/output_file.hpp"

#include <gtest/gtest.h>

#include "sim/common/user_error.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

TEST(OutputFile, NothingIsThereBeforeCommit) {
  const Folder folder;
  OutputFile file("--json", folder.path("a.json"));
  file.write("text");
  EXPECT_EQ(folder.read("a.json"), "");
  file.commit();
  EXPECT_EQ(folder.read("a.json"), "text");
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(OutputFile, WithoutCommitNothingRemains) {
  const Folder folder;
  { OutputFile("--json", folder.path("a.json")).write("text"); }
  EXPECT_TRUE(folder.names().empty());
}

TEST(OutputFile, ADeviceIsWrittenInPlace) {
  OutputFile file("--json", "/dev/null");
  file.write("text");
  file.commit();
  OutputFile again("--json", "/dev/null");
  EXPECT_EQ(again.partial_name(), "/dev/null");
}

TEST(OutputFile, AFullDeviceIsAnError) {
  OutputFile file("--json", "/dev/full");
  EXPECT_THROW(file.write("text"), UserError);
}

TEST(OutputFile, AFolderThatIsNotThereIsAnErrorAtOnce) {
  const Folder folder;
  EXPECT_THROW(OutputFile("--json", folder.path("none/a.json")), UserError);
}

TEST(OutputFile, AFailedRunKeepsWavesButNoEmptyFile) {
  const Folder folder;
  { OutputFile("--trace", folder.path("empty.fst")).commit_what_is_there(); }
  EXPECT_TRUE(folder.names().empty());
  OutputFile file("--trace", folder.path("some.fst"));
  file.write("waves");
  file.commit_what_is_there();
  EXPECT_EQ(folder.read("some.fst"), "waves");
}

}  // namespace
}  // namespace collnoc::test

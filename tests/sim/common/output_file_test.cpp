// A result file is either complete or absent.
#include "sim/common/output_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

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

TEST(OutputFile, WhatIsWrittenLaterComesLater) {
  const Folder folder;
  OutputFile file("--json", folder.path("a.json"));
  const std::string much(100'000, 'a');
  file.write(much);
  file.write("b");
  file.commit();
  EXPECT_EQ(folder.read("a.json"), much + "b");
}

TEST(OutputFile, ADeviceIsWrittenInPlace) {
  OutputFile file("--json", "/dev/null"), again("--json", "/dev/null");
  EXPECT_TRUE(file.in_place());
  file.write("text");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(OutputFile, AFullDeviceIsAnErrorWithItsReason) {
  OutputFile file("--json", "/dev/full");
  file.write("text");
  try {
    file.commit();
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "--json /dev/full: cannot be written: No space left on device");
  }
}

TEST(OutputFile, AnErrorOfALibraryIsReportedAtTheEndAndNothingRemains) {
  const Folder folder;
  {
    OutputFile file("--trace", folder.path("a.fst"));
    std::ofstream(file.partial_name()) << "waves";
    file.failed(EFBIG);
    EXPECT_THROW(file.check(), UserError);
    EXPECT_FALSE(file.commit_what_is_there());
    EXPECT_THROW(file.commit(), UserError);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(OutputFile, AFolderThatIsNotThereIsAnErrorAtOnce) {
  const Folder folder;
  EXPECT_THROW(OutputFile("--json", folder.path("none/a.json")), UserError);
  EXPECT_THROW(OutputFile("--json", folder.path(".")), UserError);
  EXPECT_THROW(OutputFile("--json", ""), UserError);
}

TEST(OutputFile, ASymbolicLinkStaysAndItsFileIsReplaced) {
  const Folder folder;
  folder.write("old.json", "old");
  std::filesystem::permissions(folder.path("old.json"), std::filesystem::perms{0640});
  std::filesystem::create_symlink("old.json", folder.path("link.json"));
  OutputFile file("--json", folder.path("link.json"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.json")));
  EXPECT_EQ(folder.read("old.json"), "new");
  EXPECT_EQ(std::filesystem::status(folder.path("old.json")).permissions(), std::filesystem::perms{0640});
}

TEST(OutputFile, TwoOptionsCannotHaveTheSameFile) {
  const Folder folder;
  {
    OutputFile first("--json", folder.path("a.json"));
    EXPECT_THROW(OutputFile("--timeline", folder.path("./a.json")), UserError);
    first.write("first");
    first.commit();
  }
  EXPECT_EQ(folder.read("a.json"), "first");
  OutputFile later("--json", folder.path("a.json"));
  later.commit();
}

TEST(OutputFile, AFailedRunKeepsWavesButNoEmptyFile) {
  const Folder folder;
  { OutputFile("--trace", folder.path("empty.fst")).commit_what_is_there(); }
  EXPECT_TRUE(folder.names().empty());
  OutputFile file("--trace", folder.path("some.fst"));
  file.write("waves");
  EXPECT_TRUE(file.commit_what_is_there());
  EXPECT_EQ(folder.read("some.fst"), "waves");
}

}  // namespace
}  // namespace collnoc::test

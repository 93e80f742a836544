// Where built libraries are kept, and that none is used that is not as the script wrote it. A script that
// writes text takes the place of scripts/verilate-node.
#include "sim/fabric/library_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>

#include "sim/common/errors.hpp"

namespace collnoc::test {
namespace {

namespace fs = std::filesystem;

class LibraryCache : public ::testing::Test {
 protected:
  LibraryCache() {
    set("COLLNOC_HOME", (folder_ / "home").string());
    set("COLLNOC_NODES", (folder_ / "nodes").string());
    set("COLLNOC_CACHE", (folder_ / "cache").string());
    set("XDG_CACHE_HOME", "");
    set("HOME", "");
    set("TMPDIR", (folder_ / "tmp").string());
    for (const char* name : {"home/scripts", "nodes", "tmp"}) fs::create_directories(folder_ / name);
    const fs::path script = folder_ / "home/scripts/verilate-node";
    std::ofstream(script) << "#!/bin/sh\n"
                             "for out; do :; done\n"
                             "seq 1000 > \"$out\"\n"
                             "{ echo sources; cksum < \"$out\"; } > \"$out.stamp\"\n";
    fs::permissions(script, fs::perms::owner_all);
  }
  ~LibraryCache() override {
    for (const auto& [name, value] : before_) {
      if (value) {
        ::setenv(name.c_str(), value->c_str(), 1);
      } else {
        ::unsetenv(name.c_str());
      }
    }
    fs::remove_all(folder_);
  }
  void set(const std::string& name, const std::string& value) {
    const char* old = std::getenv(name.c_str());
    before_.emplace(name, old == nullptr ? std::nullopt : std::optional<std::string>(old));
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  /// The library, and in `builds` how often it had to be built.
  fs::path find() {
    return find_library({"node.so", "", "verilating", "no verilator"}, [&](const std::string&) { ++builds; });
  }
  fs::path temporary() const { return folder_ / "tmp" / ("collnoc-cache-" + std::to_string(::geteuid())); }
  std::string refusal() {
    try {
      find();
      return "";
    } catch (const UserError& error) {
      return error.what();
    }
  }

  fs::path folder_ = fs::temp_directory_path() / ("library-cache-test-" + std::to_string(::getpid()));
  std::map<std::string, std::optional<std::string>> before_;
  unsigned builds = 0;
};

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(LibraryCache, ALibraryIsBuiltOnce) {
  const fs::path library = find();
  EXPECT_EQ(library.parent_path().parent_path(), folder_ / "cache");
  EXPECT_EQ(find(), library);
  EXPECT_EQ(builds, 1u);
}

/// Its sources are others, so it has a folder of its own.
TEST_F(LibraryCache, ALibraryInSlicesIsBuiltByAnotherScript) {
  const fs::path verilated = find();
  LibraryRequest request{"node.so", "--lanes 64", "slicing", "no Yosys"};
  request.script = "slice-node";
  EXPECT_THROW(find_library(request, {}), NotInstalled) << "there is no such script";
  fs::copy(folder_ / "home/scripts/verilate-node", folder_ / "home/scripts/slice-node");
  std::ofstream(folder_ / "home/scripts/slice-node", std::ios::app) << "# slices\n";
  const fs::path sliced = find_library(request, {});
  EXPECT_NE(sliced, verilated);
  EXPECT_EQ(content(sliced), content(verilated));
}

/// Ctrl-C of a program that builds a library ends it as at any other time, when the script and the processes
/// that it has started have ended.
TEST_F(LibraryCache, ASignalEndsTheScriptFirst) {
  const fs::path half = folder_ / "half", script = folder_ / "home/scripts/verilate-node";
  std::ofstream(script) << "#!/bin/bash\n"
                           "trap \"rm -r '"
                        << half.string()
                        << "'; exit 130\" TERM\n"
                           "sleep 300 &\n"
                           "echo $! > '"
                        << (folder_ / "sleeps").string()
                        << "'\n"
                           "mkdir '"
                        << half.string()
                        << "'\n"
                           "wait\n";
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t program = ::fork();
    ASSERT_GE(program, 0);
    if (program == 0) {
      ::signal(number, SIG_DFL);
      try {
        find();
      } catch (...) {
      }
      ::_exit(1);
    }
    for (int tries = 0; tries < 1000 && !fs::exists(half); ++tries) ::usleep(10'000);
    ASSERT_TRUE(fs::exists(half));
    ::kill(program, number);
    int status = 0;
    ASSERT_EQ(::waitpid(program, &status, 0), program);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number) << "signal " << number;
    EXPECT_FALSE(fs::exists(half)) << "signal " << number;
    pid_t sleeps = 0;
    std::ifstream(folder_ / "sleeps") >> sleeps;
    ASSERT_GT(sleeps, 0);
    const auto state = [&] {  // of a process without a parent that waits for it: none, or a zombie
      std::ifstream in("/proc/" + std::to_string(sleeps) + "/stat");
      std::string word, last;
      for (int n = 0; n < 3 && in >> word; ++n) last = word;
      return last;
    };
    for (int tries = 0; tries < 500 && state() == "S"; ++tries) ::usleep(10'000);
    EXPECT_NE(state(), "S") << "signal " << number;
  }
}

TEST_F(LibraryCache, ASignalThatIsIgnoredDoesNotEndTheScript) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  std::ofstream(folder_ / "home/scripts/verilate-node", std::ios::app) << "kill -HUP $PPID\nsleep 0.1\n";
  EXPECT_NO_THROW(find());
  std::signal(SIGHUP, before);
}

TEST_F(LibraryCache, ADamagedLibraryIsBuiltAgain) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const fs::path library = find();
  const std::string good = content(library);
  for (unsigned n = 1; n <= 20; ++n) {
    std::string bad = good;
    const std::size_t at = n == 1 ? good.size() / 2 : random() % good.size();
    if (n % 3 == 0) {
      bad[at] = static_cast<char>(bad[at] ^ (1 << random() % 8));
    } else if (n % 3 == 1) {
      bad.resize(at);
    } else {
      bad.insert(at, 1, bad[at]);
    }
    std::ofstream(library, std::ios::binary) << bad;
    EXPECT_EQ(content(find()), good) << "case " << n << ", byte " << at;
    EXPECT_EQ(builds, 1 + n);
  }
  fs::remove(library.string() + ".stamp");
  find();
  EXPECT_EQ(builds, 22u);
}

TEST_F(LibraryCache, ADamagedLibraryThatWasBuiltAheadIsAnError) {
  const fs::path ahead = folder_ / "nodes/node.so";
  fs::copy(find(), ahead);
  EXPECT_NE(refusal().find("nodes/node.so: is not as scripts/verilate-node wrote it"), std::string::npos);
  fs::copy(find_library({"other.so", "", "", ""}, {}).string() + ".stamp", ahead.string() + ".stamp");
  EXPECT_EQ(find(), ahead);
}

TEST_F(LibraryCache, AnEmptyVariableIsLikeNone) {
  set("COLLNOC_CACHE", "");
  set("HOME", (folder_ / "me").string());
  EXPECT_EQ(find().parent_path().parent_path(), folder_ / "me/.cache/collnoc");
  set("XDG_CACHE_HOME", (folder_ / "xdg").string());
  EXPECT_EQ(find().parent_path().parent_path(), folder_ / "xdg/collnoc");
  set("XDG_CACHE_HOME", "relative");
  EXPECT_EQ(find().parent_path().parent_path(), folder_ / "me/.cache/collnoc");
}

TEST_F(LibraryCache, WithoutAHomeTheFolderIsPrivate) {
  set("COLLNOC_CACHE", "");
  EXPECT_EQ(find().parent_path().parent_path(), temporary());
  EXPECT_EQ(fs::status(temporary()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(find().parent_path().parent_path(), temporary());
}

TEST_F(LibraryCache, AFolderThatOthersCanWriteToIsRefused) {
  set("COLLNOC_CACHE", "");
  find();
  for (const mode_t mode : {0770, 0707, 0755, 01777}) {
    ASSERT_EQ(::chmod(temporary().c_str(), mode), 0);
    EXPECT_NE(refusal().find("must be a folder that only you can read and write"), std::string::npos) << mode;
  }
  fs::rename(temporary(), folder_ / "elsewhere");
  ASSERT_EQ(::chmod((folder_ / "elsewhere").c_str(), 0700), 0);
  fs::create_directory_symlink(folder_ / "elsewhere", temporary());
  EXPECT_NE(refusal(), "");
  fs::remove(temporary());
  std::ofstream{temporary()};
  EXPECT_NE(refusal(), "");
  if (::geteuid() != 0) return;
  fs::remove(temporary());
  fs::create_directory(temporary());
  ASSERT_EQ(::chmod(temporary().c_str(), 0700), 0);
  ASSERT_EQ(::chown(temporary().c_str(), 1, 1), 0);
  EXPECT_NE(refusal(), "");
}

TEST_F(LibraryCache, AFolderThatCannotBeCreatedIsTheUsersError) {
  std::ofstream(folder_ / "file") << "";
  set("COLLNOC_CACHE", (folder_ / "file/cache").string());
  EXPECT_NE(refusal().find("cannot be created: Not a directory"), std::string::npos) << refusal();
}

}  // namespace
}  // namespace collnoc::test

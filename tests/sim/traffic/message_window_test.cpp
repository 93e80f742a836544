// Reading traces, and which message of a window may leave when.
#include "sim/traffic/message_window.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sim/common/user_error.hpp"

namespace collnoc::test {
namespace {

/// A trace file that is removed at the end.
class Trace {
 public:
  explicit Trace(const std::string& text)
      : path_((std::filesystem::temp_directory_path() / ("collnoc-trace-" + std::to_string(::getpid())))
                  .string()) {
    std::ofstream(path_) << text;
  }
  ~Trace() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The error of a trace on 16 nodes, without the name of the file; empty if it has none.
std::string error_of(const std::string& text) {
  const Trace trace(text);
  try {
    TraceReader reader(trace.path(), 16);
    while (reader.next()) {
    }
  } catch (const UserError& error) {
    return std::string(error.what()).substr(trace.path().size());
  }
  return {};
}

const std::string good = R"({"cycle": 0, "src": 0, "dst": 1, "bytes": 8})"
                         "\n";

TEST(TraceReader, ReadsWhatALineSays) {
  const Trace trace(good + R"({"src":1,"dst":15,"bytes":0,"cycle":7,"after":[[1,3],[1,0]]})");  // no newline
  TraceReader reader(trace.path(), 16);
  EXPECT_EQ(reader.next()->line, 1u);
  const TraceMessage second = reader.next().value();
  EXPECT_EQ(second.line, 2u);
  EXPECT_EQ(second.cycle, 7u);
  EXPECT_EQ(second.dst, 15u);
  ASSERT_EQ(second.after.size(), 2u);
  EXPECT_EQ(second.after[0].line, 1u);
  EXPECT_EQ(second.after[0].delay, 3u);
  EXPECT_EQ(reader.part(), 1.0);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(TraceReader, RefusesEveryMistakeWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {R"({"src": 0, "dst": 1, "by)", "is not a JSON object, or is cut off: wrong from column 25 on"},
      {"", "is not a JSON object"},
      {"[1]", "a message is a JSON object"},
      {R"({"src": 0, "dst": 16, "bytes": 8})", "dst is 16; must be a whole number, 0 to 15"},
      {R"({"src": -1, "dst": 1, "bytes": 8})", "src is -1; must be"},
      {R"({"src": 0, "dst": 1, "bytes": -8})", "bytes is -8; must be"},
      {R"({"src": 0, "dst": 1, "bytes": 1.5})", "bytes is 1.5; must be"},
      {R"({"src": 0, "dst": 1, "bytes": 1e30})", "bytes is 1e+30; must be"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "cycle": "1"})", "cycle is \"1\"; must be"},
      {R"({"src": 0, "dst": 1})", "bytes is missing"},
      {R"({"src": 0, "dst": 0, "bytes": 8})", "src and dst are the same node"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "aftr": []})", "unknown key 'aftr'; did you mean 'after'?"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "src": 2})", "a key is given twice"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "after": 1})", "after must be a list of pairs"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "after": [1]})", "after has 1; must be a pair"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "after": [[1, -1]]})", "a delay in after is -1"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "after": [[0, 1]]})", "a line in after is 0; must be"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "after": [[2, 1]]})", "line 2, which is not an earlier line"},
      {R"({"src": 0, "dst": 1, "bytes": 8, "after": [[7, 1]]})", "line 7, which is not an earlier line"}};
  EXPECT_EQ(error_of(good + good), "");
  for (const auto& [line, expected] : mistakes) {
    const std::string error = error_of(good + line + "\n");
    EXPECT_EQ(error.rfind(":2: ", 0), 0u) << line << ": " << error;
    EXPECT_NE(error.find(expected), std::string::npos) << line << ": " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  EXPECT_NE(error_of(R"({"src": 0, "dst": 1, "bytes": 8, "after": [[1, 0]]})").find("no earlier line"),
            std::string::npos);
  EXPECT_EQ(error_of(""), ": a trace without messages");
  EXPECT_EQ(error_of(good + std::string(2 << 20, ' ')), ":2: longer than 1048576 bytes");
}

class Window : public ::testing::Test {
 protected:
  void add(Rank src, Rank dst, std::uint64_t cycle, std::vector<TraceDependency> after,
           std::uint64_t now = 0) {
    window.add({++line, cycle, src, dst, 8, std::move(after)}, now, reader);
  }
  /// The message takes these cycles in the queue, in the network and for its length.
  void sends(std::uint64_t leave, Rank src, Rank dst, std::uint64_t which) {
    window.launched(which);
    window.injected(which, leave + 5);
    window.arrived(src, dst, false, leave + 8, leave + 12);
  }
  /// Lines that may leave since the last call, with their cycles.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> released() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (const auto& r : window.released()) all.emplace_back(r.line, r.leave);
    window.released().clear();
    return all;
  }
  using Lines = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

  Trace file{good};
  TraceReader reader{file.path(), 16};
  MessageWindow window{3, 16};
  std::uint64_t line = 0;
};

TEST_F(Window, AMessageLeavesAfterTheLastOfItsDependenciesAndItsCycle) {
  add(0, 1, 10, {});
  add(1, 2, 0, {});
  add(2, 3, 20, {{1, 4}, {2, 1}});
  EXPECT_EQ(released(), (Lines{{1, 10}, {2, 0}}));
  sends(0, 1, 2, 2);
  EXPECT_EQ(released(), Lines{});
  sends(10, 0, 1, 1);
  EXPECT_EQ(released(), (Lines{{3, 26}}));  // 22 + 4
  sends(26, 2, 3, 3);
  EXPECT_EQ(window.open(), 0u);
  const MessageChain& path = window.longest();
  EXPECT_EQ(path.messages, 2u);
  EXPECT_EQ(path.first, 1u);
  EXPECT_EQ(path.last, 3u);
  EXPECT_EQ(path.start, 10u);
  EXPECT_EQ(path.delay, 4u);
  EXPECT_EQ(path.queueing, 10u);
  EXPECT_EQ(path.network, 6u);
  EXPECT_EQ(path.serialization, 8u);
  EXPECT_EQ(path.end(), 38u);
  ASSERT_EQ(window.end_of_longest(10).size(), 2u);
  EXPECT_EQ(window.end_of_longest(10)[0].line, 1u);
  EXPECT_EQ(window.end_of_longest(1)[0].line, 3u);
}

TEST_F(Window, AMessageThatWaitsForItsCycleBeginsAChain) {
  add(0, 1, 0, {});
  add(1, 2, 100, {{1, 0}});
  sends(0, 0, 1, 1);
  sends(100, 1, 2, 2);
  EXPECT_EQ(window.longest().messages, 1u);
  EXPECT_EQ(window.longest().start, 100u);
}

TEST_F(Window, SlidesWhenTheOldestMessageHasArrived) {
  for (Rank r = 0; r < 3; ++r) add(r, 5, 0, {});
  EXPECT_FALSE(window.has_room());
  sends(0, 1, 5, 2);
  EXPECT_FALSE(window.has_room());  // line 1 is the oldest
  sends(0, 0, 5, 1);
  EXPECT_TRUE(window.has_room());
  add(3, 5, 2, {{1, 0}}, 12);  // line 1 is still known
  EXPECT_TRUE(window.has_room());
  EXPECT_THROW(add(3, 6, 2, {{1, 0}}, 12), UserError);
  EXPECT_EQ(window.held(), 0u);  // line 4 leaves as soon as line 1 has arrived
}

TEST_F(Window, CountsMessagesThatCouldHaveLeftEarlier) {
  for (Rank r = 0; r < 3; ++r) add(r, 5, 0, {});
  sends(0, 0, 5, 1);
  released();
  add(3, 5, 2, {}, 12);
  EXPECT_EQ(released(), (Lines{{4, 12}}));
  EXPECT_EQ(window.held(), 1u);
}

TEST_F(Window, MessagesOfAPairArriveInTheOrderInWhichTheyWereLaunched) {
  add(0, 1, 0, {});
  add(0, 1, 0, {});
  window.launched(2);
  window.launched(1);
  window.arrived(0, 1, false, 0, 0);
  EXPECT_EQ(window.last_arrived().line, 2u);
  window.arrived(0, 1, false, 0, 0);
  EXPECT_EQ(window.last_arrived().line, 1u);
  EXPECT_THROW(window.arrived(0, 1, false, 0, 0), std::logic_error);
}

}  // namespace
}  // namespace collnoc::test

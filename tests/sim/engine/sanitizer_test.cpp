// --sanitize: communication bugs, each with the lines that it should report, and programs and schedules
// without.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "sim/commands/schedule_catalogue.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/program/program.hpp"
#include "tests/firmware/rv32/programs/communication_bugs.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

struct Ended {
  int code;
  std::string err;
};

Ended collnoc(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  Console console{out, err};
  Simulator engine;
  const int code = run_program(arguments, console, ScheduleCatalogue(), engine);
  return {code, err.str()};
}

Ended bug(unsigned number, const std::string& backend = "model") {
  return collnoc({"run", "--firmware", COLLNOC_TEST_PROGRAMS "/communication_bugs.elf", "--topology",
                  "mesh:2x2", "--argument", std::to_string(number), "--sequencer", "1", "--accumulate", "1",
                  "--sanitize", "--quiet", "--backend", backend});
}

/// The line of communication_bugs.cpp that `mark` marks.
unsigned line_of(const std::string& mark) {
  std::ifstream in("tests/firmware/rv32/programs/communication_bugs.cpp");
  unsigned number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    if (line.ends_with("// " + mark)) return number;
  }
  ADD_FAILURE() << "no line is marked " << mark;
  return 0;
}

struct Expected {
  std::string function;
  unsigned rank;
  std::string what;   ///< a regular expression; LINE(x) is the line that x marks
  std::string other;  ///< empty: there is none
};

const std::string data =
    "64 bytes from 0x[0-9a-f]+ of rank [0-3] to 0x[0-9a-f]+ of rank [0-3], counter [1-5], put in "
    "cycle [0-9]+ by ";
const std::string range = "0x[0-9a-f]+ to 0x[0-9a-f]+";

const Expected expected[communication_bugs] = {
    {"overwrites_source", 0, "writes " + range + ", which the NIC may still read", data},
    {"overwrites_after_another_answer", 0, "writes " + range + ", which the NIC may still read", data},
    {"frees_source", 0, "frees the stack frame with " + range + ", which the NIC may still read", data},
    {"receives_into_source", 2, "puts to " + range + " of rank 0, which the NIC there may still read", data},
    {"reads_without_wait", 1, "reads " + range + ", but has not waited for the message to it", data},
    {"waits_for_too_few", 1, "reads " + range + ", but has not waited for the message to it", data},
    {"waits_on_another_counter", 1, "reads " + range + ", but has not waited for the message to it", data},
    {"forwards_without_wait", 1, "sends " + range + ", but has not waited for the message to it", data},
    {"two_senders_to_one_range", 3, "puts to " + range + " of rank 1, to which another message is in flight",
     data},
    {"sends_again_without_answer", 0,
     "puts to " + range + " of rank 1, to which another message is in flight", data},
    {"answers_before_it_has_read", 1, "reads " + range + ", but has not waited for the message to it", data},
    {"clears_the_target_late", 1, "writes " + range + ", but has not waited for the message to it", data},
    {"clears_the_target_early", 0,
     "puts to " + range + " of rank 1, which rank 1 has written, without knowing of it", "()"},
    {"consumes_too_much", 1, "consumes 2 of counter 1, at which 1 have arrived",
     "a signal from rank 0 to rank 1, counter 1, put in cycle [0-9]+ by "},
    {"consumes_without_wait", 1, "consumes 2 of counter 1, but has waited for 1 only",
     "a signal from rank 0 to rank 1, counter 1, put in cycle [0-9]+ by "},
    {"counts_data_and_signals", 1,
     "waits in cycle [0-9]+ for 1 on counter 1, which counts two things at once: " + data +
         "counts_data_and_signals\\(\\) at communication_bugs.cpp:LINE16b",
     "a signal from rank 2 to rank 1, counter 1, put in cycle [0-9]+ by "},
    {"counts_two_senders", 1,
     "waits in cycle [0-9]+ for 1 on counter 1, which counts two things at once: " + data +
         "counts_two_senders\\(\\) at communication_bugs.cpp:LINE17b",
     data},
    {"puts_to_stack", 0, "puts to " + range + " of rank 1: this is its stack", ""},
    {"puts_to_boot_block", 0, "puts to " + range + " of rank 1: this is its boot block", ""},
    {"puts_behind_a_variable", 0,
     "puts to " + range +
         " of rank 1: this reaches behind '.*inbox', which has 16 bytes, into its program's other data",
     ""},
    {"reads_what_nobody_wrote", 0, "reads " + range + ", which nobody has written", ""},
    {"sends_what_nobody_wrote", 0, "sends " + range + ", of which nobody has written " + range, ""},
    {"overwrites_what_the_sequencer_sends", 0, "writes " + range + ", which the NIC may still read",
     data + "the sequencer \\(action at 0x[0-9a-f]+, written by "},
    {"", 1, "sends " + range + ", but has not waited for the message to it", data},
    {"frees_a_block", 0, "frees " + range + ", which the NIC may still read", data},
    {"accumulates_where_another_sends", 3,
     "puts to " + range + " of rank 1, to which another message is in flight", data},
    {"overwrites_by_the_library", 0, "writes " + range + ", which the NIC may still read", data},
};

/// Which line the second place has: of bugs in which it is not "b", or in another function.
std::string second_place(unsigned number, const std::string& function) {
  switch (number) {
    case 3: return fmt::format("sends_a_local\\(\\) at communication_bugs.cpp:{}", line_of("3b"));
    case 16: return fmt::format("{}\\(\\) at communication_bugs.cpp:{}", function, line_of("16c"));
    case 23: return fmt::format("start_plan\\(\\) at communication_bugs.cpp:{}\\)", line_of("24c"));
    case 24:
      return fmt::format("plans_to_send_before_it_arrives\\(\\) at communication_bugs.cpp:{}",
                         line_of("24b"));
    default:
      return fmt::format("{}\\(\\) at communication_bugs.cpp:{}", function,
                         line_of(fmt::format("{}b", number)));
  }
}

TEST(Sanitizer, EverySeededBugIsReportedWithItsLines) {
  for (unsigned number = 1; number <= communication_bugs; ++number) {
    const Expected& e = expected[number - 1];
    std::string place = fmt::format("{}\\(\\) at communication_bugs.cpp:", e.function);
    if (number == 24) {
      place = fmt::format(
          "the sequencer \\(action at 0x[0-9a-f]+, written by start_plan\\(\\) at "
          "communication_bugs.cpp:{}\\)",
          line_of("24c"));
    } else {
      place += std::to_string(line_of(fmt::format("{}a", number)));
    }
    if (number == 27) place = "memset\\(\\) at memset.S:[0-9]+ \\(called by " + place + "\\)";
    if (number != 27 && number != 24) {  // also where it calls a function that is inlined
      const std::string line = place.substr(place.rfind("communication_bugs.cpp:"));
      place =
          fmt::format("({}|word\\(\\) at communication_bugs.cpp:[0-9]+ \\(inlined at {}\\))", place, line);
    }
    std::string what = e.what;
    if (const std::size_t at = what.find("LINE"); at != std::string::npos) {
      const std::string mark = what.substr(at + 4);
      what.replace(at, std::string::npos, std::to_string(line_of(mark)));
    }
    std::string line = fmt::format("collnoc: sanitizer: rank {}, cycle [0-9]+: {} {}", e.rank, place, what);
    if (!e.other.empty()) {
      line += "; the other: " + (e.other == "()" ? "" : e.other) + second_place(number, e.function);
    }
    const Ended ended = bug(number);
    EXPECT_EQ(ended.code, 2) << number;
    EXPECT_THAT(ended.err, MatchesRegex(line + "\n")) << number;
  }
}

TEST(Sanitizer, ProgramsThatAreRightAreNotReported) {
  for (unsigned number = 1; number <= right_programs; ++number) {
    const Ended ended = bug(communication_bugs + number);
    EXPECT_EQ(ended.code, 0) << number << ": " << ended.err;
    EXPECT_EQ(ended.err, "") << number;
  }
}

TEST(Sanitizer, ABugEndsNoRunThatDoesNotLookForIt) {
  const Ended ended = collnoc({"run", "--firmware", COLLNOC_TEST_PROGRAMS "/communication_bugs.elf",
                               "--topology", "mesh:2x2", "--argument", "1", "--quiet"});
  EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(Sanitizer, OnlyTheModelIsObserved) {
  for (const char* backend : {"rtl", "lockstep", "mixed"}) {
    const Ended ended = bug(1, backend);
    EXPECT_EQ(ended.code, 1);
    EXPECT_THAT(ended.err,
                HasSubstr(fmt::format("--sanitize observes the registers of the model; give --backend "
                                      "model instead of {}",
                                      backend)));
  }
}

/// Collectives in all of their schedules, without and with a sequencer, and on processors.
TEST(Sanitizer, NoScheduleIsReported) {
  for (const char* collective : {"broadcast", "total-exchange", "all-to-all-broadcast", "scatter", "gather",
                                 "reduce", "all-reduce", "reduce-scatter", "barrier"}) {
    for (const char* topology : {"torus:4x4", "mesh:3x5", "hypercube:4", "star:4"}) {
      for (const char* nic : {"one-port", "all-port"}) {
        std::vector<std::string> arguments{"run", collective,    "--topology", topology,  "--nic",
                                           nic,   "--algorithm", "all",        "--quiet", "--sanitize"};
        if (std::string(collective) != "barrier") arguments.insert(arguments.end(), {"--bytes", "8,256"});
        EXPECT_EQ(collnoc(arguments).err, "") << collective << ' ' << topology << ' ' << nic;
        std::vector<std::string> again = arguments;
        again.emplace_back("--step-barrier");
        EXPECT_EQ(collnoc(again).err, "") << collective << ' ' << topology << ' ' << nic << " --step-barrier";
        arguments.insert(arguments.end(), {"--executor", "nic"});
        EXPECT_EQ(collnoc(arguments).err, "")
            << collective << ' ' << topology << ' ' << nic << " --executor nic";
      }
    }
  }
}

/// In these, a tile's puts to one node follow its multicasts.
TEST(Sanitizer, NoScheduleWithMulticastIsReported) {
  for (const char* collective : {"broadcast", "all-to-all-broadcast", "all-reduce", "barrier"}) {
    for (const char* topology : {"torus:4x4", "mesh:3x5", "hypercube:4"}) {
      for (const char* nic : {"one-port", "all-port"}) {
        std::vector<std::string> arguments{
            "run",     collective,   "--topology",  topology, "--nic",        nic, "--algorithm", "multicast",
            "--quiet", "--sanitize", "--multicast", "on",     "--accumulate", "on"};
        if (std::string(collective) != "barrier") arguments.insert(arguments.end(), {"--bytes", "8,256"});
        EXPECT_EQ(collnoc(arguments).err, "") << collective << ' ' << topology << ' ' << nic;
        arguments.insert(arguments.end(), {"--executor", "nic"});
        EXPECT_EQ(collnoc(arguments).err, "")
            << collective << ' ' << topology << ' ' << nic << " --executor nic";
      }
    }
  }
}

TEST(Sanitizer, NoScheduleOnProcessorsIsReported) {
  for (const char* collective : {"broadcast", "total-exchange", "all-to-all-broadcast", "scatter", "gather",
                                 "reduce", "all-reduce", "reduce-scatter", "barrier"}) {
    for (const char* nic : {"one-port", "all-port"}) {
      std::vector<std::string> arguments{"run",     collective,   "--topology",  "mesh:3x3",
                                         "--nic",   nic,          "--algorithm", "all",
                                         "--quiet", "--sanitize", "--firmware",  "rv32"};
      if (std::string(collective) != "barrier") arguments.insert(arguments.end(), {"--bytes", "72"});
      EXPECT_EQ(collnoc(arguments).err, "") << collective << ' ' << nic;
      arguments.insert(arguments.end(), {"--executor", "nic"});
      EXPECT_EQ(collnoc(arguments).err, "") << collective << ' ' << nic << " --executor nic";
    }
  }
}

}  // namespace
}  // namespace collnoc::test

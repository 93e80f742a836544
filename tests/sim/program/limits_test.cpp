// A number in an error message is the true limit: it is accepted, and what is next to it is not.
// COLLNOC_TEST_CASES draws more than 30 of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <regex>

#include "sim/commands/schedule_catalogue.hpp"
#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

Ended with_schedules(const std::vector<std::string>& arguments) {
  FakeEngine engine;
  return collnoc(arguments, engine, ScheduleCatalogue());
}

/// The numbers of the first match.
std::optional<std::vector<std::uint64_t>> numbers(const std::string& text, const std::string& pattern) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(pattern))) return std::nullopt;
  std::vector<std::uint64_t> all;
  for (std::size_t i = 1; i < found.size(); ++i) all.push_back(std::stoull(found[i]));
  return all;
}

std::string any(std::mt19937& random, const std::vector<std::string>& of) { return of[random() % of.size()]; }

TEST(Limits, TheMostBytesThatAMessageStatesAreTheMost) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto algorithms = ScheduleCatalogue().algorithms();
  const char* const cases = std::getenv("COLLNOC_TEST_CASES");
  const unsigned draws = cases != nullptr ? static_cast<unsigned>(std::stoul(cases)) : 30;
  unsigned stated = 0;
  for (unsigned i = 0; i < draws; ++i) {
    const AlgorithmInfo& info = algorithms[random() % algorithms.size()];
    const CollectiveForm& form = form_of(info.collective);
    if (!form.has_data()) continue;
    std::vector<std::string> words{"run",
                                   word_of(info.collective),
                                   "--topology",
                                   any(random, {"mesh:4x4", "mesh:3x5", "torus:8", "torus:4x4", "hypercube:3",
                                                "ghc:3x3", "star:4", "spidergon:8", "mesh:8x8"}),
                                   "--nic",
                                   any(random, {"one-port", "all-port"}),
                                   "--algorithm",
                                   any(random, {info.name, "auto", "all"})};
    std::uint64_t unit = 1;
    if (form.combines) {
      const std::string type = any(random, {"u32", "i64", "f32"});
      unit = type == "i64" ? 8 : 4;
      words.insert(words.end(), {"--type", type});
    }
    const auto with = [&](std::uint64_t bytes) {
      std::vector<std::string> all = words;
      all.insert(all.end(), {"--bytes", std::to_string(bytes)});
      return with_schedules(all);
    };
    const std::uint64_t much = (2'097'153 + random() % (std::uint64_t{1} << 30)) / unit * unit + unit;
    const Ended refused = with(much);
    SCOPED_TRACE(::testing::PrintToString(words) + " " + std::to_string(much) + "\n" + refused.err);
    ASSERT_EQ(refused.code, 1);
    const auto most = numbers(refused.err, "at most ([0-9]+) fit");
    if (!most) {
      EXPECT_EQ(with(unit).code, 1) << "a size is the reason, but no limit is stated";
      continue;
    }
    ++stated;
    const std::uint64_t limit = most->front();
    EXPECT_EQ(limit % unit, 0u);
    EXPECT_EQ(with(limit).code, 0) << with(limit).err;
    EXPECT_EQ(with(limit + unit).code, 1);
    EXPECT_THAT(with(limit + unit).err, ::testing::HasSubstr("at most " + std::to_string(limit) + " fit"));
  }
  EXPECT_GT(stated, draws / 8);
}

TEST(Limits, OnALargeNetworkAMessageSaysWhyNoLimitOfPlansIsKnown) {
  const auto with = [](const std::string& algorithm, const std::string& bytes) {
    return with_schedules({"run", "total-exchange", "--topology", "mesh:64x32", "--executor", "nic",
                           "--algorithm", algorithm, "--bytes", bytes});
  };
  for (const std::string algorithm : {"direct", "auto", "all"}) {
    const Ended refused = with(algorithm, "1M");
    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.err, ::testing::StartsWith("collnoc: error: --bytes 1M: "));
    EXPECT_THAT(refused.err, ::testing::HasSubstr("and less with the plans: on networks of more than 1024 "
                                                  "tiles, plans are not made for every size that is tried"));
    const auto data = numbers(refused.err, "data of at most ([0-9]+) bytes fit");
    ASSERT_TRUE(data) << refused.err;
    EXPECT_EQ(with(algorithm, std::to_string(data->front())).code, 0);
    EXPECT_EQ(with(algorithm, std::to_string(data->front() + 1)).code, 1);
  }
}

TEST(Limits, ARangeThatAMessageStatesIsTheRange) {
  const std::vector<std::vector<std::string>> commands{{"run", "broadcast", "--topology", "mesh:5x3"},
                                                       {"traffic", "--topology", "mesh:5x3"}};
  // A rule for combinations, also with the default of another option: another message.
  const std::string broken = "with --|--.* must be|packets of 8 flits";
  unsigned stated = 0;
  for (const auto& command : commands)
    for (const std::string option : {"--vcs", "--vc-depth", "--max-packet-flits", "--hop-cycles",
                                     "--route-orders", "--threads", "--startup-cycles", "--root", "--warmup",
                                     "--measure", "--drain", "--packet-flits", "--max-cycles"}) {
      const auto with = [&](const std::string& value) {
        std::vector<std::string> words = command;
        words.insert(words.end(), {option, value});
        return with_schedules(words);
      };
      const Ended refused = with("99999999999999");
      if (refused.code == 0 || refused.err.find("unknown option") != std::string::npos) continue;
      SCOPED_TRACE(refused.err);
      const auto range = numbers(refused.err, "(?:must be |ranks are |a packet has )([0-9]+) to ([0-9]+)");
      if (!range) continue;
      ++stated;
      for (const std::uint64_t value : *range) {
        const Ended ended = with(std::to_string(value));
        EXPECT_TRUE(ended.code == 0 || std::regex_search(ended.err, std::regex(broken))) << ended.err;
      }
      EXPECT_EQ(with(std::to_string(range->back() + 1)).code, 1);
      if (range->front() > 0) EXPECT_EQ(with(std::to_string(range->front() - 1)).code, 1);
    }
  EXPECT_GE(stated, 12u);
}

}  // namespace
}  // namespace collnoc::test

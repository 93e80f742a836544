// Every file of the corpus, and thousands of mutations of them that are the same in every run, through the
// parsers that scripts/fuzz runs. TEST_SEED and TEST_MUTATIONS (times as many) choose others.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "tests/fuzz/mutator.hpp"
#include "tests/fuzz/targets.hpp"

namespace collnoc::test {
namespace {

unsigned number(const char* name, unsigned fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

/// By name, so that mutations do not depend on the order of the folder.
std::map<std::string, std::string> corpus(const std::string& target) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/fuzz/corpus/" + target)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

class Parser : public testing::TestWithParam<Target> {};

TEST_P(Parser, SucceedsOrRefusesEveryFileOfTheCorpus) {
  const auto files = corpus(std::string(GetParam().name));
  ASSERT_GE(files.size(), 2u);
  unsigned good = 0;
  for (const auto& [name, content] : files) {
    SCOPED_TRACE(name);
    EXPECT_EQ(fault_of(GetParam(), content).value_or(""), "");
    if (name.starts_with("good")) {
      ++good;
      EXPECT_NO_THROW(GetParam().run(content));
    }
  }
  EXPECT_GE(good, 1u) << "no file that the parser accepts";
}

TEST_P(Parser, SucceedsOrRefusesMutationsOfTheCorpus) {
  const unsigned seed = number("TEST_SEED", 39);
  RecordProperty("seed", static_cast<int>(seed));
  std::vector<std::string> inputs;
  for (const auto& [name, content] : corpus(std::string(GetParam().name))) inputs.push_back(content);
  Mutator mutator(inputs, seed);
  for (unsigned i = 0; i < GetParam().mutations * number("TEST_MUTATIONS", 1); ++i) {
    const std::string input = mutator.next();
    ASSERT_EQ(fault_of(GetParam(), input).value_or(""), "") << "seed " << seed << ", mutation " << i << ":\n"
                                                            << input;
  }
}

INSTANTIATE_TEST_SUITE_P(, Parser, testing::ValuesIn(fuzz_targets()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace collnoc::test

// All equally fast schedules are the fastest, in the order in which they are added.
#include "sim/run/fastest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace collnoc::test {
namespace {

TEST(Fastest, NamesAllThatAreEqual) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  EXPECT_TRUE(Fastest().empty());
  for (int i = 0; i < 1000; ++i) {
    Fastest fastest;
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (unsigned n = 1 + random() % 8; n > 0; --n) {
      all.emplace_back(std::string(1, static_cast<char>('a' + random() % 26)), 90 + random() % 3);
      fastest.add(all.back().first, all.back().second);
    }
    std::uint64_t least = all.front().second;
    for (const auto& [name, cycles] : all) least = std::min(least, cycles);
    std::vector<std::string> expected;
    for (const auto& [name, cycles] : all)
      if (cycles == least) expected.push_back(name);
    ASSERT_EQ(fastest.names(), expected);
    ASSERT_EQ(fastest.cycles(), least);
  }
}

}  // namespace
}  // namespace collnoc::test

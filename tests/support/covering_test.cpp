#include "tests/support/covering.hpp"

#include <gtest/gtest.h>

namespace collnoc::test {
namespace {

std::vector<Factors> product(const std::vector<unsigned>& sizes) {
  std::vector<Factors> all = {{}};
  for (const unsigned size : sizes) {
    std::vector<Factors> longer;
    for (const Factors& begin : all) {
      for (unsigned value = 0; value < size; ++value) {
        longer.push_back(begin);
        longer.back().push_back(value);
      }
    }
    all = longer;
  }
  return all;
}

/// What a list of cases holds, counted without covering().
std::set<Tuple> pairs_of(const std::vector<Factors>& cases) {
  std::set<Tuple> pairs;
  for (const Factors& c : cases) {
    for (unsigned a = 0; a < c.size(); ++a)
      for (unsigned b = a + 1; b < c.size(); ++b) pairs.insert({{a, c[a]}, {b, c[b]}});
  }
  return pairs;
}

std::vector<Factors> chosen_of(const std::vector<Factors>& cases, unsigned strength) {
  std::vector<Factors> chosen;
  for (const std::size_t c : covering(cases, strength)) chosen.push_back(cases[c]);
  return chosen;
}

TEST(Covering, ListsTheCombinationsOfACase) {
  const std::vector<Tuple> expected = {{{0, 7}, {1, 8}}, {{0, 7}, {2, 9}}, {{1, 8}, {2, 9}}};
  EXPECT_EQ(tuples({7, 8, 9}, 2), expected);
  EXPECT_EQ(tuples({7, 8, 9}, 3).size(), 1u);
  EXPECT_TRUE(tuples({7, 8, 9}, 4).empty());
}

TEST(Covering, HoldsEveryPairWithFewCases) {
  const std::vector<Factors> all = product({5, 4, 3, 2, 2});
  const std::vector<Factors> few = chosen_of(all, 2);
  EXPECT_EQ(pairs_of(few), pairs_of(all));
  EXPECT_GE(few.size(), 20u);  // 5 x 4 pairs of the first two factors need as many
  EXPECT_LE(few.size(), 30u) << "of " << all.size();
}

TEST(Covering, HoldsEveryTripleWithStrengthThree) {
  const std::vector<Factors> all = product({2, 2, 2, 2});
  const std::vector<Factors> few = chosen_of(all, 3);
  EXPECT_LT(few.size(), all.size());
  for (const Factors& one : all) {
    for (const Tuple& triple : tuples(one, 3)) {
      EXPECT_TRUE(std::any_of(few.begin(), few.end(), [&](const Factors& c) {
        return std::all_of(triple.begin(), triple.end(), [&](auto t) { return c[t.first] == t.second; });
      }));
    }
  }
}

TEST(Covering, CoversOnlyWhatLegalCasesHold) {
  std::vector<Factors> legal = product({4, 4, 4});
  std::erase_if(legal, [](const Factors& c) { return c[0] == c[1] || c[1] > c[2]; });
  EXPECT_EQ(pairs_of(chosen_of(legal, 2)), pairs_of(legal));
}

TEST(Covering, ChoosesTheSameCasesEveryTime) {
  EXPECT_EQ(covering(product({6, 5, 4}), 2), covering(product({6, 5, 4}), 2));
}

TEST(Covering, ChoosesNothingOutOfNothing) {
  EXPECT_TRUE(covering({}, 2).empty());
  EXPECT_EQ(covering({{1}, {2}, {1}}, 1), (std::vector<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace collnoc::test

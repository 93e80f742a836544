// Tiles are reset alone, at random, under random traffic: RTL and model never differ, nothing hangs, and what
// the contract promises arrives. The nightly run has 1,000 draws; COLLNOC_SEED is its first one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/support/reset_run.hpp"

namespace collnoc::test {
namespace {

class TileResets : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(TileResets, leave_the_other_tiles_alone) { EXPECT_EQ(run_with_resets(GetParam()), ""); }

INSTANTIATE_TEST_SUITE_P(draw, TileResets, ::testing::Range<std::uint64_t>(0, 10));  // each hardware once

TEST(NightlyTileResets, leave_the_other_tiles_alone) {
  const char* chosen = std::getenv("COLLNOC_SEED");
  const std::uint64_t first = chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 1000;
  std::cout << "seeds " << first << " to " << first + 999 << '\n';
  for (std::uint64_t n = 0; n < 1000; ++n) EXPECT_EQ(run_with_resets(first + n), "");
}

}  // namespace
}  // namespace collnoc::test

#include "sim/fabric/thread_choice.hpp"

#include <gtest/gtest.h>

namespace collnoc::test {
namespace {

/// How many of `cycles` with 100 units of work each are computed by all threads, if that takes `factor` times
/// as long.
unsigned by_all(ThreadChoice& choice, double factor, unsigned cycles) {
  unsigned count = 0;
  for (unsigned n = 0; n < cycles; ++n) {
    const bool all = choice.all();
    count += all;
    choice.took(all ? factor * 1e-5 : 1e-5, 100);
  }
  return count;
}

TEST(ThreadChoice, AllThreadsComputeNearlyEveryCycleWhereThatIsFaster) {
  ThreadChoice choice;
  EXPECT_GT(by_all(choice, 0.6, 100'000), 97'000u);
}

TEST(ThreadChoice, OneThreadComputesNearlyEveryCycleWhereThatIsFaster) {
  ThreadChoice choice;
  EXPECT_LT(by_all(choice, 1.5, 100'000), 500u);
}

TEST(ThreadChoice, WhereThreadsAreVerySlowATrialIsShort) {
  ThreadChoice choice;
  EXPECT_LE(by_all(choice, 1000, 100'000), 8u);
}

TEST(ThreadChoice, FollowsAMachineThatBecomesQuiet) {
  ThreadChoice choice;
  by_all(choice, 1000, 20'000);
  EXPECT_GT(by_all(choice, 0.6, 200'000), 150'000u);
}

}  // namespace
}  // namespace collnoc::test

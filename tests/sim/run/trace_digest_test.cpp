// The digest of a trace: where do two runs diverge?
#include "sim/run/trace_digest.hpp"

#include <gtest/gtest.h>

namespace collnoc::test {
namespace {

const Topology torus = Topology::torus(8, 8);

/// A busy link from `begin` to `end`, exclusive.
struct Burst {
  std::uint64_t begin, end;
  Rank rank;
  Link link;
};

TraceDigest digest(const std::vector<Burst>& bursts, std::uint64_t last) {
  TraceRecorder recorder(torus.links());
  for (std::uint64_t cycle = 0; cycle < last; ++cycle)
    for (const Burst& burst : bursts)
      if (cycle >= burst.begin && cycle < burst.end) recorder.flit(cycle, burst.rank, burst.link);
  return recorder.finish();
}

std::string parting(const TraceDigest& a, const TraceDigest& b) {
  const auto first = first_difference(a, b);
  return first ? describe(*first, torus) : "equal";
}

TEST(TraceDigest, EqualTracesDoNotDiverge) {
  EXPECT_EQ(parting(digest({{5, 9, 3, 1}}, 20), digest({{5, 9, 3, 1}}, 20)), "equal");
  EXPECT_EQ(digest({}, 20), digest({}, 40));
}

TEST(TraceDigest, TheOrderWithinACycleDoesNotMatter) {
  EXPECT_EQ(digest({{5, 9, 3, 1}, {5, 8, 2, 0}}, 20), digest({{5, 8, 2, 0}, {5, 9, 3, 1}}, 20));
}

TEST(TraceDigest, ADivergenceIsNamedByItsCycleAndLink) {
  const Rank at = torus.rank({3, 2});
  EXPECT_EQ(parting(digest({{5, 61, at, 0}}, 99), digest({{5, 62, at, 0}}, 99)), "cycle 61, link (3,2)->+x");
  EXPECT_EQ(parting(digest({{5, 9, at, 3}}, 99), digest({{4, 8, at, 3}}, 99)), "cycle 4, link (3,2)->-y");
}

TEST(TraceDigest, OfSeveralLinksInOneCycleTheLowestIsNamed) {
  EXPECT_EQ(parting(digest({{5, 9, 9, 0}, {5, 9, 1, 2}}, 20), digest({}, 20)), "cycle 5, link (1,0)->+y");
}

TEST(TraceDigest, AGapInTheMiddleOfABurstIsFound) {
  EXPECT_EQ(parting(digest({{5, 20, 0, 0}}, 30), digest({{5, 10, 0, 0}, {11, 20, 0, 0}}, 30)),
            "cycle 10, link (0,0)->+x");
}

TEST(TraceDigest, ADivergenceAfterAnIdlePeriodIsExact) {
  EXPECT_EQ(parting(digest({{5, 6, 0, 0}, {50, 51, 0, 0}}, 60), digest({{5, 6, 0, 0}, {51, 52, 0, 0}}, 60)),
            "cycle 50, link (0,0)->+x");
}

/// One flit every other cycle, which makes two toggles per flit.
std::vector<Burst> beats(std::uint64_t count) {
  std::vector<Burst> bursts;
  for (std::uint64_t i = 0; i < count; ++i) bursts.push_back({2 * i, 2 * i + 1, 0, 0});
  return bursts;
}

TEST(TraceDigest, LateDifferencesAreNamedByTheirWindow) {
  std::vector<Burst> changed = beats(2000);
  changed[1500].rank = 1;
  const TraceDigest a = digest(beats(2000), 4000), b = digest(changed, 4000);
  EXPECT_LT(a.exact_until, 3000u);
  EXPECT_EQ(a.window_cycles, 64u);
  EXPECT_EQ(parting(a, b), "cycles 2944..3007");
}

TEST(TraceDigest, RunsOfDifferentLengthAreCompared) {
  EXPECT_EQ(parting(digest(beats(600), 9000), digest(beats(2000), 9000)), "cycles 1152..1215");
}

TEST(TraceDigest, ItsSizeIsBounded) {
  TraceRecorder recorder(torus.links());
  for (std::uint64_t cycle = 0; cycle < 1'000'000; cycle += 2) recorder.flit(cycle, 255, 3);
  const TraceDigest long_trace = recorder.finish();
  EXPECT_LE(long_trace.windows.size(), TraceDigest::max_windows);
  EXPECT_LE(long_trace.toggles.size(), TraceDigest::toggle_budget);
  EXPECT_LT(toggles_to_text(long_trace.toggles).size() + windows_to_text(long_trace.windows).size(), 10'000u);
}

TEST(TraceDigest, TextIsReadBack) {
  const TraceDigest some = digest({{5, 900, 63, 3}, {7, 300, 2, 0}, {300, 301, 40, 1}}, 1000);
  EXPECT_EQ(toggles_from_text(toggles_to_text(some.toggles)), some.toggles);
  EXPECT_EQ(windows_from_text(windows_to_text(some.windows)), some.windows);
  EXPECT_THROW(toggles_from_text("8"), std::invalid_argument);
  EXPECT_THROW(toggles_from_text("zz"), std::invalid_argument);
  EXPECT_THROW(windows_from_text("12"), std::invalid_argument);
}

}  // namespace
}  // namespace collnoc::test

// Arrival processes have the rate that was asked for, and their own spread; lengths have their weights.
#include "sim/traffic/arrivals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sim/traffic/lengths.hpp"

namespace collnoc::test {
namespace {

/// Packets in each of `windows` windows of `length` cycles.
std::vector<double> counts(const ProcessChoice& choice, double rate, double mean_flits, unsigned windows,
                           std::uint64_t length, std::uint64_t piece = 1'000) {
  RandomStream random(3);
  Arrivals arrivals(choice, rate, mean_flits, random);
  std::vector<double> all(windows);
  const std::uint64_t end = windows * length;
  for (std::uint64_t from = 0; from < end;) {
    const std::uint64_t until = std::min(end, from + piece), at = arrivals.next(from, until, random);
    if (at != Arrivals::never) ++all[at / length];
    from = at == Arrivals::never ? until : at + 1;
  }
  return all;
}

double mean(const std::vector<double>& all) {
  double sum = 0;
  for (const double a : all) sum += a;
  return sum / static_cast<double>(all.size());
}

/// Variance over mean: 1 of a Poisson process.
double dispersion(const std::vector<double>& all) {
  double squares = 0;
  const double m = mean(all);
  for (const double a : all) squares += (a - m) * (a - m);
  return squares / static_cast<double>(all.size()) / m;
}

TEST(Arrivals, EveryProcessHasTheRateThatWasAskedFor) {
  for (const double rate : {0.01, 0.05, 0.1}) {
    for (const Process kind : {Process::bernoulli, Process::bursty, Process::periodic}) {
      ProcessChoice choice;
      choice.kind = kind;
      EXPECT_NEAR(mean(counts(choice, rate, 8, 1, 1'000'000)) / 1e6, rate, 0.04 * rate) << rate;
    }
  }
}

TEST(Arrivals, BernoulliHasBinomialVariance) {
  EXPECT_NEAR(dispersion(counts({}, 0.2, 1, 5'000, 100)), 1 - 0.2, 0.05);
}

TEST(Arrivals, ABurstyProcessVariesAsItsMarkovChain) {
  ProcessChoice choice;
  choice.kind = Process::bursty;
  choice.burst_cycles = 50;
  choice.peak = 0.5;
  const double rate = 0.1, share = 0.2, end = 1 / 50.0, begin = share * end / (1 - share);
  // The dispersion of counts in long windows, with r the correlation of successive states:
  const double r = 1 - end - begin, expected = 1 - rate + 2 * 0.5 * (1 - share) * r / (1 - r);
  EXPECT_NEAR(dispersion(counts(choice, rate, 1, 2'000, 5'000)), expected, 0.1 * expected);
}

TEST(Arrivals, APeriodicProcessHasEqualDistances) {
  ProcessChoice choice;
  choice.kind = Process::periodic;
  for (const double in_window : counts(choice, 0.1, 1, 1'000, 10)) EXPECT_EQ(in_window, 1);
  choice.aligned = true;
  RandomStream random(1);
  Arrivals arrivals(choice, 0.4, 1, random);
  std::vector<std::uint64_t> cycles;
  for (std::uint64_t from = 0; from < 10;) {
    cycles.push_back(arrivals.next(from, 20, random));
    from = cycles.back() + 1;
  }
  EXPECT_EQ(cycles, (std::vector<std::uint64_t>{0, 2, 5, 7, 10}));
}

TEST(Arrivals, LookingAheadInPiecesChangesNothing) {
  for (const Process kind : {Process::bernoulli, Process::bursty, Process::periodic}) {
    ProcessChoice choice;
    choice.kind = kind;
    EXPECT_EQ(counts(choice, 0.03, 8, 500, 20, 7), counts(choice, 0.03, 8, 500, 20, 100'000));
  }
}

TEST(Lengths, HaveTheirWeights) {
  const Lengths lengths({{1, 3}, {9, 1}});
  EXPECT_DOUBLE_EQ(lengths.mean(), 3);
  EXPECT_EQ(lengths.text(), "1:0.75,9:0.25");
  EXPECT_EQ(lengths.shortest(), 1u);
  EXPECT_EQ(lengths.longest(), 9u);
  RandomStream random(5);
  unsigned ones = 0;
  for (unsigned i = 0; i < 40'000; ++i) ones += lengths.next(random) == 1;
  EXPECT_NEAR(ones, 30'000, 500);
}

}  // namespace
}  // namespace collnoc::test

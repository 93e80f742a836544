// Intervals and stability on series whose mean is known: coverage over hundreds of repetitions, short series
// of which nothing can be said, and queues that grow. Knows no simulator.
#include "sim/traffic/traffic_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/traffic/correlated_mean.hpp"
#include "sim/traffic/random_stream.hpp"

namespace collnoc::test {
namespace {

double uniform(RandomStream& random) { return std::ldexp(static_cast<double>(random.next() >> 11), -53); }

/// Whether `inside` of `runs` intervals may contain the mean if each does so with probability `least`: at
/// most 3 standard deviations fewer than expected.
bool covers(unsigned inside, unsigned runs, double least = 0.93) {
  return inside >= least * runs - 3 * std::sqrt(least * (1 - least) * runs);
}

TEST(StudentT, EqualsTheTable) {
  for (const auto& [freedom, t] :
       {std::pair(2, 4.303), std::pair(3, 3.182), std::pair(4, 2.776), std::pair(5, 2.571),
        std::pair(10, 2.228), std::pair(19, 2.093), std::pair(120, 1.980)})
    EXPECT_NEAR(student_t_95(freedom), t, 0.005) << freedom;
}

TEST(CorrelatedMean, CountsTheIndependentValuesOfAnAutoregressiveSeries) {
  RandomStream random(7);
  for (const double phi : {0.0, 0.3, 0.6, 0.9}) {
    double sum = 0;
    for (unsigned run = 0; run < 200; ++run) {
      std::vector<double> x(1'000);
      double now = 0;
      for (double& value : x) value = now = phi * now + uniform(random) - 0.5;
      sum += CorrelatedMean(x).independent / 200;
    }
    EXPECT_NEAR(sum, 1'000 * (1 - phi) / (1 + phi), 0.08 * 1'000 * (1 - phi) / (1 + phi)) << phi;
  }
}

TEST(CorrelatedMean, TheIntervalOfCorrelatedAndOfSkewedValuesContainsTheMean) {
  RandomStream random(8);
  for (const double phi : {0.0, 0.3, 0.6, 0.8})
    for (const bool skewed : {false, true}) {
      constexpr unsigned runs = 400;
      unsigned inside = 0;
      for (unsigned run = 0; run < runs; ++run) {
        std::vector<double> x(128);
        double now = 0, mean = 0;
        for (unsigned i = 0; i < 1'000 + x.size(); ++i) {
          now = phi * now + (skewed ? -std::log(1 - uniform(random)) - 1 : uniform(random) - 0.5);
          if (i >= 1'000) x[i - 1'000] = now;
        }
        for (const double value : x) mean += value / static_cast<double>(x.size());
        const CorrelatedMean of(x);
        inside += std::abs(mean) <= of.half_width(std::max(2.0, of.independent - 1));
      }
      EXPECT_TRUE(covers(inside, runs)) << phi << " " << skewed << ": " << inside;
    }
}

/// A queue with Bernoulli arrivals of packets of 8 flits and a server of one flit per cycle, from its steady
/// state on. Its mean latency is 8 + load x 7 / 2 (1 - load).
struct Queue {
  explicit Queue(double load, std::uint64_t seed, unsigned warmup = 20'000) : load_(load), random_(seed) {
    const unsigned last = load < 1 ? warmup : 0;
    for (unsigned c = 0; c < last; ++c) step(nullptr, 0);
  }
  TrafficSeries measured(std::uint64_t cycles) {
    TrafficSeries series(std::max<std::uint64_t>(1, cycles / TrafficSeries::pieces));
    latencies = packets = 0;
    for (std::uint64_t c = 0; c < cycles; ++c) step(&series, c);
    return series;
  }
  double mean() const { return latencies / packets; }
  double truth() const { return 8 + load_ * 7 / (2 * (1 - load_)); }

  double latencies = 0, packets = 0;

 private:
  void step(TrafficSeries* series, std::uint64_t cycle) {
    if (random_.chance(RandomStream::threshold(load_ / 8))) {
      if (series != nullptr) {
        series->created(cycle, 8);
        series->left(cycle + left_, 8);
        series->arrived(cycle, left_ + 8);
        latencies += static_cast<double>(left_ + 8);
        ++packets;
      }
      left_ += 8;
    }
    if (left_ > 0) --left_;
  }
  double load_;
  RandomStream random_;
  std::uint64_t left_ = 0;  // flits
};

TEST(TrafficSeries, TheIntervalOfAQueueContainsItsMeanLatency) {
  constexpr unsigned runs = 300;
  for (const auto& [load, cycles, least] :
       {std::tuple(0.1, 20'000u, 0.98), std::tuple(0.3, 10'000u, 0.98), std::tuple(0.6, 10'000u, 0.98),
        std::tuple(0.8, 20'000u, 0.9), std::tuple(0.9, 100'000u, 0.8)}) {
    unsigned known = 0, inside = 0;
    for (unsigned run = 0; run < runs; ++run) {
      Queue queue(load, run);
      const auto half = queue.measured(cycles).half_width(cycles);
      known += half.has_value();
      inside += half && std::abs(queue.mean() - queue.truth()) <= *half;
    }
    EXPECT_GE(known, least * runs) << load;
    EXPECT_TRUE(covers(inside, known)) << load << ": " << inside << " of " << known;
  }
}

TEST(TrafficSeries, SaysNothingOfARunThatIsTooShortForItsCorrelation) {
  // The queue of this load needs about 2,500 cycles to forget; at 0.3 it needs 30.
  unsigned known = 0, wrong = 0, clear = 0;
  for (unsigned run = 0; run < 200; ++run) {
    Queue slow(0.95, run), quick(0.3, run);
    const TrafficSeries series = slow.measured(2'000);
    const auto half = series.half_width(2'000);
    EXPECT_TRUE(!half || series.stability(2'000) == Stability::stable);
    known += half.has_value();
    wrong += half && std::abs(slow.mean() - slow.truth()) > *half;
    clear += quick.measured(2'000).stability(2'000) == Stability::stable;
  }
  EXPECT_LE(known, 20u);
  EXPECT_LE(wrong, 14u);
  EXPECT_GE(clear, 198u);
}

TEST(TrafficSeries, AQueueThatGetsMoreThanItServesGrows) {
  unsigned growing = 0;
  for (unsigned run = 0; run < 200; ++run)
    growing += Queue(1.3, run).measured(10'000).stability(10'000) == Stability::growing;
  EXPECT_GE(growing, 198u);
}

TEST(TrafficSeries, NoQueueThatServesWhatItGetsGrows) {
  for (const double load : {0.1, 0.5, 0.8, 0.95}) {
    unsigned growing = 0;
    for (unsigned run = 0; run < 200; ++run)
      growing += Queue(load, run).measured(5'000).stability(5'000) == Stability::growing;
    EXPECT_LE(growing, 2u) << load;
  }
}

TEST(TrafficSeries, SaysNothingWhilePacketsAreUnderWayOrNoneWas) {
  TrafficSeries series(10);
  for (std::uint64_t c = 0; c < 4'000; ++c) {
    series.created(c, 4);
    series.left(c, 4);
    if (c != 3'989) series.arrived(c, 20 + c % 7);
  }
  EXPECT_TRUE(series.half_width(3'980).has_value());
  EXPECT_FALSE(series.half_width(3'990).has_value());
  series.arrived(3'989, 20);
  EXPECT_TRUE(series.half_width(3'990).has_value());
  EXPECT_FALSE(TrafficSeries(10).half_width(4'000).has_value());
  EXPECT_EQ(TrafficSeries(10).stability(4'000), Stability::stable);
  EXPECT_EQ(TrafficSeries(10).stability(1'000), Stability::unknown);  // too few pieces
}

TEST(TrafficSeries, AnIntervalNeedsAHundredPackets) {
  for (const unsigned packets : {99u, 100u}) {
    TrafficSeries series(10);
    for (unsigned p = 0; p < packets; ++p) {
      series.created(p * 50, 1);
      series.left(p * 50, 1);
      series.arrived(p * 50, 10 + p * 7 % 11);
    }
    EXPECT_EQ(series.half_width(5'000).has_value(), packets == 100);
    EXPECT_EQ(series.stability(5'000), Stability::stable);
  }
}

TEST(TrafficSeries, ALongSeriesJoinsPieces) {
  TrafficSeries fine(1), coarse(4);
  for (std::uint64_t c = 0; c < TrafficSeries::most_pieces * 3; ++c)
    for (TrafficSeries* series : {&fine, &coarse}) {
      series->created(c, 2);
      series->left(c + (c / 100) % 3, 2);
      series->arrived(c, (c * 2'654'435'761u >> 7) % 50);
    }
  const std::uint64_t end = TrafficSeries::most_pieces * 3;
  ASSERT_TRUE(fine.half_width(end).has_value());
  EXPECT_EQ(fine.half_width(end), coarse.half_width(end));
  EXPECT_EQ(fine.stability(end), coarse.stability(end));
}

}  // namespace
}  // namespace collnoc::test

// Statistics of traffic against sums by hand.
#include "sim/traffic/measurement.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "sim/traffic/warmup.hpp"

namespace collnoc::test {
namespace {

TEST(Distribution, HasExactMeanPercentilesAndMaximum) {
  Distribution d;
  for (std::uint64_t v = 1; v <= 100; ++v) d.add(v);
  d.add(1'000'000);
  EXPECT_EQ(d.count(), 101u);
  EXPECT_DOUBLE_EQ(d.mean(), (5050.0 + 1e6) / 101);
  EXPECT_EQ(d.percentile(0.5), 51u);
  EXPECT_EQ(d.percentile(0.99), 100u);
  EXPECT_EQ(d.percentile(1), 1'000'000u);
  EXPECT_EQ(d.percentile(0), 1u);
  EXPECT_EQ(d.max(), 1'000'000u);
}

TEST(Distribution, TheHistogramCountsEveryValueOnceInBinsOfAnEighth) {
  Distribution d, half;
  for (std::uint64_t v = 0; v < 10'000; v += 2) d.add(v);
  for (std::uint64_t v = 1; v < 10'000; v += 2) half.add(v);
  d.add(half);
  std::uint64_t next = 0;
  for (const Distribution::Bin& bin : d.histogram()) {
    EXPECT_EQ(bin.from, next);
    EXPECT_EQ(bin.count, std::min<std::uint64_t>(bin.to, 9'999) - bin.from + 1);
    EXPECT_LE((bin.to - bin.from) * 8, bin.from);
    next = bin.to + 1;
  }
  EXPECT_GE(next, 10'000u);
}

TEST(Warmup, IsOverWhenTwoWindowsAreAlikeAndAsMuchArrivesAsIsCreated) {
  WarmupDetector detector;
  const auto window = [&](std::uint64_t latency, unsigned created, unsigned arrived) {
    detector.created(created * 8);
    for (unsigned i = 0; i < arrived; ++i) detector.arrived(latency, 8);
    return detector.close_window();
  };
  EXPECT_FALSE(window(20, 100, 100));
  EXPECT_FALSE(window(40, 100, 100));  // latency grows
  EXPECT_FALSE(window(41, 100, 90));   // packets pile up
  EXPECT_FALSE(window(41, 100, 0));    // nothing arrives
  EXPECT_FALSE(window(41, 100, 100));
  EXPECT_TRUE(window(42, 100, 97));
}

TEST(Ledger, JoinsBothEndsOfAPacketInAnyOrder) {
  Ledger ledger(4);
  ledger.created(1, {10, 2, 8, 0, false});
  ledger.created(1, {11, 3, 8, 0, false});
  ledger.injected(1, 1, 20, Order::ascending);
  ledger.injected(1, 0, 17, Order::ascending);
  EXPECT_EQ(ledger.open(), 2u);
  const DeliveredPacket second = ledger.arrived(3, {1, 1, 0, false, 30, 40});
  EXPECT_EQ(second.created, 11u);
  EXPECT_EQ(second.injected, 20u);
  EXPECT_EQ(second.flits, 8u);
  EXPECT_EQ(ledger.arrived(2, {1, 0, 0, false, 50, 60}).injected, 17u);
  EXPECT_EQ(ledger.open(), 0u);
}

TEST(Ledger, SignalsAreTheOldestOfTheirKind) {
  Ledger ledger(4);
  ledger.created(0, {1, 2, 1, 0, false});
  ledger.created(0, {2, 3, 1, 0, false});
  ledger.created(0, {3, 3, 1, 1, false});
  ledger.created(0, {4, 3, 1, 0, false});
  for (const std::uint64_t number : {0, 1, 2, 3}) ledger.injected(0, number, 5, Order::ascending);
  const auto arrive = [&](std::uint8_t of) {
    return ledger.arrived(3, {0, std::nullopt, of, false, 9, 9}).created;
  };
  EXPECT_EQ(arrive(0), 2u);
  EXPECT_EQ(arrive(1), 3u);
  EXPECT_EQ(arrive(0), 4u);
  EXPECT_THROW(arrive(0), std::logic_error);
  EXPECT_THROW(ledger.arrived(3, {0, 17, 0, false, 9, 9}), std::logic_error);
}

TEST(Ledger, SignalsInOtherOrdersOfDimensionsMayOvertake) {
  Ledger ledger(4);
  for (const std::uint64_t cycle : {1, 2, 3}) ledger.created(0, {cycle, 3, 1, 0, false});
  ledger.injected(0, 0, 5, Order::ascending);
  ledger.injected(0, 1, 6, Order::descending);
  const auto arrive = [&](Order order) {
    return ledger.arrived(3, {0, std::nullopt, 0, false, 9, 9, order}).created;
  };
  EXPECT_EQ(arrive(Order::descending), 2u);
  EXPECT_THROW(arrive(Order::descending), std::logic_error);  // the third has not left its source
  EXPECT_EQ(arrive(Order::ascending), 1u);
}

TEST(Measurement, MeasuresWhatIsCreatedAndAcceptsWhatArrivesInTheWindow) {
  Measurement m(1, 2, true);
  m.begin(100, 100);
  m.end(200);
  const auto packet = [&](std::uint64_t created, std::uint64_t arrived) {
    m.created({created, 1, 4, 0, false});
    m.arrived({0, 1, 0, false, 4, created, created + 3, arrived - 4, arrived});
  };
  packet(90, 110);   // accepted, not measured
  packet(150, 180);  // both
  packet(190, 230);  // measured, not accepted
  const ClassMeasurement& c = m.of_class(0);
  EXPECT_EQ(c.accepted_flits, 8u);
  EXPECT_EQ(c.created_flits, 8u);
  EXPECT_EQ(m.flits_by_source()[0], 8u);
  EXPECT_DOUBLE_EQ(c.requests.total.mean(), 35);
  EXPECT_DOUBLE_EQ(c.requests.queueing.mean(), 3);
  EXPECT_DOUBLE_EQ(c.requests.network.mean(), 28);
  EXPECT_DOUBLE_EQ(c.requests.serialization.mean(), 4);
  EXPECT_EQ(m.pairs().at(1).packets, 2u);
  EXPECT_EQ(m.pairs().at(1).latency_max, 40u);
}

TEST(Measurement, AnExtendedMeasurementIsEqualToALongOne) {
  Measurement whole(1, 2, false), extended(1, 2, false);
  whole.begin(0, 200);
  whole.end(400);
  extended.begin(0, 200);
  extended.end(200);
  for (Measurement* m : {&whole, &extended}) {
    for (std::uint64_t c = 0; c < 600; c += 3) {
      m->created({c, 1, 4, 0, false});
      m->injected(c + 3, 4);
      m->arrived({0, 1, 0, false, 4, c, c + 3, c + 9, c + 20 + c % 7});
      m->round_trip(0, c, c + 60);
    }
    if (m == &extended) m->end(300);
  }
  extended.end(400);
  const ClassMeasurement &a = whole.of_class(0), &b = extended.of_class(0);
  EXPECT_EQ(a.accepted_flits, b.accepted_flits);
  EXPECT_EQ(a.created_flits, b.created_flits);
  EXPECT_EQ(a.requests.total.sum(), b.requests.total.sum());
  EXPECT_EQ(a.requests.total.count(), b.requests.total.count());
  EXPECT_EQ(a.round_trip.sum(), b.round_trip.sum());
  ASSERT_TRUE(whole.half_width(400).has_value());
  EXPECT_EQ(whole.half_width(400), extended.half_width(400));
  EXPECT_EQ(whole.stability(400), extended.stability(400));
  EXPECT_EQ(whole.flits_by_source(), extended.flits_by_source());
}

}  // namespace
}  // namespace collnoc::test

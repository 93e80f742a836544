// What is measured of traffic: latencies and their parts, accepted load, fairness, and pairs on request.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/traffic/distribution.hpp"
#include "sim/traffic/ledger.hpp"
#include "sim/traffic/traffic_series.hpp"

namespace collnoc {

/// Latencies in cycles of a set of packets; the three parts of a packet sum to its latency.
struct Latencies {
  Distribution total;
  Distribution queueing;       ///< from its creation to its head on the first link
  Distribution network;        ///< from there until its head is accepted at the destination
  Distribution serialization;  ///< from there until its last flit is in memory

  void add(const DeliveredPacket& packet);
  void add(const Latencies& other);
};

/// Requests and replies of a class are measured apart.
struct ClassMeasurement {
  Latencies requests, replies;
  Distribution round_trip;           ///< from a request's creation to its reply's arrival
  std::uint64_t accepted_flits = 0;  ///< arrived while measuring; with replies
  std::uint64_t created_flits = 0;   ///< created while measuring; with replies
};

struct PairMeasurement {
  std::uint64_t packets = 0, latency_sum = 0, latency_max = 0;
};

/// Measures packets that are created in the cycles [begin, end). What happens later is kept, so that the
/// measurement can be extended without a gap.
class Measurement {
 public:
  Measurement(std::size_t classes, Rank size, bool pairs)
      : classes_(classes), sent_(size), pairs_wanted_(pairs), size_(size) {}

  /// Begins in this cycle, and is to be of this length at least. Not called: nothing is measured.
  void begin(std::uint64_t cycle, std::uint64_t cycles);
  /// Ends before this cycle. A later end than before extends the measurement.
  void end(std::uint64_t cycle);

  void created(const CreatedPacket& packet);
  /// A packet of `flits` has left the queue of its source.
  void injected(std::uint64_t cycle, unsigned flits);
  void arrived(const DeliveredPacket& packet);
  void round_trip(std::size_t traffic_class, std::uint64_t created, std::uint64_t arrived);

  const ClassMeasurement& of_class(std::size_t i) const { return classes_[i]; }
  /// Flits that arrived while measuring, by source.
  const std::vector<std::uint64_t>& flits_by_source() const { return sent_; }
  /// Half of the 95 % confidence interval of the mean latency of all packets created before `cycle`, in
  /// cycles.
  std::optional<double> half_width(std::uint64_t cycle) const;
  /// The stability in the cycles before `cycle`.
  Stability stability(std::uint64_t cycle) const;
  /// [src * size + dst]; empty unless wanted.
  const std::unordered_map<std::uint64_t, PairMeasurement>& pairs() const { return pairs_; }
  /// Packets to be measured that have not arrived.
  std::uint64_t open() const { return open_; }

 private:
  struct RoundTrip {
    std::size_t traffic_class;
    std::uint64_t created, arrived;
  };
  bool in_window(std::uint64_t cycle) const { return cycle >= begin_ && cycle < end_; }
  void accept(const DeliveredPacket& packet);
  void measure(const DeliveredPacket& packet);

  std::uint64_t begin_ = ~std::uint64_t{0}, end_ = ~std::uint64_t{0};
  std::vector<ClassMeasurement> classes_;
  std::vector<std::uint64_t> sent_;
  std::optional<TrafficSeries> series_;
  bool pairs_wanted_;
  Rank size_;
  std::unordered_map<std::uint64_t, PairMeasurement> pairs_;
  std::uint64_t open_ = 0;
  // Created or arrived after the end.
  std::vector<CreatedPacket> later_created_;
  std::vector<DeliveredPacket> later_arrived_;
  std::vector<RoundTrip> later_round_trips_;
};

}  // namespace collnoc

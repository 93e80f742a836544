#include "sim/traffic/measurement.hpp"

#include <algorithm>
#include <utility>

namespace collnoc {

void Latencies::add(const DeliveredPacket& p) {
  total.add(p.arrived - p.created);
  queueing.add(p.injected - p.created);
  network.add(p.accepted - p.injected);
  serialization.add(p.arrived - p.accepted);
}

void Latencies::add(const Latencies& other) {
  total.add(other.total);
  queueing.add(other.queueing);
  network.add(other.network);
  serialization.add(other.serialization);
}

void Measurement::begin(std::uint64_t cycle, std::uint64_t cycles) {
  begin_ = cycle;
  series_.emplace(std::max<std::uint64_t>(1, cycles / TrafficSeries::pieces));
}

void Measurement::end(std::uint64_t cycle) {
  const std::uint64_t before = end_;
  end_ = cycle;
  for (const CreatedPacket& p : std::exchange(later_created_, {})) created(p);
  for (const DeliveredPacket& p : std::exchange(later_arrived_, {})) {
    if (p.arrived < end_) accept(p);
    if (p.created >= before && p.created < end_) measure(p);
    if (p.arrived >= end_) later_arrived_.push_back(p);
  }
  for (const RoundTrip& t : std::exchange(later_round_trips_, {}))
    round_trip(t.traffic_class, t.created, t.arrived);
}

void Measurement::created(const CreatedPacket& p) {
  if (p.created >= end_) later_created_.push_back(p);
  if (!in_window(p.created)) return;
  ClassMeasurement& c = classes_[p.traffic_class];
  c.created_flits += p.flits;
  series_->created(p.created - begin_, p.flits);
  ++open_;
}

void Measurement::injected(std::uint64_t cycle, unsigned flits) {
  if (series_ && cycle >= begin_) series_->left(cycle - begin_, flits);
}

void Measurement::arrived(const DeliveredPacket& p) {
  if (p.arrived >= end_)
    later_arrived_.push_back(p);
  else
    accept(p);
  if (p.created < end_) measure(p);
}

void Measurement::accept(const DeliveredPacket& p) {
  if (!in_window(p.arrived)) return;
  ClassMeasurement& c = classes_[p.traffic_class];
  c.accepted_flits += p.flits;
  sent_[p.src] += p.flits;
}

void Measurement::measure(const DeliveredPacket& p) {
  if (!in_window(p.created)) return;
  ClassMeasurement& c = classes_[p.traffic_class];
  (p.reply ? c.replies : c.requests).add(p);
  const std::uint64_t latency = p.arrived - p.created;
  series_->arrived(p.created - begin_, latency);
  --open_;
  if (!pairs_wanted_) return;
  PairMeasurement& pair = pairs_[std::uint64_t{p.src} * size_ + p.dst];
  ++pair.packets;
  pair.latency_sum += latency;
  pair.latency_max = std::max(pair.latency_max, latency);
}

void Measurement::round_trip(std::size_t traffic_class, std::uint64_t created, std::uint64_t arrived) {
  if (in_window(created)) classes_[traffic_class].round_trip.add(arrived - created);
  if (created >= end_) later_round_trips_.push_back({traffic_class, created, arrived});
}

std::optional<double> Measurement::half_width(std::uint64_t cycle) const {
  return series_ ? series_->half_width(cycle - begin_) : std::nullopt;
}

Stability Measurement::stability(std::uint64_t cycle) const {
  return series_ ? series_->stability(cycle - begin_) : Stability::unknown;
}

}  // namespace collnoc

// Simulates one offered load of synthetic traffic: warm-up, measurement, drain.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/common/errors.hpp"
#include "sim/engine/gather_logs.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/engine/traffic_pins.hpp"
#include "sim/traffic/warmup.hpp"

namespace collnoc {
namespace {

constexpr Cycle stall_timeout = 20'000;
constexpr Cycle stride = 64;

/// A network under traffic. Between steps it collects what the tiles saw, in the order of ranks, so the
/// result does not depend on threads. In several parts, the first one measures for all.
class TrafficRun {
 public:
  TrafficRun(const TrafficConfig& config, double load, const Progress& progress, const NetworkParts& parts)
      : config_(config),
        parts_(parts),
        load_(load),
        progress_(progress),
        layout_(config.topology, longest_packet(config.classes), config.hardware.flit_bytes(),
                config.hardware.channels()),
        machine_(config, layout_.bytes() / 8 + 8, parts),
        ledger_(config.topology.size()),
        measurement_(config.classes.size(), config.topology.size(), config.per_pair),
        watchdog_(machine_.fabric(), stall_timeout, config.max_cycles) {
    const std::vector<double> loads = loads_of(config.classes, load);
    for (Rank r = fabric().first(); r < fabric().last(); ++r) {
      tiles_.push_back(std::make_unique<TrafficTile>(config, loads, layout_, r, fabric().memory(r)));
      pins_.push_back(std::make_unique<TrafficPins>(config, *tiles_.back()));
      watch(fabric(), r, config, *tiles_.back(), *pins_.back());
    }
    if (parts.several() && parts.first()) others_.resize(config.topology.size() - tiles_.size());
  }

  TrafficResult run() {
    TrafficResult result;
    if (config_.classes.front().list) {
      run_list(result);
      summarize(result);
      return result;
    }
    warm_up(result);
    std::vector<std::uint64_t> links = link_flits();
    begin_ = end_ = now_;
    measurement_.begin(begin_, config_.measure_cycles);
    measure();
    result.link_flits = parts_.gather(std::move(links_at_end_));
    links = parts_.gather(std::move(links));
    for (std::size_t l = 0; l < links.size(); ++l) result.link_flits[l] -= links[l];
    for (auto& tile : tiles_) tile->stop_at(now_);
    for (const Cycle last = now_ + config_.drain_cycles; !drained() && fabric().now() < last;)
      step_to(std::min(last, fabric().now() + stride));
    take_counts(result);
    summarize(result);
    return result;
  }

 private:
  Fabric& fabric() { return machine_.fabric(); }

  /// Measures all packets of the list, from cycle 0 until the last one has arrived.
  void run_list(TrafficResult& result) {
    created_until_ = config_.classes.front().list->cycles;
    measurement_.begin(0, created_until_);
    measurement_.end(never);
    step_to(created_until_);
    while (!drained()) step_to(fabric().now() + stride);
    end_ = parts_.of_first(last_arrival_);
    result.link_flits = parts_.gather(link_flits());
    take_counts(result);
  }

  void take_counts(TrafficResult& result) {
    Counts counts = read_counts(fabric(), config_.per_link);
    result.stalls = counts.stalls;
    counts.report(result, fabric().now(), created_);
    if (!config_.per_link) return;
    result.link_stalls = std::move(counts.link_stalls);
    result.tile_stalls = std::move(counts.tile_stalls);
  }

  void warm_up(TrafficResult& result) {
    if (config_.warmup_cycles) {
      step_to(*config_.warmup_cycles);
    } else {
      do {
        step_to(fabric().now() + WarmupDetector::window_cycles);
        result.warmed_up = parts_.of_first(warmup_.close_window());
      } while (!result.warmed_up && fabric().now() < WarmupDetector::most_cycles);
    }
    result.warmup_cycles = fabric().now();
  }

  void measure() {
    if (config_.confidence == 0) return measure_until(begin_ + config_.measure_cycles);
    // Tiles continue to create packets until the measurement is known to be long enough.
    const Cycle most = begin_ + std::max(config_.measure_cycles, config_.max_measure_cycles);
    std::vector<std::uint64_t> links_at_most;
    do {
      // An interval that is often looked at is narrow by chance in one of the looks, so each measurement is
      // longer than the one before by a quarter. Time has passed since the last end.
      const Cycle wish = std::max(now_, end_ + std::max(config_.measure_cycles, (end_ - begin_) / 4));
      const Cycle end = begin_ + (wish - begin_ + config_.measure_cycles - 1) / config_.measure_cycles *
                                     config_.measure_cycles;
      measure_until(std::min(most, end));
      if (now_ > end_) links_at_end_ = links_at_most;
      const Cycle last = end_ + config_.drain_cycles;
      while (open() != 0 && now_ < last) {
        const Cycle next = std::min(last, now_ + stride);
        if (now_ < most && most <= next) {
          step_to(most);
          links_at_most = link_flits();
        }
        step_to(next);
      }
    } while (open() == 0 && end_ < most && !parts_.of_first(precise()));
  }

  /// Packets to be measured that have not arrived.
  std::uint64_t open() const { return parts_.of_first(measurement_.open()); }

  void measure_until(Cycle end) {
    end_ = end;
    // What the tiles saw before the last end is measured; the rest follows from what is kept.
    measurement_.end(end_);
    step_to(end_);
    links_at_end_ = link_flits();
  }

  /// Whether the interval is as narrow as requested.
  bool precise() const {
    Distribution total;
    for (std::size_t i = 0; i < config_.classes.size(); ++i) {
      total.add(measurement_.of_class(i).requests.total);
      total.add(measurement_.of_class(i).replies.total);
    }
    const auto half = measurement_.half_width(end_);
    return half && total.count() > 0 && *half <= config_.confidence * total.mean();
  }

  void step_to(Cycle cycle) {
    while (fabric().now() < cycle) {
      fabric().step(std::min(stride, cycle - fabric().now()));
      now_ = fabric().now();
      collect();
      if (progress_ && now_ / (stride * 256) != progressed_) {
        progressed_ = now_ / (stride * 256);
        progress_(now_);
      }
      // With a low load, it is no sign of a deadlock that no flit moves, as long as none waits.
      if (watchdog_.stuck(parts_.of_first(ledger_.open() == 0))) watchdog_.give_up();
    }
  }

  /// Every packet has arrived, and no request is about to be answered.
  bool drained() const {
    return parts_.of_first(ledger_.open() == 0) &&
           !parts_.any(std::any_of(tiles_.begin(), tiles_.end(),
                                   [](const auto& tile) { return tile->has_requests(); }));
  }

  /// What a tile saw; of this part's tiles, or at the first part of all.
  TrafficLog& log(Rank rank) {
    return rank < tiles_.size() ? tiles_[rank]->log : others_[rank - tiles_.size()];
  }

  void collect() {
    if (parts_.several()) gather_logs(parts_, fabric().first(), tiles_, others_);
    if (!parts_.first()) return;
    const Rank size = config_.topology.size();
    for (Rank r = 0; r < size; ++r) {
      TrafficLog& seen = log(r);
      for (const CreatedPacket& packet : seen.created) {
        ledger_.created(r, packet);
        ++created_;
        measurement_.created(packet);
        warmup_.created(packet.flits);
      }
      for (const auto& [number, cycle, order] : seen.injected)
        measurement_.injected(cycle, ledger_.injected(r, number, cycle, order));
      seen.created.clear();
      seen.injected.clear();
    }
    for (Rank r = 0; r < size; ++r) {
      TrafficLog& log = this->log(r);
      // Payload that is written in the last cycle has arrived in the next one.
      const auto later = std::find_if(log.arrived.begin(), log.arrived.end(),
                                      [&](const ArrivedPacket& p) { return p.arrived >= now_; });
      for (auto p = log.arrived.begin(); p != later; ++p) {
        const DeliveredPacket packet = ledger_.arrived(r, *p);
        measurement_.arrived(packet);
        last_arrival_ = std::max(last_arrival_, packet.arrived);
        warmup_.arrived(packet.arrived - packet.created, packet.flits);
      }
      log.arrived.erase(log.arrived.begin(), later);
      for (const auto& trip : log.round_trips)
        measurement_.round_trip(trip.traffic_class, trip.created, trip.arrived);
      log.round_trips.clear();
    }
  }

  std::vector<std::uint64_t> link_flits() {
    std::vector<std::uint64_t> all;
    all.reserve(tiles_.size() * config_.topology.links());
    for (std::size_t n = 0; n < tiles_.size(); ++n) {
      const auto of = pins_[n]->link_flits(fabric(), fabric().first() + static_cast<Rank>(n));
      all.insert(all.end(), of.begin(), of.end());
    }
    add_switch_flits(fabric(), all);
    return all;
  }

  void summarize(TrafficResult& result) const;

  const TrafficConfig& config_;
  const NetworkParts& parts_;
  double load_;
  const Progress& progress_;
  PacketLayout layout_;
  Machine machine_;
  std::vector<std::unique_ptr<TrafficTile>> tiles_;  ///< of this part
  std::vector<std::unique_ptr<TrafficPins>> pins_;   ///< [tile]
  std::vector<TrafficLog> others_;                   ///< at the first part: of the other parts' tiles
  Ledger ledger_;
  Measurement measurement_;
  WarmupDetector warmup_;
  Watchdog watchdog_;
  Cycle now_ = 0, begin_ = 0, end_ = 0, progressed_ = 0, last_arrival_ = 0;
  Cycle created_until_ = 0;  ///< of a list: no packet is created from this cycle on
  std::vector<std::uint64_t> links_at_end_;
  std::uint64_t created_ = 0;  ///< packets, since the start
};

void TrafficRun::summarize(TrafficResult& result) const {
  result.link_cycles_compared = machine_.link_cycles();
  result.load = load_;
  std::vector<std::uint8_t> created;
  for (const auto& tile : tiles_) created.push_back(tile->has_created() ? 1 : 0);
  created = parts_.gather(std::move(created));
  if (!parts_.first()) return;
  result.measured_cycles = end_ - begin_;
  const auto cycles = static_cast<double>(result.measured_cycles);
  const std::size_t size = config_.topology.size();
  const double node_cycles = static_cast<double>(size) * cycles;
  const std::vector<double> loads = loads_of(config_.classes, load_);
  for (std::size_t i = 0; i < config_.classes.size(); ++i) {
    const ClassMeasurement& m = measurement_.of_class(i);
    const double offered = offered_by(config_.classes[i], config_.topology, loads[i]);
    result.classes.push_back({offered, static_cast<double>(m.created_flits) / node_cycles,
                              static_cast<double>(m.accepted_flits) / node_cycles, m.requests, m.replies,
                              m.round_trip});
    result.latency.add(m.requests);
    result.latency.add(m.replies);
    result.offered += offered;
    result.created += static_cast<double>(m.created_flits) / node_cycles;
    result.accepted += static_cast<double>(m.accepted_flits) / node_cycles;
  }
  result.packets = result.latency.total.count();
  result.lost = measurement_.open();
  const Cycle judged = created_until_ != 0 ? created_until_ : end_;
  result.stability =
      config_.drain_cycles != 0 && ledger_.open() != 0 ? Stability::growing : measurement_.stability(judged);
  if (result.stability == Stability::stable) result.half_width = measurement_.half_width(judged);
  const std::vector<std::uint64_t>& flits = measurement_.flits_by_source();
  for (Rank r = 0; r < size; ++r) {
    if (created[r] == 0) continue;
    const ServedNode node{r, static_cast<double>(flits[r]) / cycles};
    if (!result.least || node.accepted < result.least->accepted) result.least = node;
    if (!result.most || node.accepted > result.most->accepted) result.most = node;
  }
  for (const auto& [key, pair] : measurement_.pairs())
    result.pairs.push_back({static_cast<Rank>(key / size), static_cast<Rank>(key % size), pair.packets,
                            static_cast<double>(pair.latency_sum) / static_cast<double>(pair.packets),
                            pair.latency_max});
  std::sort(result.pairs.begin(), result.pairs.end(), [](const TrafficPair& a, const TrafficPair& b) {
    return std::pair(a.src, a.dst) < std::pair(b.src, b.dst);
  });
}

}  // namespace

TrafficResult Simulator::traffic(const TrafficConfig& config, double load, const Progress& progress) {
  TrafficResult result = TrafficRun(config, load, progress, parts_).run();
  result.stability = parts_.of_first(result.stability);  // what is simulated next depends on it
  return result;
}

}  // namespace collnoc

// Replays a trace of messages: gives each to its tile when its dependencies have arrived.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "sim/common/errors.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/replay_tiles.hpp"
#include "sim/engine/simulator.hpp"

namespace collnoc {
namespace {

constexpr Cycle stall_timeout = 20'000;
constexpr Cycle check_stride = 64;
constexpr Cycle longest_sleep = 1 << 14;
constexpr std::size_t shown_of_path = 10;

/// After every cycle it collects what the tiles saw, in the order of ranks, so the result does not depend on
/// threads, and a dependency between any two nodes takes effect in its cycle.
class ReplayRun {
 public:
  ReplayRun(const ReplayConfig& config, const PartProgress& progress)
      : config_(config),
        progress_(progress),
        reader_(config.trace, config.topology.size()),
        window_(config.window, config.topology.size()),
        layout_(config.topology, config.hardware),
        machine_(config, layout_.source_end() / 8),
        watchdog_(machine_.fabric(), stall_timeout, config.max_cycles),
        tiles_(layout_, machine_.fabric()),
        sent_flits_(config.topology.size()) {}

  ReplayResult run() {
    read();
    while (window_.open() != 0) {
      fabric().step(window_.in_network() != 0 ? 1 : sleep());
      tiles_.collect(*this);
      read();
      if (fabric().now() - checked_ >= check_stride) check();
    }
    summarize();
    return std::move(result_);
  }

  // What ReplayTiles::collect calls.
  void launched(std::uint64_t line) { window_.launched(line); }
  void injected(std::uint64_t line, Cycle cycle) { window_.injected(line, cycle); }
  void arrived(Rank dst, const ReplayLog::Arrival& a);

 private:
  Fabric& fabric() { return machine_.fabric(); }

  /// Fills the window, and gives messages that may leave to their tiles.
  void read() {
    while (!ended_ && window_.has_room()) {
      const std::optional<TraceMessage> message = reader_.next();
      if (message)
        window_.add(*message, fabric().now(), reader_);
      else
        ended_ = true;
    }
    for (const MessageWindow::Released& message : window_.released()) tiles_.add(message);
    window_.released().clear();
  }

  /// Cycles until the first tile has something to do, while the network is empty.
  Cycle sleep() {
    const Cycle wake = tiles_.wakes_at();
    const Cycle now = fabric().now();
    return std::min({wake <= now ? 1 : wake - now, longest_sleep,
                     config_.max_cycles > now ? config_.max_cycles - now : 1});
  }

  void check() {
    checked_ = fabric().now();
    if (progress_ && fabric().now() - progressed_ >= longest_sleep) {
      progressed_ = fabric().now();
      const std::optional<double> read = reader_.part();
      progress_(progressed_, read ? std::optional(*read * static_cast<double>(result_.messages) /
                                                  static_cast<double>(window_.lines()))
                                  : std::nullopt);
    }
    // While every message waits for its cycle, it is no sign of a deadlock that no flit moves.
    if (!watchdog_.stuck(window_.in_network() == 0)) return;
    watchdog_.give_up(tiles_.waits());
  }

  void summarize();

  struct Pair {
    std::uint64_t messages = 0, bytes = 0, latency_sum = 0, latency_max = 0;
  };

  const ReplayConfig& config_;
  const PartProgress& progress_;
  TraceReader reader_;
  MessageWindow window_;
  MessageLayout layout_;
  Machine machine_;
  Watchdog watchdog_;
  ReplayTiles tiles_;
  std::vector<std::uint64_t> sent_flits_;
  std::unordered_map<std::uint64_t, Pair> pairs_;  // [src * size + dst]
  bool ended_ = false;                             ///< the trace has been read
  Cycle checked_ = 0, progressed_ = 0;
  ReplayResult result_;
};

void ReplayRun::arrived(Rank dst, const ReplayLog::Arrival& a) {
  const DeliveredPacket message = window_.arrived(a.src, dst, a.signal, a.accepted, a.arrived);
  const std::uint64_t bytes = window_.last_arrived().bytes, flits = layout_.flits(bytes);
  ++result_.messages;
  result_.bytes += bytes;
  result_.flits += flits;
  result_.cycles = std::max(result_.cycles, message.arrived);
  result_.latency.add(message);
  sent_flits_[a.src] += flits;
  if (!config_.per_pair) return;
  Pair& pair = pairs_[std::uint64_t{a.src} * tiles_.size() + dst];
  const std::uint64_t latency = message.arrived - message.created;
  ++pair.messages;
  pair.bytes += bytes;
  pair.latency_sum += latency;
  pair.latency_max = std::max(pair.latency_max, latency);
}

void ReplayRun::summarize() {
  const auto cycles = static_cast<double>(result_.cycles);
  result_.accepted = static_cast<double>(result_.flits) / (static_cast<double>(tiles_.size()) * cycles);
  result_.held_by_window = window_.held();
  for (Rank r = 0; r < tiles_.size(); ++r) {
    const auto flits = tiles_.pins(r).link_flits(fabric(), r);
    result_.link_flits.insert(result_.link_flits.end(), flits.begin(), flits.end());
    if (sent_flits_[r] == 0) continue;
    const ServedNode node{r, static_cast<double>(sent_flits_[r]) / cycles};
    if (!result_.least || node.accepted < result_.least->accepted) result_.least = node;
    if (!result_.most || node.accepted > result_.most->accepted) result_.most = node;
  }
  add_switch_flits(fabric(), result_.link_flits);
  for (const auto& [key, pair] : pairs_)
    result_.pairs.push_back({static_cast<Rank>(key / tiles_.size()), static_cast<Rank>(key % tiles_.size()),
                             pair.messages, pair.bytes,
                             static_cast<double>(pair.latency_sum) / static_cast<double>(pair.messages),
                             pair.latency_max});
  std::sort(result_.pairs.begin(), result_.pairs.end(), [](const ReplayPair& a, const ReplayPair& b) {
    return std::pair(a.src, a.dst) < std::pair(b.src, b.dst);
  });
  result_.critical_path = window_.longest();
  result_.end_of_path = window_.end_of_longest(shown_of_path);
  Counts counts = read_counts(fabric(), config_.per_link);
  result_.stalls = counts.stalls;
  counts.report(result_, result_.cycles, result_.messages);
  if (config_.per_link) {
    result_.link_stalls = std::move(counts.link_stalls);
    result_.tile_stalls = std::move(counts.tile_stalls);
  }
  result_.link_cycles_compared = machine_.link_cycles();
}

}  // namespace

ReplayResult Simulator::replay(const ReplayConfig& config, const PartProgress& progress) {
  return ReplayRun(config, progress).run();
}

}  // namespace collnoc

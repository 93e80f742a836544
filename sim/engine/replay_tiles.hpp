// A tile that sends and receives messages on every node of a fabric, and one place that collects what they
// see.
#pragma once
#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "sim/engine/packet_pins.hpp"
#include "sim/engine/replay_tile.hpp"

namespace collnoc {

class ReplayTiles {
 public:
  /// All references must outlive this object.
  ReplayTiles(const MessageLayout& layout, Fabric& fabric) {
    const Topology& topology = fabric.topology();
    seen_.resize(topology.size());
    for (Rank r = 0; r < topology.size(); ++r) {
      tiles_.push_back(std::make_unique<ReplayTile>(topology, layout, r, fabric.memory(r), seen_));
      fabric.set_host(r, tiles_.back().get());
      pins_.push_back(std::make_unique<PacketPins>(topology.links(), topology.address(r), layout.slots(),
                                                   *tiles_.back(), &tiles_.back()->signals));
      fabric.set_packet_watcher(r, tiles_.back().get(), pins_.back().get());
    }
  }

  Rank size() const { return static_cast<Rank>(tiles_.size()); }
  const PacketPins& pins(Rank rank) const { return *pins_[rank]; }

  /// A message of the node `message.src`, between cycles.
  void add(const MessageWindow::Released& message) { tiles_[message.src]->add(message); }
  /// The cycle in which the first tile has something to do; never: no tile has.
  Cycle wakes_at() const {
    Cycle wake = never;
    for (const auto& tile : tiles_) wake = std::min(wake, tile->wakes_at());
    return wake;
  }
  /// What each tile waits to send, as text.
  std::vector<std::string> waits() const {
    std::vector<std::string> texts;
    for (const auto& tile : tiles_) texts.push_back(tile->waits_for());
    return texts;
  }

  /// After every cycle: calls launched(line), injected(line, cycle) and arrived(rank, ReplayLog::Arrival) of
  /// `log`, in the order of ranks, so that the result does not depend on threads. All arrivals follow all
  /// others.
  template <class Log>
  void collect(Log&& log) {
    arrivals_.clear();
    for (Rank first = 0; first < size(); first += awake_group) {
      for (std::uint32_t m = seen_.take(first); m != 0; m &= m - 1) {
        const Rank r = first + static_cast<Rank>(std::countr_zero(m));
        ReplayLog& seen = tiles_[r]->log;
        for (const std::uint64_t line : seen.launched) log.launched(line);
        for (const auto& [line, cycle] : seen.injected) log.injected(line, cycle);
        seen.launched.clear();
        seen.injected.clear();
        if (!seen.arrived.empty()) arrivals_.push_back(r);
      }
    }
    for (const Rank r : arrivals_) {
      for (const ReplayLog::Arrival& arrival : tiles_[r]->log.arrived) log.arrived(r, arrival);
      tiles_[r]->log.arrived.clear();
    }
  }

 private:
  std::vector<std::unique_ptr<ReplayTile>> tiles_;
  std::vector<std::unique_ptr<PacketPins>> pins_;
  AwakeNodes seen_;             ///< tiles whose log is not empty
  std::vector<Rank> arrivals_;  ///< tiles where messages have arrived in this cycle
};

}  // namespace collnoc

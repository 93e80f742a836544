// A network without time: any message may be delayed relative to any other, except that messages between the
// same two tiles keep their order.
#pragma once
#include <algorithm>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Drives the resumable executors of all ranks. A quarter of the ranks and of the paths between two tiles are
/// slow: they move only when nothing else can. Data is read when the put is made or, more often, as late as
/// possible.
class UntimedNetwork {
 public:
  UntimedNetwork(const Algorithm& algorithm, const Job& job, std::uint64_t seed)
      : algorithm_(algorithm), job_(job), random_(seed), tiles_(job.topology.size()) {
    const std::uint64_t bytes = job.base + algorithm.bytes_needed(job);
    for (Tile& tile : tiles_) {
      tile.memory.resize(bytes);
      tile.slow = random_() % 4 == 0;
    }
    ways_.resize(2 * std::size_t{job.topology.size()} * job.topology.size());
    for (Way& way : ways_) way.slow = random_() % 4 == 0;
  }

  std::vector<std::byte>& memory(Rank rank) { return tiles_[rank].memory; }

  /// Runs to the end. Returns a description of the error, or an empty text.
  std::string run() {
    for (Rank r = 0; r < tiles_.size(); ++r) fetch(r);
    for (;;) {
      if (early_) return "a rank leaves the barrier before all have entered it";
      if (!ready_[0].empty() || !ready_[1].empty()) {
        step();
        continue;
      }
      for (Rank r = 0; r < tiles_.size(); ++r) {
        if (tiles_[r].action.kind != Action::Kind::done)
          return "rank " + std::to_string(r) + " waits for ever";
        for (std::uint32_t count : tiles_[r].counters) {
          if (count != 0) return "rank " + std::to_string(r) + " does not give its counters back";
        }
      }
      return {};
    }
  }

 private:
  struct Tile {
    std::vector<std::byte> memory;
    std::array<std::uint32_t, counter_count> counters{};
    Cursor cursor;
    Action action;
    bool slow = false, begun = false;
  };
  struct Flight {
    Put put;
    std::vector<std::byte> data;
    bool read = false;
  };
  struct Way {
    std::deque<Flight> flights;
    bool slow = false;
  };

  // What can move: rank r as r, path w (of puts; then of multicasts) as size + w; fast ones in ready_[0],
  // slow ones in ready_[1].
  void list(std::size_t who, bool slow) { ready_[slow ? 1 : 0].push_back(who); }

  void step() {
    auto& pool = ready_[0].empty() ? ready_[1] : ready_[0];
    const std::size_t at = random_() % pool.size();
    const std::size_t who = pool[at];
    pool[at] = pool.back();
    pool.pop_back();
    if (who < tiles_.size()) {
      act(static_cast<Rank>(who));
    } else {
      deliver(who - tiles_.size());
    }
  }

  void fetch(Rank r) {
    Tile& tile = tiles_[r];
    tile.action = algorithm_.next(job_, r, tile.cursor);
    const bool meet = tiles_.size() > 1 && !form_of(algorithm_.collective()).has_data();
    if (meet && tile.action.kind == Action::Kind::done) early_ |= !std::ranges::all_of(tiles_, &Tile::begun);
    wake(r);
  }
  void wake(Rank r) {
    const Tile& tile = tiles_[r];
    if (tile.action.kind == Action::Kind::done) return;
    if (tile.action.kind == Action::Kind::wait && tile.counters[tile.action.counter] < tile.action.count)
      return;
    list(r, tile.slow);
  }

  void act(Rank r) {
    Tile& tile = tiles_[r];
    tile.begun = true;
    const Action& action = tile.action;
    if (action.kind == Action::Kind::combine)
      perform(tile.memory.data(), action.combine, job_.op, job_.element);
    if (action.kind == Action::Kind::consume) tile.counters[action.counter] -= action.count;
    if (action.kind == Action::Kind::put) start(r, action.put, 0);
    if (action.kind == Action::Kind::multicast) {
      Put put = action.put;
      for (put.dst = 0; put.dst < tiles_.size(); ++put.dst)
        if (action.box.reaches(job_.topology, r, put.dst)) start(r, put, 1);
    }
    fetch(r);
  }

  /// `kind`: 0 a put, 1 a part of a multicast.
  void start(Rank r, const Put& put, std::size_t kind) {
    Flight flight{put, {}, false};
    if (random_() % 4 == 0) read(tiles_[r], flight);
    const std::size_t w = (kind * tiles_.size() + r) * tiles_.size() + put.dst;
    Way& way = ways_[w];
    if (way.flights.empty()) list(tiles_.size() + w, way.slow);
    way.flights.push_back(std::move(flight));
  }

  static void read(const Tile& tile, Flight& flight) {
    const auto from = tile.memory.begin() + flight.put.local;
    flight.data.assign(from, from + flight.put.bytes);
    flight.read = true;
  }

  void deliver(std::size_t w) {
    Way& way = ways_[w];
    Flight flight = std::move(way.flights.front());
    way.flights.pop_front();
    if (!flight.read) read(tiles_[w / tiles_.size() % tiles_.size()], flight);
    Tile& tile = tiles_[flight.put.dst];
    arrive(flight, tile.memory.data() + flight.put.remote);
    if (!way.flights.empty()) list(tiles_.size() + w, way.slow);
    if (const std::uint8_t counter = flight.put.counter; counter != 0) {
      ++tile.counters[counter];
      if (tile.action.kind == Action::Kind::wait && tile.action.counter == counter &&
          tile.counters[counter] == tile.action.count) {
        wake(flight.put.dst);
      }
    }
  }

  static void arrive(const Flight& flight, std::byte* to) {
    for (std::size_t at = 0; at < flight.data.size(); at += 8) {
      const std::size_t n = std::min<std::size_t>(8, flight.data.size() - at);
      std::uint64_t memory = 0, payload = 0;
      std::memcpy(&memory, to + at, n);
      std::memcpy(&payload, flight.data.data() + at, n);
      memory = combined(flight.put.operation, memory, payload);
      std::memcpy(to + at, &memory, n);
    }
  }

  const Algorithm& algorithm_;
  Job job_;
  std::mt19937_64 random_;
  std::vector<Tile> tiles_;
  std::vector<Way> ways_;
  bool early_ = false;  // a rank has left a barrier that another one had not entered
  std::array<std::vector<std::size_t>, 2> ready_;
};

}  // namespace collnoc

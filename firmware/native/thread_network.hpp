// Tiles on the host, one thread each, to try out programs without hardware. Messages take no time, and a put
// is delivered when it returns. A program that relies on this is wrong on hardware.
#pragma once
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "collnoc/firmware/collectives/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"

namespace collnoc {

class ThreadNetwork {
 public:
  ThreadNetwork(const Topology& topology, std::size_t memory_bytes)
      : topology_(topology),
        memory_(topology.size(), std::vector<std::uint64_t>((memory_bytes + 7) / 8)),
        counters_(topology.size()) {}

  /// The Tile that a thread sees.
  class ThreadTile {
   public:
    ThreadTile(ThreadNetwork& network, Rank rank) : network_(network), rank_(rank) {}
    Rank rank() const { return rank_; }
    const Topology& topology() const { return network_.topology_; }
    void put(const Put& p) {
      const std::scoped_lock lock(network_.mutex_);
      if (!p.signal) {
        combine(p.operation, network_.memory(p.dst).subspan(p.remote, p.bytes).data(),
                memory().subspan(p.local, p.bytes).data(), p.bytes);
      }
      ++network_.counters_.at(p.dst).at(p.counter);
      network_.changed_.notify_all();
    }
    /// To every node of `box` but this one.
    void put(Put p, const Box& box) {
      for (p.dst = 0; p.dst < topology().size(); ++p.dst)
        if (p.dst != rank_ && box.contains(topology(), p.dst)) put(p);
    }
    void put(const PreparedPut& p) { put(p.put(topology())); }
    void wait(std::uint8_t counter, std::uint32_t at_least) {
      std::unique_lock lock(network_.mutex_);
      network_.changed_.wait(lock, [&] { return network_.counters_[rank_].at(counter) >= at_least; });
    }
    void consume(std::uint8_t counter, std::uint32_t n) {
      const std::scoped_lock lock(network_.mutex_);
      network_.counters_[rank_].at(counter) -= n;
    }
    /// Nanoseconds since the network was made: messages take no time, but programs can wait.
    std::uint64_t cycle() const {
      const auto passed = std::chrono::steady_clock::now() - network_.made_;
      return static_cast<std::uint64_t>(std::chrono::nanoseconds(passed).count());
    }
    std::span<std::byte> memory() { return network_.memory(rank_); }

   private:
    static void combine(Operation operation, std::byte* to, const std::byte* from, std::uint32_t bytes) {
      for (std::uint32_t at = 0; at < bytes; at += 8) {
        std::uint64_t memory = 0, payload = 0;
        const std::size_t n = bytes - at < 8 ? bytes - at : 8;
        std::memcpy(&memory, to + at, n);
        std::memcpy(&payload, from + at, n);
        memory = combined(operation, memory, payload);
        std::memcpy(to + at, &memory, n);
      }
    }

    ThreadNetwork& network_;
    Rank rank_;
  };

  /// Calls `body(tile)` on all tiles concurrently; returns when all calls have returned.
  template <class Body>
  void run(Body body) {
    std::vector<std::thread> threads;
    for (Rank r = 0; r < topology_.size(); ++r) {
      threads.emplace_back([this, r, &body] {
        ThreadTile tile(*this, r);
        body(tile);
      });
    }
    for (std::thread& t : threads) t.join();
  }

  std::span<std::byte> memory(Rank rank) { return std::as_writable_bytes(std::span(memory_.at(rank))); }
  std::uint32_t arrived(Rank rank, unsigned counter) const { return counters_.at(rank).at(counter); }

 private:
  Topology topology_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<std::uint64_t>> memory_;
  std::vector<std::array<std::uint32_t, counter_count>> counters_;
};
using ThreadTile = ThreadNetwork::ThreadTile;
static_assert(Tile<ThreadTile>);

}  // namespace collnoc

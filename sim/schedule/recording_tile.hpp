// A tile without a network that records the requests of firmware.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "collnoc/firmware/hal/tile.hpp"

namespace collnoc {

/// Waits return at once. Puts, waits and consumes are recorded in order.
class RecordingTile {
 public:
  struct Wait {
    std::uint8_t counter;
    std::uint32_t count;
    std::size_t puts_before;  ///< number of puts before this wait
    friend bool operator==(const Wait&, const Wait&) = default;
  };

  RecordingTile(const Topology& topology, Rank rank, std::size_t memory_bytes)
      : topology_(topology), rank_(rank), memory_(memory_bytes) {}

  Rank rank() const { return rank_; }
  const Topology& topology() const { return topology_; }
  void put(const Put& put) { puts_.push_back(put); }
  void wait(std::uint8_t counter, std::uint32_t at_least) {
    waits_.push_back({counter, at_least, puts_.size()});
  }
  void consume(std::uint8_t counter, std::uint32_t n) { consumed_.push_back({counter, n, puts_.size()}); }
  /// Every call is a cycle later than the one before.
  std::uint64_t cycle() { return cycle_++; }
  std::span<std::byte> memory() { return memory_; }

  const std::vector<Put>& puts() const { return puts_; }
  const std::vector<Wait>& waits() const { return waits_; }
  const std::vector<Wait>& consumed() const { return consumed_; }

 private:
  Topology topology_;
  Rank rank_;
  std::vector<std::byte> memory_;
  std::uint64_t cycle_ = 0;
  std::vector<Put> puts_;
  std::vector<Wait> waits_;
  std::vector<Wait> consumed_;
};
static_assert(Tile<RecordingTile>);

}  // namespace collnoc

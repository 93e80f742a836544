// A tile without a network that records the puts of firmware.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collnoc/firmware/hal/tile.hpp"

namespace collnoc::test {

/// Waits return at once.
class RecordingTile {
 public:
  RecordingTile(const Topology& topology, Rank rank, std::size_t memory_bytes)
      : topology_(topology), rank_(rank), memory_(memory_bytes) {}

  Rank rank() const { return rank_; }
  const Topology& topology() const { return topology_; }
  void put(const Put& put) { puts_.push_back(put); }
  void wait(std::uint8_t, std::uint32_t) {}
  void consume(std::uint8_t, std::uint32_t) {}
  /// Every call is a cycle later than the one before.
  std::uint64_t cycle() { return cycle_++; }
  std::span<std::byte> memory() { return memory_; }

  /// In the order in which they were made.
  const std::vector<Put>& puts() const { return puts_; }

 private:
  Topology topology_;
  Rank rank_;
  std::vector<std::byte> memory_;
  std::uint64_t cycle_ = 0;
  std::vector<Put> puts_;
};
static_assert(Tile<RecordingTile>);

}  // namespace collnoc::test

// The payload bytes of a collective, by which every byte at every destination is checked.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// Byte `offset` of the data that `source` sends to `target` (no_rank: to all ranks).
constexpr std::uint8_t payload_byte(Rank source, Rank target, std::uint32_t offset, std::uint64_t seed) {
  // splitmix64 (Steele, Lea and Flood, 2014) of source, target and index of the 8-byte word.
  std::uint64_t x = seed + 0x9e3779b97f4a7c15u * ((std::uint64_t{source} << 32 | target) + 1);
  x ^= (std::uint64_t{offset / 8} + 1) * 0xd1342543de82ef95u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return static_cast<std::uint8_t>(x >> (offset % 8 * 8));
}

/// Result of checking a tile's memory.
struct PayloadCheck {
  std::uint64_t bytes_checked = 0;
  std::uint64_t bytes_wrong = 0;
  std::uint32_t first_wrong = 0;  ///< byte address, if any is wrong
};

/// Contents of every rank's memory before and after a collective. Not for several threads at once.
class Payload {
 public:
  /// `in_place`: as for_each_result() takes it.
  Payload(Collective collective, const Job& job, std::uint64_t seed, bool in_place = false)
      : collective_(collective), job_(job), seed_(seed), in_place_(in_place) {}

  /// Fills the source and destination areas of the collective in a tile's memory. A destination gets the
  /// complement of the expected data, so check() detects every byte that never arrives.
  /// Precondition: memory is at least job.base + bytes_needed long.
  void fill(Rank rank, std::span<std::byte> memory) const;

  /// Compares the destination areas with the expected data, also where the data was there from the start.
  PayloadCheck check(Rank rank, std::span<const std::byte> memory) const;

 private:
  /// What `source` starts with (for `target`).
  std::vector<std::byte> input(Rank source, Rank target) const;
  /// The same, or what all ranks start with combined (source no_rank). Keeps the last answer.
  const std::vector<std::byte>& expected(Rank source, Rank target) const;

  Collective collective_;
  Job job_;
  std::uint64_t seed_;
  bool in_place_;
  mutable std::optional<std::vector<std::byte>> known_;
  mutable Rank known_source_ = 0, known_target_ = 0;
};

}  // namespace collnoc

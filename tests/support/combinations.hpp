// Words that all tiles of a stress test combine with: a block for each operation. All operations are
// commutative, so the order of arrival does not matter.
#pragma once
#include <cstdint>
#include <span>

namespace collnoc::testing {

struct Combination {
  unsigned code, bytes;  ///< of an element
  bool with_sign;
  std::uint64_t (*of)(std::uint64_t, std::uint64_t);

  /// Combines `length` bytes of elements at `words` with those of `payload`.
  void apply(std::uint8_t* words, const std::uint8_t* payload, std::uint32_t length) const;
};

std::span<const Combination> combinations();

inline constexpr std::uint32_t block_bytes = 288;  // more than a packet of 64-bit flits
/// Of all blocks.
std::uint32_t shared_bytes();

}  // namespace collnoc::testing

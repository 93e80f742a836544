// Words that all tiles of a stress test combine with: a block for each operation. The order of arrival does
// not matter: all operations are commutative, and numbers of single precision are so small integers that
// every sum is exact.
#pragma once
#include <cstdint>
#include <random>
#include <span>

namespace collnoc::test {

struct Combination {
  unsigned code, bytes;  ///< of an element
  bool with_sign;
  std::uint64_t (*of)(std::uint64_t, std::uint64_t);

  /// Combines `length` bytes of elements at `words` with those of `payload`.
  void apply(std::uint8_t* words, const std::uint8_t* payload, std::uint32_t length) const;
};

/// The last one is the sum of single precision, which needs FLOAT_SUMS.
std::span<const Combination> combinations(bool float_sums);

inline constexpr std::uint32_t block_bytes = 288;  // more than a packet of 64-bit flits
/// Bytes of all blocks.
std::uint32_t shared_bytes();
/// Fills a block with numbers of single precision whose sums are exact.
void fill_with_floats(std::uint8_t* block, std::mt19937_64& random);

}  // namespace collnoc::test

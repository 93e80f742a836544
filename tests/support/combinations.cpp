#include "tests/support/combinations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace collnoc::test {
namespace {

template <class Integer>
std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  return static_cast<Integer>(static_cast<Integer>(a) + static_cast<Integer>(b));
}
template <class Integer>
std::uint64_t least(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(std::min(static_cast<Integer>(a), static_cast<Integer>(b)));
}
template <class Integer>
std::uint64_t greatest(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(std::max(static_cast<Integer>(a), static_cast<Integer>(b)));
}
/// The host's sum.
std::uint64_t float_sum(std::uint64_t a, std::uint64_t b) {
  return std::bit_cast<std::uint32_t>(std::bit_cast<float>(static_cast<std::uint32_t>(a)) +
                                      std::bit_cast<float>(static_cast<std::uint32_t>(b)));
}
constexpr std::array<Combination, 14> table = {{
    {1, 4, false, [](std::uint64_t a, std::uint64_t b) { return a & b; }},
    {2, 4, false, [](std::uint64_t a, std::uint64_t b) { return a | b; }},
    {3, 4, false, [](std::uint64_t a, std::uint64_t b) { return a ^ b; }},
    {4, 4, false, sum<std::uint32_t>},
    {5, 8, false, sum<std::uint64_t>},
    {8, 4, false, least<std::uint32_t>},
    {9, 8, false, least<std::uint64_t>},
    {10, 4, true, least<std::int32_t>},
    {11, 8, true, least<std::int64_t>},
    {12, 4, false, greatest<std::uint32_t>},
    {13, 8, false, greatest<std::uint64_t>},
    {14, 4, true, greatest<std::int32_t>},
    {15, 8, true, greatest<std::int64_t>},
    {6, 4, false, float_sum},
}};

/// An element of a word, extended to 64 bits.
std::uint64_t element(const std::uint8_t* at, const Combination& c) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, c.bytes);
  if (c.with_sign && c.bytes == 4)
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)});
  return value;
}

}  // namespace

void Combination::apply(std::uint8_t* words, const std::uint8_t* payload, std::uint32_t length) const {
  for (std::uint32_t b = 0; b < length; b += bytes) {
    const std::uint64_t result = of(element(words + b, *this), element(payload + b, *this));
    std::memcpy(words + b, &result, bytes);
  }
}

std::span<const Combination> combinations(bool float_sums) {
  return std::span(table).first(table.size() - (float_sums ? 0 : 1));
}

std::uint32_t shared_bytes() { return static_cast<std::uint32_t>(table.size()) * block_bytes; }

void fill_with_floats(std::uint8_t* block, std::mt19937_64& random) {
  for (std::uint32_t b = 0; b < block_bytes; b += 4) {
    const auto number = static_cast<float>(random() % 1025) - 512;
    std::memcpy(block + b, &number, sizeof number);
  }
}

}  // namespace collnoc::test

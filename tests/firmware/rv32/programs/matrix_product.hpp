// What two programs share that multiply matrices on p x p tiles (SUMMA, as docs/examples/matrix_product):
// blocks of integers, and their local product. matrix_by_calls.cpp moves them by calls for groups of tiles,
// matrix_by_hand.cpp by puts and waits.
#pragma once
#include <cstdint>

#include "collnoc/firmware/program.hpp"

namespace collnoc::test {

inline constexpr std::uint32_t block_rows = 8, block_bytes = block_rows * block_rows * 4;

/// The blocks of a tile, by index from `boot.base` on.
template <Tile T>
std::int32_t* block(T& tile, const BootBlock& boot, std::uint32_t index) {
  return reinterpret_cast<std::int32_t*>(tile.memory().data() + boot.base + index * block_bytes);
}

/// Block (y, x) of A, with elements i + 2 j, and of B, with elements i - j.
inline void make_block(std::int32_t* block, std::int32_t y, std::int32_t x, std::int32_t times,
                       std::int32_t plus) {
  constexpr auto b = std::int32_t{block_rows};
  for (std::int32_t i = 0; i < b; ++i) {
    for (std::int32_t j = 0; j < b; ++j) block[i * b + j] = times * (y * b + i) + plus * (x * b + j);
  }
}

/// c += a b
inline void multiply_add(std::int32_t* c, const std::int32_t* a, const std::int32_t* b) {
  for (std::uint32_t i = 0; i < block_rows; ++i) {
    for (std::uint32_t l = 0; l < block_rows; ++l) {
      for (std::uint32_t j = 0; j < block_rows; ++j)
        c[i * block_rows + j] += a[i * block_rows + l] * b[l * block_rows + j];
    }
  }
}

/// Whether block (y, x) of the product of n x n matrices is right: the sum over l of (i + 2 l) (l - j).
inline bool is_product(const std::int32_t* c, std::int32_t y, std::int32_t x, std::int32_t n) {
  constexpr auto b = std::int32_t{block_rows};
  const std::int32_t sum = n * (n - 1) / 2, squares = sum * (2 * n - 1) / 3;
  for (std::int32_t e = 0; e < b * b; ++e) {
    const std::int32_t i = y * b + e / b, j = x * b + e % b;
    if (c[e] != 2 * squares + (i - 2 * j) * sum - n * i * j) return false;
  }
  return true;
}

}  // namespace collnoc::test

// A distributed matrix product, C = A B, on a p x p network (SUMMA: van de Geijn, Watts, 1997): the tile in
// row y and column x has blocks of b x b elements of A, B and C. In round k, the tiles of column k broadcast
// their blocks of A along their rows, those of row k their blocks of B along their columns, and every tile
// adds the product of both to its block of C.
//
//   A(y,k) ---> ---> --->     B(k,x)            C(y,x) += A(y,k) B(k,x),   k = 0 .. p-1
//   in row y                    | in column x
//
// Then all tiles know the greatest residual, by an all-reduce, and rank 0 has the traces of all blocks, by a
// gather.
#include <algorithm>
#include <cstdint>

#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/firmware/runtime/group.hpp"

namespace {
using namespace collnoc;

constexpr std::int32_t b = 8;
constexpr std::uint32_t bytes = b * b * 4;

/// Elements of the matrices; the product's is then known: the sum over j of (i + 2 j) (j - k) of n j's.
constexpr std::int32_t a_at(std::int32_t i, std::int32_t j) { return i + 2 * j; }
constexpr std::int32_t b_at(std::int32_t j, std::int32_t k) { return j - k; }
constexpr std::int32_t product_at(std::int32_t i, std::int32_t k, std::int32_t n) {
  const std::int32_t sum = n * (n - 1) / 2, squares = sum * (2 * n - 1) / 3;
  return 2 * squares + (i - 2 * k) * sum - n * i * k;
}

template <Tile T>
int program(T& tile, const BootBlock& boot) {
  auto row = row_of(tile), column = column_of(tile);
  const auto p = static_cast<std::int32_t>(size(row)), x = static_cast<std::int32_t>(row.rank()),
             y = static_cast<std::int32_t>(column.rank());
  if (size(column) != size(row)) return 1;
  const auto at = [&](std::uint32_t a) { return reinterpret_cast<std::int32_t*>(tile.memory().data() + a); };
  // Two buffers for each matrix: a tile that is ahead already sends the blocks of the next round.
  const auto block = [&](std::uint32_t index) { return at(boot.base + index * bytes); };
  std::int32_t* c = block(4);
  for (std::int32_t e = 0; e < b * b; ++e) c[e] = 0;
  barrier(tile);

  for (std::int32_t k = 0; k < p; ++k) {
    const std::uint32_t first = 2 * (k % 2);
    std::int32_t *a_block = block(first), *b_block = block(first + 1);
    for (std::int32_t e = 0; e < b * b; ++e) {
      if (x == k) a_block[e] = a_at(y * b + e / b, k * b + e % b);
      if (y == k) b_block[e] = b_at(k * b + e / b, x * b + e % b);
    }
    broadcast(row, Area{boot.base + first * bytes, bytes}, k);
    broadcast(column, Area{boot.base + (first + 1) * bytes, bytes}, k);
    for (std::int32_t e = 0; e < b * b; ++e) {
      for (std::int32_t l = 0; l < b; ++l) c[e] += a_block[e / b * b + l] * b_block[l * b + e % b];
    }
  }

  std::int32_t *residual = block(5), trace = 0;
  *residual = 0;
  for (std::int32_t e = 0; e < b * b; ++e) {
    const std::int32_t error = c[e] - product_at(y * b + e / b, x * b + e % b, p * b);
    *residual = std::max(*residual, error < 0 ? -error : error);
    if (e / b == e % b) trace += c[e];
  }
  const Area one{boot.base + 5 * bytes, 4}, traces{boot.base + 6 * bytes, 4};
  const std::int32_t greatest = *at(all_reduce(tile, one, Op::max, Element::i32));
  *at(traces.base + 8 * tile.rank()) = trace;
  const std::uint32_t all = gather(tile, traces, 0);
  if (tile.rank() == 0) {
    std::int32_t sum = 0;
    for (std::uint32_t d = 0; d < size(row); ++d) sum += *at(all + 8 * d * (size(row) + 1));
    print(tile, "trace ", sum, ", greatest residual ", greatest, '\n');
  }
  return greatest == 0 ? 0 : 2;
}

}  // namespace

COLLNOC_PROGRAM(program)

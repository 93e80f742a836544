// A matrix product as the guide (docs/user/firmware.md) leads to it: a broadcast in every row and every
// column, in each round. A tile that is ahead already broadcasts for the next round: two buffers, as in the
// example. With argument n, the product is computed n + 1 times; only the first time makes plans.
#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/firmware/runtime/group.hpp"
#include "tests/firmware/rv32/programs/matrix_product.hpp"

namespace {
using namespace collnoc;
using namespace collnoc::test;

template <Tile T>
int program(T& tile, const BootBlock& boot) {
  auto row = row_of(tile), column = column_of(tile);
  const Rank p = size(row), x = row.rank(), y = column.rank();
  std::int32_t* c = block(tile, boot, 4);
  for (std::uint32_t product = 0; product <= boot.argument; ++product) {
    for (std::uint32_t e = 0; e < block_rows * block_rows; ++e) c[e] = 0;
    for (Rank k = 0; k < p; ++k) {
      const std::uint32_t at = boot.base + 2 * (k % 2) * block_bytes;
      std::int32_t *a = block(tile, boot, 2 * (k % 2)), *b = block(tile, boot, 2 * (k % 2) + 1);
      if (x == k) make_block(a, y, k, 1, 2);
      if (y == k) make_block(b, k, x, 1, -1);
      broadcast(row, Area{at, block_bytes}, k);
      broadcast(column, Area{at + block_bytes, block_bytes}, k);
      multiply_add(c, a, b);
    }
  }
  return is_product(c, y, x, p * block_rows) ? 0 : 1;
}

}  // namespace

COLLNOC_PROGRAM(program)

// The same product by puts and waits, as an expert writes it for speed: every round has its own blocks and
// counters, so within a product only the arrival of a block is waited for. A block goes to the tile at
// distance two, then both send it on.
#include "tests/firmware/rv32/programs/matrix_product.hpp"

namespace {
using namespace collnoc;
using namespace collnoc::test;

template <Tile T>
int program(T& tile, const BootBlock& boot) {
  const Topology& network = tile.topology();
  const Rank p = network.extent(0), x = tile.rank() % p, y = tile.rank() / p;
  if (p != 4 || size(tile) != 16) return 2;
  std::int32_t* c = block(tile, boot, 8);
  // Rank r is at distance r ^ k from the root k of a row or column: 2 gets the block first, then 1 and 3.
  const auto broadcast = [&](std::uint32_t index, Rank me, Rank k, Rank step) {
    const auto counter = static_cast<std::uint8_t>(1 + index);
    const std::uint32_t at = boot.base + index * block_bytes;
    const auto send = [&](Rank distance) {
      const Rank to = tile.rank() + ((me ^ distance) - me) * step;
      tile.put(Put{to, at, at, block_bytes, counter, false, {}});
    };
    const Rank distance = me ^ k;
    if (distance != 0) {
      tile.wait(counter, 1);
      tile.consume(counter, 1);
    }
    if (distance == 0) send(2);
    if (distance == 0 || distance == 2) send(1);
  };
  for (std::uint32_t product = 0; product <= boot.argument; ++product) {
    for (std::uint32_t e = 0; e < block_rows * block_rows; ++e) c[e] = 0;
    for (Rank k = 0; k < p; ++k) {
      std::int32_t *a = block(tile, boot, 2 * k), *b = block(tile, boot, 2 * k + 1);
      if (x == k) make_block(a, y, k, 1, 2);
      if (y == k) make_block(b, k, x, 1, -1);
      broadcast(2 * k, x, k, 1);
      broadcast(2 * k + 1, y, k, p);
      multiply_add(c, a, b);
    }
    if (product != boot.argument) barrier(tile);
  }
  return is_product(c, y, x, p * block_rows) ? 0 : 1;
}

}  // namespace

COLLNOC_PROGRAM(program)

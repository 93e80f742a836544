// Tests firmware/runtime/collectives.hpp: one call each, one after the other, on blocking tiles.
#include "collnoc/firmware/runtime/collectives.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "collnoc/firmware/native/thread_network.hpp"

namespace collnoc {
namespace {

std::uint32_t* numbers(ThreadTile& tile, std::uint32_t address) {
  return reinterpret_cast<std::uint32_t*>(tile.memory().data() + address);
}

/// Calls every collective on all tiles of the network; returns the number of wrong results.
unsigned wrong_results(const Topology& topology, std::uint32_t words) {
  const Rank n = topology.size();
  const Area area{64, 4 * words};
  const auto stride = static_cast<std::uint32_t>(padded(area.bytes));
  ThreadNetwork network(topology, 1 << 16);
  std::vector<unsigned> wrong(n, 0);
  network.run([&](ThreadTile& tile) {
    const Rank me = tile.rank();
    const auto put = [&](std::uint32_t block, std::uint32_t value) {
      for (std::uint32_t i = 0; i < words; ++i) numbers(tile, area.base + block * stride)[i] = value + i;
    };
    const auto expect = [&](std::uint32_t address, std::uint32_t value, std::uint32_t step) {
      for (std::uint32_t i = 0; i < words; ++i) wrong[me] += numbers(tile, address)[i] != value + step * i;
    };
    const Rank root = n - 1;

    put(0, me == root ? 1000 : 0);
    barrier(tile);  // before a tile that is ahead writes where this one has just written
    expect(broadcast(tile, area, root), 1000, 1);

    for (Rank r = 0; r < n; ++r) put(r, me == root ? 10 * r : 0);
    barrier(tile);
    expect(scatter(tile, area, root), 10 * me, 1);

    for (Rank r = 0; r < n; ++r) put(r, r == me ? 7 * me : 0);
    barrier(tile);
    const std::uint32_t gathered = gather(tile, area, root);
    for (Rank r = 0; me == root && r < n; ++r) expect(gathered + r * stride, 7 * r, 1);

    for (Rank r = 0; r < n; ++r) put(r, r == me ? 9 * me : 0);
    barrier(tile);
    const std::uint32_t all = all_gather(tile, area);
    for (Rank r = 0; r < n; ++r) expect(all + r * stride, 9 * r, 1);

    for (Rank r = 0; r < n; ++r) put(r, 100 * me + r);
    const std::uint32_t exchanged = total_exchange(tile, area);
    for (Rank r = 0; r < n; ++r)
      if (r != me) expect(exchanged + r * stride, 100 * r + me, 1);

    put(0, me + 1);
    const std::uint32_t most = reduce(tile, area, Op::max, Element::u32, root);
    if (me == root) expect(most, n, 1);

    put(0, me);
    expect(all_reduce(tile, area, Op::sum, Element::u32), n * (n - 1) / 2, n);

    for (Rank r = 0; r < n; ++r) put(r, 3 * r + me);
    expect(reduce_scatter(tile, area, Op::sum, Element::i32), 3 * me * n + n * (n - 1) / 2, n);
  });
  unsigned sum = 0;
  for (const unsigned w : wrong) sum += w;
  return sum;
}

TEST(Collectives, AreOneCallEachOnAnyNetwork) {
  EXPECT_EQ(wrong_results(Topology::mesh(4, 4), 5), 0u);
  EXPECT_EQ(wrong_results(Topology::torus(3, 5), 8), 0u);
  EXPECT_EQ(wrong_results(Topology::star(3), 3), 0u);
  EXPECT_EQ(wrong_results(Topology::mesh(1, 1), 3), 0u);
}

TEST(Collectives, CutLongVectors) { EXPECT_EQ(wrong_results(Topology::mesh(3, 3), 200), 0u); }

TEST(Collectives, SayHowMuchMemoryTheyNeed) {
  ThreadNetwork network(Topology::mesh(4, 4), 1 << 16);
  network.run([](ThreadTile& tile) {
    EXPECT_EQ(reduce_bytes(tile, {0, 100}), 6u * 104);
    EXPECT_EQ(all_reduce_bytes(tile, {0, 100}), 7u * 104);
    EXPECT_EQ(all_reduce_bytes(tile, {0, 4096}), 2u * 4096 + 4096 * 15 / 16 + 4 * 8);
    EXPECT_GE(reduce_scatter_bytes(tile, {0, 8}), (2u * 16 + 1) * 8);
  });
}

}  // namespace
}  // namespace collnoc

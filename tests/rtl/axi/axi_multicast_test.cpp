// Multicasts by software over AXI4-Lite, while streams send puts through the same put registers.
#include <gtest/gtest.h>

#include "Vaxi_mesh_multicast.h"
#include "axi_mesh.hpp"

namespace collnoc::test {
namespace {

constexpr unsigned columns = 2, rows = 2;
using Mesh = AxiMesh<Vaxi_mesh_multicast, columns, rows, 1, 64>;
constexpr std::uint32_t source = 0x1000, target = 0x1800, counters = 0x100, put_corner = 0x034,
                        put_go = 0x030, put_node = 0x010, error = 0x018;
constexpr unsigned counter = 33;

TEST(AxiMulticast, the_register_exists_and_reads_zero) {
  Mesh net;
  EXPECT_EQ(net.write(2, put_corner, 0x0102).resp, okay);
  EXPECT_EQ(net.read(2, put_corner), (Answer{0, okay}));
  EXPECT_EQ(net.write(2, put_corner + 8, 0).resp, decerr);
}

TEST(AxiMulticast, a_box_gets_every_byte_and_streams_and_unicasts_stay_unicasts) {
  Mesh net;
  std::mt19937_64 random(5);
  for (unsigned t = 0; t < Mesh::tiles; ++t) {
    net.connect(t, 0, 0x0000, (t + 1) % Mesh::tiles, 0, 0x0800);
    net.source[t] = Source(70, t);
    for (unsigned n = 0; n < 4000; ++n) add_packet(net.source[t].beats, 1 + random() % 40, 1, random);
  }
  std::vector<std::uint32_t> count(Mesh::tiles);
  for (unsigned n = 0; n < 60; ++n) {
    const unsigned from = random() % Mesh::tiles;
    unsigned x0 = random() % columns, x1 = random() % columns, y0 = random() % rows, y1 = random() % rows;
    if (x0 > x1) std::swap(x0, x1);
    if (y0 > y1) std::swap(y0, y1);
    const bool multicast = n % 3 != 0;
    const unsigned first = columns * y0 + x0, last = multicast ? columns * y1 + x1 : first;
    const bool refused = multicast && first == from && last == from;
    const std::uint32_t words = 1 + random() % 40;
    std::vector<std::uint32_t> sent(words);
    for (std::uint32_t w = 0; w < words; ++w)
      net.write(from, memory_base + source + 4 * w, sent[w] = static_cast<std::uint32_t>(random()));
    const std::uint32_t values[] = {source, target, 4 * words, counter};
    for (std::uint32_t r = 0; r < 4; ++r) ASSERT_EQ(net.write(from, 4 * r, values[r]).resp, okay);
    if (multicast) ASSERT_EQ(net.write(from, put_corner, Mesh::address(last)).resp, okay);
    if (n % 2 == 0)
      ASSERT_EQ(net.write(from, put_node, Mesh::address(first)).resp, okay);
    else
      ASSERT_EQ(net.write(from, put_go, Mesh::address(first) << 16 | counter).resp, okay);
    for (unsigned t = 0; t < Mesh::tiles; ++t) {
      const unsigned x = t % columns, y = t / columns;
      const bool member = multicast ? t != from && x >= x0 && x <= x1 && y >= y0 && y <= y1 : t == first;
      count[t] += member ? 1 : 0;
      net.wait([&] { return net.read(t, counters + 4 * counter).data == count[t]; });
      for (std::uint32_t w = 0; member && w < words; ++w)
        ASSERT_EQ(net.read(t, memory_base + target + 4 * w).data, sent[w]) << "put " << n << ", tile " << t;
    }
    EXPECT_EQ(net.read(from, error).data, refused ? 1u : 0u);
    if (refused) net.write(from, error, ~0u);
  }
  for (unsigned t = 0; t < Mesh::tiles; ++t) {
    EXPECT_EQ(net.read(t, counters + 4 * counter).data, count[t]);
    EXPECT_FALSE(net.source[t].beats.empty()) << "the streams ended before the puts";
  }
}

}  // namespace
}  // namespace collnoc::test

// Tiles of an AXI mesh are reset alone. Every AXI4-Lite access is answered, whatever happens to the network's
// messages.
#include <gtest/gtest.h>

#include "Vaxi_mesh_reset.h"
#include "axi_mesh.hpp"

namespace collnoc::test {
namespace {

constexpr unsigned timeout = 16;  // TIMEOUT of this mesh
using Mesh = AxiMesh<Vaxi_mesh_reset, 2, 1, 1, 64>;
constexpr std::uint32_t from_here = 0x1000, target = 0x1800, status = 0x014, discarded = 0x038,
                        counters = 0x100, axi_late = 0x800;
constexpr unsigned counter = 9;

struct Tiles : Mesh {
  /// The slave is in reset, and so is its master.
  void down(unsigned t) {
    top.tile_rst_ni &= ~(1u << t);
    cycle();
    master[t] = Master();
  }
  void up(unsigned t) { top.tile_rst_ni |= 1u << t; }
  void fill(unsigned t, std::uint32_t words) {
    for (std::uint32_t w = 0; w < words; ++w)
      ASSERT_EQ(write(t, memory_base + from_here + 4 * w, 0x5a000000 + w).resp, okay);
  }
  /// The responses of the five writes.
  std::vector<unsigned> put(unsigned from, unsigned to, std::uint32_t bytes) {
    std::vector<unsigned> answers;
    const std::uint32_t values[] = {from_here, target, bytes, counter, address(to)};
    for (std::uint32_t r = 0; r < 5; ++r) answers.push_back(write(from, 4 * r, values[r]).resp);
    return answers;
  }
  bool busy(unsigned t) { return (read(t, status).data & 3) != 0; }
};
const std::vector<unsigned> all_okay(5, okay);

TEST(AxiReset, a_put_to_a_tile_in_reset_ends_and_later_ones_arrive) {
  Tiles net;
  net.fill(0, 16);
  net.down(1);
  for (unsigned n = 0; n < 8; ++n) EXPECT_EQ(net.put(0, 1, 64), all_okay);
  for (unsigned n = 0; n < 300; ++n) net.cycle();
  EXPECT_FALSE(net.busy(0));
  net.up(1);
  EXPECT_EQ(net.read(1, counters + 4 * counter), (Answer{0, okay}));
  EXPECT_EQ(net.read(1, discarded), (Answer{0x80000000 | 8 * 9, okay}));
  for (unsigned n = 1; n <= 20; ++n) {
    EXPECT_EQ(net.put(0, 1, 64), all_okay);
    net.wait([&] { return net.read(1, counters + 4 * counter).data == n; });
    for (std::uint32_t w = 0; w < 16; ++w)
      EXPECT_EQ(net.read(1, memory_base + target + 4 * w).data, 0x5a000000 + w);
  }
  EXPECT_EQ(net.read(0, axi_late), (Answer{0, okay}));
  EXPECT_EQ(net.read(1, axi_late), (Answer{0, okay}));
}

// The tile is released at once, while its NIC still sends its last packet. Accesses wait for the NIC; those
// that wait too long are answered with an error, and AXI_LATE shows it. The memory can be accessed at once.
TEST(AxiReset, accesses_after_the_release_wait_for_the_nic_or_are_answered_with_an_error) {
  unsigned waited = 0, late = 0;
  for (unsigned n = 0; n < 60; ++n) {
    SCOPED_TRACE(n);
    Tiles net;
    net.fill(1, 64);
    EXPECT_EQ(net.put(1, 0, 248), all_okay);
    for (unsigned k = 0; k < n; ++k) net.cycle();
    net.down(1);
    net.up(1);
    std::uint64_t before = net.now;
    EXPECT_EQ(net.read(1, memory_base + from_here), (Answer{0x5a000000, okay}));
    EXPECT_EQ(net.now - before, 4u);
    std::uint32_t expected_late = 0;
    while (true) {
      before = net.now;
      const Answer read = net.read(1, 0x020);
      EXPECT_LE(net.now - before, timeout + 4);
      if (net.now - before > 4) ++waited;
      if (read.resp == okay) break;
      EXPECT_EQ(read, (Answer{0, slverr}));
      EXPECT_GE(net.now - before, timeout);
      expected_late = 2;
      before = net.now;
      if (net.write(1, 0x404, 0).resp != okay) expected_late = 3;
      EXPECT_LE(net.now - before, timeout + 4);
      ++late;
    }
    EXPECT_EQ(net.read(1, axi_late), (Answer{expected_late, okay}));
    EXPECT_EQ(net.read(1, 0x008), (Answer{0, okay}));
    const std::uint32_t count =
        net.read(0, counters + 4 * counter).data;  // of the first put, which may be lost
    EXPECT_LE(count, 1u);
    EXPECT_EQ(net.put(1, 0, 64), all_okay);
    net.wait([&] { return net.read(0, counters + 4 * counter).data == count + 1; });
  }
  EXPECT_GT(waited, 0u);
  EXPECT_GT(late, 0u);
}

// The queue is full of long messages: a sixth put is answered in time, too, and nothing of it is done.
TEST(AxiReset, a_write_that_is_not_accepted_in_time_is_answered_and_dropped) {
  Tiles net;
  net.fill(0, 2);
  unsigned refused = 0;
  for (unsigned n = 0; n < 12 && refused == 0; ++n) {
    for (std::uint32_t r = 0; r < 5; ++r) {
      const std::uint32_t values[] = {0, 0, 8192, counter, Mesh::address(1)};
      const std::uint64_t before = net.now;
      const unsigned resp = net.write(0, 4 * r, values[r]).resp;
      EXPECT_LE(net.now - before, timeout + 4);
      if (resp != okay) {
        EXPECT_EQ(resp, slverr);
        EXPECT_GE(net.now - before, timeout);
        refused = n;
        break;
      }
    }
  }
  EXPECT_EQ(refused, 6u);  // one is sent, four are queued, one waits to be queued
  EXPECT_EQ(net.read(0, axi_late), (Answer{1, okay}));
  EXPECT_EQ(net.write(0, axi_late, 1, 3).resp, slverr);
  EXPECT_EQ(net.write(0, axi_late, 2).resp, okay);
  EXPECT_EQ(net.read(0, axi_late).data, 1u);
  EXPECT_EQ(net.write(0, axi_late, 1).resp, okay);
  EXPECT_EQ(net.read(0, axi_late).data, 0u);
  net.wait([&] { return !net.busy(0); });
  net.wait([&] { return net.read(1, counters + 4 * counter).data == refused; });
  for (unsigned n = 0; n < 200; ++n) net.cycle();
  EXPECT_EQ(net.read(1, counters + 4 * counter).data, refused);
}

TEST(AxiReset, accesses_to_every_target_are_answered_while_the_tile_is_held) {
  Tiles net;
  net.fill(1, 64);
  EXPECT_EQ(net.put(1, 0, 248), all_okay);
  net.down(1);
  net.up(1);
  unsigned accesses = 0;
  for (const std::uint32_t at : {0x000u, 0x100u, 0x404u, 0x300u, 0x800u, memory_base + 8, 0x3fcu, 0x900u}) {
    net.master[1].aw.push_back({true, at, 0, 0xf});
    net.master[1].w.push_back({true, at, 0, 0xf});
    net.master[1].ar.push_back({false, at});
    ++accesses;
  }
  const std::uint64_t before = net.now;
  net.wait([&] { return net.master[1].written.size() == accesses && net.master[1].read.size() == accesses; });
  EXPECT_LE(net.now - before, (timeout + 4) * accesses);
}

// The accesses of both tiles at random, resets at random: each is answered within the limit.
TEST(AxiReset, random_resets_leave_no_access_without_an_answer) {
  std::mt19937_64 random(7);
  for (unsigned draw = 0; draw < 40; ++draw) {
    SCOPED_TRACE(draw);
    Tiles net;
    unsigned late[2] = {0, 0};
    net.fill(0, 64);
    net.fill(1, 64);
    for (unsigned n = 0; n < 60; ++n) {
      const unsigned t = random() % 2;
      switch (random() % 4) {
        case 0:
          net.down(t);
          for (unsigned k = random() % 40; k != 0; --k) net.cycle();
          net.up(t);
          break;
        case 1: {
          const std::uint64_t before = net.now;
          const unsigned resp = net.read(t, status).resp;
          EXPECT_LE(net.now - before, timeout + 4);
          if (resp == okay) break;
          EXPECT_EQ(resp, slverr);
          late[t] |= 2;
          break;
        }
        default:
          for (const unsigned resp : net.put(t, random() % 2, 8 + random() % 240)) {
            if (resp == okay) continue;
            EXPECT_EQ(resp, slverr);
            late[t] |= 1;
          }
      }
    }
    for (const unsigned t : {0u, 1u}) {
      net.wait([&] { return !net.busy(t); });
      EXPECT_EQ(net.read(t, axi_late).data & ~late[t], 0u);
    }
    for (unsigned n = 0; n < 300; ++n) net.cycle();
    for (const unsigned t : {0u, 1u}) {
      const std::uint32_t before = net.read(1 - t, counters + 4 * counter).data;
      EXPECT_EQ(net.put(t, 1 - t, 100), all_okay);
      net.wait([&] { return net.read(1 - t, counters + 4 * counter).data == before + 1; });
    }
  }
}

}  // namespace
}  // namespace collnoc::test

// rtl/axi/axi_tile.sv over AXI4-Lite: the address map, its errors, memory, and puts by software, without and
// with streams at the same time.
#include <gtest/gtest.h>

#include "Vaxi_mesh_2x2.h"
#include "Vaxi_mesh_wide.h"
#include "axi_mesh.hpp"

namespace collnoc::test {
namespace {

using Mesh = AxiMesh<Vaxi_mesh_2x2, 2, 2, 1, 64>;
using Wide = AxiMesh<Vaxi_mesh_wide, 2, 1, 2, 128>;  // two streams per tile, all-port
constexpr unsigned memory_bytes = 8192;

/// Specification of an address in docs/reference/axi.md and hardware.md: whether it exists and is writable.
unsigned expected(std::uint32_t addr, bool write, unsigned channels, unsigned streams, unsigned memory) {
  const auto between = [&](std::uint32_t from, std::uint32_t to) { return addr >= from && addr < to; };
  if (between(memory_base, memory_base + memory)) return okay;
  if (between(stream_base, stream_base + 0x40 * streams)) {
    const std::uint32_t at = addr % 0x40;
    if (at <= tx_counters || (at >= rx_control && at <= rx_ring) || at == rx_counters) return okay;
    if (at == tx_status || at == rx_status || at == ring_bytes) return write ? slverr : okay;
    return decerr;
  }
  if (between(0x800, 0x804)) return okay;
  if (between(0x000, 0x014) || between(0x018, 0x01c) || between(0x030, 0x034) || between(0x100, 0x200))
    return okay;
  if (between(0x014, 0x018) || between(0x01c, 0x030) || between(0x038, 0x03c)) return write ? slverr : okay;
  if (between(0x040, 0x040 + 4 * channels)) return write ? slverr : okay;
  if (between(0x200, 0x200 + 16 * (4 + channels))) return addr % 16 == 12 ? decerr : write ? slverr : okay;
  if (between(0x300, 0x300 + 16 * channels)) return write ? slverr : okay;
  return decerr;
}

template <class Net>
void every_address(unsigned channels, unsigned memory) {
  Net net;
  std::vector<std::uint32_t> all;
  for (std::uint32_t a = 0; a < 0x900; a += 4) all.push_back(a);
  for (unsigned bit = 11; bit < 22; ++bit) all.push_back(1u << bit);
  for (const std::uint32_t a : {memory - 4, memory, memory + 4, 0x1ffffcu})
    if (a < memory_base) all.push_back(memory_base + a);
  for (const std::uint32_t a : all) {
    EXPECT_EQ(net.read(0, a).resp, expected(a, false, channels, Net::streams, memory))
        << std::hex << "read " << a;
    const unsigned write = expected(a, true, channels, Net::streams, memory);
    EXPECT_EQ(net.write(0, a, 0).resp, write) << std::hex << "write " << a;
    EXPECT_EQ(net.write(0, a, 0, 0).resp, write) << std::hex << "write without strobes " << a;
    const unsigned partial = write == okay && a < memory_base ? slverr : write;
    EXPECT_EQ(net.write(0, a, 0, 5).resp, partial) << std::hex << "write in part " << a;
  }
}
TEST(AxiTile, every_address_answers_as_documented) { every_address<Mesh>(1, memory_bytes); }
TEST(AxiTile, every_address_answers_as_documented_with_several_channels_and_streams) {
  every_address<Wide>(4, 1u << 21);
}

TEST(AxiTile, registers_read_as_on_the_register_bus) {
  Mesh net;
  EXPECT_EQ(net.read(3, 0x020), (Answer{0x0101, okay}));                                 // NODE
  EXPECT_EQ(net.read(3, 0x024), (Answer{0x0101, okay}));                                 // EXTENT
  EXPECT_EQ(net.read(3, 0x028), (Answer{64u << 16 | 2 << 12 | 1 << 8 | 2 << 4, okay}));  // SHAPE
  EXPECT_EQ(net.read(3, 0x02c), (Answer{memory_bytes / 8, okay}));                       // MEMORY
  EXPECT_EQ(net.read(3, 0x400 + ring_bytes), (Answer{8 * 32 * 8, okay}));
  const std::uint32_t first = net.read(3, 0x01c).data;
  EXPECT_GT(net.read(3, 0x01c).data, first);  // CYCLE
  for (std::uint32_t a = 0; a < 0x014; a += 4) {
    if (a != 0x010) EXPECT_EQ(net.write(3, a, 0x1000 + a).resp, okay);
  }
  for (std::uint32_t a = 0; a < 0x010; a += 4) EXPECT_EQ(net.read(3, a), (Answer{0x1000 + a, okay}));
}

TEST(AxiTile, the_cycle_counter_wraps) {
  Mesh net;
  ASSERT_EQ(set_registers(net.top, "cycle_q", 0xfffffff0), Mesh::tiles);
  const auto passed = static_cast<std::uint32_t>(net.now);
  const std::uint32_t first = net.read(3, 0x01c).data;
  for (unsigned n = 0; n < 16; ++n) net.cycle();
  const auto between = static_cast<std::uint32_t>(net.now) - passed;
  const std::uint32_t second = net.read(3, 0x01c).data;
  EXPECT_LT(second, first);
  EXPECT_EQ(second - first, between);
}

TEST(AxiTile, an_access_that_is_refused_has_no_effect) {
  Mesh net;
  net.write(0, 0x000, 0x11);
  for (unsigned strb = 1; strb < 15; ++strb) EXPECT_EQ(net.write(0, 0x000, ~0u, strb).resp, slverr);
  EXPECT_EQ(net.write(0, 0x000, ~0u, 0).resp, okay);  // a write without bytes
  EXPECT_EQ(net.read(0, 0x000).data, 0x11u);
  EXPECT_EQ(net.write(0, 0x400 + tx_node, ~0u, 3).resp, slverr);
  EXPECT_EQ(net.write(0, 0x400 + tx_node, 0xffff, 0).resp, okay);
  EXPECT_EQ(net.read(0, 0x400 + tx_node).data, 0u);
  for (const std::uint32_t ring : {tx_ring, tx_remote, rx_ring}) {
    EXPECT_EQ(net.write(0, 0x400 + ring, 4).resp, slverr);                        // misaligned
    EXPECT_EQ(net.write(0, 0x400 + ring, memory_bytes - 2048 + 8).resp, slverr);  // ends outside the memory
    EXPECT_EQ(net.write(0, 0x400 + ring, 0x80000000).resp, slverr);
    EXPECT_EQ(net.read(0, 0x400 + ring).data, 0u);
    EXPECT_EQ(net.write(0, 0x400 + ring, memory_bytes - 2048).resp, okay);
    EXPECT_EQ(net.read(0, 0x400 + ring).data, memory_bytes - 2048);
  }
  for (const std::uint32_t node : {tx_node, rx_node}) {
    EXPECT_EQ(net.write(0, 0x400 + node, 0x10000).resp, slverr);
    EXPECT_EQ(net.read(0, 0x400 + node).data, 0u);
  }
  for (const auto& [counters, control] : {std::pair{tx_counters, tx_control}, {rx_counters, rx_control}}) {
    for (const std::uint32_t too_many : {0x40u, 0x80u, 0x4000u, 0x80000000u}) {
      EXPECT_EQ(net.write(0, 0x400 + counters, too_many).resp, slverr);
      EXPECT_EQ(net.read(0, 0x400 + counters).data, 0u);
    }
    for (const std::uint32_t none : {0x0000u, 0x0001u, 0x0200u}) {  // one or both counters are 0
      EXPECT_EQ(net.write(0, 0x400 + counters, none).resp, okay);
      EXPECT_EQ(net.write(0, 0x400 + control, 1).resp, slverr);
      EXPECT_EQ(net.read(0, 0x400 + control).data, 0u);
    }
    EXPECT_EQ(net.write(0, 0x400 + counters, 0x0201).resp, okay);
    EXPECT_EQ(net.write(0, 0x400 + control, 1, 0).resp, okay);  // a write without bytes
    EXPECT_EQ(net.read(0, 0x400 + control).data, 0u);
    EXPECT_EQ(net.write(0, 0x400 + control, 1).resp, okay);
  }
  for (const std::uint32_t held :
       {tx_control, tx_node, tx_ring, tx_remote, tx_counters, rx_control, rx_node, rx_ring, rx_counters}) {
    const std::uint32_t before = net.read(0, 0x400 + held).data;
    EXPECT_EQ(net.write(0, 0x400 + held, 1).resp, slverr) << held;
    EXPECT_EQ(net.read(0, 0x400 + held).data, before);
  }
  EXPECT_EQ(net.write(0, 0x400 + tx_control, 0).resp, okay);
  EXPECT_EQ(net.write(0, 0x400 + tx_node, 1).resp, okay);
}

TEST(AxiTile, memory_takes_any_bytes) {
  Mesh net;
  std::vector<std::uint8_t> bytes(256);
  std::mt19937_64 random(3);
  for (unsigned a = 0; a < 256; a += 4) net.write(1, memory_base + a, 0);
  for (unsigned n = 0; n < 1000; ++n) {
    const std::uint32_t word = random() % 64 * 4, data = random();
    const unsigned strb = random() % 16;
    EXPECT_EQ(net.write(1, memory_base + word, data, strb).resp, okay);
    for (unsigned b = 0; b < 4; ++b) {
      if (strb >> b & 1) bytes[word + b] = static_cast<std::uint8_t>(data >> 8 * b);
    }
    const std::uint32_t at = random() % 64 * 4;
    std::uint32_t value = 0;
    for (unsigned b = 0; b < 4; ++b) value |= std::uint32_t{bytes[at + b]} << 8 * b;
    ASSERT_EQ(net.read(1, memory_base + at), (Answer{value, okay}));
  }
}

/// A put by software, launched by PUT_NODE or PUT_GO. The registers keep what was written, regardless of the
/// streams.
void put(Mesh& net, unsigned from, unsigned to, std::uint32_t src, std::uint32_t addr, std::uint32_t bytes,
         unsigned counter, bool go = false) {
  const std::uint32_t values[] = {src, addr, bytes, counter};
  for (std::uint32_t n = 0; n < 4; ++n) ASSERT_EQ(net.write(from, 4 * n, values[n]).resp, okay);
  for (std::uint32_t n = 0; n < 4; ++n) ASSERT_EQ(net.read(from, 4 * n), (Answer{values[n], okay}));
  if (go) {
    ASSERT_EQ(net.write(from, 0x00c, 0xffffffff).resp, okay);  // not used
    ASSERT_EQ(net.write(from, 0x030, Mesh::address(to) << 16 | counter).resp, okay);
    ASSERT_EQ(net.read(from, 0x030), (Answer{0, okay}));
    ASSERT_EQ(net.read(from, 0x00c), (Answer{counter, okay}));
  } else {
    ASSERT_EQ(net.write(from, 0x010, Mesh::address(to)).resp, okay);
  }
  ASSERT_EQ(net.read(from, 0x010).data, Mesh::address(to));
}

TEST(AxiTile, puts_of_software_and_streams_do_not_disturb_each_other) {
  Mesh net;
  std::mt19937_64 random(11);
  std::vector<std::deque<Beat>> sent(4);
  for (unsigned t = 0; t < 4; ++t) {
    net.connect(t, 0, 0x0000, (t + 1) % 4, 0, 0x0800);
  }
  for (unsigned t = 0; t < 4; ++t) {
    net.source[t] = Source(90, t);
    net.sink[t] = Sink(80, t + 9);
    for (unsigned n = 0; n < 3000; ++n) add_packet(net.source[t].beats, 1 + random() % 40, 1, random);
    sent[t] = net.source[t].beats;
    net.master[t].bready = Pace(60, t);
    net.master[t].rready = Pace(60, t + 5);
  }
  for (unsigned n = 1; n <= 60; ++n) {
    const unsigned from = random() % 4, to = random() % 4;
    const std::uint32_t src = 0x1000 + random() % 32 * 8, dst = 0x1800 + random() % 32 * 8,
                        bytes = 1 + random() % 250;
    std::vector<std::uint32_t> words((bytes + 3) / 4);
    for (std::uint32_t w = 0; w < words.size(); ++w)
      net.write(from, memory_base + src + 4 * w, words[w] = random());
    const std::uint32_t before = net.read(to, 0x100 + 4 * 33).data;
    put(net, from, to, src, dst, bytes, 33, n % 2 == 0);
    net.wait([&] { return net.read(to, 0x100 + 4 * 33).data == before + 1; });
    for (std::uint32_t b = 0; b < bytes; b += 4) {
      const std::uint32_t mask = bytes - b < 4 ? (1u << 8 * (bytes - b)) - 1 : ~0u;
      ASSERT_EQ((net.read(to, memory_base + dst + b).data ^ words[b / 4]) & mask, 0u)
          << "put " << n << " byte " << b;
    }
  }
  for (unsigned t = 0; t < 4; ++t)
    EXPECT_FALSE(net.source[t].beats.empty()) << "the streams ended before the puts";
  for (unsigned t = 0; t < 4; ++t) {
    const std::vector<Beat>& got = net.sink[(t + 1) % 4].beats;
    net.wait([&] { return got.size() >= sent[t].size(); });
    EXPECT_TRUE(std::equal(sent[t].begin(), sent[t].end(), got.begin(), got.end()));
    EXPECT_EQ(net.read(t, 0x018), (Answer{0, okay}));
  }
}

TEST(AxiTile, an_event_follows_every_increment_of_a_counter) {
  Mesh net;
  std::array<unsigned, 4> events{};
  for (const std::uint32_t bytes : {8u, 64u, 2000u}) {
    put(net, 0, 3, 0, 0, bytes, 7);
    for (unsigned n = 0; n < 600; ++n) {
      net.cycle();
      for (unsigned t = 0; t < 4; ++t) events[t] += static_cast<unsigned>(bits(net.top.event_o, t, 1));
    }
  }
  EXPECT_EQ(net.read(3, 0x100 + 4 * 7).data, 3u);
  EXPECT_EQ(events, (std::array<unsigned, 4>{0, 0, 0, 3}));
}

TEST(AxiTile, a_read_passes_a_put_that_waits_for_its_queue) {
  Mesh net;
  for (const auto& [addr, value] : {std::pair{0x000u, 0u}, {0x004u, 0u}, {0x008u, 4096u}, {0x00cu, 1u}}) {
    net.write(0, addr, value);
  }
  Master& m = net.master[0];
  const std::size_t before = m.written.size();
  for (unsigned n = 0; n < 8; ++n) {  // long puts: the queue of four is full, the others wait
    const std::uint32_t at = n % 2 != 0 ? 0x010 : 0x030;
    const std::uint32_t value = n % 2 != 0 ? Mesh::address(1) : Mesh::address(1) << 16 | 1;
    m.aw.push_back({true, at, value});
    m.w.push_back({true, at, value});
  }
  for (unsigned n = 0; n < 60; ++n) net.cycle();
  ASSERT_LT(m.written.size(), before + 8);
  const std::size_t waiting = m.written.size();
  const std::uint64_t start = net.now;
  EXPECT_EQ(net.read(0, 0x014).data, 3u);  // STATUS: a launch waits, a message is being sent
  EXPECT_EQ(net.read(0, 0x040).data, 4u);  // QUEUE
  EXPECT_LT(net.now - start, 12u);
  EXPECT_EQ(m.written.size(), waiting);
  net.wait([&] { return net.read(1, 0x104).data == 8; });
  EXPECT_EQ(m.written.size(), before + 8);
  EXPECT_EQ(net.read(0, 0x014).data, 0u);
}

/// A master accesses one memory bank continuously; messages still leave this memory and arrive in it.
void hammered(bool write) {
  Mesh net;
  const unsigned busy = write ? 1 : 0;  // writes at the receiver, reads at the sender
  for (std::uint32_t a = 0; a < 256; a += 4) net.write(0, memory_base + a, a * 2654435761u);
  for (std::uint32_t n = 0; n < 4; ++n) net.write(0, 4 * n, std::array{0x000u, 0x800u, 256u, 33u}[n]);
  Master& m = net.master[busy];
  for (unsigned n = 0; n < 5000; ++n) {
    if (write) {
      m.aw.push_back({true, memory_base + 0xc00});
      m.w.push_back({true, memory_base + 0xc00, n});
    } else {
      m.ar.push_back({false, memory_base + 0xc00});
    }
  }
  const auto done = [&] { return write ? m.written.size() : m.read.size(); };
  for (unsigned n = 0; n < 100; ++n) net.cycle();
  const std::size_t before = done();
  for (unsigned n = 0; n < 1000; ++n) net.cycle();
  EXPECT_EQ(done() - before, 500u);  // one access every two cycles
  net.write(0, 0x010, Mesh::address(1));
  for (unsigned n = 0; n < 300; ++n) net.cycle();
  EXPECT_LT(done(), 4000u) << "nothing was hammered any more";
  EXPECT_EQ(net.read(1, 0x100 + 4 * 33).data, 1u);
  net.wait([&] { return m.aw.empty() && m.ar.empty() && m.w.empty(); });
  for (unsigned n = 0; n < 50; ++n) net.cycle();
  for (std::uint32_t a = 0; a < 256; a += 4) {
    EXPECT_EQ(net.read(1, memory_base + 0x800 + a).data, a * 2654435761u);
  }
}
TEST(AxiTile, a_message_arrives_in_a_bank_that_is_written_all_the_time) { hammered(true); }
TEST(AxiTile, a_message_leaves_a_bank_that_is_read_all_the_time) { hammered(false); }

TEST(AxiTile, registers_keep_every_bit_of_any_value) {
  Mesh net;
  std::mt19937 random(5);
  for (unsigned n = 0; n < 60; ++n) {
    const auto any = [&] { return static_cast<std::uint32_t>(random()); };
    for (const std::uint32_t a : {0x000u, 0x004u, 0x008u, 0x00cu}) {
      const std::uint32_t value = any();
      ASSERT_EQ(net.write(0, a, value).resp, okay);
      ASSERT_EQ(net.read(0, a), (Answer{value, okay})) << std::hex << a;
    }
    const std::uint32_t nowhere = any() | 1u << (16 + n % 16);  // launches a put that is rejected
    ASSERT_EQ(net.write(0, 0x010, nowhere).resp, okay);
    ASSERT_EQ(net.read(0, 0x010), (Answer{nowhere, okay}));
    ASSERT_EQ(net.read(0, 0x018).data & 1, 1u);
    const std::uint32_t go = any() | 1u << 31;  // as well
    ASSERT_EQ(net.write(0, 0x018, 0x3f).resp, okay);
    ASSERT_EQ(net.write(0, 0x030, go).resp, okay);
    ASSERT_EQ(net.read(0, 0x010), (Answer{go >> 16, okay}));
    ASSERT_EQ(net.read(0, 0x00c), (Answer{(go & 0xff3f) | (go & 0xc0) << 10, okay}));
    ASSERT_EQ(net.read(0, 0x018).data & 1, 1u);
    const unsigned k = 1 + n;
    const std::uint32_t amount = any();
    ASSERT_EQ(net.write(0, 0x100 + 4 * k, amount).resp, okay);
    ASSERT_EQ(net.read(0, 0x100 + 4 * k), (Answer{0 - amount, okay}));
    for (const std::uint32_t a : {tx_node, rx_node, tx_counters, rx_counters}) {
      const std::uint32_t value = any() & (a == tx_node || a == rx_node ? 0xffff : 0x3f3f);
      ASSERT_EQ(net.write(0, stream_base + a, value).resp, okay);
      ASSERT_EQ(net.read(0, stream_base + a), (Answer{value, okay})) << std::hex << a;
    }
  }
}

}  // namespace
}  // namespace collnoc::test

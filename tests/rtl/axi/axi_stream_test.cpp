// rtl/axi/axi_stream_{tx,rx,pair}.sv: streams between AXI tiles over the network; every beat is compared.
#include <gtest/gtest.h>

#include "Vaxi_mesh_2x2.h"
#include "Vaxi_mesh_wide.h"
#include "axi_mesh.hpp"

namespace collnoc::test {
namespace {

using Mesh = AxiMesh<Vaxi_mesh_2x2, 2, 2, 1, 64>;    // one stream per tile, slots of 31 flits
using Wide = AxiMesh<Vaxi_mesh_wide, 2, 1, 2, 128>;  // two streams per tile, all-port, slots of 16
                                                     // flits, the largest memory of a tile

/// Streams form a ring through all tiles. They carry packets of every length from 1 byte, then long packets,
/// and all must arrive unchanged.
template <class Net>
void all_lengths(unsigned source_percent, unsigned sink_percent) {
  Net net;
  const unsigned first = std::is_same_v<Net, Wide> ? 0x1fe000 : 0;  // of the last 8 KiB
  std::vector<std::deque<Beat>> sent(Net::ports);
  std::mt19937_64 random(source_percent * 1000 + sink_percent);
  for (unsigned t = 0; t < Net::tiles; ++t) {
    for (unsigned s = 0; s < Net::streams; ++s) {
      net.connect(t, s, first + 0x1000 * s, (t + 1) % Net::tiles, s, first + 0x1000 * s + 0x800);
    }
  }
  for (unsigned p = 0; p < Net::ports; ++p) {
    net.source[p] = Source(source_percent, p + 10);
    net.sink[p] = Sink(sink_percent, p + 50);
    for (unsigned bytes = 1; bytes <= 300; ++bytes)
      add_packet(net.source[p].beats, bytes, Net::words, random);
    for (unsigned n = 0; n < 20; ++n)
      add_packet(net.source[p].beats, 1 + random() % 9000, Net::words, random);
    sent[p] = net.source[p].beats;
  }
  net.wait(
      [&] {
        for (unsigned p = 0; p < Net::ports; ++p) {
          if (net.sink[(p + Net::streams) % Net::ports].beats.size() < sent[p].size()) return false;
        }
        return true;
      },
      400'000);
  for (unsigned n = 0; n < 200; ++n) net.cycle();  // no packet arrives twice
  for (unsigned t = 0; t < Net::tiles; ++t) {
    for (unsigned s = 0; s < Net::streams; ++s) {
      const unsigned p = t * Net::streams + s, q = (t + 1) % Net::tiles * Net::streams + s;
      ASSERT_EQ(net.sink[q].beats.size(), sent[p].size());
      for (std::size_t n = 0; n < sent[p].size(); ++n)
        ASSERT_EQ(net.sink[q].beats[n], sent[p][n]) << "beat " << n;
      EXPECT_EQ(bits(net.top.m_tid_o, q * 16, 16), Net::address(t));
      EXPECT_EQ(net.read(t, stream_base + 0x40 * s + tx_status), (Answer{0, okay}));
      EXPECT_EQ(net.read(t, stream_base + 0x40 * s + rx_status), (Answer{0, okay}));
    }
    EXPECT_EQ(net.read(t, 0x018), (Answer{0, okay})) << "ERROR of tile " << t;
  }
}
TEST(AxiStream, every_length_at_full_speed) { all_lengths<Mesh>(100, 100); }
TEST(AxiStream, every_length_from_slow_sources) { all_lengths<Mesh>(20, 100); }
TEST(AxiStream, every_length_into_slow_sinks) { all_lengths<Mesh>(100, 30); }
TEST(AxiStream, every_length_with_pauses_on_both_sides) { all_lengths<Mesh>(50, 50); }
TEST(AxiStream, every_length_by_two_wide_streams_at_full_speed) { all_lengths<Wide>(100, 100); }
TEST(AxiStream, every_length_by_two_wide_streams_with_pauses) { all_lengths<Wide>(50, 50); }

TEST(AxiStream, any_tkeep_is_carried_as_it_is) {
  Mesh net;
  net.connect(0, 0, 0, 3, 0, 0x800);
  std::mt19937_64 random(5);
  for (unsigned n = 0; n < 500; ++n) {
    net.source[0].beats.push_back({{random()}, random() % 3 ? 0xff : random() & 0xff, random() % 8 == 0});
  }
  const std::deque<Beat> sent = net.source[0].beats;
  net.wait([&] { return net.sink[3].beats.size() >= sent.size(); });
  EXPECT_TRUE(std::equal(sent.begin(), sent.end(), net.sink[3].beats.begin(), net.sink[3].beats.end()));
}

TEST(AxiStream, a_stream_that_pauses_without_tlast_is_sent) {
  Mesh net;
  net.connect(0, 0, 0, 1, 0, 0x800);
  std::mt19937_64 random(6);
  for (unsigned n = 1; n <= 40; ++n) {  // ends within a slot, at its end and after it
    net.sink[1].beats.clear();
    for (unsigned i = 0; i < n; ++i) net.source[0].beats.push_back({{random()}, 0xff, false});
    const std::deque<Beat> sent = net.source[0].beats;
    net.wait([&] { return net.sink[1].beats.size() >= n; }, 150);
    ASSERT_TRUE(std::equal(sent.begin(), sent.end(), net.sink[1].beats.begin(), net.sink[1].beats.end()));
  }
}

TEST(AxiStream, a_stream_to_the_own_tile) {
  Mesh net;
  net.connect(2, 0, 0, 2, 0, 0x800);
  std::mt19937_64 random(7);
  add_packet(net.source[2].beats, 5001, 1, random);
  const std::deque<Beat> sent = net.source[2].beats;
  net.wait([&] { return net.sink[2].beats.size() >= sent.size(); });
  EXPECT_TRUE(std::equal(sent.begin(), sent.end(), net.sink[2].beats.begin(), net.sink[2].beats.end()));
}

TEST(AxiStream, a_stream_that_is_not_read_delays_no_other) {
  Wide net;
  for (unsigned s = 0; s < 2; ++s) {
    net.connect(0, s, 0x1000 * s, 1, s, 0x1000 * s + 0x800);
    net.connect(1, s, 0x1000 * s, 0, s, 0x1000 * s + 0x800);
  }
  std::mt19937_64 random(8);
  for (Source& source : net.source) {
    for (unsigned n = 0; n < 2000; ++n) source.beats.push_back({{random(), random()}, 0xffff, n % 100 == 99});
  }
  const std::vector<Source> before = net.source;
  net.sink[2].pace = Pace(0, 0);  // stream 0 of tile 1
  const std::uint64_t start = net.now;
  net.wait([&] {
    return net.sink[0].beats.size() == 2000 && net.sink[1].beats.size() == 2000 &&
           net.sink[3].beats.size() == 2000;
  });
  EXPECT_LT(net.now - start, 5000u);  // 4000 beats share the link from 1 to 0, which carries 15 in 17 cycles
  EXPECT_EQ(net.sink[2].beats.size(), 0u);
  // The stopped stream accepts what its ring, the current slot and the registers can hold, and no more.
  EXPECT_GE(net.source[0].sent, 4 * 15u);
  EXPECT_LE(net.source[0].sent, 4 * 15u + 15 + 2 + 4);
  net.sink[2].pace = Pace(100, 0);
  net.wait([&] { return net.sink[2].beats.size() == 2000; });
  for (unsigned p = 0; p < 4; ++p) {
    const std::deque<Beat>& sent = before[p].beats;
    EXPECT_TRUE(
        std::equal(sent.begin(), sent.end(), net.sink[p ^ 2].beats.begin(), net.sink[p ^ 2].beats.end()));
  }
}

TEST(AxiStream, a_new_connection_can_be_made_to_another_tile) {
  Mesh net;
  std::mt19937_64 random(9);
  for (const unsigned to : {1u, 3u, 1u, 2u}) {
    net.connect(0, 0, 0, to, 0, 0x800);
    net.sink[to].beats.clear();
    for (unsigned n = 0; n < 11; ++n) add_packet(net.source[0].beats, 1 + random() % 700, 1, random);
    const std::deque<Beat> sent = net.source[0].beats;
    net.wait([&] { return net.sink[to].beats.size() >= sent.size(); });
    EXPECT_TRUE(std::equal(sent.begin(), sent.end(), net.sink[to].beats.begin(), net.sink[to].beats.end()));
    // Both are idle: disable, and subtract what the two counters counted.
    net.wait([&] {
      return net.read(0, stream_base + tx_status).data == 0 &&
             net.read(to, stream_base + rx_status).data == 0;
    });
    net.write(0, stream_base + tx_control, 0);
    net.write(to, stream_base + rx_control, 0);
    net.write(0, 0x108, net.read(0, 0x108).data);
    net.write(to, 0x104, net.read(to, 0x104).data);
    EXPECT_EQ(net.read(0, 0x108).data, 0u);
  }
}

TEST(AxiStream, a_packet_cut_off_by_disabling_does_not_reach_the_next_connection) {
  Mesh net;
  const auto disable = [&](unsigned to) {
    EXPECT_EQ(net.write(0, stream_base + tx_control, 0).resp, okay);
    EXPECT_EQ(net.write(to, stream_base + rx_control, 0).resp, okay);
    net.sink[to].pace = Pace(100, 0);  // beats that are already offered stay
    net.wait([&] {
      return net.read(0, stream_base + tx_status).data == 0 &&
             net.read(to, stream_base + rx_status).data == 0;
    });
    for (unsigned n = 0; n < 100; ++n) net.cycle();  // data in flight
    net.write(0, 0x108, net.read(0, 0x108).data);
    net.write(to, 0x104, net.read(to, 0x104).data);
  };
  // Within the current slot (3 beats), and in the ring and all registers after it.
  for (const unsigned beats : {3u, 1000u}) {
    net.connect(0, 0, 0, 1, 0, 0x800);
    net.sink[1].pace = Pace(0, 0);
    for (unsigned n = 0; n < beats; ++n) net.source[0].beats.push_back({{n}, 0xff, false});
    if (beats == 3) {
      net.wait([&] { return net.source[0].sent == beats; });
    } else {
      for (unsigned n = 0; n < 600; ++n) net.cycle();
      EXPECT_FALSE(net.source[0].beats.empty());
    }
    disable(1);
    net.sink[1].beats.clear();
    const std::uint64_t before = net.source[0].sent;
    net.source[0] = Source();
    net.source[0].sent = before;
    std::mt19937_64 random(beats);
    add_packet(net.source[0].beats, 700, 1, random);
    const std::deque<Beat> sent = net.source[0].beats;
    for (unsigned n = 0; n < 50; ++n) net.cycle();
    EXPECT_EQ(net.source[0].sent, before) << "beats were taken from a stream that is not connected";
    net.sink[3].beats.clear();
    net.connect(0, 0, 0, 3, 0, 0x800);
    net.wait([&] { return net.sink[3].beats.size() >= sent.size(); });
    for (unsigned n = 0; n < 200; ++n) net.cycle();
    EXPECT_TRUE(std::equal(sent.begin(), sent.end(), net.sink[3].beats.begin(), net.sink[3].beats.end()));
    EXPECT_EQ(net.sink[1].beats.size(), 0u);
    disable(3);
  }
}

/// Beats that arrive in 10,000 cycles of a steady stream of long packets, or of packets of one beat.
template <class Net>
std::vector<std::size_t> rate(const std::vector<std::pair<unsigned, unsigned>>& ways, unsigned packet_beats) {
  Net net;
  for (const auto& [from, to] : ways) {
    net.connect(from, 0, 0, to, 0, 0x800);
    for (unsigned n = 0; n < 12'000; ++n) {
      net.source[from * Net::streams].beats.push_back({std::vector<std::uint64_t>(Net::words, n),
                                                       ~std::uint64_t{0} >> (64 - 8 * Net::words),
                                                       n % packet_beats == packet_beats - 1});
    }
  }
  for (unsigned n = 0; n < 1000; ++n) net.cycle();
  std::vector<std::size_t> arrived;
  arrived.reserve(ways.size());
  for (const auto& way : ways) arrived.push_back(net.sink[way.second * Net::streams].beats.size());
  for (unsigned n = 0; n < 10'000; ++n) net.cycle();
  for (std::size_t n = 0; n < ways.size(); ++n) {
    arrived[n] = net.sink[ways[n].second * Net::streams].beats.size() - arrived[n];
  }
  return arrived;
}
/// The numbers in docs/reference/axi.md, "Throughput and latency".
TEST(AxiStream, throughput_is_as_documented) {
  const auto near = [](const std::vector<std::size_t>& arrived, double expected) {
    for (const std::size_t n : arrived) EXPECT_NEAR(static_cast<double>(n), expected, 20.0);
  };
  near(rate<Mesh>({{0, 1}}, 10'000), 9375);
  near(rate<Mesh>({{0, 3}}, 10'000), 9375);
  near(rate<Mesh>({{0, 1}, {1, 0}}, 10'000), 8988);
  near(rate<Mesh>({{0, 1}}, 1), 1667);
  near(rate<Wide>({{0, 1}}, 10'000), 7995);
}
TEST(AxiStream, latency_is_as_documented) {
  for (const unsigned hops : {1u, 2u}) {
    const unsigned to = hops == 1 ? 1 : 3;
    Mesh net;
    net.connect(0, 0, 0, to, 0, 0x800);
    for (unsigned n = 0; n < 100; ++n) net.cycle();
    net.source[0].beats.push_back({{42}, 0xff, true});
    net.wait([&] { return net.source[0].sent == 1; });
    const std::uint64_t taken = net.now - 1;
    net.wait([&] { return net.sink[to].beats.size() == 1; });
    EXPECT_EQ(net.now - 1 - taken, 22u + hops) << hops << " hops";
  }
}

}  // namespace
}  // namespace collnoc::test

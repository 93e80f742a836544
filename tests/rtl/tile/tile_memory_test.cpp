// rtl/tile/tile_memory.sv against its contract (docs/reference/modules/tile_memory.md), and against its model
// counterpart model/tile/tile_memory.hpp, with random requests of all channels and of the host port.
#include "collnoc/model/tile/tile_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "Vtile_memory_1x128.h"
#include "Vtile_memory_1x128_sequencer.h"
#include "Vtile_memory_1x64.h"
#include "Vtile_memory_4x256.h"
#include "Vtile_memory_4x64.h"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

constexpr unsigned words = 256;

/// The verilated memory, with its ports as numbers.
template <class Top>
class Memory {
 public:
  Memory() {
    top.rd_req_i = 0;
    top.wr_req_i = 0;
    top.host_valid_i = 0;
    reset(top);
  }
  void host_write(unsigned at, std::uint64_t value, std::uint8_t strb = 0xff) {
    top.host_valid_i = top.host_write_i = 1;
    top.host_addr_i = at;
    top.host_wdata_i = value;
    top.host_strb_i = strb;
    edge(top);
    top.host_valid_i = 0;
  }
  std::uint64_t host_read(unsigned at) {
    top.host_valid_i = 1;
    top.host_write_i = 0;
    top.host_addr_i = at;
    edge(top);
    top.host_valid_i = 0;
    return top.host_rdata_o;
  }
  Top top;
};

/// The contract, written without RTL or model: one read and one write per bank and cycle; the host comes
/// first, then the channels in cyclic order from `first`, which moves on when one of them is not granted,
/// then the sequencer.
class Contract {
 public:
  Contract(unsigned channels, unsigned span) : channels_(channels), span_(span) {
    while (banks_ < 2 * channels * span) banks_ *= 2;
  }
  /// Channels granted among `requests`. `host`: the word that the host accesses in the same direction, or -1.
  /// The ports after the channels access one word.
  std::uint32_t grants(unsigned ports, std::uint32_t requests, const std::uint32_t* addresses, int host,
                       unsigned& first) const {
    std::set<unsigned> busy;
    if (host >= 0) busy.insert(static_cast<unsigned>(host) % banks_);
    std::uint32_t granted = 0;
    bool refused = false;
    for (unsigned turn = 0; turn < ports; ++turn) {
      const bool channel = turn < channels_;
      const unsigned c = channel ? (first + turn) % channels_ : turn, span = channel ? span_ : 1;
      if ((requests >> c) % 2 == 0) continue;
      bool free = true;
      for (unsigned s = 0; s < span; ++s) free = free && !busy.contains((addresses[c] + s) % banks_);
      refused = refused || (channel && !free);
      if (!free) continue;
      for (unsigned s = 0; s < span; ++s) busy.insert((addresses[c] + s) % banks_);
      granted += 1u << c;
    }
    if (refused) first = (first + 1) % channels_;
    return granted;
  }
  std::uint64_t read(std::uint32_t address) const { return word_[address % words]; }
  void write(std::uint32_t address, std::uint64_t data, std::uint64_t strobe) {
    for (unsigned b = 0; b < 8; ++b) {
      if ((strobe >> b) % 2 == 0) continue;
      const std::uint64_t byte = std::uint64_t{0xff} << (8 * b);
      word_[address % words] = (word_[address % words] & ~byte) | (data & byte);
    }
  }
  unsigned read_first = 0, write_first = 0;

 private:
  unsigned channels_, span_, banks_ = 1;
  std::array<std::uint64_t, words> word_{};
};

/// `host_percent`: percent of cycles with a host request.
template <class Top>
void random_requests(unsigned flit_bits, bool all_port, unsigned host_percent, bool sequencer = false) {
  HardwareConfig config;
  config.flit_bits = flit_bits;
  config.all_port = all_port;
  config.sequencer = sequencer;
  const unsigned channels = config.channels(), reads = config.reads(), span = flit_bits / 64;
  const auto span_of = [&](unsigned r) { return r < channels ? span : 1; };
  model::TileMemory model(config, words);
  Contract contract(channels, span);
  Memory<Top> rtl;
  std::mt19937_64 random(flit_bits + channels);
  for (unsigned a = 0; a < words; ++a) {
    const std::uint64_t value = random();
    if (a % 2 != 0) std::memcpy(model.bytes() + 8 * a, &value, 8);
    rtl.host_write(a, value);
    contract.write(a, value, 0xff);
    // Half of the model's memory is read through its host port, while there are no channel requests.
    if (a % 2 != 0) continue;
    model.host(true, a, value, 0xff);
    model.idle();
  }
  std::array<std::array<std::uint64_t, model::max_flit_words>, model::max_reads> data{}, expected{};
  std::uint64_t host_expected = 0;
  std::uint32_t read_before = 0;
  bool host_read_before = false;
  unsigned conflicts = 0, host_conflicts = 0;
  for (unsigned t = 0; t < 20'000; ++t) {
    for (unsigned r = 0; r < reads; ++r) {
      if (!((read_before >> r) & 1)) continue;
      for (unsigned s = 0; s < span_of(r); ++s) {
        ASSERT_EQ(bits(rtl.top.rd_data_o, (r * span + s) * 64, 64), model.rd_data(r)[s]) << "cycle " << t;
        ASSERT_EQ(bits(rtl.top.rd_data_o, (r * span + s) * 64, 64), expected[r][s]) << "cycle " << t;
      }
    }
    if (host_read_before) {
      ASSERT_EQ(rtl.top.host_rdata_o, model.host_rdata()) << "cycle " << t;
      ASSERT_EQ(rtl.top.host_rdata_o, host_expected) << "cycle " << t;
    }
    model::NodeOut request;
    for (unsigned r = 0; r < reads; ++r) {
      if (random() % 4 != 0) request.rd_req |= 1u << r;
      request.rd_addr[r] =
          static_cast<std::uint32_t>(random() & model::address_mask);  // wraps at the memory's size
      put_bits(rtl.top.rd_addr_i, r * 18, 18, request.rd_addr[r]);
    }
    for (unsigned c = 0; c < channels; ++c) {
      if (random() % 4 != 0) request.wr_req |= 1u << c;
      request.wr_addr[c] = static_cast<std::uint32_t>(random() & model::address_mask);
      for (unsigned s = 0; s < span; ++s) data[c][s] = random();
      request.wr_data[c] = data[c].data();
      request.wr_strb[c] =
          random() % 2 != 0 ? ~std::uint64_t{0} >> (64 - 8 * span) : random() >> (64 - 8 * span);
      put_bits(rtl.top.wr_addr_i, c * 18, 18, request.wr_addr[c]);
      for (unsigned s = 0; s < span; ++s) put_bits(rtl.top.wr_data_i, (c * span + s) * 64, 64, data[c][s]);
      put_bits(rtl.top.wr_strb_i, c * span * 8, span * 8, request.wr_strb[c]);
    }
    rtl.top.rd_req_i = static_cast<std::uint8_t>(request.rd_req);
    rtl.top.wr_req_i = static_cast<std::uint8_t>(request.wr_req);
    const bool host = random() % 100 < host_percent, host_write = random() % 2 != 0;
    const auto host_addr = static_cast<std::uint32_t>(random() & model::address_mask);
    const std::uint64_t host_data = random();
    const auto host_strb = static_cast<std::uint8_t>(random() % 4 != 0 ? random() : 0xff);
    rtl.top.host_valid_i = host;
    rtl.top.host_write_i = host_write;
    rtl.top.host_addr_i = host_addr;
    rtl.top.host_wdata_i = host_data;
    rtl.top.host_strb_i = host_strb;
    settle(rtl.top);
    const auto gnt = [&] {
      std::pair<std::uint32_t, std::uint32_t> g;
      model.grants(request, g.first, g.second);
      return g;
    };
    const auto without_host = gnt();
    if (host) model.host(host_write, host_addr, host_data, host_strb);
    const auto with_host = gnt();
    host_conflicts += with_host != without_host;
    host_read_before = host && !host_write;
    model.access(request);
    ASSERT_EQ(with_host, std::pair(model.rd_gnt(), model.wr_gnt()));
    ASSERT_EQ(rtl.top.rd_gnt_o, model.rd_gnt()) << "cycle " << t;
    ASSERT_EQ(rtl.top.wr_gnt_o, model.wr_gnt()) << "cycle " << t;
    const int at = static_cast<int>(host_addr);
    const std::uint32_t rd_gnt = contract.grants(reads, request.rd_req, request.rd_addr,
                                                 host && !host_write ? at : -1, contract.read_first);
    const std::uint32_t wr_gnt = contract.grants(channels, request.wr_req, request.wr_addr,
                                                 host && host_write ? at : -1, contract.write_first);
    ASSERT_EQ(rtl.top.rd_gnt_o, rd_gnt) << "cycle " << t;
    ASSERT_EQ(rtl.top.wr_gnt_o, wr_gnt) << "cycle " << t;
    // Reads return what was written in earlier cycles.
    host_expected = contract.read(host_addr);
    for (unsigned r = 0; r < reads; ++r) {
      for (unsigned s = 0; s < span_of(r); ++s) expected[r][s] = contract.read(request.rd_addr[r] + s);
    }
    for (unsigned c = 0; c < channels; ++c) {
      if ((wr_gnt >> c) % 2 == 0) continue;
      for (unsigned s = 0; s < span; ++s)
        contract.write(request.wr_addr[c] + s, data[c][s], request.wr_strb[c] >> (8 * s));
    }
    if (host && host_write) contract.write(host_addr, host_data, host_strb);
    conflicts += model.rd_gnt() != request.rd_req;
    read_before = model.rd_gnt();
    edge(rtl.top);
    model.advance();
  }
  EXPECT_EQ(conflicts != 0, reads > 1 || host_percent != 0);
  EXPECT_EQ(host_conflicts != 0, host_percent != 0);
  rtl.top.rd_req_i = 0;
  rtl.top.wr_req_i = 0;
  rtl.top.host_valid_i = 0;
  for (unsigned a = 0; a < words; ++a) {
    std::uint64_t value = 0;
    std::memcpy(&value, model.bytes() + 8 * a, 8);
    ASSERT_EQ(contract.read(a), value) << "word " << a;
    ASSERT_EQ(rtl.host_read(a), value) << "word " << a;
    model.host(false, a);
    model.idle();
    ASSERT_EQ(model.host_rdata(), value);
  }
}

class TileMemoryRandom : public ::testing::TestWithParam<unsigned> {};
TEST_P(TileMemoryRandom, equals_the_model_with_one_channel) {
  random_requests<Vtile_memory_1x64>(64, false, GetParam());
}
TEST_P(TileMemoryRandom, equals_the_model_with_four_channels) {
  random_requests<Vtile_memory_4x64>(64, true, GetParam());
}
TEST_P(TileMemoryRandom, equals_the_model_with_flits_of_two_words) {
  random_requests<Vtile_memory_1x128>(128, false, GetParam());
}
TEST_P(TileMemoryRandom, equals_the_model_with_four_channels_of_four_words) {
  random_requests<Vtile_memory_4x256>(256, true, GetParam());
}
TEST_P(TileMemoryRandom, equals_the_model_with_a_sequencer) {
  random_requests<Vtile_memory_1x128_sequencer>(128, false, GetParam(), true);
}
INSTANTIATE_TEST_SUITE_P(Host, TileMemoryRandom, ::testing::Values(0, 40, 100),
                         [](const auto& p) { return std::to_string(p.param) + "_percent"; });

TEST(TileMemory, host_writes_the_bytes_it_enables) {
  Memory<Vtile_memory_1x64> m;
  m.host_write(9, 0x1111111111111111);
  m.host_write(9, 0xffffffffffffffff, 0b10000001);
  EXPECT_EQ(m.host_read(9), 0xff111111111111ffu);
}

TEST(TileMemory, host_goes_before_the_channels_on_its_bank_only) {
  Memory<Vtile_memory_4x64> m;  // 8 banks
  for (unsigned c = 0; c < 4; ++c) put_bits(m.top.rd_addr_i, c * 18, 18, 16 + c);
  m.top.rd_req_i = 0b1111;
  m.top.host_valid_i = 1;
  m.top.host_write_i = 0;
  m.top.host_addr_i = 8 + 2;  // the bank of channel 2
  settle(m.top);
  EXPECT_EQ(m.top.rd_gnt_o, 0b1011);
  m.top.host_write_i = 1;  // a write uses no read port
  m.top.host_strb_i = 0;
  settle(m.top);
  EXPECT_EQ(m.top.rd_gnt_o, 0b1111);
}

TEST(TileMemory, a_read_sees_what_was_written_up_to_the_last_cycle) {
  Memory<Vtile_memory_1x64> m;
  m.host_write(5, 1);
  m.top.rd_req_i = 1;
  m.top.rd_addr_i = 5;
  m.host_write(5, 2);  // in the cycle of the read
  EXPECT_EQ(m.top.rd_data_o, 1u);
  edge(m.top);
  EXPECT_EQ(m.top.rd_data_o, 2u);
}

}  // namespace
}  // namespace collnoc::test

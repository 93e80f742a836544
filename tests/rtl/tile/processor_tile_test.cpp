// rtl/tile/processor_tile.sv beside a tile put together from the models: programs are loaded, run, and tell
// what they found; every cycle both do the same.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "Vprocessor_tile_512.h"
#include "Vprocessor_tile_star.h"
#include "firmware/hal/nic_registers.hpp"
#include "firmware/hal/tile_registers.hpp"
#include "model/tile/node.hpp"
#include "model/tile/tile_memory.hpp"
#include "model/tile/tile_processor.hpp"
#include "tests/support/riscv.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::testing {
namespace {
using namespace riscv;

// As verilated.
constexpr unsigned words = 512, program_bytes = 4096;
constexpr std::uint32_t at_memory = tile::memory_base, at_nic = tile::nic_registers_base,
                        at_tile = tile::tile_registers_base;

HardwareConfig hardware(const Topology& topology) {
  HardwareConfig config;
  config.fit(topology);
  config.vcs = config.default_vcs();
  return config;
}

/// What a link carries in a cycle: a flit, and credits for those of the other way.
struct Wire {
  bool valid = false, head = false, tail = false;
  std::uint8_t vc = 0, credit = 0;
  std::uint64_t data = 0;
};

/// A tile alone, but for what receive() says.
template <class Top>
class ProcessorTile {
 public:
  ProcessorTile(const Topology& topology, Rank rank)
      : place(model::Place::of(topology, rank, words)),
        config_(hardware(topology)),
        node_(config_, place),
        memory_(hardware(topology), words),
        processor_(program_bytes, model::default_mul_bits, place.coord, words),
        program_(program_bytes / 4) {
    top.coord_i = place.coord;
    top.extent_i = place.extent;
    top.wrap_i = place.wrap;
    top.in_valid_i = 0;
    top.out_credit_i = 0;
    top.run_i = 0;
    top.load_valid_i = 0;
    reset(top);
    node_.settle(out_);
  }

  /// What was told, by offset.
  std::vector<std::pair<unsigned, std::uint32_t>> told;
  std::uint64_t asleep_cycles = 0;
  const model::Place place;
  Top top;

  /// Stops the processor, so that it can be loaded; the rest goes on.
  void stop() {
    top.run_i = 0;
    top.load_valid_i = 0;
    cycle();
    processor_.reset();
    told.clear();
  }
  void load(const Program& p) {
    for (unsigned n = 0; n < p.words().size(); ++n) {
      program_[n] = p.words()[n];
      // One half of an 8-byte word at a time; the other one keeps what it is.
      load_word(false, n / 2, std::uint64_t{p.words()[n]} << n % 2 * 32 | ~(0xffff'ffffull << n % 2 * 32),
                n % 2 != 0 ? 0xf0 : 0x0f);
    }
  }
  void load_memory(unsigned word, std::uint64_t value) {
    load_word(true, word, value, 0xff);
    std::memcpy(memory_.bytes() + 8 * word, &value, 8);
  }
  std::uint64_t memory(unsigned word) const {
    std::uint64_t value = 0;
    std::memcpy(&value, memory_.bytes() + 8 * word, 8);
    return value;
  }

  /// Until the program exits.
  void run(unsigned most_cycles = 2000) {
    top.run_i = 1;
    for (unsigned n = 0; n < most_cycles; ++n) {
      cycle();
      if (::testing::Test::HasFatalFailure() || (!told.empty() && told.back().first == tile::exit)) return;
    }
    FAIL() << "still running";
  }
  /// What it drives onto a link in this cycle.
  Wire driven(unsigned link) const {
    const unsigned vc_bits = config_.vcs > 2 ? 2 : 1;
    return {.valid = bits(top.out_valid_o, link, 1) != 0,
            .head = bits(top.out_head_o, link, 1) != 0,
            .tail = bits(top.out_tail_o, link, 1) != 0,
            .vc = static_cast<std::uint8_t>(bits(top.out_vc_o, link * vc_bits, vc_bits)),
            .credit = static_cast<std::uint8_t>(bits(top.in_credit_o, link * config_.vcs, config_.vcs)),
            .data = bits(top.out_data_o, link * 64, 64)};
  }
  /// What comes over a link, until it is said anew.
  void receive(unsigned link, const Wire& wire) {
    const unsigned vc_bits = config_.vcs > 2 ? 2 : 1;
    put_bits(top.in_valid_i, link, 1, wire.valid);
    put_bits(top.in_head_i, link, 1, wire.head);
    put_bits(top.in_tail_i, link, 1, wire.tail);
    put_bits(top.in_vc_i, link * vc_bits, vc_bits, wire.vc);
    put_bits(top.in_data_i, link * 64, 64, wire.data);
    put_bits(top.out_credit_i, link * config_.vcs, config_.vcs, wire.credit);
    received_[link] = wire;
  }
  /// One cycle of both.
  void cycle() {
    const model::TileProcessorOut asks = processor_.out();
    if (top.run_i) {  // then nobody looks at the load port
      top.load_valid_i = 1;
      top.load_memory_i = now_ % 3 != 0;
      top.load_addr_i = now_ % 32;
      top.load_wdata_i = ~0ull;
      top.load_strb_i = 0xff;
    }
    settle(top);
    if (top.run_i) {
      ASSERT_EQ(top.tell_valid_o, asks.tell_valid) << "cycle " << now_;
      if (asks.tell_valid) {
        ASSERT_EQ(top.tell_addr_o, asks.tell_addr);
        ASSERT_EQ(top.tell_wdata_o, asks.tell_wdata);
        told.emplace_back(asks.tell_addr, asks.tell_wdata);
      }
      const bool quiescent = asks.quiescent && out_.quiescent;
      ASSERT_EQ(top.quiescent_o, quiescent) << "cycle " << now_;
      asleep_cycles += asks.quiescent;
    } else {
      ASSERT_FALSE(top.tell_valid_o);
    }
    model::TileProcessorIn in;
    in.cycle = now_;
    in.reg_ready = out_.reg_ready;
    in.event = out_.event;
    in.reg_rdata = out_.reg_rdata;
    in.prog_rdata = prog_rdata_;
    in.host_rdata = memory_.host_rdata();
    if (asks.prog_en) prog_rdata_ = program_.at(asks.prog_addr / 4);

    model::NodeIn node_in;
    node_in.cycle = static_cast<std::uint32_t>(now_);
    for (unsigned l = 0; l < config_.links(); ++l) {
      const Wire is = driven(l), &in_wire = received_[l];
      ASSERT_EQ(is.valid, (out_.link_valid >> l & 1) != 0) << "link " << l << ", cycle " << now_;
      ASSERT_EQ(is.credit, (out_.link_credit >> l & 1) != 0 ? out_.credit[l] : 0) << "link " << l;
      if (is.valid) {
        ASSERT_EQ(is.head, out_.link[l].head);
        ASSERT_EQ(is.tail, out_.link[l].tail);
        ASSERT_EQ(is.vc, out_.link[l].vc);
        ASSERT_EQ(is.data, *out_.link[l].data) << "link " << l << ", cycle " << now_;
      }
      if (in_wire.valid) {
        node_in.link_valid |= 1u << l;
        node_in.link[l] = {
            .data = &in_wire.data, .vc = in_wire.vc, .head = in_wire.head, .tail = in_wire.tail};
      }
      if (in_wire.credit != 0) node_in.link_credit |= 1u << l;
      node_in.credit[l] = in_wire.credit;
    }
    if (top.run_i) {
      node_in.access = asks.access;
      if (asks.host_valid) memory_.host(asks.host_write, asks.host_addr, asks.host_wdata, asks.host_strb);
    }
    memory_.access(out_);
    node_in.rd_gnt = memory_.rd_gnt();
    node_in.wr_gnt = memory_.wr_gnt();
    node_in.rd_data[0] = memory_.rd_data(0);
    node_.tick(node_in, out_);
    memory_.advance();
    if (top.run_i) {
      processor_.tick(in);
      const model::TileProcessorOut& m = processor_.out();
      ASSERT_EQ(top.retire_o, m.retired) << "cycle " << now_;
      ASSERT_EQ(top.trap_o, m.trapped) << "cycle " << now_;
      if (m.retired || m.trapped) {
        ASSERT_EQ(top.pc_o, m.pc) << "cycle " << now_;
        ASSERT_EQ(top.instr_o, m.instr) << "cycle " << now_;
      }
      ASSERT_EQ(top.write_o, m.wrote) << "cycle " << now_;
      if (m.wrote) {
        ASSERT_EQ(top.wdata_o, m.wdata) << "cycle " << now_ << ", pc " << m.pc;
      }
    }
    edge(top);
    ++now_;
  }

 private:
  void load_word(bool memory, unsigned word, std::uint64_t value, std::uint8_t strb) {
    top.load_valid_i = 1;
    top.load_memory_i = memory;
    top.load_addr_i = word;
    top.load_wdata_i = value;
    top.load_strb_i = strb;
    cycle();
    top.load_valid_i = 0;
  }

  const HardwareConfig config_;
  std::array<Wire, model::max_links> received_{};
  model::Node node_;
  model::TileMemory memory_;
  model::TileProcessor processor_;
  model::NodeOut out_;
  std::vector<std::uint32_t> program_;
  std::uint32_t prog_rdata_ = 0;
  std::uint64_t now_ = 0;
};

/// Of a mesh of 4 by 4, at x = 3, y = 2.
struct MeshTile : ProcessorTile<Vprocessor_tile_512> {
  explicit MeshTile(Rank rank = 11) : ProcessorTile(Topology::mesh(4, 4), rank) {}
};
/// Of the star graph of 4 symbols, label 2301.
struct StarTile : ProcessorTile<Vprocessor_tile_star> {
  StarTile() : ProcessorTile(Topology::star(4), 16) {}
};

void end(Program& p) { p.li(31, at_tile) << store(sw, 0, 31, tile::exit); }

/// Copies 20 bytes from 0x100 to 0x200 by a put to itself, sleeps until they are there, and tells its node
/// address, the counter and the words.
Program put_to_itself() {
  Program p(0);
  p.li(1, at_nic).li(30, at_tile).li(29, at_memory);
  p.li(2, 0x800) << csr_write(0x304, 2);
  p << load(lw, 2, 1, nic::node) << store(sw, 2, 30, 0);
  p << addi(3, 0, 0x100) << store(sw, 3, 1, nic::put_src) << addi(3, 0, 0x200)
    << store(sw, 3, 1, nic::put_addr);
  p << addi(3, 0, 20) << store(sw, 3, 1, nic::put_bytes) << addi(3, 0, 5) << store(sw, 3, 1, nic::put_ctrl)
    << store(sw, 2, 1, nic::put_node);
  const Word again = p.here();
  p << store(sw, 0, 30, tile::event) << load(lw, 4, 1, nic::counter(5));
  const Word there = p.here();
  p << branch(ne, 4, 0, 0) << wfi() << jal(0, p.to(again));
  p.land(there);
  p << store(sw, 4, 30, 8);
  for (std::int32_t n = 0; n < 6; ++n) p << load(lw, 5, 29, 0x200 + 4 * n) << store(sw, 5, 30, 0);
  end(p);
  return p;
}

template <class Tile>
void check_put_to_itself() {
  Tile t;
  t.load(put_to_itself());
  for (unsigned n = 0; n < 3; ++n) {
    t.load_memory(32 + n, 0x1111'1111'0000'0000ull * (n + 1) + n);
    t.load_memory(64 + n, ~0ull);
  }
  ASSERT_NO_FATAL_FAILURE(t.run());
  const std::vector<std::pair<unsigned, std::uint32_t>> told{
      {0, t.place.coord}, {8, 1}, {0, 0}, {0, 0x1111'1111}, {0, 1}, {0, 0x2222'2222}, {0, 2},
      {0, 0xffff'ffff},   {4, 0}};
  EXPECT_EQ(t.told, told);
  EXPECT_GT(t.asleep_cycles, 0u);
}

TEST(ProcessorTile, puts_to_itself_and_sleeps_until_it_is_there) { check_put_to_itself<MeshTile>(); }

TEST(ProcessorTile, of_a_star_graph_puts_to_itself) { check_put_to_itself<StarTile>(); }

TEST(ProcessorTile, of_a_star_graph_finds_its_place) {
  StarTile t;
  Program p(0);
  p.li(1, at_nic).li(30, at_tile);
  for (const unsigned at : {nic::shape, nic::node, nic::extent})
    p << load(lw, 2, 1, static_cast<std::int32_t>(at)) << store(sw, 2, 30, 0);
  end(p);
  t.load(p);
  ASSERT_NO_FATAL_FAILURE(t.run());
  ASSERT_EQ(t.told.size(), 4u);
  EXPECT_EQ(t.told[0].second >> 27, 4u << 1 | 1);  // a star graph of 4 symbols
  EXPECT_EQ(t.told[1].second, 2u | 3u << 3 | 0u << 6 | 1u << 9);
  EXPECT_EQ(t.told[2].second, 23u);
}

TEST(ProcessorTile, stores_and_loads_while_the_nic_copies) {
  MeshTile t;
  Program p(0);
  p.li(1, at_nic).li(30, at_tile).li(29, at_memory);
  p << csr_read(2, 0xf14) << store(sw, 0, 1, nic::put_src) << lui(3, 0x1000) << op_imm(5, 3, 3, 1)
    << store(sw, 3, 1, nic::put_addr);
  p << addi(3, 0, 0x400) << store(sw, 3, 1, nic::put_bytes) << addi(3, 0, 1) << store(sw, 3, 1, nic::put_ctrl)
    << store(sw, 2, 1, nic::put_node);
  // Counts words up where the NIC neither reads nor writes; every access takes a bank from it.
  p.li(6, 200);
  const Word loop = p.here();
  p << load(lw, 7, 29, 0x7fc) << addi(7, 7, 1) << store(sw, 7, 29, 0x7fc) << addi(6, 6, -1);
  p << branch(ne, 6, 0, p.to(loop));
  p << load(lw, 7, 29, 0x7fc) << store(sw, 7, 30, 0) << load(lw, 7, 1, nic::counter(1))
    << store(sw, 7, 30, 0);
  p << load(lw, 7, 1, nic::channel_read_stalls(0)) << store(sw, 7, 30, 8)
    << load(lw, 7, 1, nic::channel_write_stalls(0)) << store(sw, 7, 30, 8);
  end(p);
  t.load(p);
  for (unsigned n = 0; n < 256; ++n) t.load_memory(n, n * 0x0101'0101'0101ull);
  t.load_memory(255, 0);
  ASSERT_NO_FATAL_FAILURE(t.run(5000));
  ASSERT_EQ(t.told.size(), 5u);
  EXPECT_EQ(t.told[0].second, 200u);
  EXPECT_EQ(t.told[1].second, 1u);  // the copy is there
  EXPECT_GT(t.told[2].second, 0u);  // it lost cycles to the processor, reading
  EXPECT_GT(t.told[3].second, 0u);  // and writing
  for (unsigned n = 0; n < 128; ++n) EXPECT_EQ(t.memory(256 + n), n * 0x0101'0101'0101ull) << n;
}

/// Copies 1 KiB from 0x000 to 0x800 of the node with address `node`, waits for as much from elsewhere.
Program exchange_with(std::uint32_t node) {
  Program p(0);
  p.li(1, at_nic).li(2, node).li(3, 0x800).li(30, at_tile);
  p << store(sw, 0, 1, nic::put_src) << store(sw, 3, 1, nic::put_addr) << addi(3, 0, 0x400)
    << store(sw, 3, 1, nic::put_bytes) << addi(3, 0, 1) << store(sw, 3, 1, nic::put_ctrl)
    << store(sw, 2, 1, nic::put_node);
  const Word again = p.here();
  p << load(lw, 4, 1, nic::counter(1)) << branch(eq, 4, 0, p.to(again));
  end(p);
  return p;
}

TEST(ProcessorTile, exchanges_words_with_every_neighbour) {
  std::mt19937_64 random(5);
  // At x = 2, y = 1, the neighbour by each link: its rank, and the link back.
  for (const auto& [link, neighbour, back] : {std::array{0, 7, 1}, {1, 5, 0}, {2, 10, 3}, {3, 2, 2}}) {
    MeshTile one(6), other(static_cast<Rank>(neighbour));
    std::array<std::uint64_t, 128> sent[2];
    for (auto* words_of : {&sent[0], &sent[1]})
      for (std::uint64_t& word : *words_of) word = random();
    one.load(exchange_with(other.place.coord));
    other.load(exchange_with(one.place.coord));
    for (unsigned n = 0; n < 128; ++n) {
      one.load_memory(n, sent[0][n]);
      other.load_memory(n, sent[1][n]);
    }
    one.top.run_i = other.top.run_i = 1;
    const auto ended = [](const MeshTile& t) { return !t.told.empty(); };
    for (unsigned n = 0; n < 2000 && !(ended(one) && ended(other)); ++n) {
      // What a tile drives depends on its registers alone.
      const Wire there = one.driven(static_cast<unsigned>(link)),
                 here = other.driven(static_cast<unsigned>(back));
      other.receive(static_cast<unsigned>(back), there);
      one.receive(static_cast<unsigned>(link), here);
      ASSERT_NO_FATAL_FAILURE(one.cycle()) << "link " << link;
      ASSERT_NO_FATAL_FAILURE(other.cycle()) << "link " << link;
    }
    ASSERT_TRUE(ended(one) && ended(other)) << "link " << link;
    for (unsigned n = 0; n < 128; ++n) {
      EXPECT_EQ(other.memory(256 + n), sent[0][n]) << "link " << link << ", word " << n;
      EXPECT_EQ(one.memory(256 + n), sent[1][n]) << "link " << link << ", word " << n;
    }
  }
}

/// Stores, writes registers, tells, for ever.
Program forever() {
  Program p(0);
  p.li(1, at_nic).li(30, at_tile).li(29, at_memory) << addi(3, 0, 77) << store(sw, 3, 29, 0x80);
  const Word loop = p.here();
  p << addi(3, 3, 1) << store(sw, 3, 29, 0x88) << store(sw, 3, 1, nic::counter(2)) << store(sw, 3, 30, 0);
  return p << jal(0, p.to(loop));
}

TEST(ProcessorTile, is_stopped_in_any_cycle_and_runs_another_program_with_what_is_in_memory) {
  for (unsigned cycles = 100; cycles < 112; ++cycles) {
    MeshTile t;
    t.load(forever());
    t.top.run_i = 1;
    for (unsigned n = 0; n < cycles; ++n) ASSERT_NO_FATAL_FAILURE(t.cycle());
    ASSERT_NO_FATAL_FAILURE(t.stop());
    Program second(0);
    second.li(1, at_nic).li(29, at_memory).li(30, at_tile);
    second << load(lw, 3, 29, 0x80) << store(sw, 3, 30, 0) << csr_read(3, 0xb00) << store(sw, 3, 30, 0);
    second << load(lw, 3, 29, 0x88) << load(lw, 4, 1, nic::counter(2)) << store(sw, 3, 30, 0);
    end(second);
    t.load(second);
    ASSERT_NO_FATAL_FAILURE(t.run());
    ASSERT_EQ(t.told.size(), 4u);
    EXPECT_EQ(t.told[0].second, 77u);
    EXPECT_GT(t.told[1].second, cycles);  // the cycle counter went on
    EXPECT_GT(t.told[2].second, 90u);
  }
}

}  // namespace
}  // namespace collnoc::testing

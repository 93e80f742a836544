// A processor tile in two versions, rtl/tile/processor_tile.sv and one composed of the models. Every cycle
// compares what both drive, report and retire.
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "Vprocessor_tile_512.h"
#include "Vprocessor_tile_star.h"
#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/tile/node.hpp"
#include "collnoc/model/tile/tile_memory.hpp"
#include "collnoc/model/tile/tile_processor.hpp"
#include "tests/support/riscv.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {

// The verilated parameters.
inline constexpr unsigned words = 512, program_bytes = 4096;

inline HardwareConfig hardware(const Topology& topology) {
  HardwareConfig config;
  config.fit(topology);
  config.vcs = config.default_vcs();
  return config;
}

/// What a link carries in a cycle: a flit, and credits for the flits of the opposite direction.
struct Wire {
  bool valid = false, head = false, tail = false;
  std::uint8_t vc = 0, credit = 0;
  std::uint64_t data = 0;
};

/// A single tile; receive() sets its link inputs.
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
    top.tile_rst_ni = 1;
    reset(top);
    node_.settle(out_);
  }

  /// Reported values, with their offsets.
  std::vector<std::pair<unsigned, std::uint32_t>> reported;
  std::uint64_t asleep_cycles = 0;
  const model::Place place;
  Top top;

  /// Stops the processor so that its memories can be loaded; the other parts continue.
  void stop() {
    top.run_i = 0;
    top.load_valid_i = 0;
    cycle();
    processor_.reset();
    reported.clear();
  }
  /// Resets NIC and processor, which then starts again.
  void reset_tile(unsigned cycles) {
    top.tile_rst_ni = 0;
    for (unsigned n = 0; n < cycles; ++n) cycle();
    top.tile_rst_ni = 1;
    reported.clear();
  }
  void load(const riscv::Program& p) {
    unsigned n = p.base() / 4;
    for (const std::uint32_t word : p.words()) {
      program_[n] = word;
      // One half of an 8-byte word at a time; the other half keeps its value.
      load_word(false, n / 2, std::uint64_t{word} << n % 2 * 32 | ~(0xffff'ffffull << n % 2 * 32),
                n % 2 != 0 ? 0xf0 : 0x0f);
      ++n;
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

  /// Runs until the program exits.
  void run(unsigned most_cycles = 2000) {
    top.run_i = 1;
    for (unsigned n = 0; n < most_cycles; ++n) {
      cycle();
      if (::testing::Test::HasFatalFailure() || (!reported.empty() && reported.back().first == tile::exit))
        return;
    }
    FAIL() << "still running";
  }
  /// What the tile drives onto a link in this cycle.
  Wire driven(unsigned link) const {
    const unsigned vc_bits = config_.vcs > 2 ? 2 : 1;
    return {.valid = bits(top.out_valid_o, link, 1) != 0,
            .head = bits(top.out_head_o, link, 1) != 0,
            .tail = bits(top.out_tail_o, link, 1) != 0,
            .vc = static_cast<std::uint8_t>(bits(top.out_vc_o, link * vc_bits, vc_bits)),
            .credit = static_cast<std::uint8_t>(bits(top.in_credit_o, link * config_.vcs, config_.vcs)),
            .data = bits(top.out_data_o, link * 64, 64)};
  }
  /// Sets what arrives over a link, until the next call.
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
  /// One cycle of both tiles.
  void cycle() {
    const model::TileProcessorOut asks = processor_.out();
    if (top.run_i) {  // then the load port is not used
      top.load_valid_i = 1;
      top.load_memory_i = now_ % 3 != 0;
      top.load_addr_i = now_ % 32;
      top.load_wdata_i = ~0ull;
      top.load_strb_i = 0xff;
    }
    settle(top);
    const bool runs = top.run_i && top.tile_rst_ni && !out_.held;
    if (runs) {
      ASSERT_EQ(top.report_valid_o, asks.report_valid) << "cycle " << now_;
      if (asks.report_valid) {
        ASSERT_EQ(top.report_addr_o, asks.report_addr);
        ASSERT_EQ(top.report_wdata_o, asks.report_wdata);
        reported.emplace_back(asks.report_addr, asks.report_wdata);
      }
      const bool quiescent = asks.quiescent && out_.quiescent;
      ASSERT_EQ(top.quiescent_o, quiescent) << "cycle " << now_;
      asleep_cycles += asks.quiescent;
    } else {
      ASSERT_FALSE(top.report_valid_o);
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
    std::array<model::FlitRef, model::max_links> flits;
    node_in.link = flits.data();
    node_in.cycle = static_cast<std::uint32_t>(now_);
    node_in.tile_reset = !top.tile_rst_ni;
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
        flits[l] = {.data = &in_wire.data, .vc = in_wire.vc, .head = in_wire.head, .tail = in_wire.tail};
      }
      if (in_wire.credit != 0) node_in.link_credit |= 1u << l;
      node_in.credit[l] = in_wire.credit;
    }
    if (runs) {
      node_in.access = asks.access;
      if (asks.host_valid) memory_.host(asks.host_write, asks.host_addr, asks.host_wdata, asks.host_strb);
    }
    memory_.access(out_);
    node_in.rd_gnt = memory_.rd_gnt();
    node_in.wr_gnt = memory_.wr_gnt();
    node_in.rd_data = memory_.rd_data();
    node_.tick(node_in, out_);
    memory_.advance();
    if (top.run_i && !runs) processor_.reset();
    if (runs) {
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
      ASSERT_EQ(top.late_o, m.late) << "cycle " << now_;
      if (m.late) {
        ASSERT_EQ(top.late_wdata_o, m.late_wdata) << "cycle " << now_ << ", pc " << m.pc;
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

/// A tile of a 4 by 4 mesh, at x = 3, y = 2.
struct MeshTile : ProcessorTile<Vprocessor_tile_512> {
  explicit MeshTile(Rank rank = 11) : ProcessorTile(Topology::mesh(4, 4), rank) {}
};
/// A tile of the star graph of 4 symbols, label 2301.
struct StarTile : ProcessorTile<Vprocessor_tile_star> {
  StarTile() : ProcessorTile(Topology::star(4), 16) {}
};

}  // namespace collnoc::test

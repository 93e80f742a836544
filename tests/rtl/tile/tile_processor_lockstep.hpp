// A tile processor in two versions, RTL and model, with the same surroundings. Every cycle compares all
// outputs, and (where the RTL, not its netlist, has them) all registers.
#pragma once
#include <gtest/gtest.h>

#include <array>

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/tile/registers.hpp"
#include "tests/support/register_pairs.hpp"
#include "tests/support/tile_surroundings.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {

// The verilated parameters.
inline constexpr std::uint32_t program_bytes = 65536;
inline constexpr unsigned mul_bits = 8;
inline constexpr std::uint32_t at_memory = tile::memory_base, at_nic = tile::nic_registers_base,
                               at_tile = tile::tile_registers_base;

template <class Top>
class TileProcessorLockstep : public TileSurroundings {
 public:
  explicit TileProcessorLockstep(unsigned seed = 1, std::uint32_t mem_words = 512,
                                 std::uint32_t hart_id = 0x103)
      : TileSurroundings(seed, mem_words, program_bytes),
        model_(program_bytes, mul_bits, hart_id, mem_words) {
    top_.hart_id_i = hart_id;
    top_.mem_words_i = mem_words;
    top_.event_i = 0;
    reset(top_);
    registers_.find(top_, "tile_processor", [&](auto& v) { model::TileProcessor::registers(model_, v); });
  }

  std::uint64_t cycles = 0, retired = 0, quiescent_cycles = 0;
  std::array<unsigned, 16> traps{};  ///< by mcause, without interrupts

  model::TileProcessor& model() { return model_; }
  bool has_registers() const { return !registers_.empty(); }
  bool same_registers() const { return !registers_.difference(); }

  /// One cycle; false if the two differ.
  bool cycle() {
    ++cycles;
    const model::TileProcessorOut asks = model_.out();
    const model::TileProcessorIn in = answer(asks);
    top_.cycle_i = in.cycle;
    top_.reg_ready_i = in.reg_ready;
    top_.event_i = in.event;
    top_.reg_rdata_i = in.reg_rdata;
    top_.prog_rdata_i = in.prog_rdata;
    top_.host_rdata_i = in.host_rdata;
    settle(top_);
    if (!same_requests(asks)) return false;
    const bool sleeps = asks.quiescent && !in.event;
    quiescent_cycles += asks.quiescent;
    model_.tick(in);
    if (!same_events(model_.out())) return false;
    if (sleeps) {
      EXPECT_EQ(model_.out(), asks) << "changes while it is quiescent";
    }
    retired += model_.out().retired;
    if (model_.out().trapped && model_.cpu().csr.mcause_q < 16) ++traps[model_.cpu().csr.mcause_q];
    edge(top_);
    if (const auto d = registers_.difference()) return same(d->name.c_str(), d->rtl, d->model);
    return true;
  }
  /// Runs until a tile register with this offset is written; false if the two differ or that does not happen.
  bool run(unsigned until_told = tile::exit, std::uint64_t most_cycles = 100'000) {
    for (const std::uint64_t end = cycles + most_cycles; cycles < end;) {
      const std::size_t before = reported.size();
      if (!cycle()) return false;
      if (reported.size() > before && reported.back().first == until_told) return true;
    }
    ADD_FAILURE() << "still running after " << most_cycles << " cycles, pc " << std::hex << model_.cpu().pc_q;
    return false;
  }
  /// Resets both at an arbitrary time.
  void restart() {
    top_.event_i = 0;
    top_.reg_ready_i = 0;
    reset(top_);
    registers_.take_over();
    model_.reset();
    TileSurroundings::restart();
  }

 private:
  bool same(const char* what, std::uint64_t rtl, std::uint64_t model) {
    if (rtl == model) return true;
    ADD_FAILURE() << "cycle " << cycles << ", pc " << std::hex << model_.cpu().pc_q << ": " << what
                  << ": RTL " << rtl << ", model " << model;
    return false;
  }

  bool same_requests(const model::TileProcessorOut& m) {
    bool ok = same("prog_en_o", top_.prog_en_o, m.prog_en) &&
              same("host_valid_o", top_.host_valid_o, m.host_valid) &&
              same("reg_valid_o", top_.reg_valid_o, m.access.valid) &&
              same("report_valid_o", top_.report_valid_o, m.report_valid) &&
              same("quiescent_o", top_.quiescent_o, m.quiescent);
    ok = ok && same("prog_addr_o", m.prog_en ? top_.prog_addr_o : 0u, m.prog_addr);
    ok = ok && same("host_write_o", m.host_valid && top_.host_write_o, m.host_write);
    ok = ok && same("host_addr_o", m.host_valid ? top_.host_addr_o : 0u, m.host_addr);
    ok = ok && same("host_wdata_o", m.host_write ? top_.host_wdata_o : 0u, m.host_wdata);
    ok = ok && same("host_strb_o", m.host_write ? top_.host_strb_o : 0u, m.host_strb);
    ok = ok && same("reg_write_o", m.access.valid && top_.reg_write_o, m.access.write);
    ok = ok && same("reg_addr_o", m.access.valid ? top_.reg_addr_o : 0u, m.access.addr);
    ok = ok && same("reg_wdata_o", m.access.write ? top_.reg_wdata_o : 0u, m.access.wdata);
    ok = ok && same("report_addr_o", m.report_valid ? top_.report_addr_o : 0u, m.report_addr);
    return ok && same("report_wdata_o", m.report_valid ? top_.report_wdata_o : 0u, m.report_wdata);
  }
  bool same_events(const model::TileProcessorOut& m) {
    const bool leaves = m.retired || m.trapped;
    return same("retire_o", top_.retire_o, m.retired) && same("trap_o", top_.trap_o, m.trapped) &&
           same("write_o", top_.write_o, m.wrote) && same("pc_o", leaves ? top_.pc_o : 0u, m.pc) &&
           same("instr_o", leaves ? top_.instr_o : 0u, m.instr) &&
           same("wdata_o", m.wrote ? top_.wdata_o : 0u, m.wdata) && same("late_o", top_.late_o, m.late) &&
           same("late_wdata_o", m.late ? top_.late_wdata_o : 0u, m.late_wdata);
  }

  Top top_;
  model::TileProcessor model_;
  RegisterPairs registers_;
};

}  // namespace collnoc::test

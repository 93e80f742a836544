// The pins of a tile's processor: registered outputs, synchronous reset, straps, sleep.
#include "collnoc/model/systemc/processor_module.hpp"

#include <gtest/gtest.h>

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/systemc/program_memory.hpp"
#include "collnoc/model/systemc/tile_reports.hpp"
#include "tests/support/riscv.hpp"

namespace collnoc::systemc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_signal;
namespace rv = collnoc::test::riscv;

void step(double ns) { sc_core::sc_start(sc_core::sc_time(ns, SC_NS)); }

/// A processor with its program memory; rising edges at 5, 15, 25 ... ns.
struct Bench {
  explicit Bench(const rv::Program& program, ProcessorMaker make = make_processor_model)
      : text(words(program)), processor("processor", 4096, std::move(make)), memory("memory", text) {
    processor.clk_i(clk);
    processor.rst_ni(rst_n);
    processor.hart_id_i(hart_id);
    processor.cycle_i(cycle);
    processor.mem_words_i(mem_words);
    processor.prog_en_o(prog_en);
    processor.prog_addr_o(prog_addr);
    processor.prog_rdata_i(prog_rdata);
    processor.host_valid_o(host_valid);
    processor.host_write_o(host_write);
    processor.host_addr_o(host_addr);
    processor.host_wdata_o(host_wdata);
    processor.host_strb_o(host_strb);
    processor.host_rdata_i(host_rdata);
    processor.reg_valid_o(reg_valid);
    processor.reg_write_o(reg_write);
    processor.reg_addr_o(reg_addr);
    processor.reg_wdata_o(reg_wdata);
    processor.reg_ready_i(reg_ready);
    processor.reg_rdata_i(reg_rdata);
    processor.event_i(event);
    processor.report_valid_o(report_valid);
    processor.report_addr_o(report_addr);
    processor.report_wdata_o(report_wdata);
    processor.retire_o(retire);
    processor.trap_o(trap);
    processor.pc_o(pc);
    processor.instr_o(instr);
    processor.write_o(write);
    processor.wdata_o(wdata);
    processor.late_o(late);
    processor.late_wdata_o(late_wdata);
    processor.quiescent_o(quiescent);
    memory.clk_i(clk);
    memory.prog_en_i(prog_en);
    memory.prog_addr_i(prog_addr);
    memory.prog_rdata_o(prog_rdata);
    reports.clk_i(clk);
    reports.rst_ni(rst_n);
    reports.cycle_i(cycle);
    reports.report_valid_i(report_valid);
    reports.report_addr_i(report_addr);
    reports.report_wdata_i(report_wdata);
  }
  static std::vector<std::uint32_t> words(const rv::Program& program) {
    std::vector<std::uint32_t> all(tile::boot_address / 4);
    for (const rv::Word word : program.words()) all.push_back(word);
    return all;
  }
  void reset() {
    rst_n = false;
    step(10);
    rst_n = true;
  }
  /// What the program writes to MARK next, within 100 cycles.
  std::uint32_t marked() {
    for (unsigned n = 0; n < 100; ++n) {
      step(10);
      if (report_valid.read() && report_addr.read() == tile::mark) return report_wdata.read().to_uint();
    }
    return 0xdead;
  }

  std::vector<std::uint32_t> text;
  sc_core::sc_clock clk{"clk", 10, SC_NS, 0.5, 5, SC_NS};
  sc_signal<bool> rst_n{"rst_n"}, prog_en, host_valid, host_write, reg_valid, reg_write,
      reg_ready{"ready", true}, event, report_valid, retire, trap, write, late, quiescent;
  sc_signal<sc_dt::sc_uint<32>> hart_id{"hart_id", 7}, prog_addr, prog_rdata, reg_wdata, reg_rdata,
      report_wdata, pc, instr, wdata, late_wdata;
  sc_signal<std::uint64_t> cycle, host_wdata, host_rdata;
  sc_signal<sc_dt::sc_uint<addr_w + 1>> mem_words{"mem_words", 512};
  sc_signal<sc_dt::sc_uint<addr_w>> host_addr;
  sc_signal<sc_dt::sc_uint<8>> host_strb, report_addr;
  sc_signal<sc_dt::sc_uint<10>> reg_addr;
  ProcessorModule processor;
  ProgramMemory memory;
  TileReports reports{"reports"};
};

/// Marks its hart, then register 9, in which it counts from 1 on how often an event has woken it.
rv::Program marker() {
  rv::Program p(tile::boot_address);
  p.li(3, tile::tile_registers_base);
  p << rv::csr_read(1, rv::mhartid) << rv::store(rv::sw, 1, 3, tile::mark);
  p << rv::addi(9, 9, 1) << rv::store(rv::sw, 9, 3, tile::mark);
  p.li(2, 0x800);
  p << rv::csr_write(rv::mie, 2);
  const rv::Word loop = p.here();
  p << rv::wfi() << rv::store(rv::sw, 9, 3, tile::event) << rv::addi(9, 9, 1)
    << rv::store(rv::sw, 9, 3, tile::mark) << rv::jal(0, p.to(loop));
  return p;
}

TEST(ProcessorModule, DrivesNothingBeforeItsFirstReset) {
  Bench b(marker());
  b.rst_n = true;
  step(50);
  EXPECT_FALSE(b.prog_en.read());
  EXPECT_FALSE(b.quiescent.read());
  b.reset();
  EXPECT_TRUE(b.prog_en.read());
  EXPECT_EQ(b.prog_addr.read(), tile::boot_address);
}

TEST(ProcessorModule, ChangesOutputsAfterRisingEdgesOnly) {
  Bench b(marker());
  b.reset();  // the next rising edge is at 15
  const auto before = b.prog_addr.read();
  step(4);
  EXPECT_EQ(b.prog_addr.read(), before);
  step(2);
  const auto after = b.prog_addr.read();
  EXPECT_EQ(after, before + 4);
  step(8);
  EXPECT_EQ(b.prog_addr.read(), after);
}

TEST(ProcessorModule, TakesItsStrapsAtReset) {
  Bench b(marker());
  b.reset();
  b.hart_id = 8;
  EXPECT_EQ(b.marked(), 7u);
  b.reset();
  EXPECT_EQ(b.marked(), 8u);
}

TEST(ProcessorModule, ResetIsSynchronousAndClearsTheRegisters) {
  Bench b(marker());
  b.reset();
  EXPECT_EQ(b.marked(), 7u);
  EXPECT_EQ(b.marked(), 1u);
  b.rst_n = false;  // and high again before an edge
  step(3);
  b.rst_n = true;
  step(97);
  EXPECT_TRUE(b.quiescent.read());
  b.reset();
  EXPECT_EQ(b.marked(), 7u);
  EXPECT_EQ(b.marked(), 1u);
}

TEST(ProcessorModule, SleepsUntilAnEvent) {
  Bench b(marker());
  b.reset();
  EXPECT_EQ(b.marked(), 7u);
  EXPECT_EQ(b.marked(), 1u);
  step(300);
  EXPECT_TRUE(b.quiescent.read());
  EXPECT_FALSE(b.retire.read());
  for (const std::uint32_t wakes : {2u, 3u}) {
    b.event = true;
    step(10);
    EXPECT_FALSE(b.quiescent.read());
    b.event = false;
    EXPECT_EQ(b.marked(), wakes);
    step(300);
    EXPECT_TRUE(b.quiescent.read());
  }
}

TEST(ProcessorModule, ShowsAnInstructionForOneCycle) {
  rv::Program p(tile::boot_address);
  p.li(1, 5);
  p << rv::wfi();
  Bench b(p);
  b.reset();
  std::vector<std::uint32_t> written;
  for (unsigned n = 0; n < 30; ++n) {
    step(10);
    if (b.write.read()) written.push_back(b.wdata.read().to_uint());
  }
  EXPECT_EQ(written.size(), p.words().size() - 1);
  EXPECT_EQ(written.back(), 5u);
}

TEST(ProcessorModule, RefusesAProgramMemoryThatTheRtlCannotHave) {
  try {
    const ProcessorModule processor("processor", 3000);
    FAIL() << "not refused";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), hardware_report);
    EXPECT_STREQ(report.get_msg(), "processor: program_bytes: must be a power of two, from 512 to 2^28");
  }
}

TEST(TileReports, KeepConsoleExitAndEqualCharactersInARow) {
  rv::Program p(tile::boot_address);
  p.li(3, tile::tile_registers_base).li(1, 'l');
  for (int n = 0; n < 4; ++n) p << rv::store(rv::sw, 1, 3, tile::console);
  p << rv::store(rv::sw, 1, 3, tile::exit) << rv::wfi();
  Bench b(p);
  unsigned reports = 0;
  b.reports.on_report = [&](const TileReports::Report&) { ++reports; };
  b.reset();
  for (unsigned n = 0; n < 40; ++n) {
    b.cycle = n;
    step(10);
  }
  EXPECT_EQ(b.reports.console(), "llll");
  ASSERT_TRUE(b.reports.exit());
  EXPECT_EQ(b.reports.exit()->value, std::uint32_t{'l'});
  EXPECT_GT(b.reports.exit()->cycle, 6u);
  EXPECT_FALSE(b.reports.fault());
  EXPECT_EQ(reports, 5u);
}

}  // namespace
}  // namespace collnoc::systemc

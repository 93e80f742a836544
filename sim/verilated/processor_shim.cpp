// Adapter between the verilated tile_processor.sv and a tile, compiled with the generated code into a
// library. Two evaluations per cycle: one with the inputs of the cycle, after which the events of the cycle
// can be read; and one at the rising edge, after which the requests of the next cycle can be read.
#include <cstdint>

#include "Vtile_processor.h"
#include "collnoc/sim/verilated/context.hpp"
#include "collnoc/sim/verilated/processor_api.hpp"
#include "verilated.h"

namespace {

using collnoc::model::TileProcessorIn;
using collnoc::model::TileProcessorOut;

struct Shim {
  collnoc::verilated::Context context;
  Vtile_processor top{&context, "TOP"};

  ~Shim() { context.enter(); }
  void edge() {
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
  }
  void read_requests(TileProcessorOut& out) const {
    out.prog_en = top.prog_en_o;
    if (out.prog_en) out.prog_addr = top.prog_addr_o;
    out.host_valid = top.host_valid_o;
    if (out.host_valid) {
      out.host_write = top.host_write_o;
      out.host_addr = top.host_addr_o;
      if (out.host_write) {
        out.host_wdata = top.host_wdata_o;
        out.host_strb = top.host_strb_o;
      }
    }
    out.access.valid = top.reg_valid_o;
    if (out.access.valid) {
      out.access.write = top.reg_write_o;
      out.access.addr = top.reg_addr_o;
      if (out.access.write) out.access.wdata = top.reg_wdata_o;
    }
    out.report_valid = top.report_valid_o;
    if (out.report_valid) {
      out.report_addr = top.report_addr_o;
      out.report_wdata = top.report_wdata_o;
    }
    out.quiescent = top.quiescent_o;
  }
  void read_events(TileProcessorOut& out) const {
    out.retired = top.retire_o;
    out.trapped = top.trap_o;
    if (out.retired || out.trapped) {
      out.pc = top.pc_o;
      out.instr = top.instr_o;
    }
    out.wrote = top.write_o;
    if (out.wrote) out.wdata = top.wdata_o;
    out.late = top.late_o;
    if (out.late) out.late_wdata = top.late_wdata_o;
  }
};

void* create(std::uint32_t hart_id, std::uint32_t mem_words) {
  auto* s = new Shim;
  s->top.hart_id_i = hart_id;
  s->top.mem_words_i = mem_words;
  return s;
}

void destroy(void* p) { delete static_cast<Shim*>(p); }

void reset(void* p, TileProcessorOut& out) {
  auto& s = *static_cast<Shim*>(p);
  s.top.rst_ni = 0;
  s.top.clk_i = 0;
  s.top.eval();
  s.edge();
  s.top.eval();
  s.edge();
  s.top.rst_ni = 1;
  s.top.eval();
  out = {};
  s.read_requests(out);
}

void tick(void* p, const TileProcessorIn& in, TileProcessorOut& out) {
  auto& s = *static_cast<Shim*>(p);
  s.top.cycle_i = in.cycle;
  s.top.reg_ready_i = in.reg_ready;
  s.top.event_i = in.event;
  s.top.reg_rdata_i = in.reg_rdata;
  s.top.prog_rdata_i = in.prog_rdata;
  s.top.host_rdata_i = in.host_rdata;
  s.top.eval();
  out = {};
  s.read_events(out);
  s.edge();
  s.read_requests(out);
}

#if VM_COVERAGE
const collnoc::verilated::CoverageWriter<Vtile_processor> coverage;
#endif

}  // namespace

extern "C" __attribute__((visibility("default")))
const collnoc::verilated::ProcessorApi collnoc_verilated_processor;
const collnoc::verilated::ProcessorApi collnoc_verilated_processor = {
    collnoc::verilated::processor_api_version, create, destroy, reset, tick};

double sc_time_stamp() { return 0; }

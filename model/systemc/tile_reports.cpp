#include "collnoc/model/systemc/tile_reports.hpp"

#include <utility>

#include "collnoc/arch/tile_registers.hpp"

namespace collnoc::systemc {

TileReports::TileReports(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(TileReports);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
}

void TileReports::rising_edge() {
  if (std::exchange(asleep_, false) && !clk_i.posedge()) return;
  const bool reported = report_valid_i.read(), in_reset = !rst_ni.read();
  if (reported) {
    take({cycle_i.read(), static_cast<std::uint8_t>(report_addr_i.read().to_uint()),
          report_wdata_i.read().to_uint()});
  }
  if (in_reset) {
    exit_.reset();
    fault_.reset();
  }
  if (!reported && !in_reset) {
    asleep_ = true;
    next_trigger(report_valid_i.posedge_event() | rst_ni.negedge_event());
  }
}

void TileReports::take(const Report& report) {
  switch (report.reg) {
    case tile::console: console_ += static_cast<char>(report.value); break;
    case tile::exit:
      if (!exit_) exit_ = report;
      break;
    case tile::fault:
      if (!fault_) fault_ = report;
      break;
    case tile::fault_pc: fault_pc_ = report.value; break;
    case tile::fault_value: fault_value_ = report.value; break;
    default: break;
  }
  if (on_report) on_report(report);
}

}  // namespace collnoc::systemc

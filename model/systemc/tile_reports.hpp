// What a program writes to the tile registers (arch/tile_registers.hpp): reads the pins report_... of a
// tile's processor, and keeps console, exit code and fault.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <systemc>

namespace collnoc::systemc {

class TileReports : public sc_core::sc_module {
 public:
  struct Report {
    std::uint64_t cycle;
    std::uint8_t reg;  ///< offset of the register
    std::uint32_t value;
  };

  explicit TileReports(const sc_core::sc_module_name& name);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};  ///< rst_ni: of the processor
  sc_core::sc_in<std::uint64_t> cycle_i{"cycle_i"};
  sc_core::sc_in<bool> report_valid_i{"report_valid_i"};
  sc_core::sc_in<sc_dt::sc_uint<8>> report_addr_i{"report_addr_i"};
  sc_core::sc_in<sc_dt::sc_uint<32>> report_wdata_i{"report_wdata_i"};

  /// Called at the edge that ends the cycle of the write. Once set, it must be valid until the last cycle.
  std::function<void(const Report&)> on_report;

  /// All characters so far, also of programs before a reset.
  const std::string& console() const { return console_; }
  /// The first write to EXIT since the last reset, and its cycle: the program is over.
  const std::optional<Report>& exit() const { return exit_; }
  /// The first write to FAULT since the last reset. FAULT_PC and FAULT_VALUE were written before.
  const std::optional<Report>& fault() const { return fault_; }
  std::uint32_t fault_pc() const { return fault_pc_; }
  std::uint32_t fault_value() const { return fault_value_; }

 private:
  void rising_edge();
  void take(const Report& report);

  std::string console_;
  std::optional<Report> exit_, fault_;
  std::uint32_t fault_pc_ = 0, fault_value_ = 0;
  bool asleep_ = false;  // ignores the clock
};

}  // namespace collnoc::systemc

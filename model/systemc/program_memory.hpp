// The program memory of a tile with pins, as in rtl/tile/processor_tile.sv without its load port.
//
// Promises: read data comes after the edge of the request, and stays until the next one.
#pragma once
#include <cstdint>
#include <systemc>
#include <vector>

namespace collnoc::systemc {

class ProgramMemory : public sc_core::sc_module {
 public:
  /// `text`: its words, which must outlive this object; zeros follow.
  ProgramMemory(const sc_core::sc_module_name& name, const std::vector<std::uint32_t>& text);

  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> prog_en_i{"prog_en_i"};
  sc_core::sc_in<sc_dt::sc_uint<32>> prog_addr_i{"prog_addr_i"};  ///< bytes, a multiple of 4
  sc_core::sc_out<sc_dt::sc_uint<32>> prog_rdata_o{"prog_rdata_o"};

 private:
  void rising_edge();

  const std::vector<std::uint32_t>& text_;
  bool asleep_ = false;  // ignores the clock
};

}  // namespace collnoc::systemc

// A tile's processor with pins: rtl/tile/tile_processor.sv as a SystemC module. Behind the pins is the plain
// model, or whatever else is a processor (ProcessorMaker): verilated RTL, or RTL and model in lockstep
// (sim/systemc/processor_makers.hpp). Every pin has its RTL name.
//
// Promises: every output is registered, so it changes only after a rising clock edge. The pins of the trace
// (retire_o to late_wdata_o) depend on inputs in the RTL; here they show what happened in the cycle that the
// last edge ended, so they are a cycle later. Reset is synchronous: hart_id_i and mem_words_i are sampled at
// each edge with rst_ni low; before the first such edge, nothing is driven. It sets the register file to 0,
// which keeps unknown contents in the RTL: what an instruction writes in the cycle of the reset. Addresses,
// data and what else belongs to a request keep their last value without one. Cost: one SC_METHOD per clock
// cycle; none while the processor sleeps.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>

#include "collnoc/model/systemc/node_module.hpp"
#include "collnoc/model/tile/clocked_processor.hpp"

namespace collnoc::systemc {

/// Makes what is behind the pins of a processor, when its reset begins. Never null.
using ProcessorMaker = std::function<std::unique_ptr<model::ClockedProcessor>(const ProcessorPlace&)>;
/// The plain model.
std::unique_ptr<model::ClockedProcessor> make_processor_model(const ProcessorPlace& place);

class ProcessorModule : public sc_core::sc_module {
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  /// `program_bytes` of program memory: a power of two, 512 to 2^28; otherwise reports an SC_ERROR of type
  /// hardware_report.
  ProcessorModule(const sc_core::sc_module_name& name, std::uint32_t program_bytes,
                  ProcessorMaker make = make_processor_model);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_in<Bits<32>> hart_id_i{"hart_id_i"};
  sc_core::sc_in<std::uint64_t> cycle_i{"cycle_i"};
  sc_core::sc_in<Bits<addr_w + 1>> mem_words_i{"mem_words_i"};
  // program memory
  sc_core::sc_out<bool> prog_en_o{"prog_en_o"};
  sc_core::sc_out<Bits<32>> prog_addr_o{"prog_addr_o"};  ///< bytes, a multiple of 4
  sc_core::sc_in<Bits<32>> prog_rdata_i{"prog_rdata_i"};
  // tile memory
  sc_core::sc_out<bool> host_valid_o{"host_valid_o"}, host_write_o{"host_write_o"};
  sc_core::sc_out<Bits<addr_w>> host_addr_o{"host_addr_o"};  ///< 8-byte words
  sc_core::sc_out<std::uint64_t> host_wdata_o{"host_wdata_o"};
  sc_core::sc_out<Bits<8>> host_strb_o{"host_strb_o"};
  sc_core::sc_in<std::uint64_t> host_rdata_i{"host_rdata_i"};
  // registers of the NIC
  sc_core::sc_out<bool> reg_valid_o{"reg_valid_o"}, reg_write_o{"reg_write_o"};
  sc_core::sc_out<Bits<10>> reg_addr_o{"reg_addr_o"};
  sc_core::sc_out<Bits<32>> reg_wdata_o{"reg_wdata_o"};
  sc_core::sc_in<bool> reg_ready_i{"reg_ready_i"};
  sc_core::sc_in<Bits<32>> reg_rdata_i{"reg_rdata_i"};
  sc_core::sc_in<bool> event_i{"event_i"};
  // writes to tile registers
  sc_core::sc_out<bool> report_valid_o{"report_valid_o"};
  sc_core::sc_out<Bits<8>> report_addr_o{"report_addr_o"};
  sc_core::sc_out<Bits<32>> report_wdata_o{"report_wdata_o"};
  // trace
  sc_core::sc_out<bool> retire_o{"retire_o"}, trap_o{"trap_o"};
  sc_core::sc_out<Bits<32>> pc_o{"pc_o"}, instr_o{"instr_o"};
  sc_core::sc_out<bool> write_o{"write_o"};
  sc_core::sc_out<Bits<32>> wdata_o{"wdata_o"};
  sc_core::sc_out<bool> late_o{"late_o"};
  sc_core::sc_out<Bits<32>> late_wdata_o{"late_wdata_o"};
  sc_core::sc_out<bool> quiescent_o{"quiescent_o"};

 private:
  void rising_edge();
  void reset();
  void drive();

  ProcessorMaker make_;
  std::unique_ptr<model::ClockedProcessor> processor_;
  ProcessorPlace place_;         // of processor_
  model::TileProcessorOut out_;  // what the pins show
  bool in_reset_ = false;        // since the last edge
  bool asleep_ = false;          // ignores the clock
  bool shows_all_ = false;       // the next drive() writes every pin
};

}  // namespace collnoc::systemc

// Drives the register bus of a node through its pins on behalf of SC_THREADs: a TileBus on pins.
//
// Promises: valid is high for one rising edge per access; one access per cycle. No cost without accesses.
#pragma once
#include <systemc>

#include "collnoc/model/systemc/bus_master.hpp"
#include "collnoc/model/systemc/memory_module.hpp"

namespace collnoc::systemc {

class RegisterMaster : public sc_core::sc_module, public BusMaster {
 public:
  /// `memory`: the memory of the same tile; it must outlive this object.
  RegisterMaster(const sc_core::sc_module_name& name, MemoryModule& memory);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_in<sc_dt::sc_uint<32>> cycle_i{
      "cycle_i"};  ///< the source of cycle numbers, so they wrap at 2^32
  sc_core::sc_out<bool> reg_valid_o{"reg_valid_o"}, reg_write_o{"reg_write_o"};
  sc_core::sc_out<sc_dt::sc_uint<10>> reg_addr_o{"reg_addr_o"};
  sc_core::sc_out<sc_dt::sc_uint<32>> reg_wdata_o{"reg_wdata_o"};
  sc_core::sc_in<bool> reg_ready_i{"reg_ready_i"};
  sc_core::sc_in<sc_dt::sc_uint<32>> reg_rdata_i{"reg_rdata_i"};
  sc_core::sc_in<bool> event_i{"event_i"};

  std::uint64_t cycle() const override { return cycle_i.read().to_uint(); }
  std::span<std::byte> memory() override;
  bool event() const override { return event_i.read(); }
  const sc_core::sc_event& event_rises() override { return event_i.posedge_event(); }
  const sc_core::sc_event& falling_edge() const override { return clk_i.negedge_event(); }
  const sc_core::sc_event& memory_written() override { return memory_.written_event(); }
  model::WordRange written() const override { return memory_.written(); }

 private:
  bool window() const override { return !clk_i.read() && rst_ni.read(); }
  std::uint32_t rdata() const override { return reg_rdata_i.read().to_uint(); }
  void begin() override { asked_.notify(); }
  void drive_pins();

  MemoryModule& memory_;
  bool driving_ = false;  // from begin() to made()
  sc_core::sc_event asked_;
};

}  // namespace collnoc::systemc

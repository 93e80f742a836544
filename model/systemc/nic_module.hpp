// A NIC with pins: rtl/nic/nic.sv as a SystemC module. Behind the pins is the plain model, or what a NicMaker
// makes: verilated RTL, RTL and model in lockstep (sim/systemc/piece_makers.hpp), or yours.
//
// Every pin has its RTL name; one that consists of equal fields is a vector of them (node_pins.hpp). Memory
// requests are registered. Injected data follow rd_data_i, ejection credits the memory's grants, reg_rdata_o
// count_i, and the read of a count the register bus, each in the same cycle. Reset is synchronous; straps are
// sampled at each edge with rst_ni low. Before the first such edge, nothing is driven.
#pragma once
#include <memory>
#include <systemc>
#include <vector>

#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/systemc/flit_pins.hpp"
#include "collnoc/model/systemc/node_module.hpp"

namespace collnoc::systemc {

class NicModule : public sc_core::sc_module {
  template <class T>
  using Ins = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Outs = sc_core::sc_vector<sc_core::sc_out<T>>;
  template <int w>
  using Bits = sc_dt::sc_uint<w>;
  template <class T>
  using OptionalIn = sc_core::sc_port<sc_core::sc_signal_in_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

 public:
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal.
  NicModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
            model::NicMaker make = model::make_model_nic);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  // place in the network (straps), and the number of the cycle
  sc_core::sc_in<Bits<20>> coord_i{"coord_i"}, extent_i{"extent_i"};
  sc_core::sc_in<Bits<4>> wrap_i{"wrap_i"};
  sc_core::sc_in<Bits<addr_w + 1>> mem_words_i{"mem_words_i"};
  sc_core::sc_in<Bits<32>> cycle_i{"cycle_i"};
  // register bus
  sc_core::sc_in<bool> reg_valid_i{"reg_valid_i"}, reg_write_i{"reg_write_i"};
  sc_core::sc_in<Bits<10>> reg_addr_i{"reg_addr_i"};
  sc_core::sc_in<Bits<32>> reg_wdata_i{"reg_wdata_i"};
  sc_core::sc_out<bool> reg_ready_o{"reg_ready_o"};
  sc_core::sc_out<Bits<32>> reg_rdata_o{"reg_rdata_o"};
  sc_core::sc_out<bool> event_o{"event_o"};
  // injection and ejection channels
  FlitOuts inj;
  Ins<Bits<4>> inj_credit_i;  ///< one bit per vc
  FlitIns ej;
  Outs<bool> ej_credit_o;
  // memory
  Outs<bool> rd_req_o;
  Outs<Bits<addr_w>> rd_addr_o;
  Ins<bool> rd_gnt_i;
  Ins<std::uint64_t> rd_data_i;
  Outs<bool> wr_req_o;
  Outs<Bits<addr_w>> wr_addr_o;
  Outs<std::uint64_t> wr_data_o;
  Outs<std::uint64_t> wr_strb_o;  ///< one bit per byte
  Ins<bool> wr_gnt_i;
  // before a reset of the tile alone; the inputs need not be bound, then they are 0
  OptionalIn<bool> halt_i{"halt_i"};
  OptionalIn<Bits<32>> discarded_i{"discarded_i"};
  sc_core::sc_out<bool> drained_o{"drained_o"};
  // counts of the router
  sc_core::sc_out<bool> count_read_o{"count_read_o"};
  sc_core::sc_out<Bits<6>> count_number_o{"count_number_o"};
  sc_core::sc_in<Bits<32>> count_i{"count_i"};
  sc_core::sc_out<bool> quiescent_o{"quiescent_o"};

 private:
  void rising_edge();
  void settle();
  void reset();
  void read_pins();
  void drive();

  HardwareConfig config_;
  unsigned words_;  // of a flit
  model::NicMaker make_;
  std::unique_ptr<model::ClockedNic> nic_;
  model::Place place_;     // of nic_
  bool in_reset_ = false;  // since the last edge
  sc_core::sc_event stepped_{"stepped"};
  model::NicIn in_;
  model::NicOut out_;
  std::vector<std::uint64_t> rd_words_;  // to which `in_` points
};

}  // namespace collnoc::systemc

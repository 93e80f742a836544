// A tile with pins: node, memory and a master on the register bus, connected by signals.
//
//          links                     A link's outputs are this tile's signals; its inputs are pins
//       +----^v-----+  mem  +------+ of `node` that the network binds to the neighbour's signals.
//       |   node    |=======|memory|
//       +-----|-----+       +------+
//      register bus             |
//       +-----|---------------------+
//       |           bus             |  TileBus: for threads and for TileSocket
//       +---------------------------+
#pragma once
#include <systemc>

#include "collnoc/model/common/place.hpp"
#include "collnoc/model/systemc/memory_module.hpp"
#include "collnoc/model/systemc/node_module.hpp"
#include "collnoc/model/systemc/register_master.hpp"

namespace collnoc::systemc {

class TileModule : public sc_core::sc_module {
  template <class T>
  using Signals = sc_core::sc_vector<sc_core::sc_signal<T>>;
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  /// `mem_words` of 8 bytes, rounded up as in model::TileMemory.
  TileModule(const sc_core::sc_module_name& name, const HardwareConfig& config, const Topology& topology,
             Rank rank, std::uint32_t mem_words);

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_in<Bits<32>> cycle_i{"cycle_i"};

  NodeModule node;
  MemoryModule memory;
  RegisterMaster bus;

  // Outputs of the links.
  Signals<bool> out_valid, out_head, out_tail;
  Signals<Bits<2>> out_vc;
  Signals<std::uint64_t> out_data;
  Signals<Bits<4>> in_credit;

 private:
  void bind_straps();
  void bind_bus();
  void bind_memory();

  // Straps, register bus, memory.
  sc_core::sc_signal<Bits<20>> coord_, extent_;
  sc_core::sc_signal<Bits<4>> wrap_;
  sc_core::sc_signal<Bits<addr_w + 1>> mem_words_;
  sc_core::sc_signal<bool> reg_valid_, reg_write_, reg_ready_, event_, quiescent_;
  sc_core::sc_signal<Bits<10>> reg_addr_;
  sc_core::sc_signal<Bits<32>> reg_wdata_, reg_rdata_;
  Signals<bool> rd_req_, rd_gnt_, wr_req_, wr_gnt_;
  Signals<Bits<addr_w>> rd_addr_, wr_addr_;
  Signals<std::uint64_t> rd_data_, wr_data_, wr_strb_;
};

}  // namespace collnoc::systemc

// A tile's memory with pins: rtl/tile/tile_memory.sv without its host port, around the plain model.
//
// Promises: grants are combinational, read data come after the edge that granted the read. What software on
// the tile does goes by bytes(), takes no bank and no time; it sees what was written up to the last edge.
// Costs two SC_METHODs a cycle in which something is asked, nothing otherwise.
#pragma once
#include <cstdint>
#include <systemc>

#include "collnoc/model/systemc/node_module.hpp"
#include "collnoc/model/tile/tile_memory.hpp"

namespace collnoc::systemc {

class MemoryModule : public sc_core::sc_module {
  template <class T>
  using Ins = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Outs = sc_core::sc_vector<sc_core::sc_out<T>>;

 public:
  /// `words` of 8 bytes, rounded up as model::TileMemory does.
  MemoryModule(const sc_core::sc_module_name& name, const HardwareConfig& config, std::uint32_t words);

  model::TileMemory& memory() { return memory_; }

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  Ins<bool> rd_req_i;
  Ins<sc_dt::sc_uint<addr_w>> rd_addr_i;
  Outs<bool> rd_gnt_o;
  Outs<std::uint64_t> rd_data_o;
  Ins<bool> wr_req_i;
  Ins<sc_dt::sc_uint<addr_w>> wr_addr_i;
  Ins<std::uint64_t> wr_data_i;
  Ins<std::uint64_t> wr_strb_i;
  Outs<bool> wr_gnt_o;

 private:
  void take_requests();
  void grant();
  void rising_edge();

  unsigned channels_, flit_words_;
  model::TileMemory memory_;
  model::NodeOut requests_;           // of this cycle, as the pins say
  std::vector<std::uint64_t> words_;  // what `requests_` points to
  sc_core::sc_event turned_;          // the channels' turns have moved
  sc_core::sc_event asked_;           // a request, while asleep
  bool awake_ = true;                 // looks at every edge
};

}  // namespace collnoc::systemc

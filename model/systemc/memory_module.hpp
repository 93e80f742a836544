// A tile's memory with pins: rtl/tile/tile_memory.sv, with or without its host port, around the plain model.
//
// Promises: grants are combinational; read data comes after the edge that granted the read. Software that has
// no processor accesses memory through bytes(), which uses no bank and takes no time; it sees all writes up
// to the last edge. Cost: two SC_METHODs per cycle with a request, nothing otherwise.
#pragma once
#include <cstdint>
#include <optional>
#include <systemc>

#include "collnoc/model/systemc/node_module.hpp"
#include "collnoc/model/tile/tile_memory.hpp"

namespace collnoc::systemc {

/// The pins of the port that a processor uses.
struct MemoryHostPort {
  sc_core::sc_in<bool> host_valid_i{"host_valid_i"}, host_write_i{"host_write_i"};
  sc_core::sc_in<sc_dt::sc_uint<addr_w>> host_addr_i{"host_addr_i"};  ///< 8-byte words
  sc_core::sc_in<std::uint64_t> host_wdata_i{"host_wdata_i"};
  sc_core::sc_in<sc_dt::sc_uint<8>> host_strb_i{"host_strb_i"};  ///< one bit per byte
  sc_core::sc_out<std::uint64_t> host_rdata_o{"host_rdata_o"};
};

class MemoryModule : public sc_core::sc_module {
  template <class T>
  using Ins = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Outs = sc_core::sc_vector<sc_core::sc_out<T>>;

 public:
  /// `words` of 8 bytes, rounded up as in model::TileMemory. `with_host`: it has the pins in `host`.
  MemoryModule(const sc_core::sc_module_name& name, const HardwareConfig& config, std::uint32_t words,
               bool with_host = false);

  model::TileMemory& memory() { return memory_; }
  // As TileBus::memory_written and TileBus::written.
  const sc_core::sc_event& written_event();
  model::WordRange written() const { return written_; }

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
  std::optional<MemoryHostPort> host;

 private:
  void take_requests();
  void take_host();
  void grant();
  void rising_edge();
  void access();

  unsigned channels_, flit_words_;
  model::TileMemory memory_;
  model::NodeOut requests_;           // of this cycle, from the pins
  std::vector<std::uint64_t> words_;  // data to which `requests_` points
  sc_core::sc_event turned_;          // the round-robin state of the channels has changed
  sc_core::sc_event asked_;           // a request arrived while asleep
  sc_core::sc_event wrote_;
  model::WordRange written_;
  bool host_asks_ = false;
  bool watched_ = false;  // somebody has asked for wrote_
  bool awake_ = true;     // runs at every edge
};

}  // namespace collnoc::systemc

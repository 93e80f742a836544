#include "collnoc/model/systemc/tile_module.hpp"

namespace collnoc::systemc {

TileModule::TileModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
                       const Topology& topology, Rank rank, std::uint32_t mem_words, const NodeInside& inside)
    : WiredNode(name, config,
                model::Place::of(topology, config, rank, model::TileMemory::rounded(config, mem_words)),
                inside),
      memory("memory", config, mem_words),
      bus("bus", memory) {
  memory.clk_i(clk_i);
  memory.rst_ni(rst_ni);
  memory.rd_req_i(rd_req);
  memory.rd_addr_i(rd_addr);
  memory.rd_gnt_o(rd_gnt);
  memory.rd_data_o(rd_data);
  memory.wr_req_i(wr_req);
  memory.wr_addr_i(wr_addr);
  memory.wr_data_i(wr_data);
  memory.wr_strb_i(wr_strb);
  memory.wr_gnt_o(wr_gnt);
  bus.clk_i(clk_i);
  bus.rst_ni(rst_ni);
  bus.cycle_i(cycle_i);
  bus.reg_valid_o(reg_valid);
  bus.reg_write_o(reg_write);
  bus.reg_addr_o(reg_addr);
  bus.reg_wdata_o(reg_wdata);
  bus.reg_ready_i(reg_ready);
  bus.reg_rdata_i(reg_rdata);
  bus.event_i(event);
}

}  // namespace collnoc::systemc

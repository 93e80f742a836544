#include "collnoc/model/systemc/tile_module.hpp"

namespace collnoc::systemc {

TileModule::TileModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
                       const Topology& topology, Rank rank, std::uint32_t mem_words)
    : sc_module(name),
      node("node", config),
      memory("memory", config, mem_words),
      bus("bus", memory.memory()),
      out_valid("out_valid", config.links()),
      out_head("out_head", config.links()),
      out_tail("out_tail", config.links()),
      out_vc("out_vc", config.links()),
      out_data("out_data", config.links() * node.words()),
      in_credit("in_credit", config.links()),
      coord_("coord", model::Place::of(topology, rank, 0).coord),
      extent_("extent", model::Place::of(topology, rank, 0).extent),
      wrap_("wrap", model::Place::of(topology, rank, 0).wrap),
      mem_words_("mem_words", memory.memory().words()),
      rd_req_("rd_req", config.reads()),
      rd_gnt_("rd_gnt", config.reads()),
      wr_req_("wr_req", config.channels()),
      wr_gnt_("wr_gnt", config.channels()),
      rd_addr_("rd_addr", config.reads()),
      wr_addr_("wr_addr", config.channels()),
      rd_data_("rd_data", config.reads() * node.words()),
      wr_data_("wr_data", config.channels() * node.words()),
      wr_strb_("wr_strb", config.channels()) {
  node.clk_i(clk_i);
  node.rst_ni(rst_ni);
  node.cycle_i(cycle_i);
  node.out_valid_o(out_valid);
  node.out_head_o(out_head);
  node.out_tail_o(out_tail);
  node.out_vc_o(out_vc);
  node.out_data_o(out_data);
  node.in_credit_o(in_credit);
  bind_straps();
  bind_bus();
  bind_memory();
}

void TileModule::bind_straps() {
  node.coord_i(coord_);
  node.extent_i(extent_);
  node.wrap_i(wrap_);
  node.mem_words_i(mem_words_);
  node.quiescent_o(quiescent_);
}

void TileModule::bind_bus() {
  bus.clk_i(clk_i);
  bus.rst_ni(rst_ni);
  bus.cycle_i(cycle_i);
  bus.reg_valid_o(reg_valid_);
  bus.reg_write_o(reg_write_);
  bus.reg_addr_o(reg_addr_);
  bus.reg_wdata_o(reg_wdata_);
  bus.reg_ready_i(reg_ready_);
  bus.reg_rdata_i(reg_rdata_);
  bus.event_i(event_);
  node.reg_valid_i(reg_valid_);
  node.reg_write_i(reg_write_);
  node.reg_addr_i(reg_addr_);
  node.reg_wdata_i(reg_wdata_);
  node.reg_ready_o(reg_ready_);
  node.reg_rdata_o(reg_rdata_);
  node.event_o(event_);
}

void TileModule::bind_memory() {
  memory.clk_i(clk_i);
  memory.rst_ni(rst_ni);
  memory.rd_req_i(rd_req_);
  memory.rd_addr_i(rd_addr_);
  memory.rd_gnt_o(rd_gnt_);
  memory.rd_data_o(rd_data_);
  memory.wr_req_i(wr_req_);
  memory.wr_addr_i(wr_addr_);
  memory.wr_data_i(wr_data_);
  memory.wr_strb_i(wr_strb_);
  memory.wr_gnt_o(wr_gnt_);
  node.rd_req_o(rd_req_);
  node.rd_addr_o(rd_addr_);
  node.rd_gnt_i(rd_gnt_);
  node.rd_data_i(rd_data_);
  node.wr_req_o(wr_req_);
  node.wr_addr_o(wr_addr_);
  node.wr_data_o(wr_data_);
  node.wr_strb_o(wr_strb_);
  node.wr_gnt_i(wr_gnt_);
}

}  // namespace collnoc::systemc

#include "collnoc/model/systemc/wired_node.hpp"

#include <memory>

namespace collnoc::systemc {
namespace {

std::unique_ptr<NodePins> make_pins(const HardwareConfig& config, const NodeInside& inside) {
  if (const auto* const module = std::get_if<NodeModuleMaker>(&inside)) return (*module)("node", config);
  return std::make_unique<NodeModule>("node", config, std::get<NodeMaker>(inside));
}

}  // namespace

WiredNode::WiredNode(const sc_core::sc_module_name& name, const HardwareConfig& config,
                     const model::Place& place, const NodeInside& inside)
    : sc_module(name),
      made_(make_pins(config, inside)),
      node(*made_),
      out_valid("out_valid", config.links()),
      out_head("out_head", config.links()),
      out_tail("out_tail", config.links()),
      out_vc("out_vc", config.links()),
      out_data("out_data", config.links() * node.words()),
      in_credit("in_credit", config.links()),
      rd_req("rd_req", config.reads()),
      rd_gnt("rd_gnt", config.reads()),
      wr_req("wr_req", config.channels()),
      wr_gnt("wr_gnt", config.channels()),
      rd_addr("rd_addr", config.reads()),
      wr_addr("wr_addr", config.channels()),
      rd_data("rd_data", config.reads() * node.words()),
      wr_data("wr_data", config.channels() * node.words()),
      wr_strb("wr_strb", config.channels()),
      coord("coord", place.coord),
      extent("extent", place.extent),
      wrap("wrap", place.wrap),
      mem_words("mem_words", place.mem_words) {
  node.set_routes(place.routes);
  node.clk_i(clk_i);
  node.rst_ni(rst_ni);
  node.cycle_i(cycle_i);
  node.coord_i(coord);
  node.extent_i(extent);
  node.wrap_i(wrap);
  node.mem_words_i(mem_words);
  node.out_valid_o(out_valid);
  node.out_head_o(out_head);
  node.out_tail_o(out_tail);
  node.out_vc_o(out_vc);
  node.out_data_o(out_data);
  node.in_credit_o(in_credit);
  node.reg_valid_i(reg_valid);
  node.reg_write_i(reg_write);
  node.reg_addr_i(reg_addr);
  node.reg_wdata_i(reg_wdata);
  node.reg_ready_o(reg_ready);
  node.reg_rdata_o(reg_rdata);
  node.event_o(event);
  node.rd_req_o(rd_req);
  node.rd_addr_o(rd_addr);
  node.rd_gnt_i(rd_gnt);
  node.rd_data_i(rd_data);
  node.wr_req_o(wr_req);
  node.wr_addr_o(wr_addr);
  node.wr_data_o(wr_data);
  node.wr_strb_o(wr_strb);
  node.wr_gnt_i(wr_gnt);
  node.quiescent_o(quiescent);
}

}  // namespace collnoc::systemc

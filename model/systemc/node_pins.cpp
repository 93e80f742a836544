#include "collnoc/model/systemc/node_pins.hpp"

namespace collnoc::systemc {

NodePins::NodePins(const sc_core::sc_module_name& name, const HardwareConfig& config)
    : sc_module(name),
      in_valid_i("in_valid_i", config.links()),
      in_head_i("in_head_i", config.links()),
      in_tail_i("in_tail_i", config.links()),
      in_vc_i("in_vc_i", config.links()),
      in_data_i("in_data_i", config.links() * config.flit_bits / 64),
      in_credit_o("in_credit_o", config.links()),
      out_valid_o("out_valid_o", config.links()),
      out_head_o("out_head_o", config.links()),
      out_tail_o("out_tail_o", config.links()),
      out_vc_o("out_vc_o", config.links()),
      out_data_o("out_data_o", config.links() * config.flit_bits / 64),
      out_credit_i("out_credit_i", config.links()),
      rd_req_o("rd_req_o", config.reads()),
      rd_addr_o("rd_addr_o", config.reads()),
      rd_gnt_i("rd_gnt_i", config.reads()),
      rd_data_i("rd_data_i", config.reads() * config.flit_bits / 64),
      wr_req_o("wr_req_o", config.channels()),
      wr_addr_o("wr_addr_o", config.channels()),
      wr_data_o("wr_data_o", config.channels() * config.flit_bits / 64),
      wr_strb_o("wr_strb_o", config.channels()),
      wr_gnt_i("wr_gnt_i", config.channels()),
      config_(config) {
  require_legal(this->name(), config);
}

}  // namespace collnoc::systemc

#include "collnoc/model/systemc/split_node.hpp"

#include <utility>

#include "collnoc/model/systemc/nic_module.hpp"
#include "collnoc/model/tile/split_node.hpp"

namespace collnoc::systemc {
namespace {

class SplitModules final : public NodePins {
 public:
  SplitModules(const sc_core::sc_module_name& name, const HardwareConfig& config,
               const RouterModuleMaker& make_router, model::NicMaker make_nic)
      : NodePins(name, config),
        router_(make_router("router", config)),
        nic_("nic", config, std::move(make_nic)),
        injected_("injected", config.channels(), words()),
        ejected_("ejected", config.channels(), words()),
        inject_credit_("inject_credit", config.channels()),
        eject_credit_("eject_credit", config.channels()) {
    wire_tile();
    wire_links();
    wire_channels();
    SC_HAS_PROCESS(SplitModules);
    SC_METHOD(rest);
    sensitive << router_quiescent_ << nic_quiescent_;
  }

 private:
  void wire_tile() {
    router_->clk_i(clk_i);
    router_->rst_ni(rst_ni);
    router_->coord_i(coord_i);
    router_->extent_i(extent_i);
    router_->wrap_i(wrap_i);
    router_->quiescent_o(router_quiescent_);
    nic_.clk_i(clk_i);
    nic_.rst_ni(rst_ni);
    nic_.coord_i(coord_i);
    nic_.extent_i(extent_i);
    nic_.wrap_i(wrap_i);
    nic_.mem_words_i(mem_words_i);
    nic_.cycle_i(cycle_i);
    nic_.reg_valid_i(reg_valid_i);
    nic_.reg_write_i(reg_write_i);
    nic_.reg_addr_i(reg_addr_i);
    nic_.reg_wdata_i(reg_wdata_i);
    nic_.reg_ready_o(reg_ready_o);
    nic_.reg_rdata_o(reg_rdata_o);
    nic_.event_o(event_o);
    nic_.rd_req_o(rd_req_o);
    nic_.rd_addr_o(rd_addr_o);
    nic_.rd_gnt_i(rd_gnt_i);
    nic_.rd_data_i(rd_data_i);
    nic_.wr_req_o(wr_req_o);
    nic_.wr_addr_o(wr_addr_o);
    nic_.wr_data_o(wr_data_o);
    nic_.wr_strb_o(wr_strb_o);
    nic_.wr_gnt_i(wr_gnt_i);
    nic_.drained_o(drained_);
    nic_.quiescent_o(nic_quiescent_);
  }
  void wire_links() {
    for (unsigned l = 0; l < config().links(); ++l) {
      router_->in.valid_i[l](in_valid_i[l]);
      router_->in.head_i[l](in_head_i[l]);
      router_->in.tail_i[l](in_tail_i[l]);
      router_->in.vc_i[l](in_vc_i[l]);
      router_->in_credit_o[l](in_credit_o[l]);
      router_->out.valid_o[l](out_valid_o[l]);
      router_->out.head_o[l](out_head_o[l]);
      router_->out.tail_o[l](out_tail_o[l]);
      router_->out.vc_o[l](out_vc_o[l]);
      router_->out_credit_i[l](out_credit_i[l]);
    }
    for (unsigned w = 0; w < config().links() * words(); ++w) {
      router_->in.data_i[w](in_data_i[w]);
      router_->out.data_o[w](out_data_o[w]);
    }
  }
  void wire_channels() {
    for (unsigned c = 0; c < config().channels(); ++c) {
      const unsigned port = config().links() + c;
      injected_.follow(c, nic_.inj, c);
      injected_.drive(c, router_->in, port);
      router_->in_credit_o[port](inject_credit_[c]);
      ejected_.follow(c, router_->out, port);
      ejected_.drive(c, nic_.ej, c);
    }
    nic_.inj_credit_i(inject_credit_);
    nic_.ej_credit_o(eject_credit_);
    router_->eject_credit_i(eject_credit_);
    nic_.count_read_o(count_read_);
    nic_.count_number_o(count_number_);
    nic_.count_i(count_);
    router_->count_read_i(count_read_);
    router_->count_number_i(count_number_);
    router_->count_o(count_);
  }
  void end_of_elaboration() override {
    if (tile_rst_ni.size() != 0 || held_o.size() != 0)
      refuse_hardware(
          name(), "tile_rst_ni: between a router and a NIC with pins of their own, there is no gate for it");
  }
  void rest() { quiescent_o.write(router_quiescent_.read() && nic_quiescent_.read()); }

  std::unique_ptr<RouterPins> router_;
  NicModule nic_;
  FlitWires injected_, ejected_;
  sc_core::sc_vector<sc_core::sc_signal<Bits<4>>> inject_credit_;
  sc_core::sc_vector<sc_core::sc_signal<bool>> eject_credit_;
  sc_core::sc_signal<bool> count_read_, router_quiescent_, nic_quiescent_, drained_;
  sc_core::sc_signal<Bits<6>> count_number_;
  sc_core::sc_signal<Bits<32>> count_;
};

}  // namespace

NodeMaker make_split(model::RouterMaker router, model::NicMaker nic) {
  return [router = std::move(router), nic = std::move(nic)](const HardwareConfig& config,
                                                            const model::Place& place) {
    return std::make_unique<model::SplitNode>(config, router(config, place), nic(config, place));
  };
}

NodeModuleMaker make_split_modules(RouterModuleMaker router, model::NicMaker nic) {
  return [router = std::move(router), nic = std::move(nic)](const char* name, const HardwareConfig& config) {
    return std::make_unique<SplitModules>(name, config, router, nic);
  };
}

}  // namespace collnoc::systemc

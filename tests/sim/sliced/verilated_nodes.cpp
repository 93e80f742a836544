#include "tests/sim/sliced/verilated_nodes.hpp"

#include NODE_HEADER
#include NODE_SYMBOLS
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"

namespace collnoc::test {

struct VerilatedNodes::Nodes {
  struct One {
    VerilatedContext context;
    NODE_CLASS node{&context, "TOP"};
    ~One() { Verilated::threadContextp(&context); }  // the node removes itself from it
  };
  std::vector<std::unique_ptr<One>> all;
};

namespace {

std::map<std::string, Place> pins(NODE_CLASS& n) {
  std::map<std::string, Place> all;
#define PIN(name) all[#name] = {&n.name, sizeof n.name}
  PIN(rst_ni), PIN(tile_rst_ni), PIN(held_o), PIN(coord_i), PIN(extent_i), PIN(wrap_i), PIN(mem_words_i),
      PIN(cycle_i), PIN(in_valid_i), PIN(in_head_i), PIN(in_tail_i), PIN(in_vc_i), PIN(in_data_i),
      PIN(in_credit_o), PIN(out_valid_o), PIN(out_head_o), PIN(out_tail_o), PIN(out_vc_o), PIN(out_data_o),
      PIN(out_credit_i), PIN(reg_valid_i), PIN(reg_write_i), PIN(reg_addr_i), PIN(reg_wdata_i),
      PIN(reg_ready_o), PIN(reg_rdata_o), PIN(event_o), PIN(rd_req_o), PIN(rd_addr_o), PIN(rd_gnt_i),
      PIN(rd_data_i), PIN(wr_req_o), PIN(wr_addr_o), PIN(wr_data_o), PIN(wr_strb_o), PIN(wr_gnt_i),
      PIN(quiescent_o);
#undef PIN
  return all;
}

/// From "TOP.node.i_router.gen_input__BRA__0__KET__" to "i_router.gen_input[0].".
std::string path(std::string scope) {
  for (const auto& [from, to] : {std::pair{"__BRA__", "["}, std::pair{"__KET__", "]"}}) {
    for (std::size_t at; (at = scope.find(from)) != std::string::npos;)
      scope.replace(at, std::strlen(from), to);
  }
  const std::size_t below = scope.find("node.");
  return below == std::string::npos ? "" : scope.substr(below + 5) + ".";
}

std::map<std::string, Place> registers_of(VerilatedContext& context) {
  std::map<std::string, Place> all;
  for (const auto& [name, scope] : *context.scopeNameMap()) {
    if (scope->varsp() == nullptr) continue;
    for (const auto& [base, var] : *scope->varsp()) {
      const std::string full = path(scope->name()) + base;
      const unsigned elements = var.udims() > 0 ? static_cast<unsigned>(var.unpacked().elements()) : 1;
      const unsigned bytes = static_cast<unsigned>(var.totalSize()) / elements;
      for (unsigned e = 0; e < elements; ++e) {
        all[var.udims() > 0 ? full + "[" + std::to_string(e) + "]" : full] = {
            static_cast<char*>(var.datap()) + e * bytes, bytes};
      }
    }
  }
  return all;
}

}  // namespace

VerilatedNodes::VerilatedNodes(unsigned lanes) : nodes_(std::make_unique<Nodes>()) {
  for (unsigned l = 0; l < lanes; ++l) {
    Nodes::One& one = *nodes_->all.emplace_back(std::make_unique<Nodes::One>());
    pins_.push_back(pins(one.node));
    registers_.push_back(registers_of(one.context));
  }
}

VerilatedNodes::~VerilatedNodes() = default;

void VerilatedNodes::settle() {
  for (const auto& one : nodes_->all) {
    one->node.rootp->vlSymsp->__Vm_didInit = false;  // the next evaluation computes everything
    one->node.clk_i = 0, one->node.eval();
  }
}

void VerilatedNodes::edge() {
  for (const auto& one : nodes_->all) {
    one->node.clk_i = 1, one->node.eval();
    one->node.clk_i = 0, one->node.eval();
  }
}

}  // namespace collnoc::test

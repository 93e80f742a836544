// Adapter between one verilated variant of node.sv and the fabric, compiled with the generated code into a
// library. One evaluation per cycle: at the rising edge, with the inputs of the cycle. Nothing happens at the
// falling edge, so Verilator is only informed of it; where the generated code does not permit this, the
// falling edge is evaluated. DIMS, ALL_PORT, VCS, FLIT_W, TOPOLOGY, RADIX, SEQUENCER and ACCUMULATE are
// defined with the parameters of the node; FORM is one of collnoc::verilated::Form.
#include <array>
#include <cstring>
#include <map>
#include <string>

#include "Vnode.h"
#include "Vnode___024root.h"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/sim/verilated/api.hpp"
#include "collnoc/sim/verilated/context.hpp"
#include "collnoc/sim/verilated/ports.hpp"
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"

namespace {

using collnoc::model::FlitRef;
using collnoc::model::NodeIn;
using collnoc::model::NodeOut;
using collnoc::verilated::get_bits;
using collnoc::verilated::get_words;
using collnoc::verilated::put;
using collnoc::verilated::put_words;

constexpr unsigned links =
    DIMS * collnoc::links_per_dimension(static_cast<collnoc::TopologyKind>(TOPOLOGY), RADIX);
constexpr unsigned channels = ALL_PORT ? links : 1;
constexpr unsigned reads = channels * (1 + ACCUMULATE) + SEQUENCER;
constexpr unsigned vcs = VCS;
constexpr unsigned vc_w = vcs > 2 ? 2 : 1;
constexpr unsigned words = FLIT_W / 64;
constexpr unsigned addr_w = 18;

using FlitData = std::array<std::uint64_t, words>;

struct Shim {
  collnoc::verilated::Context context;
  Vnode node{&context, "TOP"};
  // Two copies of driven data alternate: a neighbour may still read the old one.
  unsigned which = 0;
  std::array<std::array<FlitData, links>, 2> link_data{};
  std::array<std::array<FlitData, channels>, 2> write_data{};

  ~Shim() { context.enter(); }
  void read_outputs(NodeOut& out) {
    which ^= 1;
    out.link_valid = node.out_valid_o;
    out.link_credit = 0;
    if (out.link_valid != 0) {
      for (unsigned l = 0; l < links; ++l) {
        if (!((out.link_valid >> l) & 1)) continue;
        get_words<words>(node.out_data_o, l, link_data[which][l].data());
        out.link[l] = {link_data[which][l].data(),
                       static_cast<std::uint8_t>((node.out_vc_o >> (l * vc_w)) & ((1u << vc_w) - 1)),
                       static_cast<bool>((node.out_head_o >> l) & 1),
                       static_cast<bool>((node.out_tail_o >> l) & 1)};
      }
    }
    const std::uint64_t credits = node.in_credit_o;
    if (credits != 0) {
      for (unsigned l = 0; l < links; ++l) {
        const auto c = static_cast<std::uint8_t>((credits >> (l * vcs)) & ((1u << vcs) - 1));
        if (c == 0) continue;
        out.credit[l] = c;
        out.link_credit |= 1u << l;
      }
    }
    out.reg_ready = node.reg_ready_o;
    out.reg_rdata = node.reg_rdata_o;
    out.event = node.event_o;
    out.quiescent = node.quiescent_o;
    out.held = node.held_o;
    out.rd_req = node.rd_req_o;
    out.wr_req = node.wr_req_o;
    if ((out.rd_req | out.wr_req) == 0) return;
    for (unsigned r = 0; r < reads; ++r) {
      if (!((out.rd_req >> r) & 1)) continue;
      out.rd_addr[r] = static_cast<std::uint32_t>(get_bits(node.rd_addr_o, r * addr_w, addr_w));
    }
    for (unsigned c = 0; c < channels; ++c) {
      if (!((out.wr_req >> c) & 1)) continue;
      out.wr_addr[c] = static_cast<std::uint32_t>(get_bits(node.wr_addr_o, c * addr_w, addr_w));
      get_words<words>(node.wr_data_o, c, write_data[which][c].data());
      out.wr_data[c] = write_data[which][c].data();
      out.wr_strb[c] = get_bits(node.wr_strb_o, c * FLIT_W / 8, FLIT_W / 8);
    }
  }

  void edge() {
    node.clk_i = 1;
    node.eval();
    node.clk_i = 0;
    forget_clock(*node.rootp);
  }

  // The effect of an evaluation with the clock low on a design without falling-edge logic.
  template <class Root>
  void forget_clock(Root& root) {
    if constexpr (requires { root.__Vtrigrprev__TOP__clk_i = 0; }) {
      root.__Vtrigrprev__TOP__clk_i = 0;
    } else {
      node.eval();
    }
  }
};

void* create(std::uint32_t coord, std::uint32_t extent, unsigned wrap, std::uint32_t mem_words) {
  auto* s = new Shim;
  s->node.coord_i = coord;
  s->node.extent_i = extent;
  put(s->node.wrap_i, wrap);
  s->node.mem_words_i = mem_words;
  return s;
}

void destroy(void* p) { delete static_cast<Shim*>(p); }

void reset(void* p, NodeOut& out) {
  auto& s = *static_cast<Shim*>(p);
  s.node.rst_ni = 0;
  s.node.tile_rst_ni = 1;
  s.node.clk_i = 0;
  s.node.eval();
  s.edge();
  s.edge();
  s.node.rst_ni = 1;
  s.node.eval();
  s.read_outputs(out);
}

void tick(void* p, const NodeIn& in, NodeOut& out) {
  auto& s = *static_cast<Shim*>(p);
  Vnode& n = s.node;
  n.cycle_i = in.cycle;
  n.tile_rst_ni = !in.tile_reset;
  unsigned heads = 0, tails = 0, vc = 0;
  for (unsigned l = 0; l < links; ++l) {
    if (!((in.link_valid >> l) & 1)) continue;
    const FlitRef& f = in.link[l];
    heads |= unsigned{f.head} << l;
    tails |= unsigned{f.tail} << l;
    vc |= unsigned{f.vc} << (l * vc_w);
    put_words<words>(n.in_data_i, l, f.data);
  }
  put(n.in_valid_i, in.link_valid);
  put(n.in_head_i, heads);
  put(n.in_tail_i, tails);
  put(n.in_vc_i, vc);
  std::uint32_t credits = 0;
  for (unsigned l = 0; l < links; ++l) {
    if ((in.link_credit >> l) & 1) credits |= std::uint32_t{in.credit[l]} << (l * vcs);
  }
  n.out_credit_i = credits;
  n.reg_valid_i = in.access.valid;
  n.reg_write_i = in.access.write;
  n.reg_addr_i = in.access.addr;
  n.reg_wdata_i = in.access.wdata;
  put(n.rd_gnt_i, in.rd_gnt);
  put(n.wr_gnt_i, in.wr_gnt);
  for (unsigned r = 0; r < reads; ++r) put_words<words>(n.rd_data_i, r, in.rd_data + r * words);
  s.edge();
  s.read_outputs(out);
}

/// Converts "gen_input__BRA__0__KET__" to "gen_input[0]".
std::string readable(std::string scope) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at; (at = scope.find(from)) != std::string::npos;) scope.replace(at, from.size(), to);
  };
  replace("__BRA__", "[");
  replace("__KET__", "]");
  return scope;
}

void registers(void* p, void (*f)(void*, const collnoc::verilated::RegisterInfo&), void* context) {
  auto& s = *static_cast<Shim*>(p);
  const VerilatedScopeNameMap* scopes = s.context.scopeNameMap();
  if (scopes == nullptr) return;
  for (const auto& [scope_name, scope] : *scopes) {
    std::string path = readable(scope->name());
    if (path.rfind("TOP.", 0) == 0) path = path.substr(4);
    if (path.rfind("node", 0) == 0) path = path.size() > 4 ? path.substr(5) : "";
    if (scope->varsp() == nullptr) continue;
    for (const auto& [name, var] : *scope->varsp()) {
      const unsigned size = static_cast<unsigned>(var.totalSize());
      const unsigned elements = var.udims() > 0 ? static_cast<unsigned>(var.unpacked().elements()) : 1;
      f(context, {path.c_str(), name, var.datap(), size / elements, elements, var.udims() > 0});
    }
  }
}

#if VM_COVERAGE
const collnoc::verilated::CoverageWriter<Vnode> coverage;
#endif

}  // namespace

extern "C" __attribute__((visibility("default"))) const collnoc::verilated::Api collnoc_verilated_node;
const collnoc::verilated::Api collnoc_verilated_node = {
    collnoc::verilated::api_version, collnoc::verilated::Form::FORM, create, destroy, reset, tick, registers};

double sc_time_stamp() { return 0; }

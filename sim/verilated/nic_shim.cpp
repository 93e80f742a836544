// Adapter between one verilated variant of nic.sv and a tile, compiled with the generated code into a
// library. Some outputs depend on inputs of the same cycle, so there are two evaluations per cycle: one with
// the clock low, and one at the rising edge. DIMS, ALL_PORT, VCS, FLIT_W, TOPOLOGY, RADIX, SEQUENCER and
// ACCUMULATE are defined with the parameters of the NIC.
#include <array>

#include "Vnic.h"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/sim/verilated/context.hpp"
#include "collnoc/sim/verilated/piece_api.hpp"
#include "collnoc/sim/verilated/ports.hpp"
#include "verilated.h"

namespace {

using collnoc::model::FlitRef;
using collnoc::model::NicIn;
using collnoc::model::NicOut;
using namespace collnoc::verilated;

constexpr unsigned links =
    DIMS * collnoc::links_per_dimension(static_cast<collnoc::TopologyKind>(TOPOLOGY), RADIX);
constexpr unsigned channels = ALL_PORT ? links : 1;
constexpr unsigned reads = channels * (1 + ACCUMULATE) + SEQUENCER;
constexpr unsigned vcs = VCS;
constexpr unsigned vc_w = vcs > 2 ? 2 : 1;
constexpr unsigned words = FLIT_W / 64;
constexpr unsigned addr_w = collnoc::model::addr_w;

using Data = std::array<std::uint64_t, words>;

struct Shim {
  Context context;
  Vnic nic{&context, "TOP"};
  // Two copies of driven data alternate with the cycles.
  unsigned which = 0;
  std::array<std::array<Data, channels>, 2> injected{}, written{};

  ~Shim() { context.enter(); }
  void edge() {
    nic.clk_i = 1;
    nic.eval();
    nic.clk_i = 0;
    which ^= 1;
  }
};

void* create(std::uint32_t coord, std::uint32_t extent, unsigned wrap, std::uint32_t mem_words) {
  auto* s = new Shim;
  s->nic.coord_i = coord;
  s->nic.extent_i = extent;
  put(s->nic.wrap_i, wrap);
  s->nic.mem_words_i = mem_words;
  return s;
}

void destroy(void* p) { delete static_cast<Shim*>(p); }

void reset(void* p) {
  auto& s = *static_cast<Shim*>(p);
  s.nic.rst_ni = 0;
  s.nic.clk_i = 0;
  for (int edges = 0; edges < 2; ++edges) {
    s.nic.eval();
    s.edge();
  }
  s.nic.rst_ni = 1;
  s.nic.eval();
}

/// Leaves the clock low.
void evaluate(Shim& s, const NicIn& in) {
  Vnic& n = s.nic;
  n.rst_ni = !in.reset;
  n.cycle_i = in.cycle;
  n.reg_valid_i = in.access.valid;
  n.reg_write_i = in.access.write;
  n.reg_addr_i = in.access.addr;
  n.reg_wdata_i = in.access.wdata;
  std::uint64_t heads = 0, tails = 0, vc = 0, credits = 0;
  for (unsigned c = 0; c < channels; ++c) {
    credits |= std::uint64_t{in.inj_credit[c] & ((1u << vcs) - 1)} << (c * vcs);
    if ((in.ej_valid >> c & 1) == 0) continue;
    const FlitRef& f = in.ej[c];
    heads |= std::uint64_t{f.head} << c;
    tails |= std::uint64_t{f.tail} << c;
    vc |= std::uint64_t{f.vc} << (c * vc_w);
    put_words<words>(n.ej_data_i, c, f.data);
  }
  put(n.inj_credit_i, credits);
  put(n.ej_valid_i, in.ej_valid);
  put(n.ej_head_i, heads);
  put(n.ej_tail_i, tails);
  put(n.ej_vc_i, vc);
  put(n.rd_gnt_i, in.rd_gnt);
  put(n.wr_gnt_i, in.wr_gnt);
  for (unsigned r = 0; r < reads && in.rd_data != nullptr; ++r)
    put_words<words>(n.rd_data_i, r, in.rd_data + r * words);
  n.halt_i = in.halt;
  n.count_i = in.count;
  n.discarded_i = in.discarded;
  n.eval();
}

void settle(void* p, const NicIn& in, NicOut& out) {
  auto& s = *static_cast<Shim*>(p);
  evaluate(s, in);
  const Vnic& n = s.nic;
  out.reg_ready = n.reg_ready_o;
  out.event = n.event_o;
  out.quiescent = n.quiescent_o;
  out.drained = n.drained_o;
  out.rd_req = n.rd_req_o;
  out.wr_req = n.wr_req_o;
  out.inj_valid = n.inj_valid_o;
  out.reg_rdata = n.reg_rdata_o;
  out.ej_credit = n.ej_credit_o;
  out.count_read = n.count_read_o;
  out.count_number = out.count_read ? n.count_number_o : 0;
  for (unsigned r = 0; r < reads; ++r) {
    if ((out.rd_req >> r & 1) != 0)
      out.rd_addr[r] = static_cast<std::uint32_t>(get_bits(n.rd_addr_o, r * addr_w, addr_w));
  }
  for (unsigned c = 0; c < channels; ++c) {
    if ((out.wr_req >> c & 1) != 0) {
      out.wr_addr[c] = static_cast<std::uint32_t>(get_bits(n.wr_addr_o, c * addr_w, addr_w));
      get_words<words>(n.wr_data_o, c, s.written[s.which][c].data());
      out.wr_data[c] = s.written[s.which][c].data();
      out.wr_strb[c] = get_bits(n.wr_strb_o, c * FLIT_W / 8, FLIT_W / 8);
    }
    if ((out.inj_valid >> c & 1) != 0) {
      get_words<words>(n.inj_data_o, c, s.injected[s.which][c].data());
      out.inj[c] = {s.injected[s.which][c].data(),
                    static_cast<std::uint8_t>(get_bits(n.inj_vc_o, c * vc_w, vc_w)),
                    (n.inj_head_o >> c & 1) != 0, (n.inj_tail_o >> c & 1) != 0};
    }
  }
}

void edge(void* p, const NicIn& in) {
  auto& s = *static_cast<Shim*>(p);
  evaluate(s, in);
  s.edge();
}

#if VM_COVERAGE
const CoverageWriter<Vnic> coverage;
#endif

}  // namespace

extern "C" __attribute__((visibility("default"))) const NicApi collnoc_verilated_nic;
const NicApi collnoc_verilated_nic = {piece_api_version, create, destroy, reset, settle, edge};

double sc_time_stamp() { return 0; }

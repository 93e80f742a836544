// Adapter between one verilated variant of router.sv and a tile, compiled with the generated code into a
// library. DIMS, ALL_PORT, VCS, FLIT_W, TOPOLOGY and RADIX are defined with the parameters of the router.
#include <array>

#include "Vrouter.h"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/sim/verilated/context.hpp"
#include "collnoc/sim/verilated/piece_api.hpp"
#include "collnoc/sim/verilated/ports.hpp"
#include "verilated.h"

namespace {

using collnoc::model::FlitRef;
using collnoc::model::RouterIn;
using collnoc::model::RouterOut;
using namespace collnoc::verilated;

constexpr unsigned links =
    DIMS * collnoc::links_per_dimension(static_cast<collnoc::TopologyKind>(TOPOLOGY), RADIX);
constexpr unsigned channels = ALL_PORT ? links : 1;
constexpr unsigned ports = links + channels;
constexpr unsigned vcs = VCS;
constexpr unsigned vc_w = vcs > 2 ? 2 : 1;
constexpr unsigned words = FLIT_W / 64;

struct Shim {
  Context context;
  Vrouter router{&context, "TOP"};
  // Two copies of driven data alternate: a neighbour may still read the old one.
  unsigned which = 0;
  std::array<std::array<std::array<std::uint64_t, words>, ports>, 2> data{};

  ~Shim() { context.enter(); }
  void edge() {
    router.clk_i = 1;
    router.eval();
    router.clk_i = 0;
    router.eval();
  }
  void read_outputs(RouterOut& out) {
    which ^= 1;
    out.valid = router.out_valid_o;
    for (unsigned p = 0; p < ports; ++p) {
      out.credit[p] = static_cast<std::uint8_t>(get_bits(router.in_credit_o, p * vcs, vcs));
      if ((out.valid >> p & 1) == 0) continue;
      get_words<words>(router.out_data_o, p, data[which][p].data());
      out.flit[p] = {data[which][p].data(),
                     static_cast<std::uint8_t>(get_bits(router.out_vc_o, p * vc_w, vc_w)),
                     (router.out_head_o >> p & 1) != 0, (router.out_tail_o >> p & 1) != 0};
    }
    out.count = router.count_o;
    out.quiescent = router.quiescent_o;
  }
};

void* create(std::uint32_t coord, std::uint32_t extent, unsigned wrap) {
  auto* s = new Shim;
  s->router.coord_i = coord;
  s->router.extent_i = extent;
  put(s->router.wrap_i, wrap);
  return s;
}

void destroy(void* p) { delete static_cast<Shim*>(p); }

void reset(void* p, RouterOut& out) {
  auto& s = *static_cast<Shim*>(p);
  s.router.rst_ni = 0;
  s.router.clk_i = 0;
  s.router.eval();
  s.edge();
  s.edge();
  s.router.rst_ni = 1;
  s.router.eval();
  s.read_outputs(out);
}

void tick(void* p, const RouterIn& in, RouterOut& out) {
  auto& s = *static_cast<Shim*>(p);
  Vrouter& r = s.router;
  std::uint64_t heads = 0, tails = 0, vc = 0, credits = 0;
  for (unsigned i = 0; i < ports; ++i) {
    if ((in.valid >> i & 1) == 0) continue;
    const FlitRef& f = in.flit[i];
    heads |= std::uint64_t{f.head} << i;
    tails |= std::uint64_t{f.tail} << i;
    vc |= std::uint64_t{f.vc} << (i * vc_w);
    put_words<words>(r.in_data_i, i, f.data);
  }
  for (unsigned l = 0; l < links; ++l)
    credits |= std::uint64_t{in.link_credit[l] & ((1u << vcs) - 1)} << (l * vcs);
  put(r.in_valid_i, in.valid);
  put(r.in_head_i, heads);
  put(r.in_tail_i, tails);
  put(r.in_vc_i, vc);
  put(r.out_credit_i, credits);
  put(r.eject_credit_i, in.eject_credit);
  r.count_read_i = in.count_read;
  r.count_number_i = in.count_number;
  s.edge();
  s.read_outputs(out);
}

#if VM_COVERAGE
const CoverageWriter<Vrouter> coverage;
#endif

}  // namespace

extern "C" __attribute__((visibility("default"))) const RouterApi collnoc_verilated_router;
const RouterApi collnoc_verilated_router = {piece_api_version, create, destroy, reset, tick};

double sc_time_stamp() { return 0; }

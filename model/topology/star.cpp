// Model of star_pkg in rtl/topology, with label_route.sv and label_launch.sv (docs/reference/star-graph.md).
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {
namespace {

/// star_pkg::next_link: greedy routing.
unsigned next_link(std::uint32_t own, std::uint32_t dst, unsigned symbols) {
  const unsigned d = star::towards(symbols, star::label(symbols, own), star::label(symbols, dst));
  return d == 0 ? 0 : d - 1;
}

}  // namespace

/// At an odd node a packet keeps its virtual channel; at an even node it takes the next higher one.
Out Rules<Star>::route(const Arrival& packet) {
  const std::uint32_t own = packet.at.coord, dst = packet.head.dst;
  if (own == dst) return packet.eject();
  const unsigned symbols = packet.config.radix, vcs = packet.config.vcs;
  const unsigned classes = usual_vcs(TopologyKind::star, symbols), spare = vcs > classes ? vcs - classes : 0;
  unsigned vc = 0;
  if (packet.from_link()) {
    vc = packet.in_vc + (star::is_even(symbols, star::label(symbols, own)) ? 1 : 0);
  } else {
    vc = packet.hash_of(spare + 1);
  }
  // Modulo, for dependency graphs with too few virtual channels, which the RTL rejects.
  return to_out(next_link(own, dst, symbols), vc % vcs);
}

Start Rules<Star>::launch(const Request& put) {
  const std::uint32_t dst = put.node & 0xffff;
  Start out;
  out.outside = !star::is_address(put.config.radix, dst);
  out.differs = dst != put.at.coord;
  if (out.differs) out.link = next_link(put.at.coord, dst, put.config.radix);
  return out;
}

}  // namespace collnoc::model

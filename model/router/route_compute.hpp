// Twin of rtl/router/route_compute.sv.
#pragma once
#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"

namespace collnoc::model {

/// Output of a packet: port and virtual channel in one number, port * 4 + vc.
using Out = std::uint8_t;
constexpr unsigned out_port(Out out) { return out >> 2; }
constexpr unsigned out_vc(Out out) { return out & 3; }

/// The first virtual channel of a route's order of dimensions, and how many each order has.
inline unsigned vcs_per_order(const HardwareConfig& config) { return config.vcs / config.route_orders; }
inline unsigned first_vc(const HardwareConfig& config, std::uint8_t route) {
  return config.route_orders == 2 && (route & Head::descending) != 0 ? vcs_per_order(config) : 0;
}

/// Where the head flit with first word `word` goes that came in by port `in_port` on `in_vc`:
/// dimension order, dateline classes on rings (docs/reference/hardware.md, "Routing"). With one order, by a
/// link of a dimension comes only what is home in those below. On a star graph greedy, the virtual channel
/// one higher after every odd node (docs/reference/star-graph.md).
inline Out route_compute(const HardwareConfig& config, const Place& at, unsigned in_port, unsigned in_vc,
                         std::uint64_t word) {
  const Head head = Head::from_word(word);
  const unsigned links = config.links(), width = config.links_per_dimension();
  const unsigned vcs = vcs_per_order(config), first = first_vc(config, head.route);
  const unsigned half = vcs / 2;
  const unsigned l = lane(head.dst, head.src, at.dims);
  const bool from_link = in_port < links;
  const bool descending = config.route_orders == 2 && (head.route & Head::descending) != 0;
  if (config.symbols != 0 && head.dst != at.coord) {
    const unsigned spare = vcs > config.star_classes() ? vcs - config.star_classes() : 0;
    const unsigned vc = from_link ? in_vc + at.wrap : lane_mod(l, spare + 1);
    // Modulo: with too few virtual channels, which no RTL has, the dependency graph shows what happens.
    return static_cast<Out>(star_link(at.coord, head.dst, config.symbols) * 4 + vc % vcs);
  }
  const unsigned passed = in_port / width + (config.complete != 0 ? 1 : 0);  // home in these dimensions
  const unsigned lowest = config.route_orders == 1 && from_link ? passed : 0;
  for (unsigned n = lowest; n < at.dims; ++n) {
    const unsigned d = descending ? at.dims - 1 - n : n;
    const std::uint32_t own = at.field(at.coord, d);
    const std::uint32_t dst = at.field(head.dst, d);
    if (own == dst) continue;
    const std::uint32_t extent = at.field(at.extent, d);
    if (config.complete != 0) {
      const unsigned link = d * width + (dst > own ? dst - own - 1 : dst + extent - own);
      return static_cast<Out>(link * 4 + first + lane_mod(l, vcs));
    }
    const bool minus = (head.route >> d) & 1;
    const unsigned port = 2 * d + (minus ? 1 : 0);
    if (vcs == 1 || !((at.wrap >> d) & 1)) {
      return static_cast<Out>(port * 4 + first + lane_mod(l, vcs));
    }
    const bool ahead = minus ? dst > own : dst < own;
    const bool at_edge = own == (minus ? 0 : extent);
    const bool straight = from_link && in_port / 2 == d;
    const bool high = ahead ? at_edge : straight ? in_vc >= first + half : (dst & 1) != 0;
    const unsigned vc = high ? half + lane_mod(l, vcs - half) : lane_mod(l, half);
    return static_cast<Out>(port * 4 + first + vc);
  }
  const unsigned channel = config.all_port && from_link ? in_port : 0;
  return static_cast<Out>((links + channel) * 4 + first + lane_mod(l, vcs));
}

}  // namespace collnoc::model

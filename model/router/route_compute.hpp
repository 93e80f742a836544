// Twin of rtl/router/route_compute.sv.
#pragma once
#include "model/common/flit.hpp"
#include "model/common/place.hpp"
#include "model/hardware_config.hpp"

namespace collnoc::model {

/// Output of a packet: port and virtual channel in one number, port * 4 + vc.
using Out = std::uint8_t;
constexpr unsigned out_port(Out out) { return out >> 2; }
constexpr unsigned out_vc(Out out) { return out & 3; }

/// Where the head flit with first word `word` goes that came in by port `in_port` on `in_vc`:
/// dimension order, dateline classes on rings (docs/reference/hardware.md, "Routing"). By a link of a
/// dimension comes only what is home in those below.
inline Out route_compute(const HardwareConfig& config, const Place& at, unsigned in_port, unsigned in_vc,
                         std::uint64_t word) {
  const Head head = Head::from_word(word);
  const unsigned links = config.links();
  const unsigned half = config.vcs / 2;
  const unsigned l = lane(head.dst, head.src, at.dims);
  for (unsigned d = in_port < links ? in_port / 2 : 0; d < at.dims; ++d) {
    const std::uint32_t own = at.field(at.coord, d);
    const std::uint32_t dst = at.field(head.dst, d);
    if (own == dst) continue;
    const bool minus = (head.route >> d) & 1;
    const unsigned port = 2 * d + (minus ? 1 : 0);
    if (config.vcs == 1 || !((at.wrap >> d) & 1)) {
      return static_cast<Out>(port * 4 + lane_mod(l, config.vcs));
    }
    const bool ahead = minus ? dst > own : dst < own;
    const bool at_edge = own == (minus ? 0 : at.field(at.extent, d));
    const bool straight = in_port < links && in_port / 2 == d;
    const bool high = ahead ? at_edge : straight ? in_vc >= half : (dst & 1) != 0;
    const unsigned vc = high ? half + lane_mod(l, config.vcs - half) : lane_mod(l, half);
    return static_cast<Out>(port * 4 + vc);
  }
  const unsigned channel = config.all_port && in_port < links ? in_port : 0;
  return static_cast<Out>((links + channel) * 4 + lane_mod(l, config.vcs));
}

}  // namespace collnoc::model

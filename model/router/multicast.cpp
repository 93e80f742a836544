#include "collnoc/model/router/multicast.hpp"

namespace collnoc::model {

Multicast::Multicast(const HardwareConfig& config, const Place& place)
    : turns_(Turns::of(config)),
      vcs_(config.vcs),
      order_vcs_(config.vcs / config.route_orders),
      index_bits_(static_cast<unsigned>(std::bit_width(config.max_packet_flits - 1)) - 1),
      index_at_(46 + static_cast<unsigned>(std::countr_zero(config.flit_bits / 64))) {
  const unsigned links = config.links(), width = links / config.dims, ports = links + config.channels();
  // In a star graph the virtual channel depends on the node's parity.
  const bool star = multicasts(config.topology) == Multicasts::substars;
  const unsigned even = star && star::is_even(config.radix, star::label(config.radix, place.coord)) ? 1 : 0;
  for (unsigned i = 0; i < ports; ++i) {
    for (unsigned k = 0; k < copies(i); ++k) {
      const unsigned o = output(i, k);
      const bool straight = i < links && o < links && i / width == o / width;
      const unsigned d = o / width;
      const bool ring =
          has_directions(config.topology) && o < links && order_vcs_ > 1 && ((place.wrap >> d) & 1);
      const bool at_edge =
          ring && place.field(place.coord, d) == (o % width == 0 ? place.field(place.extent, d) : 0);
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned out_vc = star && o < links ? (i < links ? (vc + even) % vcs_ : 0)
                                : ring            ? ring_vc(vc, straight, at_edge)
                                                  : vc;
        out_[i][vc][k] = to_out(o, out_vc);
      }
    }
  }
}

/// As for unicasts, class 1 begins at the wrap link.
unsigned Multicast::ring_vc(unsigned vc, bool straight, bool at_edge) const {
  const unsigned half = order_vcs_ / 2;
  if (straight && (!at_edge || vc >= half)) return vc;
  return at_edge ? half + hash_mod(vc, order_vcs_ - half) : hash_mod(vc, half);
}

}  // namespace collnoc::model

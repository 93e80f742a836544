#include "collnoc/model/router/multicast.hpp"

#include <algorithm>

namespace collnoc::model {
namespace {

/// collnoc_pkg::turn_allowed.
bool turn_allowed(const HardwareConfig& config, unsigned input, unsigned output) {
  const unsigned links = config.links(), width = links / config.dims;
  if (input >= links) return output < links && (!config.all_port || input - links == output);
  if (output >= links) return !config.all_port || output - links == input;
  if (output / width != input / width) return config.route_orders == 2 || output / width > input / width;
  const bool straight = config.topology == TopologyKind::grid || config.topology == TopologyKind::star;
  return straight && output != input;
}

}  // namespace

Multicast::Multicast(const HardwareConfig& config, const Place& place)
    : vcs_(config.vcs),
      order_vcs_(config.vcs / config.route_orders),
      index_bits_(static_cast<unsigned>(std::bit_width(config.max_packet_flits - 1)) - 1),
      index_at_(46 + static_cast<unsigned>(std::countr_zero(config.flit_bits / 64))) {
  const unsigned links = config.links(), width = links / config.dims, ports = links + config.channels();
  // In a star graph the virtual channel depends on the node's parity.
  const bool star = config.topology == TopologyKind::star;
  const unsigned even = star && star::is_even(config.radix, label(place.coord)) ? 1 : 0;
  for (unsigned i = 0; i < ports; ++i) {
    for (unsigned o = 0; o < ports; ++o) {
      if (!turn_allowed(config, i, o)) continue;
      const unsigned k = copies_[i]++;
      output_[i][k] = static_cast<std::uint8_t>(o);
      const bool straight = i < links && o < links && i / width == o / width;
      const unsigned d = o / width;
      const bool ring =
          config.topology == TopologyKind::grid && o < links && order_vcs_ > 1 && ((place.wrap >> d) & 1);
      const bool at_edge =
          ring && place.field(place.coord, d) == (o % width == 0 ? place.field(place.extent, d) : 0);
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const unsigned out_vc = star && o < links ? (i < links ? (vc + even) % vcs_ : 0)
                                : ring            ? ring_vc(vc, straight, at_edge)
                                                  : vc;
        out_[i][vc][k] = to_out(o, out_vc);
      }
    }
    most_copies_ = std::max<unsigned>(most_copies_, copies_[i]);
  }
}

/// As for unicasts, class 1 begins at the wrap link.
unsigned Multicast::ring_vc(unsigned vc, bool straight, bool at_edge) const {
  const unsigned half = order_vcs_ / 2;
  if (straight && (!at_edge || vc >= half)) return vc;
  return at_edge ? half + hash_mod(vc, order_vcs_ - half) : hash_mod(vc, half);
}

std::uint8_t Multicast::compress(unsigned input, std::uint32_t outputs) const {
  unsigned copies = 0;
  for (unsigned k = 0; k < copies_[input]; ++k) copies |= ((outputs >> output_[input][k]) & 1) << k;
  return static_cast<std::uint8_t>(copies);
}

}  // namespace collnoc::model

#include "collnoc/model/legality.hpp"

#include <algorithm>

namespace collnoc {
namespace {

std::optional<Illegal> outside(const char* parameter, unsigned value, unsigned least, unsigned most) {
  if (value >= least && value <= most) return std::nullopt;
  return Illegal{parameter, "must be " + std::to_string(least) + " to " + std::to_string(most)};
}

}  // namespace

std::optional<Illegal> why_illegal(const HardwareConfig& c) {
  const bool star = c.symbols != 0;
  if (c.complete != 0) {
    if (const auto broken = outside("complete", c.complete, 2, 9)) return broken;
  }
  if (star) {
    if (const auto broken = outside("symbols", c.symbols, 3, 5)) return broken;
    if (c.dims != 1 || c.complete != 0) return Illegal{"dims", "a star graph has one dimension; 1"};
    if (c.route_orders != 1) return Illegal{"route_orders", "a star graph has one order of dimensions; 1"};
  }
  for (const auto& broken :
       {outside("dims", c.dims, 1, c.complete != 0 ? 6 : 4), outside("vcs", c.vcs, 1, 4),
        outside("vc_depth", c.vc_depth, 2, 64), outside("max_packet_flits", c.max_packet_flits, 2, 256),
        outside("hop_cycles", c.hop_cycles, 1, 2), outside("route_orders", c.route_orders, 1, 2),
        outside("switching", static_cast<unsigned>(c.switching), 0, 2)}) {
    if (broken) return broken;
  }
  if (c.links() > 8) return Illegal{"dims", "a node has at most 8 links; fewer"};
  if (c.flit_bits != 64 && c.flit_bits != 128 && c.flit_bits != 256 && c.flit_bits != 512)
    return Illegal{"flit_bits", "must be 64, 128, 256 or 512"};
  if (c.route_orders == 2 && c.vcs % 2 != 0)
    return Illegal{"vcs", "each of 2 route orders has half of the virtual channels; 2 or 4"};
  if (c.switching != Switching::wormhole && c.max_packet_flits > c.vc_depth) {
    return Illegal{"max_packet_flits",
                   "cut-through and store-and-forward need a buffer that holds a packet; at most " +
                       std::to_string(c.vc_depth)};
  }
  return std::nullopt;
}

std::optional<Illegal> why_illegal(const HardwareConfig& c, const Topology& topology) {
  if (auto broken = why_illegal(c)) return broken;
  if (!c.fits(topology)) return Illegal{"dims", "must be those of the topology"};
  if (topology.is_star() && c.vcs < c.star_classes())
    return Illegal{"vcs", "packets of this star graph need one for each class; at least " +
                              std::to_string(c.star_classes())};
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (topology.wraps(d) && topology.extent(d) > 2 && c.vcs < 2 * c.route_orders) {
      return Illegal{"vcs", "a ring of more than 2 nodes needs 2 for each route order; at least " +
                                std::to_string(2 * c.route_orders)};
    }
  }
  return std::nullopt;
}

}  // namespace collnoc

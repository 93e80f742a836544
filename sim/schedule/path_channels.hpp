// The virtual channels on the path of a message, by the router's own routing function.
#pragma once
#include <cstddef>
#include <vector>

#include "collnoc/arch/put.hpp"
#include "collnoc/arch/route.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc {

/// Numbers the virtual channels of all links and of all injection channels. Each leads into a buffer, which
/// has the same number.
class PathChannels {
 public:
  PathChannels(const Topology& topology, const HardwareConfig& hardware)
      : topology_(topology), hardware_(hardware) {
    for (Rank node = 0; node < topology.nodes(); ++node)
      places_.push_back(model::Place::of(topology, hardware, node, 1));
  }

  std::size_t count() const {
    return (std::size_t{topology_.nodes()} * topology_.links() +
            std::size_t{topology_.size()} * hardware_.channels()) *
           hardware_.vcs;
  }

  model::Head head(Rank src, const Put& put) const {
    model::Head head;
    head.src = static_cast<std::uint16_t>(topology_.address(src) & 0xfff);
    head.dst = topology_.address(put.dst);
    if (!topology_.has_coordinates() || !topology_.has_directions()) return head;
    const Coordinates from = topology_.coordinates(src), to = topology_.coordinates(put.dst);
    for (unsigned d = 0; d < topology_.dims(); ++d)
      if (from[d] != to[d] && goes_minus(topology_, d, from[d], to[d], put.route))
        head.route |= static_cast<std::uint8_t>(1u << d);
    return head;
  }

  /// Where a head is: in a buffer of router `at`, into which it came by `port` on virtual channel `vc`.
  struct Place {
    Rank at = 0;
    unsigned port = 0, vc = 0;
    std::size_t buffer = 0;
  };
  /// Behind injection channel `channel` of the tile.
  Place injected(Rank at, unsigned channel, const model::Head& head) const {
    const model::Arrival packet{hardware_, places_[at], topology_.links(), 0, head};
    const unsigned vc =
        model::first_vc(hardware_, head.route) + packet.hash_of(model::vcs_per_order(hardware_));
    const std::size_t before = std::size_t{topology_.nodes()} * topology_.links();
    return {at, topology_.links() + channel, vc,
            (before + std::size_t{at} * hardware_.channels() + channel) * hardware_.vcs + vc};
  }
  struct Hop {
    Link link = 0;
    std::size_t channel = 0;
  };
  /// Precondition: head.dst is another node.
  Hop next(const Place& place, const model::Head& head) const {
    const model::Out out = model::route_compute(hardware_, places_[place.at], place.port, place.vc, head);
    const std::size_t link = std::size_t{place.at} * topology_.links() + model::out_port(out);
    return {model::out_port(out), link * hardware_.vcs + model::out_vc(out)};
  }
  Place behind(const Place& place, const Hop& hop) const {
    return {topology_.neighbour(place.at, hop.link), topology_.opposite(place.at, hop.link),
            static_cast<unsigned>(hop.channel % hardware_.vcs), hop.channel};
  }

 private:
  const Topology& topology_;
  const HardwareConfig& hardware_;
  std::vector<model::Place> places_;
};

}  // namespace collnoc

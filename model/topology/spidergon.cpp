// Model of spidergon_pkg in rtl/topology, with label_route.sv and label_launch.sv
// (docs/reference/spidergon.md).
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {
namespace {

/// spidergon_pkg::next_link: across-first routing.
Link next_link(const Place& at, std::uint32_t dst) {
  const std::uint32_t own = at.coord & 63, there = dst & 63, tiles = (at.extent & 63u) + 1;
  const std::uint32_t ahead = there >= own ? there - own : there - own + tiles;
  return 4 * ahead <= tiles       ? Spidergon::next
         : 4 * ahead >= 3 * tiles ? Spidergon::before
                                  : Spidergon::across;
}

}  // namespace

/// Across, any virtual channel is allowed. On the ring, the dateline rule applies.
Out Rules<Spidergon>::route(const Arrival& packet) {
  const std::uint32_t own = packet.at.coord, dst = packet.head.dst;
  if (own == dst) return packet.eject();
  const Link link = next_link(packet.at, dst);
  const unsigned vcs = packet.config.vcs, half = vcs / 2;
  if (link == Spidergon::across || vcs == 1) return to_out(link, packet.hash_of(vcs));
  const bool minus = link == Spidergon::before, from_ring = packet.in_port < Spidergon::across;
  const bool ahead = minus ? dst > own : dst < own;  // the wrap link is on the rest of the path
  const bool at_edge = own == (minus ? 0u : packet.at.extent);
  const bool high = ahead ? at_edge : from_ring ? packet.in_vc >= half : (dst & 1) != 0;
  return to_out(link, high ? half + packet.hash_of(vcs - half) : packet.hash_of(half));
}

Start Rules<Spidergon>::launch(const Request& put) {
  const std::uint32_t dst = put.node & 0xffff;
  Start out;
  out.outside = dst > put.at.extent;
  out.differs = dst != put.at.coord;
  if (out.differs) out.link = next_link(put.at, dst);
  return out;
}

}  // namespace collnoc::model

// Model of rtl/router/multicast_route.sv.
#pragma once
#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"

namespace collnoc::model {

/// A box of nodes as the head flit of a multicast names it.
struct MulticastBox {
  std::uint32_t from = 0, to = 0;  ///< node addresses of the corners
  std::uint8_t minus = 0;          ///< bit d: direction in dimension d if the sender is outside the box there

  static MulticastBox of(const std::uint64_t* data, bool wide) {
    const std::uint64_t word = data[0], high = wide ? data[1] >> 3 : 0;
    return {static_cast<std::uint32_t>((word & 0xffff) | (high & 0xf) << 16),
            static_cast<std::uint32_t>((word >> 16 & 0xffff) | (high >> 4 & 0xf) << 16),
            static_cast<std::uint8_t>(word >> 32 & 7)};
  }
  /// On a ring the box may lead over the wrap link: then `first` is above `last`.
  static bool covers(std::uint32_t first, std::uint32_t last, std::uint32_t x) {
    return first <= last ? x >= first && x <= last : x >= first || x <= last;
  }
};

/// Bits of output ports through which a multicast packet leaves that arrived at `in_port`: links, then the
/// ejection channels.
inline std::uint32_t multicast_route(const HardwareConfig& config, const Place& at, unsigned in_port,
                                     const MulticastBox& box) {
  const bool grid = has_directions(config.topology), from_link = in_port < config.links();
  const unsigned ejection = config.links() + (config.all_port ? in_port : 0);
  if (multicasts(config.topology) == Multicasts::substars) {
    const auto label = [&](std::uint32_t address) { return star::label(config.radix, address & 0xffff); };
    return star::tree_links(config.radix, label(at.coord), label(box.from), label(box.to)) |
           std::uint32_t{from_link} << ejection;
  }
  const unsigned width = config.links() / at.dims;
  const unsigned arrived = from_link ? in_port / width : at.dims;
  const unsigned lowest = !from_link ? 0 : grid ? arrived : arrived + 1;
  std::uint32_t outputs = 0;
  bool reached = true;
  for (unsigned d = lowest; d < at.dims; ++d) {
    const std::uint32_t own = at.field(at.coord, d), first = at.field(box.from, d),
                        last = at.field(box.to, d);
    const bool in_box = MulticastBox::covers(first, last, own);
    for (unsigned l = 0; l < width; ++l) {
      bool leaves = false;
      if (!grid) {
        const std::uint32_t extent = at.field(at.extent, d), other = (own + l + 1) % (extent + 1);
        leaves = reached && l < extent && other >= first && other <= last;
      } else if (d == arrived) {
        leaves = in_port % width != l && own != (l == 0 ? last : first);
      } else {
        leaves = reached && (in_box ? own != (l == 0 ? last : first) : ((box.minus >> d) & 1) == l);
      }
      outputs |= std::uint32_t{leaves} << (d * width + l);
    }
    reached = reached && in_box;
  }
  return outputs | std::uint32_t{from_link && reached} << ejection;
}

}  // namespace collnoc::model

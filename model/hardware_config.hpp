// The choices a node is built with: one value of each RTL parameter.
#pragma once
#include <cstdint>
#include <string_view>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

enum class Switching : std::uint8_t { wormhole = 0, cut_through = 1, store_and_forward = 2 };

/// Parameters of node.sv under the same names, lower case, but for STAR.
struct HardwareConfig {
  unsigned dims = 2;               ///< dimensions
  bool all_port = false;           ///< channels = all_port ? links : 1
  unsigned vcs = 2;                ///< virtual channels a link, 1..4
  unsigned vc_depth = 4;           ///< flits a virtual channel's buffer holds, 2..64
  unsigned flit_bits = 64;         ///< payload bits of a flit: 64, 128, 256, 512
  unsigned max_packet_flits = 32;  ///< head flit included, 2..256
  unsigned hop_cycles = 1;         ///< 1, or 2 with an output register
  Switching switching = Switching::wormhole;
  unsigned route_orders = 1;  ///< orders of dimensions a message can take: 1 ascending; 2 the sender's choice
  unsigned complete = 0;      ///< 0: lines and rings; else the longest extent of complete graphs, 2..9
  unsigned symbols = 0;       ///< STAR; 0: no star graph, else the number of its symbols, 3..5

  /// Lines and rings: towards plus and minus; complete graphs: one for every other coordinate; star graphs:
  /// one for every place but the first.
  unsigned links_per_dimension() const {
    return symbols != 0 ? symbols - 1 : complete == 0 ? 2 : complete - 1;
  }
  unsigned links() const { return links_per_dimension() * dims; }
  /// Takes over what a topology says of its nodes.
  void fit(const Topology& topology) {
    dims = topology.dims();
    complete = topology.widest();
    symbols = topology.symbols();
  }
  /// Whether these are nodes of such a network.
  bool fits(const Topology& topology) const {
    return dims == topology.dims() && complete == topology.widest() && symbols == topology.symbols();
  }
  /// Virtual channels that keep a star graph free of deadlock (docs/reference/star-graph.md).
  unsigned star_classes() const { return symbols - 1; }
  /// Virtual channels where nobody says how many.
  unsigned default_vcs() const { return symbols == 0 ? 2 : star_classes(); }
  unsigned channels() const { return all_port ? links() : 1; }
  unsigned flit_bytes() const { return flit_bits / 8; }
  friend bool operator==(const HardwareConfig&, const HardwareConfig&) = default;
};

}  // namespace collnoc

// The choices a node is built with: one value of each RTL parameter.
#pragma once
#include <cstdint>
#include <string_view>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

enum class Switching : std::uint8_t { wormhole = 0, cut_through = 1, store_and_forward = 2 };

/// Parameters of node.sv under the same names, lower case.
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
  TopologyKind topology = TopologyKind::grid;
  unsigned radix = 0;  ///< complete graphs: the longest extent, 2..9; star graphs: number of symbols, 3..5; else 0

  unsigned links_per_dimension() const { return collnoc::links_per_dimension(topology, radix); }
  unsigned links() const { return links_per_dimension() * dims; }
  /// Takes over what a topology says of its nodes.
  void fit(const Topology& network) {
    dims = network.dims();
    topology = network.kind();
    radix = network.radix();
  }
  /// Whether these are nodes of such a network.
  bool fits(const Topology& network) const {
    return dims == network.dims() && topology == network.kind() && radix == network.radix();
  }
  /// Virtual channels where nobody says how many: they keep any network of this topology free of deadlock.
  unsigned default_vcs() const { return usual_vcs(topology, radix); }
  unsigned channels() const { return all_port ? links() : 1; }
  unsigned flit_bytes() const { return flit_bits / 8; }
  friend bool operator==(const HardwareConfig&, const HardwareConfig&) = default;
};

}  // namespace collnoc

// The configuration of a node: one value for each parameter of node.sv.
#pragma once
#include <cstdint>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

// <arch: enums>
/// When a router forwards a packet: values of the parameter SWITCHING.
enum class Switching : std::uint8_t {
  wormhole = 0,           ///< flit by flit
  cut_through = 1,        ///< once the next buffer has space for the whole packet
  store_and_forward = 2,  ///< once the whole packet has arrived, too
};
// </arch>

/// Parameters of node.sv; arch/node_parameters.hpp lists them by name.
struct HardwareConfig {
  /// The defaults, in model/hardware_config.cpp: another default compiles little.
  HardwareConfig();

  // <arch: hardware-fields>
  /// DIMS: dimensions of the network
  unsigned dims;
  /// ADDRESS_W: bits of a node address: 20 for meshes and tori with an extent above 256 in two dimensions or
  /// 32 in three
  unsigned address_bits;
  /// ALL_PORT: channels between NIC and router: 0 one (one-port), 1 one per link (all-port)
  bool all_port;
  /// VCS: virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4
  unsigned vcs;
  /// VC_DEPTH: buffer depth of a virtual channel in flits, 2 to 64
  unsigned vc_depth;
  /// FLIT_W: data bits per flit: 64, 128, 256 or 512
  unsigned flit_bits;
  /// MAX_PACKET: longest packet in flits, including the head flit, 2 to 256
  unsigned max_packet_flits;
  /// HOP_CYCLES: cycles per hop, 1 to 5: each after the first is a register in the link, for long wires
  unsigned hop_cycles;
  /// SWITCHING: wormhole, cut-through or store-and-forward
  Switching switching;
  /// ROUTE_ORDERS: orders of dimensions that a message can choose from: 1, or 2 (x first or x last)
  unsigned route_orders;
  /// TOPOLOGY: kind of network: 0 lines and rings, 1 generalized hypercube, 2 star graph, 3 spidergon, 4 any
  /// graph
  TopologyKind topology;
  /// RADIX: longest extent of a generalized hypercube, 2 to 9; symbols of a star graph, 3 to 6; links of a
  /// graph's node, 1 to 8; otherwise 0
  unsigned radix;
  /// ROUTES: entries of the routing table, one per node of a graph; otherwise 0
  unsigned routes;
  /// SEQUENCER: a sequencer in the NIC, which performs plans without software, with one context per channel
  bool sequencer;
  /// ACCUMULATE: puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of
  /// integers
  bool accumulate;
  /// FLOAT_SUMS: with accumulation, also sums of IEEE single precision; puts that combine take two cycles
  /// more
  bool float_sums;
  /// MULTICAST: puts to every node of a box: routers copy packets
  bool multicast;
  /// VC_READS: a router reads every virtual channel of an input port in a cycle, not one of them (of four,
  /// two)
  bool vc_reads;
  // </arch>

  unsigned links_per_dimension() const { return collnoc::links_per_dimension(topology, radix); }
  unsigned links() const { return links_per_dimension() * dims; }
  /// Sets the parameters that the topology determines.
  void fit(const Topology& network) {
    dims = network.dims();
    address_bits = network.address_bits();
    topology = network.kind();
    radix = network.radix();
    routes = network.routes();
  }
  /// Whether these parameters are those of nodes of `network`.
  bool fits(const Topology& network) const {
    return dims == network.dims() && address_bits == network.address_bits() && topology == network.kind() &&
           radix == network.radix() && routes == network.routes();
  }
  /// Default number of virtual channels. It keeps any network of this topology free of deadlock.
  unsigned default_vcs() const { return usual_vcs(topology, radix); }
  unsigned channels() const { return all_port ? links() : 1; }
  /// Read ports of the tile's memory: of the senders, one per channel; of the receivers, one per channel, if
  /// they accumulate; then one of the sequencer, which reads one word.
  unsigned reads() const { return wide_reads() + (sequencer ? 1 : 0); }
  unsigned wide_reads() const { return channels() * (accumulate ? 2 : 1); }
  /// Bits of a coordinate in a node address.
  unsigned coordinate_bits() const { return Shape::coordinate_bits(address_bits > 16, dims); }
  /// nic::go_node_bits() of this hardware.
  unsigned go_node_bits() const { return nic::go_node_bits(address_bits > 16, dims); }
  unsigned flit_bytes() const { return flit_bits / 8; }
  friend bool operator==(const HardwareConfig&, const HardwareConfig&) = default;
};

}  // namespace collnoc

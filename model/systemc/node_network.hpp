// The part of a network of nodes with pins that does not depend on what is at the nodes' other pins: the
// links between them, clock, reset, and the number of the cycle.
#pragma once
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "collnoc/model/systemc/link_pipe.hpp"
#include "collnoc/model/systemc/wired_node.hpp"

namespace collnoc::systemc {

/// Cycles that flits and credits take from the pins that drive them to the node at `rank` that they reach
/// through `link`. 1, as without a LinkPipe, to 255; each further one is in addition to HOP_CYCLES.
using LinkCycles = std::function<unsigned(Rank rank, Link link)>;

class NodeNetwork : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};

  const Topology& topology() const { return topology_; }
  WiredNode& node(Rank rank) { return *nodes_[rank]; }
  /// Cycles since reset, modulo 2^32.
  std::uint32_t cycle() const { return cycle_.read().to_uint(); }

 protected:
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal for the topology.
  NodeNetwork(const sc_core::sc_module_name& name, const Topology& topology, const HardwareConfig& config);
  /// The nodes, in the order of their ranks, which must outlive this object's last cycle. Once, by the
  /// constructor of the derived class.
  void connect(std::vector<WiredNode*> nodes, const LinkCycles& link_cycles = {});
  /// No node has anything to do, and nothing is on the links.
  bool quiescent() const;

 private:
  void count();
  void bind_link(NodePins& node, Link link, WiredNode& neighbour, Link there);
  void bind_link(NodePins& node, Link link, LinkPipe& pipe);
  void close_link(NodePins& node, Link link);

  Topology topology_;
  HardwareConfig config_;
  sc_core::sc_signal<sc_dt::sc_uint<32>> cycle_{"cycle"};
  // Inputs of links that are not connected.
  sc_core::sc_signal<bool> low_{"low"};
  sc_core::sc_signal<sc_dt::sc_uint<2>> no_vc_{"no_vc"};
  sc_core::sc_signal<sc_dt::sc_uint<4>> no_credit_{"no_credit"};
  sc_core::sc_signal<std::uint64_t> no_data_{"no_data"};
  std::vector<WiredNode*> nodes_;
  std::vector<std::unique_ptr<LinkPipe>> pipes_;
};

}  // namespace collnoc::systemc

// A network of tiles with pins: every node is its own module, every wire of every link is a signal.
//
// Use it to observe, trace or replace a node at its pins, or to have RTL nodes beside nodes of the model.
// sim/systemc/fabric_module.hpp is faster and equal in every cycle. It is not in this folder because it steps
// the fabric of sim/, and the model does not depend on sim/.
#pragma once
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "collnoc/model/systemc/node_network.hpp"
#include "collnoc/model/systemc/tile_module.hpp"

namespace collnoc::systemc {

class NetworkModule : public NodeNetwork {
 public:
  /// `mem_words` of 8 bytes per tile. `inside(rank)`: what is behind the pins of that node, or a module of
  /// yours in its place; without it, the plain model. `link_cycles`: without it, links are as the topology
  /// says; with it, as it says, whatever a graph says. Reports an SC_ERROR of type hardware_report if
  /// `config` is not legal for the topology, or `mem_words` above 2^18.
  NetworkModule(const sc_core::sc_module_name& name, const Topology& topology, const HardwareConfig& config,
                std::uint32_t mem_words = 8192, const std::function<NodeInside(Rank)>& inside = {},
                const LinkCycles& link_cycles = {});

  TileModule& tile(Rank rank) { return *tiles_[rank]; }
  /// The tile as a processor sees it.
  TileBus& bus(Rank rank) { return tiles_[rank]->bus; }

 private:
  std::vector<std::unique_ptr<TileModule>> tiles_;
};

}  // namespace collnoc::systemc

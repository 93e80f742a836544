// A network of tiles with processors that run one program, with pins: as NetworkModule, with a
// ProcessorTileModule at every node.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "collnoc/model/systemc/node_network.hpp"
#include "collnoc/model/systemc/processor_tile_module.hpp"

namespace collnoc::systemc {

class ProcessorNetworkModule : public NodeNetwork {
 public:
  /// `make_node(rank)`, `make_processor(rank)`: what is behind the pins of that node and that processor;
  /// without them, the plain model. `link_cycles` as of NetworkModule. Reports an SC_ERROR of type
  /// hardware_report if `config` is not legal for the topology, node addresses have more than 16 bits, or
  /// tiles cannot hold the program.
  ProcessorNetworkModule(const sc_core::sc_module_name& name, const Topology& topology,
                         const HardwareConfig& config, const std::shared_ptr<const ProgramImage>& image,
                         const std::function<NodeMaker(Rank)>& make_node = {},
                         const std::function<ProcessorMaker(Rank)>& make_processor = {},
                         const LinkCycles& link_cycles = {});

  ProcessorTileModule& tile(Rank rank) { return *tiles_[rank]; }
  /// Every program is over, and nothing is under way in nodes or on links.
  bool done() const;

 private:
  void count_long();

  sc_core::sc_signal<std::uint64_t> long_cycle_{"long_cycle"};
  std::vector<std::unique_ptr<ProcessorTileModule>> tiles_;
};

}  // namespace collnoc::systemc

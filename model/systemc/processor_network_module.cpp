#include "collnoc/model/systemc/processor_network_module.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace collnoc::systemc {

ProcessorNetworkModule::ProcessorNetworkModule(const sc_core::sc_module_name& name, const Topology& topology,
                                               const HardwareConfig& config,
                                               const std::shared_ptr<const ProgramImage>& image,
                                               const std::function<NodeMaker(Rank)>& make_node,
                                               const std::function<ProcessorMaker(Rank)>& make_processor,
                                               const LinkCycles& link_cycles)
    : NodeNetwork(name, topology, config) {
  if (topology.address_bits() > 16)
    refuse_hardware(this->name(), "programs of processors have node addresses of 16 bits");
  if (topology.nodes() != topology.size())
    refuse_hardware(this->name(), "switches have no processor: NetworkModule has networks with switches");
  std::vector<WiredNode*> nodes;
  for (Rank r = 0; r < topology.size(); ++r) {
    const std::string tile = "tile_" + std::to_string(r);
    tiles_.push_back(std::make_unique<ProcessorTileModule>(
        tile.c_str(), config, topology, r, image, make_node ? make_node(r) : make_model,
        make_processor ? make_processor(r) : make_processor_model));
    tiles_.back()->long_cycle_i(long_cycle_);
    nodes.push_back(tiles_.back().get());
  }
  connect(std::move(nodes), link_cycles);
  SC_HAS_PROCESS(ProcessorNetworkModule);
  SC_METHOD(count_long);
  sensitive << clk_i.pos();
  dont_initialize();
}

bool ProcessorNetworkModule::done() const {
  return quiescent() && std::all_of(tiles_.begin(), tiles_.end(),
                                    [](const auto& tile) { return tile->reports.exit().has_value(); });
}

void ProcessorNetworkModule::count_long() { long_cycle_.write(rst_ni.read() ? long_cycle_.read() + 1 : 0); }

}  // namespace collnoc::systemc

#include "collnoc/model/systemc/network_module.hpp"

#include <string>
#include <utility>

namespace collnoc::systemc {

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, const Topology& topology,
                             const HardwareConfig& config, std::uint32_t mem_words,
                             const std::function<NodeInside(Rank)>& inside, const LinkCycles& link_cycles)
    : NodeNetwork(name, topology, config) {
  require_legal(this->name(), config, topology, mem_words);
  std::vector<WiredNode*> nodes;
  for (Rank r = 0; r < topology.nodes(); ++r) {
    const std::string tile = "tile_" + std::to_string(r);
    tiles_.push_back(std::make_unique<TileModule>(tile.c_str(), config, topology, r, mem_words,
                                                  inside ? inside(r) : make_model));
    nodes.push_back(tiles_.back().get());
  }
  connect(std::move(nodes), link_cycles);
}

}  // namespace collnoc::systemc

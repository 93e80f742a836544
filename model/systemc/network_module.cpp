#include "collnoc/model/systemc/network_module.hpp"

#include <stdexcept>
#include <string>

namespace collnoc::systemc {

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, const Topology& topology,
                             const HardwareConfig& config, std::uint32_t mem_words)
    : sc_module(name), topology_(topology) {
  if (!config.fits(topology)) throw std::invalid_argument("node and topology differ in dimensions");
  SC_HAS_PROCESS(NetworkModule);
  SC_METHOD(count);
  sensitive << clk_i.pos();
  dont_initialize();
  for (Rank r = 0; r < topology.size(); ++r) {
    const std::string tile = "tile_" + std::to_string(r);
    tiles_.push_back(std::make_unique<TileModule>(tile.c_str(), config, topology, r, mem_words));
    tiles_[r]->clk_i(clk_i);
    tiles_[r]->rst_ni(rst_ni);
    tiles_[r]->cycle_i(cycle_);
  }
  for (Rank r = 0; r < topology.size(); ++r) {
    for (Link l = 0; l < topology.links(); ++l) {
      const Rank n = topology.neighbour(r, l);
      if (n == no_rank) {
        close_link(tiles_[r]->node, l);
      } else {
        bind_link(tiles_[r]->node, l, *tiles_[n]);
      }
    }
  }
}

void NetworkModule::count() {
  const std::uint32_t now = cycle_.read().to_uint();
  cycle_.write(rst_ni.read() ? now + 1 : 0);
}

// The outputs of the neighbour's opposite link drive the inputs of `link`.
void NetworkModule::bind_link(NodeModule& node, Link link, TileModule& neighbour) {
  const Link there = topology_.opposite(link);
  node.in_valid_i[link](neighbour.out_valid[there]);
  node.in_head_i[link](neighbour.out_head[there]);
  node.in_tail_i[link](neighbour.out_tail[there]);
  node.in_vc_i[link](neighbour.out_vc[there]);
  for (unsigned w = 0; w < node.words(); ++w) {
    node.in_data_i[link * node.words() + w](neighbour.out_data[there * node.words() + w]);
  }
  node.out_credit_i[link](neighbour.in_credit[there]);
}

void NetworkModule::close_link(NodeModule& node, Link link) {
  node.in_valid_i[link](low_);
  node.in_head_i[link](low_);
  node.in_tail_i[link](low_);
  node.in_vc_i[link](no_vc_);
  for (unsigned w = 0; w < node.words(); ++w) node.in_data_i[link * node.words() + w](no_data_);
  node.out_credit_i[link](no_credit_);
}

}  // namespace collnoc::systemc

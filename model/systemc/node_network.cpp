#include "collnoc/model/systemc/node_network.hpp"

#include <stdexcept>
#include <utility>

namespace collnoc::systemc {

NodeNetwork::NodeNetwork(const sc_core::sc_module_name& name, const Topology& topology,
                         const HardwareConfig& config)
    : sc_module(name), topology_(topology) {
  if (!config.fits(topology)) throw std::invalid_argument("node and topology differ in dimensions");
  SC_HAS_PROCESS(NodeNetwork);
  SC_METHOD(count);
  sensitive << clk_i.pos();
  dont_initialize();
}

void NodeNetwork::connect(std::vector<WiredNode*> nodes) {
  nodes_ = std::move(nodes);
  for (Rank r = 0; r < topology_.size(); ++r) {
    nodes_[r]->clk_i(clk_i);
    nodes_[r]->rst_ni(rst_ni);
    nodes_[r]->cycle_i(cycle_);
    for (Link l = 0; l < topology_.links(); ++l) {
      const Rank n = topology_.neighbour(r, l);
      if (n == no_rank) {
        close_link(nodes_[r]->node, l);
      } else {
        bind_link(nodes_[r]->node, l, *nodes_[n]);
      }
    }
  }
}

void NodeNetwork::count() {
  const std::uint32_t now = cycle_.read().to_uint();
  cycle_.write(rst_ni.read() ? now + 1 : 0);
}

// The outputs of the neighbour's opposite link drive the inputs of `link`.
void NodeNetwork::bind_link(NodeModule& node, Link link, WiredNode& neighbour) {
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

void NodeNetwork::close_link(NodeModule& node, Link link) {
  node.in_valid_i[link](low_);
  node.in_head_i[link](low_);
  node.in_tail_i[link](low_);
  node.in_vc_i[link](no_vc_);
  for (unsigned w = 0; w < node.words(); ++w) node.in_data_i[link * node.words() + w](no_data_);
  node.out_credit_i[link](no_credit_);
}

}  // namespace collnoc::systemc

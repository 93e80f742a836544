#include "collnoc/model/systemc/node_network.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace collnoc::systemc {

NodeNetwork::NodeNetwork(const sc_core::sc_module_name& name, const Topology& topology,
                         const HardwareConfig& config)
    : sc_module(name), topology_(topology), config_(config) {
  require_legal(this->name(), config, topology);
  SC_HAS_PROCESS(NodeNetwork);
  SC_METHOD(count);
  sensitive << clk_i.pos();
  dont_initialize();
}

void NodeNetwork::connect(std::vector<WiredNode*> nodes, const LinkCycles& link_cycles) {
  nodes_ = std::move(nodes);
  for (Rank r = 0; r < topology_.nodes(); ++r) {
    nodes_[r]->clk_i(clk_i);
    nodes_[r]->rst_ni(rst_ni);
    nodes_[r]->cycle_i(cycle_);
    for (Link l = 0; l < topology_.links(); ++l) {
      const Rank n = topology_.neighbour(r, l);
      if (n == no_rank) {
        close_link(nodes_[r]->node, l);
        continue;
      }
      LinkTiming timing = topology_.timing(n, topology_.opposite(r, l));
      if (link_cycles) {
        const unsigned cycles = link_cycles(r, l);
        if (cycles == 0 || cycles > 255) refuse_hardware(name(), "link_cycles: must be 1 to 255");
        timing = {static_cast<std::uint8_t>(cycles)};
      }
      if (timing != LinkTiming{}) {
        const std::string pipe = "pipe_" + std::to_string(r) + "_" + std::to_string(l);
        pipes_.push_back(
            std::make_unique<LinkPipe>(pipe.c_str(), config_, *nodes_[n], topology_.opposite(r, l), timing));
        pipes_.back()->clk_i(clk_i);
        pipes_.back()->rst_ni(rst_ni);
        bind_link(nodes_[r]->node, l, *pipes_.back());
      } else {
        bind_link(nodes_[r]->node, l, *nodes_[n], topology_.opposite(r, l));
      }
    }
  }
}

bool NodeNetwork::quiescent() const {
  const auto rests = [](const WiredNode* node) {
    for (unsigned l = 0; l < node->out_valid.size(); ++l) {
      if (node->out_valid[l].read()) return false;
    }
    return node->quiescent.read();
  };
  return std::all_of(nodes_.begin(), nodes_.end(), rests) &&
         std::all_of(pipes_.begin(), pipes_.end(), [](const auto& pipe) { return pipe->quiescent(); });
}

void NodeNetwork::count() {
  const std::uint32_t now = cycle_.read().to_uint();
  cycle_.write(rst_ni.read() ? now + 1 : 0);
}

// The outputs of the neighbour's link `there` drive the inputs of `link`.
void NodeNetwork::bind_link(NodePins& node, Link link, WiredNode& neighbour, Link there) {
  node.in_valid_i[link](neighbour.out_valid[there]);
  node.in_head_i[link](neighbour.out_head[there]);
  node.in_tail_i[link](neighbour.out_tail[there]);
  node.in_vc_i[link](neighbour.out_vc[there]);
  for (unsigned w = 0; w < node.words(); ++w) {
    node.in_data_i[link * node.words() + w](neighbour.out_data[there * node.words() + w]);
  }
  node.out_credit_i[link](neighbour.in_credit[there]);
}

void NodeNetwork::bind_link(NodePins& node, Link link, LinkPipe& pipe) {
  node.in_valid_i[link](pipe.valid);
  node.in_head_i[link](pipe.head);
  node.in_tail_i[link](pipe.tail);
  node.in_vc_i[link](pipe.vc);
  for (unsigned w = 0; w < node.words(); ++w) node.in_data_i[link * node.words() + w](pipe.data[w]);
  node.out_credit_i[link](pipe.credit);
}

void NodeNetwork::close_link(NodePins& node, Link link) {
  node.in_valid_i[link](low_);
  node.in_head_i[link](low_);
  node.in_tail_i[link](low_);
  node.in_vc_i[link](no_vc_);
  for (unsigned w = 0; w < node.words(); ++w) node.in_data_i[link * node.words() + w](no_data_);
  node.out_credit_i[link](no_credit_);
}

}  // namespace collnoc::systemc

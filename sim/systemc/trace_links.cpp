#include "sim/systemc/trace_links.hpp"

#include <string>

#include "sim/run/wave_scopes.hpp"

namespace collnoc::systemc {

void trace_links(sc_core::sc_trace_file* file, NodeNetwork& network) {
  const Topology& topology = network.topology();
  for (Rank r = 0; r < topology.nodes(); ++r) {
    WiredNode& node = network.node(r);
    for (Link l = 0; l < topology.links(); ++l) {
      const std::string link = node_scope(topology, r) + "." + link_scope(topology, l) + ".";
      sc_trace(file, node.out_valid[l], link + "valid");
      sc_trace(file, node.out_head[l], link + "head");
      sc_trace(file, node.out_tail[l], link + "tail");
      sc_trace(file, node.out_vc[l], link + "vc");
      const unsigned words = node.node.words();
      for (unsigned w = 0; w < words; ++w)
        sc_trace(file, node.out_data[l * words + w],
                 link + (words == 1 ? "data" : "data_" + std::to_string(w)));
      sc_trace(file, node.in_credit[l], link + "credit");
    }
  }
}

}  // namespace collnoc::systemc

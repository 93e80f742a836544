// A network as a file of BookSim2's anynet. graph_of_file() reads it back as the same network, unless that
// has more nodes than a graph, or switches with one tile each and links of one cycle between the two, which
// it takes for one node.
#pragma once
#include <string>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Without switches, a router for each tile, of the same number. With switches, these are the routers, and
/// each tile is a node of the one that it is linked to. `text`: how users write the network. Throws
/// UserError, one line, for what anynet cannot say: narrow links, two links of the same nodes, tiles with
/// several links in a network with switches.
std::string anynet_text(const Topology& topology, const std::string& text);

}  // namespace collnoc

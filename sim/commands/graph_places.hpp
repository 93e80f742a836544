// Where the nodes of a graph are in a picture.
#pragma once
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A place in cells, to the right and down.
struct Place {
  double x = 0, y = 0;
};

/// Places of all nodes, from 0 on. A tree stands in levels below its middle, and what has switches in levels
/// over the tiles, if no link joins two nodes of a level; the nodes of each are ordered so that few links
/// cross. A product of lines and rings, such as a mesh or chiplets, is a grid. All others are laid out so
/// that distances in the picture are as those over the links (stress majorization, Gansner, Koren & North
/// 2004); a complete graph is a circle. Equal graphs have equal places. Precondition: topology.tables().
std::vector<Place> graph_places(const Topology& topology);

}  // namespace collnoc

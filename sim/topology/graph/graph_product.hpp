// Graphs that are products of smaller ones, such as meshes and tori, and their routes.
#pragma once
#include <vector>

#include "sim/topology/graph/graph_routes.hpp"

namespace collnoc {

/// A factor of a product.
struct GraphFactor {
  std::vector<Rank> coordinate;  ///< of every node in this factor
  GraphLinks graph;              ///< the factor
  /// The link of every node in the product that changes this coordinate to another, which is a neighbour:
  /// [node * nodes of the factor + coordinate].
  std::vector<std::uint8_t> link;
};

/// The factors of a connected graph that are no products themselves, ordered by the least neighbour of node 0
/// in each;
/// just one, which is the graph, if it is no product. Two links belong to the same factor if they are in the
/// relation of Djokovic and Winkler, or if they meet at a node and have no square (Feder, "Product graph
/// representations", 1992).
std::vector<GraphFactor> factors_of(const GraphWires& wires);

/// Routes that traverse the factors in order, each by the factor's own routes: no message turns back to an
/// earlier factor, so they are free of deadlock if those of the factors are. A ring's routes have a dateline,
/// in each ring of the factor at another place. Which of a class's virtual channels a message takes depends
/// on its destination's coordinate only.
GraphRoutes product_routes(const GraphWires& wires, const std::vector<GraphFactor>& factors);

}  // namespace collnoc

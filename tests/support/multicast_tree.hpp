// The tree of a multicast by the words of docs/reference/multicast.md, from addresses and coordinates alone.
#pragma once
#include <map>
#include <utility>

#include "collnoc/arch/box.hpp"

namespace collnoc::test {

/// The links of the tree, by the words of the contract: in each dimension from the lowest on, a branch leaves
/// a node in both directions up to the corners if the node is in the box there, otherwise in the direction of
/// a unicast by `route` to the first corner; a node that is in the box up to a dimension is the root of
/// branches in the next one. In a star graph: the paths of unicasts from the members to the sender, reversed.
struct Tree {
  std::map<std::pair<Rank, Link>, unsigned> links;  ///< to the number of hops at their end
  unsigned depth = 0;                               ///< hops to the farthest member
  unsigned first = 0;                               ///< links with which it begins
};

class TreeMaker {
 public:
  TreeMaker(const Topology& topology, Rank sender, const Box& box, Route route = {});
  Tree tree;
  unsigned members = 0;  ///< in a star graph

 private:
  bool in_box(unsigned d, std::uint32_t x) const { return Box::covers(from_[d], to_[d], x); }
  void grow(const Coordinates& at, unsigned d, unsigned hops);
  void grow_back();

  const Topology& t_;
  Coordinates from_, to_;
  Rank sender_;
  Box box_;
  Route route_;
};

}  // namespace collnoc::test

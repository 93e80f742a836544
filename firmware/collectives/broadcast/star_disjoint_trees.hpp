// The n - 1 spanning trees of the star graph that share no directed link. New in this project.
//
// Tree i begins with the root's link i, and every node has a different link to its parent in each tree. All
// labels are relative to the root, which is the identity: symbol s belongs in place s. Let the symbol 0 of a
// node v be in place j, and let x be the symbol in place 0. The link to the parent in tree i exchanges it
// with the symbol in place
//
//   j = 0             i                          the parent has 0 in place i
//   j = i             x, if x is not i           the greedy path to the root through nodes that have 0 in
//                     where the symbol s is      place i; s: the lowest one out of place; at the end, the
//                                                root is the parent
//   other j, x = i    j                          the parent has 0 in place 0
//        x = j, s = i j                          (the link that tree j does not need, since it uses s)
//        v[x] = i     where the symbol j is      the parent has j in place 0
//        otherwise    where the symbol i is      the parent has i in place 0
//
//   S_3, tree 1:  012 > 102 > 201 > 021 > 120 > 210       tree 2: the other way round
//
// A path from the root leads through nodes with 0 in place i, one with 0 in place 0, and at most three with 0
// in place j. So it is at most two or three links longer than the diameter floor(3(n-1)/2): the height is
// floor(3n/2) + 1. There cannot be more trees, because a node has n - 1 links.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include "collnoc/arch/topology/star.hpp"

namespace collnoc {

class StarDisjointTrees {
 public:
  constexpr explicit StarDisjointTrees(unsigned n) : n_(n) {}

  constexpr unsigned count() const { return n_ - 1; }
  /// Number of links from the root to the farthest node of the tallest tree.
  constexpr std::uint32_t height() const { return 3 * n_ / 2 + 1; }

  /// The dimension of a node's link to its parent in tree i = 1 .. n-1. Precondition: the node is not the
  /// identity.
  constexpr unsigned parent(unsigned i, star::Permutation v) const {
    const unsigned j = place_of(v, 0), x = v[0];
    if (j == 0) return i;
    if (x != j) {
      if (i == j) return x;
      if (i == x) return j;
      return place_of(v, v[x] == i ? j : i);
    }
    unsigned wrong = 0;  // the lowest symbol out of place; 0: none, and the root is a neighbour
    for (unsigned symbol = 1; symbol < n_ && wrong == 0; ++symbol) {
      if (symbol != j && v[symbol] != symbol) wrong = symbol;
    }
    if (i == j) return wrong == 0 ? j : place_of(v, wrong);
    return i == wrong ? j : place_of(v, i);
  }

  /// Number of links from the root to a node.
  constexpr std::uint32_t depth(unsigned i, star::Permutation v) const {
    std::uint32_t links = 0;
    for (; v != star::Permutation::identity(n_); ++links) v = v.along(parent(i, v));
    return links;
  }

 private:
  static constexpr unsigned place_of(star::Permutation v, unsigned symbol) {
    unsigned place = 0;
    while (v[place] != symbol) ++place;
    return place;
  }

  unsigned n_;
};

}  // namespace collnoc

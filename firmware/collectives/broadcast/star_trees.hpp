// Spanning trees of the star graph. Tseng & Sheu, section 3.
//
// L(c): every node's path to c is the greedy one, Eq. (1); the height is D_n. To re-root the tree at another
// node, the edges on the path between that root and c are reversed, and all others stay (the paper's L^):
//
//   L(c):   c <- a <- root <- b       re-rooted:   root -> a -> c -> ..
//                ^- d                              root -> b,  a -> d
//
// With c = rho^i(root), the root's label rotated right by i places, i = 1 .. n-1, these are n - 1 trees. At
// most two of them use the same directed link (Lemmas 4 and 6). All labels are relative to the root: node x
// stands for root^-1 · x, and the root is the identity.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>

#include "collnoc/arch/topology/star.hpp"

namespace collnoc {

class StarTree {
 public:
  /// L(centre), re-rooted at the identity.
  constexpr StarTree(unsigned n, star::Permutation centre) : n_(n), centre_(centre) {
    way_[0] = star::Permutation::identity(n);
    while (way_[length_] != centre) {
      way_[length_ + 1] = way_[length_].along(star::towards(n, way_[length_], centre));
      ++length_;
    }
  }
  /// L(root): greedy paths from the identity.
  static constexpr StarTree greedy(unsigned n) { return {n, star::Permutation::identity(n)}; }
  /// L(rho^i(root)), re-rooted at the root, i = 1 .. n-1.
  static constexpr StarTree rotated(unsigned n, unsigned i) {
    star::Permutation centre;
    for (unsigned place = 0; place < n; ++place) centre.set((place + i) % n, place);
    return {n, centre};
  }

  /// The dimension of a node's link to its parent; 0 for the root.
  constexpr unsigned parent(star::Permutation node) const {
    const unsigned at = on_way(node);
    if (at == 0) return 0;
    return star::towards(n_, node, at > length_ ? centre_ : way_[at - 1]);
  }
  /// Number of links between the root and a node.
  constexpr unsigned depth(star::Permutation node) const {
    unsigned hops = 0;
    while (on_way(node) > length_) {
      node = node.along(star::towards(n_, node, centre_));
      ++hops;
    }
    return on_way(node) + hops;
  }

 private:
  /// Position of a node on the path from the root to the centre; length_ + 1 if it is not on that path.
  constexpr unsigned on_way(star::Permutation node) const {
    unsigned at = 0;
    while (at <= length_ && way_[at] != node) ++at;
    return at;
  }

  unsigned n_;
  star::Permutation centre_;
  std::array<star::Permutation, star::diameter(star::max_symbols) + 1> way_{};
  unsigned length_ = 0;
};

/// Height of rotated(n, i) by Lemma 5. This is an upper bound: rotated(3, 2) has height 4.
constexpr unsigned rotated_height(unsigned n, unsigned i) {
  unsigned a = n, b = i;
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return star::diameter(n) + n + a - 2;
}
/// The paper's h: the maximum of these. It is also reached for n = 3, by i = 1.
constexpr unsigned tallest_rotated(unsigned n) {
  unsigned most = 0;
  for (unsigned i = 1; i < n; ++i) {
    if (rotated_height(n, i) > most) most = rotated_height(n, i);
  }
  return most;
}

}  // namespace collnoc

// Spanning trees of the star graph. Tseng & Sheu, section 3.
//
// L(c): every node's way to c is the greedy one, Eq. (1); height D_n. Hung from another node, the root, the
// edges of the way between root and c change their sense and all others stay (the paper's L^):
//
//   L(c):   c <- a <- root <- b       hung from root:   root -> a -> c -> ..
//                ^- d                                   root -> b,  a -> d
//
// With c = rho^i(root), the root's label turned right by i places, i = 1 .. n-1, these are n - 1 trees of
// which at most two use the same directed link (Lemma 4 and 6).
// All of it is said relative to the root: the node x is root^-1 · x, and the root the identity.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>

#include "collnoc/arch/topology/star.hpp"

namespace collnoc {

class StarTree {
 public:
  /// L(centre) hung from the identity.
  constexpr StarTree(unsigned n, star::Permutation centre) : n_(n), centre_(centre) {
    way_[0] = star::Permutation::identity(n);
    while (way_[length_] != centre) {
      way_[length_ + 1] = way_[length_].along(star::towards(n, way_[length_], centre));
      ++length_;
    }
  }
  /// L(root): from the identity by the greedy ways.
  static constexpr StarTree greedy(unsigned n) { return {n, star::Permutation::identity(n)}; }
  /// L(rho^i(root)) hung from the root, i = 1 .. n-1.
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
  /// Links between the root and a node.
  constexpr unsigned depth(star::Permutation node) const {
    unsigned hops = 0;
    while (on_way(node) > length_) {
      node = node.along(star::towards(n_, node, centre_));
      ++hops;
    }
    return on_way(node) + hops;
  }

 private:
  /// Place of a node on the way from the root to the centre; length_ + 1 beside it.
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

/// Height of rotated(n, i) by Lemma 5. An upper bound: rotated(3, 2) has 4.
constexpr unsigned rotated_height(unsigned n, unsigned i) {
  unsigned a = n, b = i;
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return star::diameter(n) + n + a - 2;
}
/// The paper's h: the most of them. It is reached for n = 3 too, by i = 1.
constexpr unsigned tallest_rotated(unsigned n) {
  unsigned most = 0;
  for (unsigned i = 1; i < n; ++i) {
    if (rotated_height(n, i) > most) most = rotated_height(n, i);
  }
  return most;
}

}  // namespace collnoc

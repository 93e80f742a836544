// Two spanning trees of one root in which no node is inner twice: those of an 8x8 torus, else comb trees.
//
// Those of an 8x8 torus were found by a search: a random greedy one, step by step, over many attempts. They
// are low: the last node begins to receive in step 15, in comb trees in step 25. And no two messages of one
// parity share a link, since one that waits would delay all that follow it; without that condition, low trees
// are slower than comb trees.
//
//   digits of an entry, in octal: row and column of the parent, two for the step. 01205: from column 2 of
//   row 1, in step 5. Rows and columns are counted from the root.
//
// The search looked at messages from a child to its parent, which go along x first. From a parent to its
// child they take the same links backwards if x and y are exchanged. Freestanding: no heap, no exceptions, no
// hosted library.
#pragma once
#include <array>

#include "collnoc/arch/put.hpp"
#include "collnoc/firmware/collectives/broadcast/comb_trees.hpp"

namespace collnoc {

/// The trees of an 8x8 torus.
class LowTrees {
 public:
  static constexpr bool exist_on(const Topology& t) {
    return t.has_directions() && t.dims() == 2 && t.wraps(0) && t.wraps(1) && t.extent(0) == 8 &&
           t.extent(1) == 8;
  }
  /// `upwards`: messages go from children to parents.
  /// Precondition: exist_on(topology).
  constexpr LowTrees(const Topology& topology, Rank root, bool upwards) : x_(upwards ? 0 : 1) {
    if (exist_on(topology)) root_ = topology.coordinates(root);
  }

  using Place = CombTrees::Place;
  constexpr Place place(unsigned tree, Rank node) const {
    const unsigned at = number(node), step = step_of(tree, at);
    Place place;
    for (unsigned child = 1; child < nodes; ++child) {
      if (parent_of(tree, child) != at) continue;
      const bool second = place.children[0] != no_rank;
      place.children[second ? 1 : 0] = rank(child);
      if (second && step_of(tree, child) < step_of(tree, number(place.children[0])))
        place.children = {place.children[1], place.children[0]};
    }
    if (at == 0) return place;
    place.depth = step / 2 + 1;
    place.parity = step % 2;
    return place;
  }
  constexpr Rank parent(unsigned tree, Rank node) const { return rank(parent_of(tree, number(node))); }
  static constexpr std::uint32_t height() { return 8; }

  /// Route of the messages between a node and its parent. Half-way round a ring, they go in the direction of
  /// the search, from even numbers upwards; the topology's own rule counts from its first node, not the root.
  constexpr Route route(unsigned tree, Rank node) const {
    const unsigned child = number(node), parent = parent_of(tree, child);
    Route route;
    for (unsigned d = 0; d < 2; ++d) {
      const unsigned from = d == x_ ? child % side : child / side,
                     to = d == x_ ? parent % side : parent / side;
      if ((from + side / 2) % side != to) continue;
      route.direction[d] = (from % 2 == 0) == (x_ == 0) ? Direction::plus : Direction::minus;
    }
    return route;
  }

 private:
  static constexpr unsigned side = 8, nodes = side * side;

  constexpr unsigned number(Rank node) const {
    const unsigned c[2] = {(node % side + side - root_[0]) % side, (node / side + side - root_[1]) % side};
    return side * c[1 - x_] + c[x_];
  }
  constexpr Rank rank(unsigned number) const {
    unsigned c[2]{};
    c[x_] = (number % side + root_[x_]) % side;
    c[1 - x_] = (number / side + root_[1 - x_]) % side;
    return side * c[1] + c[0];
  }
  static constexpr unsigned parent_of(unsigned tree, unsigned number) { return table[tree][number] >> 6; }
  static constexpr unsigned step_of(unsigned tree, unsigned number) { return table[tree][number] & 63; }

  static constexpr std::uint16_t table[2][64] = {
      {00000, 01713, 00115, 07413, 01613, 00612, 07610, 07706, 01516, 00116, 00514, 01515, 07414,
       00613, 00711, 00710, 02515, 00415, 05314, 02514, 03315, 01712, 01614, 03516, 04014, 04213,
       04214, 05313, 05414, 05513, 05614, 05415, 04112, 05007, 04111, 04514, 04515, 04612, 05707,
       04015, 06004, 05006, 05110, 05111, 05512, 05710, 04611, 06005, 07002, 06315, 05213, 05212,
       06514, 07512, 05613, 06515, 00000, 00515, 00416, 06314, 07511, 07607, 07705, 07003},
      {00000, 00216, 07314, 01312, 00314, 00315, 06617, 00217, 00001, 01003, 01105, 01210, 01313,
       01416, 03614, 02615, 01004, 02006, 01207, 02111, 02212, 02415, 03613, 02007, 03113, 02110,
       02211, 02414, 03213, 03714, 02711, 03112, 03715, 03016, 02314, 02313, 03214, 03415, 04416,
       02712, 03015, 04417, 07215, 03416, 04315, 04715, 02616, 04316, 06717, 07110, 06112, 01415,
       06113, 06415, 06214, 04714, 06215, 01106, 07313, 07111, 06416, 07216, 06616, 06716}};

  unsigned x_;  ///< the dimension that the table calls x
  Coordinates root_{};
};

/// The trees of a network.
class TwoTrees {
 public:
  constexpr TwoTrees(const Topology& topology, Rank root, bool upwards)
      : comb_(topology, root), low_(topology, root, upwards), is_low_(LowTrees::exist_on(topology)) {}

  using Place = CombTrees::Place;
  constexpr Place place(unsigned tree, Rank node) const {
    return is_low_ ? low_.place(tree, node) : comb_.place(tree, node);
  }
  /// Parent of a node that is not the root.
  constexpr Rank parent(unsigned tree, Rank node) const {
    return is_low_ ? low_.parent(tree, node) : comb_.parent(tree, node);
  }
  constexpr Route route(unsigned tree, Rank node) const { return is_low_ ? low_.route(tree, node) : Route{}; }
  constexpr std::uint32_t height() const { return is_low_ ? low_.height() : comb_.height(); }

 private:
  CombTrees comb_;
  LowTrees low_;
  bool is_low_;
};

}  // namespace collnoc

// Spanning trees of one root that share no directed link, so that all of them can be used at the same time.
//
// All nodes but the root are in every tree, and every tree reaches a node over a different link. Coordinates
// are relative to the root. In tree k, a node whose coordinate in dimension k is 0 is a leaf that hangs on a
// neighbour in dimension k. From any other node, the way to the root first brings the other coordinates to 0,
// beginning with the next dimension, and its own coordinate k last.
//
//   two trees of a 4x4 mesh from its corner:     0 > 1 > 2 > 3      0 < 1 < 2 < 3     tree x, tree y
//   in tree x, the first column hangs on               v   v   v     v   ^   ^   ^
//   the second one                                4 < 5   6   7      4 > 5 > 6 > 7
//
//   complete graphs   one tree for each dimension k and coordinate o in it: the nodes with coordinate o carry
//                     it. Sum of (n_k - 1) trees, one per link. Hypercubes: the trees of Johnsson and Ho,
//                     "Optimum broadcasting and personalized communication in hypercubes" (IEEE Trans.
//                     Computers 38, 1989), section 3. Height: number of dimensions + 1.
//   rings             tree k uses links of the plus direction only, and its mirror image those of the minus
//                     direction: 2 trees per dimension. Height: sum of (n_k - 1), + 1. This is that of
//                     hypercubes with rings in place of pairs.
//   two rings of 3 or more, new in this project: lower trees, 13 instead of 15 for 8x8. Four turns of one
//                     tree; a turn by 90 degrees about the root maps x to y and y to -x. The links to a node:
//
//                        v v|v v      tree +x. The row of the root (>) first, eastwards all the way round;
//                        < <|v v      from its eastern half every column southwards, over the wrap links to
//                        < <|v v      the north. North-west: each row westwards. South-west: each row
//                        > >0> >      eastwards, over the wrap link. On the root's own column: westwards.
//                        > >|v v
//   star graphs       one tree per link (star_disjoint_trees.hpp).
//   others            one tree per dimension, links away from the root, and a link towards it to the leaves:
//                     both ways on every line. No more fit where a node at the corner has no further link.
//                     Height: sum of the distances to the ends, + 1 from a corner.
//
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/broadcast/star_disjoint_trees.hpp"

namespace collnoc {

class DisjointTrees {
 public:
  /// Precondition: the topology has coordinates, and all extents are at least 2; or it is a star graph.
  constexpr DisjointTrees(const Topology& topology, Rank root)
      : topology_(topology), root_(topology.coordinates(root)), form_(form(topology)) {}

  /// Number of trees.
  constexpr unsigned count() const {
    if (form_ == Form::star) return star_trees().count();
    unsigned trees = 0;
    for (unsigned d = 0; d < dims(); ++d) trees += trees_of(d);
    return trees;
  }

  /// Number of links from the root to the farthest node of the tallest tree.
  constexpr std::uint32_t height() const {
    if (form_ == Form::star) return star_trees().height();
    if (form_ == Form::complete) return dims() == 1 ? (extent(0) > 2 ? 2 : 1) : dims() + 1;
    std::uint32_t most = 0, sum = 0;
    if (form_ == Form::two_rings) {
      for (unsigned turns = 0; turns < 4; ++turns) {
        const std::uint32_t row = extent(turns % 2), column = extent((turns + 1) % 2);
        most = larger(most, behind(turns) + column + 1);
        most = larger(most, row - 1 + behind(turns + 1));
      }
      return most;
    }
    for (unsigned d = 0; d < dims(); ++d) sum += farthest(d);
    most = sum;
    for (unsigned d = 0; d < dims() && dims() > 1; ++d) most = larger(most, sum - farthest(d) + leaf(d));
    return most;
  }

  /// Number of links from the root to a node.
  constexpr std::uint32_t depth(unsigned tree, Rank node) const {
    if (form_ == Form::star) return star_trees().depth(tree + 1, relative(node));
    const Offset v = offset(tree, node);
    if (form_ == Form::two_rings) return quarter_depth(v, extent(tree % 2), extent((tree + 1) % 2));
    const Name name = name_of(tree);
    std::uint32_t others = 0;
    for (unsigned d = 0; d < dims(); ++d) {
      if (d != name.dimension) others += steps(v[d]);
    }
    const int own = v[name.dimension];
    if (others == 0 && own == 0) return 0;
    return others + (is_leaf(name, own) ? leaf(name.dimension) : steps(own));
  }

  /// The link over which the parent of `node` sends to it, as the parent numbers its links. Precondition: the
  /// node is not the root.
  constexpr Link link_to(unsigned tree, Rank node) const {
    if (form_ == Form::star) return star_trees().parent(tree + 1, relative(node)) - 1;
    const Offset v = offset(tree, node);
    if (form_ == Form::two_rings) {
      const unsigned direction = (quarter_direction(v) + tree) % 4;  // +x, +y, -x, -y
      return direction % 2 * 2 + direction / 2;
    }
    const Name name = name_of(tree);
    unsigned d = name.dimension;
    const bool leaf = is_leaf(name, v[d]);
    if (!leaf) {
      do {
        d = (d + 1) % dims();
      } while (v[d] == 0);
    }
    switch (form_) {
      case Form::complete: {
        const int n = static_cast<int>(extent(d)), by = leaf ? v[d] - static_cast<int>(name.value) : v[d];
        return d * topology_.links_per_dimension() + static_cast<unsigned>((by + n) % n) - 1;
      }
      case Form::rings: return 2 * d + name.value;
      case Form::lines: return 2 * d + ((leaf ? !hangs_on_previous(d) : v[d] < 0) ? 1 : 0);
      case Form::two_rings:
      case Form::star: break;
    }
    return 0;
  }

 private:
  enum class Form : std::uint8_t { complete, rings, two_rings, lines, star };
  using Offset = std::array<int, max_dims>;
  /// Dimension k of a tree; and in generalized hypercubes its coordinate, on rings its direction (1: minus).
  struct Name {
    unsigned dimension;
    std::uint32_t value;
  };

  static constexpr Form form(const Topology& topology) {
    if (topology.symbols() != 0) return Form::star;
    if (topology.one_hop_dimensions()) return Form::complete;
    bool long_enough = topology.dims() == 2;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!topology.wraps(d)) return Form::lines;
      long_enough &= topology.extent(d) >= 3;
    }
    return long_enough ? Form::two_rings : Form::rings;
  }
  static constexpr std::uint32_t larger(std::uint32_t a, std::uint32_t b) { return a < b ? b : a; }
  static constexpr std::uint32_t length(int v) { return static_cast<std::uint32_t>(v < 0 ? -v : v); }

  constexpr unsigned dims() const { return topology_.dims(); }
  constexpr std::uint32_t extent(unsigned d) const { return topology_.extent(d); }
  constexpr unsigned trees_of(unsigned d) const {
    return form_ == Form::complete ? extent(d) - 1 : form_ == Form::lines ? 1 : 2;
  }
  constexpr Name name_of(unsigned tree) const {
    unsigned d = 0;
    for (; tree >= trees_of(d); ++d) tree -= trees_of(d);
    return {d, form_ == Form::complete ? tree + 1 : tree};
  }

  /// Position relative to the root as a tree sees it: 0 .. n-1 in complete graphs and forwards on rings; both
  /// signs on lines; and both signs, turned by -90 degrees for each tree, on two rings.
  constexpr Offset offset(unsigned tree, Rank node) const {
    const Coordinates c = topology_.coordinates(node);
    const bool back = form_ == Form::rings && name_of(tree).value == 1;
    Offset v{};
    for (unsigned d = 0; d < dims(); ++d) {
      const int n = static_cast<int>(extent(d));
      int by = static_cast<int>(c[d]) - static_cast<int>(root_[d]);
      if (topology_.wraps(d) || form_ == Form::complete) {
        by = (by + n) % n;
        if (back && by != 0) by = n - by;
        if ((form_ == Form::lines || form_ == Form::two_rings) && by > n / 2) by -= n;
      }
      v[d] = by;
    }
    if (form_ != Form::two_rings) return v;
    for (unsigned turns = 0; turns < tree; ++turns) v = {v[1], -v[0]};
    return v;
  }

  constexpr bool is_leaf(Name name, int own) const {
    return form_ == Form::complete ? own != static_cast<int>(name.value) : own == 0;
  }
  constexpr std::uint32_t steps(int v) const {
    return form_ == Form::complete ? (v != 0 ? 1 : 0) : length(v);
  }
  /// Links to a leaf of a tree of dimension d, more than to the node of its own dimensions' 0.
  constexpr std::uint32_t leaf(unsigned d) const { return form_ == Form::rings ? extent(d) : 2; }
  /// Lines: whether the leaves hang on the node before them, since there is none behind them.
  constexpr bool hangs_on_previous(unsigned d) const {
    return !topology_.wraps(d) && root_[d] + 1 == extent(d);
  }
  /// Largest number of links within dimension d.
  constexpr std::uint32_t farthest(unsigned d) const {
    if (form_ == Form::rings) return extent(d) - 1;
    if (topology_.wraps(d)) return extent(d) / 2;
    return larger(root_[d], extent(d) - 1 - root_[d]);
  }

  constexpr StarDisjointTrees star_trees() const { return StarDisjointTrees(topology_.radix()); }
  /// The label of a node of a star graph if the root's label is the identity.
  constexpr star::Permutation relative(Rank node) const {
    const unsigned n = topology_.radix();
    return star::product(n, star::inverse(n, star::permutation(n, root_[0])), star::permutation(n, node));
  }

  // Two rings. x, y: relative to the root, turned so that the tree begins to the east.
  /// Number of nodes west of the root.
  constexpr std::uint32_t behind(unsigned turns) const {
    return (extent(turns % 2) - (turns % 4 < 2 ? 1 : 0)) / 2;
  }
  static constexpr unsigned quarter_direction(const Offset& v) {
    constexpr unsigned east = 0, west = 2, south = 3;
    if (v[1] == 0) return east;
    if (v[0] == 0) return west;
    if (v[0] > 0) return south;
    return v[1] < 0 ? east : west;
  }
  static constexpr std::uint32_t quarter_depth(const Offset& v, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t east = v[0] < 0 ? row - length(v[0]) : length(v[0]);
    if (v[1] == 0) return east;
    const std::uint32_t south = v[1] < 0 ? length(v[1]) : column - length(v[1]);
    if (v[0] > 0 || (v[0] < 0 && v[1] < 0)) return east + south;
    return 2 + length(v[0]) + south;
  }

  Topology topology_;
  Coordinates root_;
  Form form_;
};

}  // namespace collnoc

// Spanning trees of one root that share no directed link and consist of multicasts and single hops, for
// all-port NICs in hardware with multicast.
//
// Tree k uses the dimensions in the order k, k+1, .., d-1, 0, .., k-1. Routers visit dimensions in
// ascending order only, so a tree takes three stages. Coordinates are relative to the root:
//
//   1   the root multicasts along dimension k, and from there in all dimensions above it
//   2   every node that stage 1 has reached multicasts in all dimensions below k
//   3   nodes with coordinate 0 in dimension k get the message from their neighbour in it, by one hop
//
//   4x4 torus, tree of y in direction plus:    o-+-1-+-1-+-1     row 0: stage 3, from row 3 over the wrap
//   link column of the root: stage 1;               1-2---2---2       rows 1 to 3: stage 2
//
// A link of dimension j into a node with coordinate j not 0 belongs to tree k, where k is the next dimension
// after j (cyclic) in which the node's coordinate is not 0; a link into coordinate 0 belongs to stage 3 of
// tree j. So no two trees share a link. The forms of the trees are those of disjoint_trees.hpp:
//
//   rings            one tree for each dimension and direction; stage 3 leads over the link that closes the
//                    ring
//   lines            one tree for each dimension, in both directions at once; stage 3 leads back towards the
//                    root. Also where some dimensions are rings, which are lines of two arms then
//   complete graphs  one tree for each dimension k and coordinate o in it: stage 1 goes to the nodes with
//                    coordinate o in dimension k, and stage 3 from them to all others
//   star graphs      one tree of one stage: a multicast for each link of the root
//
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include "collnoc/arch/box.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

class MulticastTrees {
 public:
  /// Precondition: a star graph, or the topology has coordinates and all extents are at least 2.
  constexpr MulticastTrees(const Topology& topology, Rank root)
      : topology_(topology), root_(topology.coordinates(root)), form_(form(topology)) {}

  /// Number of trees.
  constexpr unsigned count() const {
    unsigned trees = 0;
    for (unsigned d = 0; d < topology_.dims(); ++d) trees += trees_of(d);
    return trees;
  }

  /// The stage in which the tree reaches a node; 0: it is the root. In stage 3 if one of its stages before
  /// reaches the neighbour in stage 2, else the one after that of the neighbour.
  constexpr std::uint32_t depth(unsigned tree, Rank node) const {
    const Tree t = tree_of(tree);
    Coordinates at = topology_.coordinates(node);
    if (at == root_) return 0;
    if (form_ == Form::star) return 1;
    std::uint32_t last = 1;
    if (!carries(t, at[t.dimension])) {
      at[t.dimension] = before_leaf(t);
      last = 2;
    }
    for (unsigned e = 0; e < t.dimension; ++e) {
      if (at[e] != root_[e]) return last + 1;
    }
    return last;
  }

  /// Stages between the root and the farthest node.
  constexpr std::uint32_t relays() const { return topology_.dims() == 1 ? leaf_stages() : 2; }

  /// What a node sends to pass on the tree's messages: calls multicast(Box, Route) or send(Rank, Route), once
  /// for each of the node's links that the tree uses.
  template <class Multicast, class Send>
  constexpr void for_each_send(unsigned tree, Rank node, Multicast&& multicast, Send&& send) const {
    const Tree t = tree_of(tree);
    const unsigned k = t.dimension;
    const Coordinates at = topology_.coordinates(node);
    if (form_ == Form::star) {
      if (at == root_) for_each_branch(topology_, at, Box::all(topology_, node), {}, multicast);
      return;
    }
    if (at == root_) return first_stage(t, at, multicast);
    if (!carries(t, at[k])) return;
    bool below = k != 0;
    for (unsigned e = 0; e < k; ++e) below &= at[e] == root_[e];
    if (below) {
      Coordinates first = at, last = at;
      for (unsigned e = 0; e < k; ++e) set_span(t, e, first, last);
      for_each_branch(topology_, at, {topology_.rank(first), topology_.rank(last)}, {}, multicast);
    }
    if (at[k] != before_leaf(t)) return;
    for (std::uint32_t x = 0; x < topology_.extent(k); ++x) {
      if (form_ == Form::complete ? x == at[k] : x != root_[k]) continue;
      Coordinates leaf = at;
      leaf[k] = x;
      if (leaf == root_) continue;
      Route route;
      if (form_ == Form::rings) route.direction[k] = t.direction();
      if (form_ == Form::lines) route.direction[k] = hangs_on_plus(k) ? Direction::minus : Direction::plus;
      send(topology_.rank(leaf), route);
    }
  }

 private:
  enum class Form : std::uint8_t { complete, rings, lines, star };
  /// The dimension of a tree; and in generalized hypercubes the distance of its nodes from the root in it, on
  /// rings the direction (1: minus).
  struct Tree {
    unsigned dimension;
    std::uint32_t value;
    constexpr Direction direction() const { return value == 0 ? Direction::plus : Direction::minus; }
  };

  static constexpr Form form(const Topology& topology) {
    if (topology.symbols() != 0) return Form::star;
    if (topology.one_hop_dimensions()) return Form::complete;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!topology.wraps(d)) return Form::lines;
    }
    return Form::rings;
  }
  constexpr unsigned trees_of(unsigned d) const {
    return form_ == Form::complete ? topology_.extent(d) - 1 : form_ == Form::rings ? 2 : 1;
  }
  constexpr Tree tree_of(unsigned tree) const {
    unsigned d = 0;
    for (; tree >= trees_of(d); ++d) tree -= trees_of(d);
    return {d, form_ == Form::complete ? tree + 1 : tree};
  }
  /// One dimension: whether there is a stage behind the first.
  constexpr std::uint32_t leaf_stages() const {
    return form_ == Form::complete && topology_.extent(0) > 2 ? 1 : 0;
  }

  constexpr std::uint32_t moved(unsigned d, std::uint32_t by) const {
    return (root_[d] + by) % topology_.extent(d);
  }
  /// Whether stages 1 and 2 reach nodes with coordinate x in the tree's dimension.
  constexpr bool carries(Tree t, std::uint32_t x) const {
    return form_ == Form::complete ? x == moved(t.dimension, t.value) : x != root_[t.dimension];
  }
  /// Lines: whether stage 3 comes from the node after the root, since there is one.
  constexpr bool hangs_on_plus(unsigned d) const {
    return topology_.wraps(d) || root_[d] + 1 < topology_.extent(d);
  }
  /// The coordinate in the tree's dimension from which stage 3 comes.
  constexpr std::uint32_t before_leaf(Tree t) const {
    const std::uint32_t all_but_one = topology_.extent(t.dimension) - 1;
    switch (form_) {
      case Form::complete: return moved(t.dimension, t.value);
      case Form::rings: return moved(t.dimension, t.value == 0 ? all_but_one : 1);
      case Form::lines: return moved(t.dimension, hangs_on_plus(t.dimension) ? 1 : all_but_one);
      case Form::star: break;
    }
    return 0;
  }
  /// Lines: the first and the last coordinate of the two arms.
  constexpr std::uint32_t begin(unsigned d) const {
    const std::uint32_t n = topology_.extent(d);
    return topology_.wraps(d) ? moved(d, n - (n - 1) / 2) : 0;
  }
  constexpr std::uint32_t end(unsigned d) const {
    const std::uint32_t n = topology_.extent(d);
    return topology_.wraps(d) ? moved(d, n / 2) : n - 1;
  }

  /// Makes the box complete in dimension d, for a sender that has the root's coordinate in it.
  constexpr void set_span(Tree t, unsigned d, Coordinates& first, Coordinates& last) const {
    const std::uint32_t all_but_one = topology_.extent(d) - 1;
    switch (form_) {
      case Form::complete: first[d] = 0, last[d] = all_but_one; break;
      case Form::rings:
        first[d] = t.value == 0 ? root_[d] : moved(d, 1);
        last[d] = t.value == 0 ? moved(d, all_but_one) : root_[d];
        break;
      case Form::lines: first[d] = begin(d), last[d] = end(d); break;
      case Form::star: break;
    }
  }

  template <class Multicast>
  constexpr void first_stage(Tree t, const Coordinates& at, Multicast&& multicast) const {
    const unsigned k = t.dimension;
    Coordinates first = at, last = at;
    for (unsigned e = k + 1; e < topology_.dims(); ++e) set_span(t, e, first, last);
    const auto along = [&](std::uint32_t from, std::uint32_t to, Direction direction) {
      first[k] = from;
      last[k] = to;
      Route route;
      if (topology_.has_directions()) route.direction[k] = direction;
      multicast(Box{topology_.rank(first), topology_.rank(last)}, route);
    };
    const std::uint32_t all_but_one = topology_.extent(k) - 1, plus = moved(k, 1),
                        minus = moved(k, all_but_one);
    switch (form_) {
      case Form::complete: along(moved(k, t.value), moved(k, t.value), Direction::shortest); break;
      case Form::rings: along(plus, minus, t.direction()); break;
      case Form::lines:
        if (at[k] != end(k)) along(plus, end(k), Direction::plus);
        if (at[k] != begin(k)) along(begin(k), minus, Direction::minus);
        break;
      case Form::star: break;
    }
  }

  Topology topology_;
  Coordinates root_;
  Form form_;
};

}  // namespace collnoc

// Two spanning trees of one root in which no node is inner twice, for broadcasts at the full rate of one
// port.
//
// Every tree carries half of the message. A node forwards what it receives in one of them to two children,
// and is a leaf of the other one, so it sends as much as it receives. Sanders, Speck and Traeff, "Two-tree
// algorithms for full bandwidth broadcast, reduction and scan" (Parallel Computing 35, 2009), section 2.
// Their trees are balanced, for networks in which all distances are equal. Here, every child is near, and no
// link is used by two nodes at more than half of its rate; new in this project.
//
// Two neighbouring rows are a block. A closed path leads through its nodes, from the column of the root on:
//
//    8 < 7 < 6 < 5 < 4        first tree:  0 -> 2 -> 4 .. -> 8 and on the way 2 -> 3, 4 -> 5, 6 -> 7, 8 -> 9
//    v               ^        second tree: 9 -> 7 -> 5 .. -> 1 and on the way 7 -> 6, 5 -> 4, 3 -> 2, 1 -> 0
//    9 - 0 > 1 > 2 > 3        0 and 9 also forward to the next block, and 8 -> 1, 1 -> 8 replace their leaves
//
// The first tree visits the blocks upwards from that of the root, the second one downwards. They use opposite
// directions of all links. The root is left out of its block, which comes first in one tree and last in the
// other. With an odd number of rows, it has one row, or three.
//
// Rows lie along x if possible: with 3 or more nodes, and not with 4 of them in an odd number of rows. Else
// they lie along the first dimension for which this holds. If there is none, all extents are 1 or 2, and two
// dimensions of 2 make a ring of 4, which is a row.
//
// A step is a time slot in which a node sends at most one piece and receives at most one. A tree uses every
// second step of a node: `parity` says which of them, for every node. It differs for the node's two trees,
// and for two children of one parent in one tree (the paper's section 2.1). Freestanding: no heap, no
// exceptions, no hosted library.
#pragma once
#include <array>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

class CombTrees {
 public:
  /// Precondition: the topology has coordinates and at least 2 nodes.
  constexpr CombTrees(const Topology& topology, Rank root)
      : topology_(topology),
        along_(along(topology)),
        across_(across(topology, along_)),
        width_(topology.extent(along_) * (across_ == along_ ? 1 : 2)),
        rows_(topology.size() / width_),
        root_(root),
        turn_(is_ring() ? x_of(topology.coordinates(root)) : 0),
        column_(x_of(topology.coordinates(root)) - turn_),
        root_row_(row_of(root)) {
    first_row_ = root_row_ / 2 * 2;
    own_rows_ = 2;
    if (rows_ % 2 == 1) {
      own_rows_ = root_row_ % 2 == 0 ? 1 : 3;
      first_row_ = root_row_ % 2 == 0 ? root_row_ : root_row_ - 1;
    }
    blocks_ = (rows_ - own_rows_) / 2 + 1;
    own_block_ = first_row_ / 2;
  }

  /// A node's place in one of the trees.
  struct Place {
    std::uint32_t depth = 0;  ///< round in which it begins to receive, from 1 on; 0: it is the root
    std::uint32_t parity = 0;
    std::array<Rank, 2> children{no_rank, no_rank};  ///< in the order in which it sends to them
  };
  constexpr Place place(unsigned tree, Rank node) const {
    if (node == root_) {
      Place root;
      root.children[0] = node_at(tree == 0 ? own_block_ : head_block(1, 0),
                                 head(tree, tree == 0 ? own_block_ : head_block(1, 0)));
      return root;
    }
    const Position at = position(node);
    const std::uint32_t turn = turn_of(tree, at.block), length = length_of(at.block),
                        first = head(tree, at.block);
    const bool passes_on = turn + 1 < blocks_;
    // Places as this tree counts them: the head is at 0, inner nodes are at even places, and place p + 1 is
    // the leaf of place p. In the second tree of a block of odd length, one leaf is before the head.
    const std::uint32_t end = tree == 0 ? length - 1 : first, last_inner = end / 2 * 2;
    const bool ahead = tree == 1 && first + 1 < length;
    const auto there = [&](std::uint32_t p) { return node_at(at.block, tree == 0 ? p : first - p); };
    Place place;
    place.parity = parity_of(at, length) ^ tree;
    // A relay takes two slots or more: one more round where the parity would leave only one slot.
    const std::uint32_t late =
        tree == 0 && turn > 0 && parity_of({own_block_, 0}, length_of(own_block_)) == 1 ? 1 : 0;
    const auto round = [&](std::uint32_t p) {  // of an inner node
      const bool odd_end = tree == 0 && length % 2 == 1 && p != 0 && p == last_inner;
      return turn + 1 + late + p / 2 + (odd_end ? 1 : 0);
    };
    const auto behind = [&](std::uint32_t p) {  // of the leaf of an inner node
      const std::uint32_t parent = parity_of({at.block, tree == 0 ? p : first - p}, length) ^ tree;
      return round(p) + 1 + (parent > place.parity ? 1 : 0);
    };
    if (ahead && at.index > first) {
      place.depth = behind(last_inner);
      return place;
    }
    const std::uint32_t p = tree == 0 ? at.index : first - at.index;
    if (p % 2 == 1) {
      place.depth = behind(p == 1 && passes_on ? last_inner : p - 1);
      return place;
    }
    place.depth = round(p);
    unsigned count = 0;
    const auto add = [&](Rank child) { place.children[count++] = child; };
    if (p == 0 && passes_on) {
      const std::uint32_t next = head_block(tree, turn + 1);
      add(node_at(next, head(tree, next)));
    }
    if (p + 2 <= last_inner) add(there(p + 2));
    if (p + 1 <= end && (p != 0 || !passes_on)) add(there(p + 1));
    if (p == last_inner && end >= 1 && passes_on) add(there(1));
    if (ahead && p == last_inner) add(node_at(at.block, length - 1));
    return place;
  }

  /// The parent of a node that is not the root.
  constexpr Rank parent(unsigned tree, Rank node) const {
    const Position at = position(node);
    const std::uint32_t turn = turn_of(tree, at.block), length = length_of(at.block),
                        first = head(tree, at.block);
    const std::uint32_t end = tree == 0 ? length - 1 : first, last_inner = end / 2 * 2;
    const auto there = [&](std::uint32_t p) { return node_at(at.block, tree == 0 ? p : first - p); };
    if (tree == 1 && at.index > first) return there(last_inner);
    const std::uint32_t p = tree == 0 ? at.index : first - at.index;
    if (p % 2 == 1) return there(p == 1 && turn + 1 < blocks_ ? last_inner : p - 1);
    if (p != 0) return there(p - 2);
    if (turn == 0) return root_;
    const std::uint32_t before = head_block(tree, turn - 1);
    return node_at(before, head(tree, before));
  }

  /// No node begins to receive in a later round.
  constexpr std::uint32_t height() const {
    std::uint32_t most = 0;
    for (unsigned tree = 0; tree < 2; ++tree) {
      for (std::uint32_t turn = 0; turn < blocks_; ++turn) {
        const std::uint32_t deepest = turn + 4 + length_of(head_block(tree, turn)) / 2;
        if (deepest > most) most = deepest;
      }
    }
    return most;
  }

 private:
  struct Position {
    std::uint32_t block, index;
  };

  /// The dimension of the rows.
  static constexpr unsigned along(const Topology& topology) {
    unsigned longest = 0;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t width = topology.extent(d), rows = topology.size() / width;
      if (width >= 3 && (width != 4 || rows == 1 || rows % 2 == 0)) return d;
      if (width > topology.extent(longest)) longest = d;
    }
    return longest;
  }
  /// A second dimension of the rows, or the same if there is none.
  static constexpr unsigned across(const Topology& topology, unsigned along) {
    for (unsigned d = along + 1; topology.extent(along) == 2 && d < topology.dims(); ++d) {
      if (topology.extent(d) == 2) return d;
    }
    return along;
  }
  constexpr bool is_ring() const {
    return topology_.wraps(along_) || topology_.one_hop_dimensions() || across_ != along_;
  }
  constexpr std::uint32_t x_of(const Coordinates& c) const {
    return across_ == along_ ? c[along_] : 2 * c[across_] + (c[across_] ^ c[along_]);
  }

  /// Rows in the order of a snake through all other dimensions: neighbours follow each other.
  constexpr std::uint32_t row_of(Rank node) const {
    const Coordinates c = topology_.coordinates(node);
    std::uint32_t row = 0;
    for (unsigned d = topology_.dims(); d-- > 0;) {
      if (d == along_ || d == across_) continue;
      const std::uint32_t n = topology_.extent(d);
      row = row * n + (row % 2 == 0 ? c[d] : n - 1 - c[d]);
    }
    return row;
  }
  constexpr Rank node_in(std::uint32_t row, std::uint32_t x) const {
    Coordinates c{};
    x = (x + turn_) % width_;
    c[along_] = across_ == along_ ? x : (x >> 1 ^ x) & 1;
    if (across_ != along_) c[across_] = x >> 1;
    for (unsigned d = 0; d < topology_.dims(); ++d) {
      if (d == along_ || d == across_) continue;
      const std::uint32_t n = topology_.extent(d), at = row % n;
      row /= n;
      c[d] = row % 2 == 0 ? at : n - 1 - at;
    }
    return topology_.rank(c);
  }

  constexpr std::uint32_t first_row(std::uint32_t block) const {
    return block <= own_block_ ? 2 * block : 2 * block + own_rows_ - 2;
  }
  /// Number of nodes of a block, without the root.
  constexpr std::uint32_t length_of(std::uint32_t block) const {
    return block == own_block_ ? own_rows_ * width_ - 1 : 2 * width_;
  }
  /// The order in which a tree visits the blocks.
  constexpr std::uint32_t turn_of(unsigned tree, std::uint32_t block) const {
    const std::uint32_t after = (block + blocks_ - own_block_) % blocks_;
    return tree == 0 ? after : blocks_ - 1 - after;
  }
  constexpr std::uint32_t head_block(unsigned tree, std::uint32_t turn) const {
    return (own_block_ + (tree == 0 ? turn : blocks_ - 1 - turn)) % blocks_;
  }
  /// Index of the first inner node of a tree: inner nodes have even indices in the first tree, odd ones in
  /// the second. A block of one node has none of the second tree; there it is a leaf.
  constexpr std::uint32_t head(unsigned tree, std::uint32_t block) const {
    const std::uint32_t length = length_of(block);
    return tree == 0 || length == 1 ? 0 : length % 2 == 0 ? length - 1 : length - 2;
  }
  constexpr std::uint32_t parity_of(Position at, std::uint32_t length) const {
    if (length % 2 == 1) {
      if (length > 1 && at.index + 2 >= length) return length - 1 - at.index;
      return 1 - at.index % 2;
    }
    if (at.index == 0) return at.block == own_block_ ? 1 : 0;
    return at.index + 1 == length ? 1 : 1 - at.index % 2;
  }

  /// The closed path through two rows, from the root's column of the first: first row up, second row down,
  /// first row up again.
  constexpr Rank on_loop(std::uint32_t first, std::uint32_t second, std::uint32_t index) const {
    if (index < width_ - column_) return node_in(first, column_ + index);
    index -= width_ - column_;
    if (index < width_) return node_in(second, width_ - 1 - index);
    return node_in(first, index - width_);
  }
  constexpr std::uint32_t loop_index(bool in_second, std::uint32_t x) const {
    if (in_second) return width_ - column_ + width_ - 1 - x;
    return x >= column_ ? x - column_ : 2 * width_ - column_ + x;
  }
  /// One row: away from the root's column upwards, then the rest, nearest first.
  constexpr std::uint32_t x_in_row(std::uint32_t index) const {
    if (column_ + index < width_) return column_ + index;
    return width_ - 1 - index;
  }
  constexpr std::uint32_t row_index(std::uint32_t x) const {
    if (x >= column_) return x - column_;
    return width_ - 1 - x;
  }

  /// The block of the root turns the other way if the loop begins at its side: then the first tree enters it
  /// where it leaves for the next block. Precondition: index != 0. It is its own inverse.
  constexpr std::uint32_t flipped(std::uint32_t index) const {
    return column_ == 0 ? 2 * width_ - index : index;
  }

  constexpr Rank node_at(std::uint32_t block, std::uint32_t index) const {
    const std::uint32_t row = first_row(block);
    if (block != own_block_) return on_loop(row, row + 1, index);
    ++index;  // the root is at 0
    if (own_rows_ == 1) return node_in(row, x_in_row(index));
    if (own_rows_ == 2) return on_loop(root_row_, 2 * row + 1 - root_row_, flipped(index));
    if (index < 2 * width_) return on_loop(root_row_, root_row_ + 1, index);
    return node_in(root_row_ - 1, x_in_row(index - 2 * width_));
  }
  constexpr Position position(Rank node) const {
    const std::uint32_t row = row_of(node), x = (x_of(topology_.coordinates(node)) + width_ - turn_) % width_;
    if (row < first_row_) return {row / 2, loop_index(row % 2 == 1, x)};
    if (row >= first_row_ + own_rows_) {
      const std::uint32_t after = row - first_row_ - own_rows_;
      return {own_block_ + 1 + after / 2, loop_index(after % 2 == 1, x)};
    }
    if (own_rows_ == 1) return {own_block_, row_index(x) - 1};
    if (own_rows_ == 3 && row < root_row_) return {own_block_, 2 * width_ + row_index(x) - 1};
    if (own_rows_ == 3) return {own_block_, loop_index(row != root_row_, x) - 1};
    return {own_block_, flipped(loop_index(row != root_row_, x)) - 1};
  }

  Topology topology_;
  unsigned along_, across_;  ///< dimensions of the rows
  std::uint32_t width_, rows_;
  Rank root_;
  std::uint32_t turn_;    ///< x is counted from here, where there is no first column
  std::uint32_t column_;  ///< of the root
  std::uint32_t root_row_;
  std::uint32_t first_row_ = 0, own_rows_ = 2;  ///< of the root's block
  std::uint32_t blocks_ = 1, own_block_ = 0;
};

}  // namespace collnoc

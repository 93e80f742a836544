// The star graph S_n: nodes are the permutations of 0 .. n-1; dimension d = 1 .. n-1 exchanges the symbols in
// places 0 and d. Tseng & Sheu, "Toward optimal broadcast in a star graph using multiple spanning trees".
//
//   S_3:  012 -1- 102 -2- 201 -1- 021 -2- 120 -1- 210 -2- 012      (n! nodes, n-1 links each)
//
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include "collnoc/arch/topology/shape.hpp"

namespace collnoc::star {

/// S_3 has 6 nodes, S_6 has 720. The hardware's node address has space for five symbols of 3 bits, and the sixth
/// is the one that is left. Of S_7, with 5,040 nodes, there are schedules and proofs, but no hardware.
inline constexpr unsigned min_symbols = 3, max_hardware_symbols = 6, max_symbols = __STDC_HOSTED__ != 0 ? 7 : 6;

constexpr std::uint32_t factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
/// D_n, the diameter.
constexpr unsigned diameter(unsigned n) { return 3 * (n - 1) / 2; }

/// A node's label, packed: bits 3i+2 .. 3i are the symbol in place i.
class Permutation {
 public:
  constexpr Permutation() = default;
  static constexpr Permutation identity(unsigned n) {
    Permutation p;
    for (unsigned i = 0; i < n; ++i) p.set(i, i);
    return p;
  }
  constexpr unsigned operator[](unsigned place) const { return bits_ >> (3 * place) & 7u; }
  constexpr void set(unsigned place, unsigned symbol) {
    bits_ = (bits_ & ~(7u << (3 * place))) | symbol << (3 * place);
  }
  /// The neighbour along dimension d, the paper's g_d.
  constexpr Permutation along(unsigned d) const {
    Permutation p = *this;
    p.set(0, (*this)[d]);
    p.set(d, (*this)[0]);
    return p;
  }
  constexpr std::uint32_t packed() const { return bits_; }
  static constexpr Permutation of(std::uint32_t packed) {
    Permutation p;
    p.bits_ = packed;
    return p;
  }
  friend constexpr bool operator==(Permutation, Permutation) = default;

 private:
  std::uint32_t bits_ = 0;
};

/// Places of a label that a node address holds, from place 0 on: all, or with more than five symbols all but the last.
constexpr unsigned places_of_address(unsigned n) { return n > 5 ? n - 1 : n; }
/// A node's address in the hardware: its label, packed, without the symbol in the last place if there are more than five.
constexpr NodeAddress address(unsigned n, Permutation p) {
  return static_cast<NodeAddress>(p.packed() & ((1u << (3 * places_of_address(n))) - 1));
}
/// The label of an address. The exclusive or of all symbols, 0 .. n-1, and of those that it holds is the one left.
constexpr Permutation label(unsigned n, std::uint32_t address) {
  Permutation p = Permutation::of(address);
  if (places_of_address(n) == n) return p;
  unsigned last = n - 1;
  for (unsigned i = 0; i < n - 1; ++i) last ^= i ^ p[i];
  p.set(n - 1, last);
  return p;
}

/// Whether a node address is that of a label of n symbols: it has each once, and all higher bits are 0.
constexpr bool is_address(unsigned n, std::uint32_t address) {
  const Permutation p = label(n, address);
  unsigned seen = 0;
  for (unsigned i = 0; i < n; ++i) seen |= 1u << p[i];
  return seen == (1u << n) - 1 && address >> (3 * places_of_address(n)) == 0;
}

/// Number of a node: the sum of c_i · i!, where c_i is the number of greater symbols before place i (the
/// Lehmer code from the right). The identity has number 0. The (n-1)! nodes with the same symbol in the last
/// place have contiguous numbers. If that symbol is n-1, these are also their numbers in S_(n-1).
constexpr std::uint32_t rank(unsigned n, Permutation p) {
  std::uint32_t rank = 0;
  for (unsigned i = 1; i < n; ++i) {
    std::uint32_t greater = 0;
    for (unsigned j = 0; j < i; ++j) greater += p[j] > p[i];
    rank += greater * factorial(i);
  }
  return rank;
}

constexpr Permutation permutation(unsigned n, std::uint32_t rank) {
  Permutation p;
  unsigned left = (1u << n) - 1;  // bit s: symbol s has no place yet
  for (unsigned i = n; i-- > 0;) {
    unsigned greater = rank / factorial(i);
    rank %= factorial(i);
    unsigned symbol = n - 1;
    for (;; --symbol) {
      if ((left >> symbol & 1u) == 0) continue;
      if (greater == 0) break;
      --greater;
    }
    p.set(i, symbol);
    left &= ~(1u << symbol);
  }
  return p;
}

/// The product x·y: y with its symbols renamed by x. Neighbours stay neighbours in the same dimension.
constexpr Permutation product(unsigned n, Permutation x, Permutation y) {
  Permutation p;
  for (unsigned i = 0; i < n; ++i) p.set(i, x[y[i]]);
  return p;
}
constexpr Permutation inverse(unsigned n, Permutation x) {
  Permutation p;
  for (unsigned i = 0; i < n; ++i) p.set(x[i], i);
  return p;
}

/// Greedy routing, Eq. (1): the dimension of the next hop from `at` to `to`; 0 if they are equal. If the
/// first symbol is out of place, the hop moves it to its place. Otherwise the hop exchanges it with the
/// lowest wrong place. Each hop reduces the distance by one, so the path is a shortest one.
constexpr unsigned towards(unsigned n, Permutation at, Permutation to) {
  for (unsigned d = 1; d < n; ++d) {
    if (at[0] == to[d]) return d;
  }
  for (unsigned d = 1; d < n; ++d) {
    if (at[d] != to[d]) return d;
  }
  return 0;
}

/// The links of a multicast's tree that leave `own`: bit i, link i. Its members have the symbols of `root`,
/// the sender, wherever `corner` has them, except in place 0. A neighbour is a child if its path to the root
/// begins here, so the tree has the shortest paths.
constexpr unsigned tree_links(unsigned n, Permutation own, Permutation root, Permutation corner) {
  unsigned links = 0;
  for (unsigned d = 1; d < n; ++d) {
    if (root[d] != corner[d] && towards(n, own.along(d), root) == d) links |= 1u << (d - 1);
  }
  return links;
}

/// Whether the label is an even permutation. Neighbours of an even node are odd.
constexpr bool is_even(unsigned n, Permutation p) {
  bool even = true;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < i; ++j) even ^= p[j] > p[i];
  }
  return even;
}

/// Sum over the cycles of wrong places: a cycle through place 0 takes one hop fewer than it has places, any
/// other cycle one more.
constexpr unsigned distance(unsigned n, Permutation from, Permutation to) {
  const Permutation way = product(n, inverse(n, to), from);  // symbol in a place -> place it goes to
  unsigned hops = 0, seen = 0;
  for (unsigned i = 0; i < n; ++i) {
    if ((seen >> i & 1u) != 0 || way[i] == i) continue;
    for (unsigned j = i; (seen >> j & 1u) == 0; j = way[j]) {
      seen |= 1u << j;
      ++hops;
    }
    hops = i == 0 ? hops - 1 : hops + 1;
  }
  return hops;
}

}  // namespace collnoc::star

namespace collnoc {

/// Link i exchanges the symbols in places 0 and i+1. `radix` is the number of symbols. There are no
/// coordinates: one dimension of all nodes, and the coordinate is the rank.
struct Star : UsualTopology {
  static constexpr Multicasts multicasts = Multicasts::substars;
  static constexpr std::uint32_t symbols(std::uint32_t radix) { return radix; }
  static constexpr bool has_hardware(const Shape& shape) { return shape.radix <= star::max_hardware_symbols; }

  static constexpr Shape shape(unsigned symbols) {
    Shape shape;
    shape.radix = symbols;
    shape.dimensions[0].extent = star::factorial(symbols);
    return shape;
  }
  static constexpr unsigned links_per_dimension(std::uint32_t radix) { return radix - 1; }
  /// The number that keeps the network free of deadlock: one more than the even nodes that the longest path has
  /// between its ends (docs/reference/star-graph.md).
  static constexpr unsigned usual_vcs(std::uint32_t radix) { return star::diameter(radix) / 2 + 1; }
  static constexpr bool wraps(bool) { return false; }

  static constexpr Rank neighbour(const Shape& shape, Rank rank, Link link) {
    return star::rank(shape.radix, star::permutation(shape.radix, rank).along(link + 1));
  }
  static constexpr Link opposite(const Shape&, Rank, Link link) { return link; }
  static constexpr Link link_towards(const Shape& shape, unsigned, Rank from, Rank to, bool) {
    return star::towards(shape.radix, star::permutation(shape.radix, from),
                         star::permutation(shape.radix, to)) -
           1;
  }
  static constexpr std::uint32_t distance(const Shape& shape, Rank from, Rank to) {
    return star::distance(shape.radix, star::permutation(shape.radix, from),
                          star::permutation(shape.radix, to));
  }
  static constexpr NodeAddress address(const Shape& shape, Rank rank) {
    return star::address(shape.radix, star::permutation(shape.radix, rank));
  }
  static constexpr Rank rank_at(const Shape& shape, NodeAddress address) {
    return star::rank(shape.radix, star::label(shape.radix, address));
  }
};

}  // namespace collnoc

// All-to-all broadcasts on a star graph along Hamiltonian paths. Fragopoulou & Akl, as described by Tseng &
// Sheu (section 6.2).
//
// `hamiltonian`, one-port: blocks travel round a Hamiltonian cycle, as on a ring. In each step, every node
// forwards the block that it received in the step before. The cycle is given as a word of dimensions. It
// starts at the identity, and the word is repeated until the cycle returns to the identity:
//
//   S_3  (12)^3      S_4  (132121231212)^2      S_5  (213424324323121231212423)^5      S_6, S_7  below
//
// alpha = beta = n! - 1 (beta in blocks). This beta is the minimum for one port.
//
// `hamiltonian-all-port`: `multi-tree` with a different tree T of height (n-1)! + n - 2. T contains a
// Hamiltonian path through the identity's substar, along the word of S_(n-1). At the first node with a new
// first symbol, T branches to the substar of that symbol and follows the same word there.
//
//   S_4:  I - . - . - . - . - .        5 links each: 12121
//         |   |   |
//         .   .   .                    three substars, entered from the first three nodes
//         :   :   :
//
// alpha = 3, 8, 27, 124, 725 for n = 3 .. 7; beta = (n! - 1)/(n-1), the minimum.
//
// Both are free of contention, and every message takes one hop. Star graphs only.
#pragma once
#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_multi_tree.hpp"

namespace collnoc {

/// A Hamiltonian cycle through S_n as a word of dimensions, which is repeated. Up to S_6, the word begins
/// with n - 1 different dimensions, so that the first n nodes have different first symbols, and trees of
/// paths branch early.
struct StarWord {
  const char* digits;
  std::uint32_t length;

  template <std::size_t size>
  constexpr explicit StarWord(const char (&word)[size]) : digits(word), length(size - 1) {}
};
// clang-format off
inline constexpr StarWord star_words[]{StarWord("1"), StarWord("12"), StarWord("132121231212"),
    StarWord("213424324323121231212423"),
    StarWord(  // of S_6, repeated five times
    "342515451354135132423515431251453515152151514545343454131451253514141353513212124525413453414513"
    "541514342535312452153524125132534313535121532312"),
#if __STDC_HOSTED__
    StarWord(  // of S_7, repeated seven times
    "265325356321251626541362652512534535124265151315626231354251265241565353526232636315135145146165"
    "465134156162426241412316351563534323416146324134535416123612315615632361616242635631412125461421"
    "451361415365634236263431321231434161263521543562435456153564613614635352312524126121214341524315"
    "625351342465123163652123416356263264152132316126354151214514123163123152316415351532316352531514"
    "243214364214245121432423465353453213463162616153641642414634612523163125131254563654145615125262"
    "612121316214121231215653143142141323434152514215124261356545642412142321352364546546146313254512"
    "532161432465131325163142645154156421456132346215614251634643136345465213525615265312623145325152"
    "152354546561423123123632364164151635313542165361"),
#endif
};
// clang-format on

/// Dimension of the `index`-th link of the cycle through S_n, n = 2 and more.
constexpr unsigned star_cycle_dimension(unsigned n, std::uint32_t index) {
  const StarWord& word = star_words[n - 2];
  return static_cast<unsigned>(word.digits[index % word.length] - '0');
}

/// The Hamiltonian cycle in S_n: `node` by position, and `place`, the position of each node.
template <unsigned n>
struct StarCycleOf {
  std::array<std::uint16_t, star::factorial(n)> node{}, place{};

  constexpr StarCycleOf() {
    star::Permutation at = star::Permutation::identity(n);
    for (std::uint32_t i = 0; i < star::factorial(n); ++i) {
      const std::uint32_t rank = star::rank(n, at);
      node[i] = static_cast<std::uint16_t>(rank);
      place[rank] = static_cast<std::uint16_t>(i);
      at = at.along(star_cycle_dimension(n, i));
    }
  }
};
/// The same of any star graph.
struct StarCycle {
  const std::uint16_t *node, *place;
};
constexpr StarCycle star_cycle(unsigned n) {
  return for_star(n, [](auto symbols) {
    const auto& cycle = star_table<StarCycleOf<symbols>>();
    return StarCycle{cycle.node.data(), cycle.place.data()};
  });
}

/// The tree of Hamiltonian paths for `hamiltonian-all-port`.
struct StarPaths {
  static constexpr unsigned height(unsigned n) { return star::factorial(n - 1) + n - 2; }
  /// Calls f(rank, label, level, dimension of the link to the parent) for every node.
  template <class F>
  static constexpr void for_each(unsigned n, F&& f) {
    const auto walk = [&](star::Permutation at, unsigned from, unsigned entered) {
      for (std::uint32_t i = 0; i < star::factorial(n - 1); ++i) {
        f(star::rank(n, at), at, from + i, i == 0 ? entered : star_cycle_dimension(n - 1, i - 1));
        at = at.along(star_cycle_dimension(n - 1, i));
      }
    };
    star::Permutation at = star::Permutation::identity(n);
    walk(at, 0, 0);
    unsigned entered = 0;  // bit s: the substar whose last symbol is s
    for (unsigned i = 0; entered + 1 != 1u << (n - 1); ++i) {
      if ((entered >> at[0] & 1u) == 0) walk(at.along(n - 1), i + 1, n - 1);
      entered |= 1u << at[0];
      at = at.along(star_cycle_dimension(n - 1, i));
    }
  }
};

struct AllToAllHamiltonian {
  static constexpr const char* name = "hamiltonian";
  static constexpr const char* summary =
      "star graphs: blocks travel round a Hamiltonian cycle (Fragopoulou & Akl; Tseng & Sheu, 6.2)";
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return topology.symbols() == 0 ? "it needs a star graph" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) { return job.topology.size() - 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    wait_for_last_step<AllToAllHamiltonian>(job, rank, step, 1, out);
    const Rank size = job.topology.size();
    const StarCycle cycle = star_cycle(job.topology.radix());
    const std::uint32_t at = cycle.place[rank];
    const Rank next = cycle.node[(at + 1) % size], origin = cycle.node[(at + size - step) % size];
    out.send(share_blocks(job, next, origin, 1, 1, {}));
  }

  /// Counter 1: messages from the predecessor in the cycle.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

struct AllToAllHamiltonianAllPort : StarTreesOfAll<StarPaths, false> {
  static constexpr const char* name = "hamiltonian-all-port";
  static constexpr const char* summary =
      "star graphs: trees of Hamiltonian paths, balanced links (Fragopoulou & Akl; Tseng & Sheu, 6.2)";
};

}  // namespace collnoc

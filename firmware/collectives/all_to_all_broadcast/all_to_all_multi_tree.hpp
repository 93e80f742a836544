// All-to-all broadcast `multi-tree` on a star graph. Tseng & Sheu, section 5.
//
// Every block is cut into n - 1 segments. Node x sends segment i over its own tree LC(x, DC(i, T)). T is the
// greedy tree of the identity. DC(i, .) rotates the dimensions by i (cyclically within 1 .. n-1). LC(x, .)
// relabels the symbols by x. In step t, every segment moves to level t of its tree. Over all x and i, the
// number of trees that contain a given link at level t equals the number of nodes of T at that level (Lemma
// 7). So in every step, all links carry the same load.
//
//   y in T at level t, with its parent over dimension a:   in DC(i, T) it is p·y·p^-1, with its parent over
//   p(a) = (a + i - 1) mod (n-1) + 1; in LC(x, ..) it is x·p·y·p^-1.
//
// So over dimension d, for each y at level t, a node u receives segment i = d - a (mod n-1) of the block of
// node x = u·(p·y·p^-1)^-1.
//
//   all-port   alpha = D_n, beta = (n!-1)/(n-1): both are the minimum (Theorem 3)
//   one-port   a step becomes n - 1 steps, one per dimension: alpha = (n-1) D_n, beta = n! - 1 (section 5.2)
//
// A message consists of one put per segment. Free of contention; every message takes one hop. Star graphs
// only.
#pragma once
#include "collnoc/firmware/collectives/all_to_all_broadcast/star_table.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// A spanning tree of S_n with the identity as its root, level by level.
struct StarLevels {
  const star::Permutation* inverse;  ///< y^-1
  const std::uint8_t* dimension;     ///< of y's link to its parent
  const std::uint16_t* first;        ///< level t has the nodes first[t] .. first[t+1]-1
};

/// `Tree::for_each` lists the nodes, `Tree::height` is the last level.
template <class Tree, unsigned n>
struct StarLevelsOf {
  std::array<star::Permutation, star::factorial(n)> inverse{};
  std::array<std::uint8_t, star::factorial(n)> dimension{};
  std::array<std::uint16_t, Tree::height(n) + 2> first{};

  /// Within a level by rank.
  constexpr StarLevelsOf() {
    std::array<star::Permutation, star::factorial(n)> node{};
    std::array<std::uint16_t, star::factorial(n)> level{};
    std::array<std::uint8_t, star::factorial(n)> parent{};
    Tree::for_each(n, [&](Rank rank, star::Permutation y, unsigned at, unsigned towards) {
      node[rank] = y;
      level[rank] = static_cast<std::uint16_t>(at);
      parent[rank] = static_cast<std::uint8_t>(towards);
      ++first[at + 1];
    });
    for (unsigned t = 0; t <= Tree::height(n); ++t) first[t + 1] += first[t];
    std::array<std::uint16_t, Tree::height(n) + 2> next = first;
    for (Rank rank = 0; rank < star::factorial(n); ++rank) {
      const unsigned place = next[level[rank]]++;
      inverse[place] = star::inverse(n, node[rank]);
      dimension[place] = parent[rank];
    }
  }
};

#if __STDC_HOSTED__
/// Counts of a tree's nodes. Large star graphs have too many nodes to count them for each call.
template <class Tree, unsigned n>
struct StarCountsOf {
  /// [t][a]: nodes above level t, without the root, whose link to the parent has dimension a.
  std::array<std::array<std::uint16_t, n>, Tree::height(n) + 2> above{};

  StarCountsOf() {
    const auto& levels = star_table<StarLevelsOf<Tree, n>>();
    for (unsigned t = 1; t + 1 < levels.first.size(); ++t) {
      above[t + 1] = above[t];
      for (unsigned y = levels.first[t]; y < levels.first[t + 1]; ++y) ++above[t + 1][levels.dimension[y]];
    }
  }
};
#endif

/// Shortest paths.
struct StarGreedyPaths {
  static constexpr unsigned height(unsigned n) { return star::diameter(n); }
  template <class F>
  static constexpr void for_each(unsigned n, F&& f) {
    const star::Permutation root = star::Permutation::identity(n);
    for (Rank rank = 0; rank < star::factorial(n); ++rank) {
      const star::Permutation y = star::permutation(n, rank);
      f(rank, y, star::distance(n, root, y), star::towards(n, y, root));
    }
  }
};

/// Sends segments down the trees LC(x, DC(i, T)) of all nodes x, for a given T. `serial`: one all-port
/// step becomes n - 1 one-port steps.
template <class Tree, bool serial>
struct StarTreesOfAll {
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (topology.symbols() == 0) return "it needs a star graph";
    if (!serial && nic != PortModel::all_port) return "it needs an all-port NIC";
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) {
    const unsigned n = job.topology.radix();
    return Tree::height(n) * turns(n);
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    const unsigned n = topology.radix(), level = step / turns(n) + 1;
    wait_for_last_step<StarTreesOfAll>(job, rank, step, n - 1, out);
    const StarLevels levels = levels_of(n);
    std::array<Rank, star::max_symbols> dst{};  // indexed by dimension
    std::array<star::Permutation, star::max_symbols> label{};
    for (unsigned d = 1; d < n; ++d) {
      dst[d] = topology.neighbour(rank, d - 1);
      label[d] = star::permutation(n, dst[d]);
    }
    std::array<bool, star::max_symbols> begun{};
    for (unsigned y = levels.first[level]; y < levels.first[level + 1]; ++y) {
      for (unsigned d = 1; d < n; ++d) {
        if (serial && d != step % turns(n) + 1) continue;
        const unsigned i = segment_of(n, levels.dimension[y], d);
        const Range range = pieces(job, i, i + 1, n - 1);
        if (range.empty()) continue;
        const Rank origin = star::rank(n, star::product(n, label[d], turned(n, levels.inverse[y], i)));
        const std::uint32_t address = block_address(job, origin) + range.begin;
        const Put put{dst[d], address, address, range.bytes(), static_cast<std::uint8_t>(d), false, {}};
        if (begun[d]) {
          out.more(put);
        } else {
          out.send(put);
        }
        begun[d] = true;
      }
    }
  }

  /// Counter d: arrivals over the link of dimension d, one per segment.
  static constexpr std::uint32_t arrivals(const Job& job, Rank, std::uint8_t counter, std::uint32_t step) {
    const unsigned n = job.topology.radix();
    if (counter == 0 || counter >= n) return 0;
    const StarLevels levels = levels_of(n);
    const std::uint32_t ended = serial ? (step + turns(n) - counter) / turns(n) : step;
    const unsigned last = levels.first[ended + 1];
    if (padded(job.bytes) / 8 >= n - 1) return last - 1;
    std::uint32_t sum = 0;
#if __STDC_HOSTED__
    for (unsigned a = 1; a < n; ++a) {
      const unsigned i = segment_of(n, a, counter);
      if (!pieces(job, i, i + 1, n - 1).empty()) sum += nodes_above(n, ended + 1, a);
    }
#else
    for (unsigned y = 1; y < last; ++y) {
      const unsigned i = segment_of(n, levels.dimension[y], counter);
      sum += !pieces(job, i, i + 1, n - 1).empty();
    }
#endif
    return sum;
  }

 private:
  static constexpr StarLevels levels_of(unsigned n) {
    return for_star(n, [](auto symbols) {
      const auto& levels = star_table<StarLevelsOf<Tree, symbols>>();
      return StarLevels{levels.inverse.data(), levels.dimension.data(), levels.first.data()};
    });
  }
#if __STDC_HOSTED__
  static constexpr unsigned nodes_above(unsigned n, unsigned level, unsigned dimension) {
    return for_star(n, [&](auto symbols) -> unsigned {
      return star_table<StarCountsOf<Tree, symbols>>().above[level][dimension];
    });
  }
#endif
  static constexpr unsigned turns(unsigned n) { return serial ? n - 1 : 1; }

  /// The i for which DC(i, .) maps dimension `own` to d.
  static constexpr unsigned segment_of(unsigned n, unsigned own, unsigned d) {
    return (d + n - 1 - own) % (n - 1);
  }
  /// DC(i, .): p·y·p^-1.
  static constexpr star::Permutation turned(unsigned n, star::Permutation y, unsigned i) {
    const auto p = [&](unsigned a) { return a == 0 ? 0 : (a + i - 1) % (n - 1) + 1; };
    star::Permutation to;
    for (unsigned place = 0; place < n; ++place) to.set(p(place), p(y[place]));
    return to;
  }
};

template <bool serial>
struct AllToAllMultiTree : StarTreesOfAll<StarGreedyPaths, serial> {
  static constexpr const char* name = serial ? "multi-tree" : "multi-tree-all-port";
  static constexpr const char* summary =
      serial ? "star graphs: n - 1 trees per node, one dimension per step (Tseng & Sheu, 5.2)"
             : "star graphs: n - 1 trees per node, equal load on all links (Tseng & Sheu, 5.1)";
};

}  // namespace collnoc

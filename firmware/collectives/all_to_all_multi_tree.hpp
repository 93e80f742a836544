// All-to-all broadcast `multi-tree` on a star graph. Tseng & Sheu, section 5.
//
// A block is cut into n - 1 segments. Node x sends segment i over its tree LC(x, DC(i, T)): T is the greedy
// tree of the identity, DC(i, .) turns its dimensions on by i (cyclic in 1 .. n-1), LC(x, .) renames its
// symbols by x. In step t every segment goes down level t of its tree. Over all x and i, each link is in as
// many trees at level t as T has nodes there (Lemma 7): all links are equally busy in every step.
//
//   y in T at level t, its parent over dimension a:   in DC(i, T) it is p·y·p^-1 and its parent is over
//   p(a) = (a + i - 1) mod (n-1) + 1; in LC(x, ..) it is x·p·y·p^-1.
//
// So a node u gets over dimension d, for each y at level t, segment i = d - a (mod n-1) of the block of
// x = u·(p·y·p^-1)^-1.
//
//   all-port   D_n steps, beta = (n!-1)/(n-1): both the least (Theorem 3)
//   one-port   every step becomes n - 1 steps, one a dimension: (n-1) D_n, n! - 1 (section 5.2)
//
// A message is a put for each segment. Free of contention, every message one hop. Star graphs only.
#pragma once
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

/// A spanning tree of S_n from the identity, level by level.
struct StarLevels {
  static constexpr unsigned most = 30;  ///< more than any tree's height here

  std::array<star::Permutation, star::factorial(star::max_symbols)> inverse{};  ///< y^-1
  std::array<std::uint8_t, star::factorial(star::max_symbols)> dimension{};     ///< of y's link to its parent
  std::array<std::uint8_t, most + 1> first{};  ///< the nodes y at level t are first[t] .. first[t+1]-1
  unsigned height = 0;

  /// level(y) and parent(y), a dimension, say where node y is.
  template <class Level, class Parent>
  constexpr StarLevels(unsigned n, const Level& level, const Parent& parent) {
    unsigned count = 0;
    for (; count < star::factorial(n); ++height) {
      first[height] = static_cast<std::uint8_t>(count);
      for (std::uint32_t rank = 0; rank < star::factorial(n); ++rank) {
        const star::Permutation y = star::permutation(n, rank);
        if (level(y) != height) continue;
        inverse[count] = star::inverse(n, y);
        dimension[count++] = static_cast<std::uint8_t>(parent(y));
      }
    }
    first[height--] = static_cast<std::uint8_t>(count);
  }
};

constexpr StarLevels greedy_levels(unsigned n) {
  const star::Permutation root = star::Permutation::identity(n);
  return {n, [=](star::Permutation y) { return star::distance(n, root, y); },
          [=](star::Permutation y) { return star::towards(n, y, root); }};
}
/// A tree each for S_3, S_4, S_5.
using StarForests = std::array<StarLevels, 3>;
inline constexpr StarForests greedy_forests{greedy_levels(3), greedy_levels(4), greedy_levels(5)};

/// Segments down the trees LC(x, DC(i, T)) of all nodes x, for a tree T. `serial`: a step of all links
/// becomes n - 1 steps.
template <const StarForests& forests, bool serial>
struct StarTreesOfAll {
  static constexpr Collective collective = Collective::all_to_all_broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, Nic nic) {
    if (topology.kind() != TopologyKind::star) return "it needs a star graph";
    if (!serial && nic != Nic::all_port) return "it needs an all-port NIC";
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job& job) {
    const unsigned n = job.topology.radix();
    return levels_of(n).height * turns(n);
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    const unsigned n = topology.radix(), level = step / turns(n) + 1;
    wait_for_last_step<StarTreesOfAll>(job, rank, step, n - 1, out);
    const StarLevels& levels = levels_of(n);
    std::array<Rank, star::max_symbols> dst{};  // by dimension
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

  /// Counter d: the link of dimension d; every segment counts.
  static constexpr std::uint32_t arrivals(const Job& job, Rank, std::uint8_t counter, std::uint32_t step) {
    const unsigned n = job.topology.radix();
    if (counter == 0 || counter >= n) return 0;
    const StarLevels& levels = levels_of(n);
    const std::uint32_t ended = serial ? (step + turns(n) - counter) / turns(n) : step;
    const unsigned last = levels.first[ended + 1];
    if (padded(job.bytes) / 8 >= n - 1) return last - 1;
    std::uint32_t sum = 0;
    for (unsigned y = 1; y < last; ++y) {
      const unsigned i = segment_of(n, levels.dimension[y], counter);
      sum += !pieces(job, i, i + 1, n - 1).empty();
    }
    return sum;
  }

 private:
  static constexpr const StarLevels& levels_of(unsigned n) { return forests[n - star::min_symbols]; }
  static constexpr unsigned turns(unsigned n) { return serial ? n - 1 : 1; }

  /// The i for which DC(i, .) turns dimension `own` into d.
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
struct AllToAllMultiTree : StarTreesOfAll<greedy_forests, serial> {
  static constexpr const char* name = serial ? "multi-tree" : "multi-tree-all-port";
  static constexpr const char* summary =
      serial ? "star graphs: n - 1 trees a node, one dimension a step (Tseng & Sheu, 5.2)"
             : "star graphs: n - 1 trees a node, all links equally busy (Tseng & Sheu, 5.1)";
};

}  // namespace collnoc

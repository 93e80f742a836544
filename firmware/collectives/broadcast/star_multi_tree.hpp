// Broadcasts on a star graph that forward segments along spanning trees, one hop per slot.
//
// `multi-tree`. Tseng & Sheu, section 4: each of the n - 1 trees of star_trees.hpp carries a share of the
// message, cut into p segments. In slot t, the root sends segment t down every tree, and every node forwards
// what it received in the slot before. A link is in at most two trees, so a message has at most two segments.
//
//   root   -- seg. t, tree 1 -->  child   -- seg. t-1 -->  grandchild ..    slot t
//          -- seg. t, tree 2 -->  child   ..                                the n - 1 trees at the same time
//
//   all-port   h + p - 1 slots of T_s + 2m/(p(n-1)) T_c, Eq. (3), h: height of the tallest tree
//   one-port   every slot becomes n - 1 steps, one per dimension (section 4.2)
//
// `greedy-tree`, all-port, for comparison: one tree, L(root), of height D_n. D_n + p - 1 steps of m/p. With p
// = 1 there is no pipeline (Sheu et al.; Day & Tripathi, as section 6.1 describes them).
//
// NAME:p has p segments per tree. NAME takes the p that minimizes Eq. (3) (Eq. (5), as an integer), where T_s
// is the time of startup_bytes bytes.
//
// Free of contention: every message takes one hop, with at most one message per link and step. Star graphs
// only, any root.
#pragma once
#include "collnoc/firmware/collectives/broadcast/star_trees.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// The n - 1 rotated trees.
struct RotatedTrees {
  static constexpr unsigned count(unsigned n) { return n - 1; }
  static constexpr unsigned height(unsigned n) { return tallest_rotated(n); }
  static constexpr unsigned most_on_a_link = 2;
  static constexpr StarTree tree(unsigned n, unsigned i) { return StarTree::rotated(n, i + 1); }
};
/// The single greedy tree.
struct GreedyTreeAlone {
  static constexpr unsigned count(unsigned) { return 1; }
  static constexpr unsigned height(unsigned n) { return star::diameter(n); }
  static constexpr unsigned most_on_a_link = 1;
  static constexpr StarTree tree(unsigned n, unsigned) { return StarTree::greedy(n); }
};

/// Sends segments down the trees of a forest. `fixed`: segments per tree; 0: the optimal number. `serial`:
/// one slot takes n - 1 steps.
template <class Forest, unsigned fixed, bool serial>
struct StarPipeline {
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ranks;

  /// T_s/T_c that p assumes: 10 cycles of 8 bytes.
  static constexpr std::uint32_t startup_bytes = 80;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (topology.symbols() == 0) return "it needs a star graph";
    if (!serial && nic != PortModel::all_port) return "it needs an all-port NIC";
    return nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  /// p, segments per tree. Unless p is fixed, no segment is shorter than a word.
  static constexpr std::uint32_t segments(const Job& job) {
    if (fixed != 0) return fixed;
    const unsigned n = job.topology.radix();
    const std::uint64_t trees = Forest::count(n), rest = Forest::height(n) - 1;
    const std::uint64_t slot = std::uint64_t{Forest::most_on_a_link} * job.bytes;
    // (rest + p)(T_s + slot/(p trees)), times p trees
    const auto cost = [&](std::uint64_t p) { return (rest + p) * (startup_bytes * p * trees + slot); };
    std::uint64_t p = 0;
    for (std::uint64_t bit = 1u << 15; bit != 0; bit /= 2) {
      const std::uint64_t more = p + bit;
      if (more * more * trees * startup_bytes <= slot * rest) p = more;
    }
    if (p == 0 || cost(p + 1) * p < cost(p) * (p + 1)) ++p;
    const std::uint64_t most = padded(job.bytes) / 8 / trees;
    if (p > most) p = most;
    return p == 0 ? 1 : static_cast<std::uint32_t>(p);
  }

  static constexpr std::uint32_t steps(const Job& job) {
    const unsigned n = job.topology.radix();
    return (Forest::height(n) + segments(job) - 1) * turns(n);
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const unsigned n = job.topology.radix();
    wait_for_last_step<StarPipeline>(job, rank, step, n - 1, out);
    const star::Permutation node = relative(job, rank);
    const std::uint32_t all = segments(job), slot = step / turns(n);
    std::array<std::array<Range, Forest::most_on_a_link>, star::max_symbols> sent{};  // indexed by dimension
    std::array<unsigned, star::max_symbols> count{};
    for (unsigned i = 0; i < Forest::count(n); ++i) {
      const StarTree tree = Forest::tree(n, i);
      const std::uint32_t depth = tree.depth(node);
      if (slot < depth || slot - depth >= all) continue;
      const Range range = segment(job, i, slot - depth, all);
      if (range.empty()) continue;
      for (unsigned d = 1; d < n; ++d) {
        if (serial && d != step % turns(n) + 1) continue;
        if (tree.parent(node.along(d)) == d) sent[d][count[d]++] = range;
      }
    }
    for (unsigned which = 0; which < Forest::most_on_a_link; ++which) {  // links take turns
      for (unsigned d = 1; d < n; ++d) {
        if (which >= count[d]) continue;
        const Rank dst = job.topology.neighbour(rank, d - 1);
        const Put put = share(job, dst, sent[d][which], static_cast<std::uint8_t>(d), {});
        if (which == 0) {
          out.send(put);
        } else {
          out.more(put);
        }
      }
    }
  }

  /// Counter d: arrivals over the link of dimension d, one per segment.
  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const unsigned n = job.topology.radix();
    if (counter == 0 || counter >= n) return 0;
    const std::uint32_t slots = serial ? (step + turns(n) - counter) / turns(n) : step;
    const star::Permutation node = relative(job, rank);
    const std::uint32_t all = segments(job);
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < Forest::count(n); ++i) {
      const StarTree tree = Forest::tree(n, i);
      if (tree.parent(node) != counter) continue;
      const std::uint32_t depth = tree.depth(node);
      if (slots < depth) continue;
      const std::uint32_t begun = slots - depth + 1, come = begun < all ? begun : all;
      // Either every segment has a word or more, or none has more than one: then count the words.
      const bool full = padded(job.bytes) / 8 >= std::uint64_t{all} * Forest::count(n);
      sum += full ? come : (first_segments(job, i, come, all).bytes() + 7) / 8;
    }
    return sum;
  }

 private:
  static constexpr unsigned turns(unsigned n) { return serial ? n - 1 : 1; }
  static constexpr star::Permutation relative(const Job& job, Rank rank) {
    const unsigned n = job.topology.radix();
    return star::product(n, star::inverse(n, star::permutation(n, job.root)), star::permutation(n, rank));
  }
  /// The first `count` segments of tree i, and segment k; a tree has `all` segments.
  static constexpr Range first_segments(const Job& job, unsigned i, std::uint32_t count, std::uint32_t all) {
    return pieces(job, i * all, i * all + count, Forest::count(job.topology.radix()) * all);
  }
  static constexpr Range segment(const Job& job, unsigned i, std::uint32_t k, std::uint32_t all) {
    return pieces(job, i * all + k, i * all + k + 1, Forest::count(job.topology.radix()) * all);
  }
};

/// Concatenates "BEFORE", a number below 100, and "AFTER".
constexpr std::array<char, 32> numbered(const char* before, unsigned number, const char* after) {
  std::array<char, 32> text{};
  unsigned length = 0;
  while (*before != 0) text[length++] = *before++;
  if (number >= 10) text[length++] = static_cast<char>('0' + number / 10);
  text[length++] = static_cast<char>('0' + number % 10);
  while (*after != 0) text[length++] = *after++;
  return text;
}

/// `multi-tree`, and with p segments per tree `multi-tree:p`.
template <unsigned p = 0>
struct MultiTree : StarPipeline<RotatedTrees, p, true> {
  static_assert(p < 100);
  static constexpr std::array<char, 32> with_p = numbered("multi-tree:", p, "");
  static constexpr const char* name = p == 0 ? "multi-tree" : with_p.data();
  static constexpr const char* summary =
      "star graphs: n - 1 trees at once, pipelined, one dimension per step (Tseng & Sheu, 4.2)";
};
/// The same over all links at once: the meaning of `multi-tree` on an all-port NIC.
template <unsigned p = 0>
struct MultiTreeAllPort : StarPipeline<RotatedTrees, p, false> {
  static_assert(p < 100);
  static constexpr std::array<char, 32> with_p = numbered("multi-tree:", p, "-all-port");
  static constexpr const char* name = p == 0 ? "multi-tree-all-port" : with_p.data();
  static constexpr const char* summary =
      "star graphs: n - 1 trees at once, pipelined over all links (Tseng & Sheu, 4.1)";
};
/// `greedy-tree`, and without a pipeline `greedy-tree:1`.
template <unsigned p = 0>
struct GreedyTree : StarPipeline<GreedyTreeAlone, p, false> {
  static_assert(p <= 1);
  static constexpr const char* name = p == 0 ? "greedy-tree" : "greedy-tree:1";
  static constexpr const char* summary =
      p == 0 ? "star graphs: one tree of shortest paths, pipelined (Tseng & Sheu, 6.1)"
             : "star graphs: one tree of shortest paths, no pipeline (Tseng & Sheu, 6.1)";
};

}  // namespace collnoc

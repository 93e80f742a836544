// Tests the spanning trees of star graphs (firmware/collectives/broadcast/star_trees.hpp) against the paper's
// definitions and lemmas.
#include "collnoc/firmware/collectives/broadcast/star_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/schedule/path.hpp"
#include "tests/firmware/collectives/star_reference.hpp"

namespace collnoc {
namespace {

TEST(StarTrees, AreThoseOfThePaperFromEveryRoot) {
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    for (Rank root = 0; root < topology.size(); ++root) {
      const star::Permutation back = star::inverse(n, star::permutation(n, root));
      for (unsigned i = 0; i < n; ++i) {
        const PrintedTree printed(n, PrintedTree::rotated(PrintedTree::label(n, root), i), root);
        ASSERT_EQ(printed.nodes, topology.size()) << "it spans";
        const StarTree tree = i == 0 ? StarTree::greedy(n) : StarTree::rotated(n, i);
        for (Rank v = 0; v < topology.size(); ++v) {
          const star::Permutation node = star::product(n, back, star::permutation(n, v));
          EXPECT_EQ(tree.depth(node), printed.depth[v]);
          if (i == 0) EXPECT_EQ(printed.depth[v], distance(topology, root, v)) << "greedy, Lemma 3";
          if (v == root) {
            EXPECT_EQ(tree.parent(node), 0u);
          } else {
            EXPECT_EQ(topology.neighbour(v, tree.parent(node) - 1), printed.parent[v]);
          }
        }
      }
    }
  }
}

TEST(StarTrees, HaveTheHeightsOfLemma5ButOne) {
  for (const unsigned n : star_sizes) {
    unsigned tallest = 0;
    for (unsigned i = 1; i < n; ++i) {
      const PrintedTree tree(n, PrintedTree::rotated(PrintedTree::label(n, 0), i), 0);
      const unsigned below = n == 3 && i == 2 ? 1 : 0;  // height 4, the lemma gives 5
      EXPECT_EQ(tree.height() + below, rotated_height(n, i)) << "S_" << n << ", i = " << i;
      tallest = std::max(tallest, tree.height());
    }
    EXPECT_EQ(tallest, tallest_rotated(n));
  }
  EXPECT_EQ(tallest_rotated(3), 5u);
  EXPECT_EQ(tallest_rotated(4), 8u);
  EXPECT_EQ(tallest_rotated(5), 10u);
}

TEST(StarTrees, PutAtMostTwoOnALinkFromEveryRoot) {
  for (const unsigned n : star_sizes) {
    for (Rank root = 0; root < star::factorial(n); ++root) {
      std::map<std::pair<Rank, Rank>, unsigned> load;
      unsigned most = 0;
      for (const PrintedTree& tree : printed_trees(n, root)) {
        for (Rank v = 0; v < tree.parent.size(); ++v) {
          if (v != root) most = std::max(most, ++load[{tree.parent[v], v}]);
        }
      }
      EXPECT_EQ(most, 2u) << "S_" << n << " from " << root;
    }
  }
}

}  // namespace
}  // namespace collnoc

// Tests the two trees of pipelined-trees: no node is inner twice, and no two of its slots collide.
#include "collnoc/firmware/collectives/broadcast/two_trees.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// Every node but the root has one parent per tree; no node has children in both trees; and the slots of a
/// parent's arrival and of its sends, and of a node's two arrivals and two sends, do not collide.
template <class Trees>
void expect_two_trees(const Trees& trees, const Topology& topology, Rank root) {
  std::vector<std::array<unsigned, 2>> parents(topology.size()), children(topology.size());
  for (unsigned tree = 0; tree < 2; ++tree) {
    for (Rank node = 0; node < topology.size(); ++node) {
      const auto at = trees.place(tree, node);
      ASSERT_EQ(at.depth == 0, node == root);
      ASSERT_LE(at.depth, trees.height());
      for (const Rank child : at.children) {
        if (child == no_rank) continue;
        ++parents[child][tree];
        ++children[node][tree];
        const auto to = trees.place(tree, child);
        ASSERT_EQ(trees.parent(tree, child), node);
        ASSERT_GE(2 * to.depth + to.parity, 2 * at.depth + (node == root ? 0 : at.parity) + 2)
            << to_text(topology) << " root " << root << ", tree " << tree << ": " << node << " to " << child;
      }
      const auto [a, b] = at.children;
      if (a != no_rank && b != no_rank) {
        ASSERT_NE(trees.place(tree, a).parity, trees.place(tree, b).parity)
            << to_text(topology) << " root " << root << ", tree " << tree << ": " << a << " and " << b;
      }
    }
  }
  for (Rank node = 0; node < topology.size(); ++node) {
    for (unsigned tree = 0; tree < 2; ++tree) ASSERT_EQ(parents[node][tree], node == root ? 0u : 1u) << node;
    if (node == root) continue;
    ASSERT_NE(trees.place(0, node).parity, trees.place(1, node).parity) << node;
    ASSERT_TRUE(children[node][0] == 0 || children[node][1] == 0)
        << to_text(topology) << " root " << root << ": " << node << " is inner twice";
  }
}

TEST(CombTrees, HaveNoNodeThatIsInnerTwiceOnAnyRectangle) {
  for (std::uint32_t x = 2; x <= 16; ++x) {
    for (std::uint32_t y = 2; y <= 16; ++y) {
      for (const Topology& t : {Topology::torus(x, y), Topology::mesh(x, y)}) {
        for (Rank root = 0; root < t.size(); root += 1 + t.size() / 13)
          expect_two_trees(CombTrees(t, root), t, root);
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
}

TEST(CombTrees, HaveNoNodeThatIsInnerTwiceWhereRowsDoNotLieAlongX) {
  for (const char* text : {"mesh:2x3", "torus:2x4", "mesh:2x5", "mesh:4x3", "torus:4x5", "mesh:4x15",
                           "mesh:2x2x4", "mesh:4x3x3", "ghc:4x3"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) expect_two_trees(CombTrees(t, root), t, root);
    ASSERT_FALSE(HasFatalFailure()) << text;
  }
}

TEST(CombTrees, HaveNoNodeThatIsInnerTwiceIfAllExtentsAre1Or2) {
  for (const char* text : {"mesh:2", "torus:2", "mesh:2x2", "torus:2x2", "mesh:2x2x2", "hypercube:1",
                           "hypercube:2", "hypercube:5", "mesh:1x2", "mesh:2x1x2"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) expect_two_trees(CombTrees(t, root), t, root);
    ASSERT_FALSE(HasFatalFailure()) << text;
  }
}

TEST(CombTrees, HaveNoNodeThatIsInnerTwiceOnOtherNetworks) {
  for (const char* text : {"mesh:3", "mesh:7", "torus:6", "torus:9", "mesh:5x4w", "mesh:3x2x4", "mesh:3x3x3",
                           "torus:4x4x4", "torus:3x2x2x3", "ghc:4x4", "ghc:3x3"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); ++root) expect_two_trees(CombTrees(t, root), t, root);
    ASSERT_FALSE(HasFatalFailure()) << text;
  }
}

TEST(LowTrees, HaveNoNodeThatIsInnerTwiceFromEveryRoot) {
  const Topology t = Topology::torus(8, 8);
  for (Rank root = 0; root < t.size(); ++root) {
    for (const bool upwards : {false, true}) {
      const LowTrees trees(t, root, upwards);
      expect_two_trees(trees, t, root);
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_LT(trees.height(), CombTrees(t, root).height());
    }
  }
}

TEST(LowTrees, AreThoseOfAnEightByEightTorusOnly) {
  for (const char* text :
       {"torus:8x8", "mesh:8x8", "torus:8x16", "torus:64", "torus:8x8x8", "ghc:4x4", "mesh:8x8w"})
    EXPECT_EQ(LowTrees::exist_on(parse_topology(text)), std::string_view(text) == "torus:8x8") << text;
}

}  // namespace
}  // namespace collnoc

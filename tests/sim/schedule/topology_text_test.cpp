// Tests sim/topology/topology_text.hpp.
#include "sim/topology/topology_text.hpp"

#include <gtest/gtest.h>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_topology(text);
  } catch (const UserError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(TopologyText, IsReadBackAsWritten) {
  for (const char* text : {"mesh:8x8", "torus:4x4x4", "mesh:65536", "torus:256x256", "mesh:16x16x16x16",
                           "mesh:1", "torus:1x3", "mesh:8x4w", "mesh:3wx1x4", "star:3", "star:4", "star:5",
                           "star:6", "star:7", "spidergon:4", "spidergon:64"}) {
    EXPECT_EQ(to_text(parse_topology(text)), text);
  }
}

TEST(TopologyText, ListsXFirst) {
  const Topology t = parse_topology("mesh:8x4w");
  EXPECT_EQ(t.dims(), 2u);
  EXPECT_EQ(t.extent(0), 8u);
  EXPECT_EQ(t.extent(1), 4u);
  EXPECT_FALSE(t.wraps(0));
  EXPECT_TRUE(t.wraps(1));
}

TEST(TopologyText, SaysInOneLineWhatIsWrong) {
  EXPECT_EQ(error_of("torus:0x8"), "topology 'torus:0x8': an extent must be at least 1");
  EXPECT_EQ(error_of("mash:8x8"), "topology 'mash:8x8': unknown kind 'mash'; did you mean 'mesh:8x8'?");
  EXPECT_EQ(
      error_of("omega:8"),
      "topology 'omega:8': unknown kind 'omega'; one of mesh, torus, hypercube, ghc, star, spidergon, "
      "graph, ring, chordal-ring, complete, tree, dragonfly, fat-tree, cmesh, chiplets, holes, pancake, "
      "bubble-sort, cayley, product, random-regular");
  EXPECT_EQ(error_of("mesh"), "topology 'mesh' has no extents; write for example mesh:8x8");
  EXPECT_EQ(error_of("star"), "topology 'star' has no extents; write for example star:4");
  EXPECT_EQ(error_of("star:2"), "topology 'star:2': star graphs have 3 to 7 symbols");
  EXPECT_EQ(error_of("star:8"), "topology 'star:8': star graphs have 3 to 7 symbols");
  EXPECT_EQ(error_of("star:4x4"),
            "topology 'star:4x4': '4x4' is not a number of symbols, a whole number from 1");
  for (const char* tiles : {"2", "15", "66"}) {
    EXPECT_EQ(
        error_of(std::string("spidergon:") + tiles),
        "topology 'spidergon:" + std::string(tiles) + "': spidergons have an even number of nodes, 4 to 64");
  }
  EXPECT_EQ(error_of("mesh:"), "topology 'mesh:': '' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("mesh:8x"), "topology 'mesh:8x': '' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("mesh:8xa"), "topology 'mesh:8xa': 'a' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("mesh:-8x8"), "topology 'mesh:-8x8': '-8' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("mesh:8 x8"), "topology 'mesh:8 x8': '8 ' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("mesh:w"), "topology 'mesh:w': 'w' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("torus:8wx8"), "topology 'torus:8wx8': '8w' is not an extent, a whole number from 1");
  EXPECT_EQ(error_of("mesh:1048577"), "topology 'mesh:1048577': more than 1048576 nodes");
  EXPECT_EQ(error_of("mesh:99999999999"),
            "topology 'mesh:99999999999': an extent of 99999999999 is too large");
  EXPECT_EQ(error_of("torus:1025x2"), "topology 'torus:1025x2': an extent is at most 1024 with 2 dimensions");
  EXPECT_EQ(error_of("mesh:65x2x2"), "topology 'mesh:65x2x2': an extent is at most 64 with 3 dimensions");
  EXPECT_EQ(error_of("mesh:2x2x2x2x2"), "topology 'mesh:2x2x2x2x2': at most 4 dimensions");
  EXPECT_EQ(error_of("hypercube:9"), "topology 'hypercube:9': at most 8 dimensions");
  EXPECT_EQ(error_of("hypercube:2x2"),
            "topology 'hypercube:2x2': '2x2' is not a number of dimensions, a whole number from 1");
  EXPECT_EQ(error_of("hypercube:0"), "topology 'hypercube:0': a number of dimensions must be at least 1");
  EXPECT_EQ(error_of("ghc:4x1"), "topology 'ghc:4x1': a complete graph has at least 2 nodes");
  EXPECT_EQ(error_of("ghc:4x4w"), "topology 'ghc:4x4w': a complete graph has no 'w'");
  EXPECT_EQ(error_of("ghc:4x4x4"),
            "topology 'ghc:4x4x4': a node needs 9 links, 3 in each of 3 dimensions; it has at most 8");
  EXPECT_EQ(error_of("ghc:10"),
            "topology 'ghc:10': a node needs 9 links, 9 in each of 1 dimension; it has at most 8");
}

TEST(TopologyText, NamesProductsOfCompleteGraphs) {
  const Topology cube = parse_topology("hypercube:6");
  EXPECT_EQ(cube.size(), 64u);
  EXPECT_EQ(cube.links(), 6u);
  EXPECT_EQ(to_text(cube), "hypercube:6");
  EXPECT_EQ(to_text(parse_topology("ghc:2x2")), "hypercube:2");
  const Topology t = parse_topology("ghc:4x3");
  EXPECT_EQ(to_text(t), "ghc:4x3");
  EXPECT_EQ(t.links(), 6u);
  for (Rank rank = 0; rank < t.size(); ++rank) {
    for (Link link = 0; link < t.links(); ++link) {
      const Rank there = t.neighbour(rank, link);
      if (there == no_rank) {
        EXPECT_EQ(link, 5u) << "dimension y has 3 nodes";
        continue;
      }
      EXPECT_EQ(t.neighbour(there, t.opposite(rank, link)), rank);
      const unsigned d = t.dimension_of(link);
      EXPECT_EQ(t.link_towards(d, t.coordinates(rank)[d], t.coordinates(there)[d], false), link);
    }
  }
}

}  // namespace
}  // namespace collnoc

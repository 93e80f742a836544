// Pictures of graphs, measured by geometry alone: nodes that do not cover each other, and lines that cross
// seldom.
#include "sim/commands/graph_places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "sim/topology/topology_text.hpp"

namespace collnoc::test {
namespace {

using Lines = std::vector<std::pair<Rank, Rank>>;

Lines links_of(const Topology& t) {
  Lines all;
  for (Rank r = 0; r < t.nodes(); ++r)
    for (Link l = 0; l < t.links(); ++l)
      if (const Rank far = t.neighbour(r, l); far != no_rank && r < far) all.emplace_back(r, far);
  return all;
}

double turn(Place a, Place b, Place c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// Of lines that have no end in common.
unsigned crossings(const std::vector<Place>& at, const Lines& lines) {
  unsigned count = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const auto [a, b] = lines[i];
      const auto [c, d] = lines[k];
      if (a == c || a == d || b == c || b == d) continue;
      const bool apart = turn(at[a], at[b], at[c]) * turn(at[a], at[b], at[d]) >= 0 ||
                         turn(at[c], at[d], at[a]) * turn(at[c], at[d], at[b]) >= 0;
      count += apart ? 0 : 1;
    }
  }
  return count;
}

/// The least distance between a line and a node that is no end of it.
double nearest_node(const std::vector<Place>& at, const Lines& lines) {
  double least = 1e9;
  for (const auto& [a, b] : lines) {
    const double length = std::hypot(at[b].x - at[a].x, at[b].y - at[a].y);
    for (Rank r = 0; r < at.size(); ++r) {
      if (r == a || r == b) continue;
      const double along =
          ((at[r].x - at[a].x) * (at[b].x - at[a].x) + (at[r].y - at[a].y) * (at[b].y - at[a].y)) / length;
      if (along > 0 && along < length) least = std::min(least, std::abs(turn(at[a], at[b], at[r])) / length);
    }
  }
  return least;
}

std::vector<Place> on_a_circle(std::size_t nodes) {
  std::vector<Place> at;
  for (std::size_t r = 0; r < nodes; ++r) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(r) / static_cast<double>(nodes);
    at.push_back({std::sin(angle), std::cos(angle)});
  }
  return at;
}

TEST(GraphPlaces, NodesAreApartAndFewerLinesCrossThanOnACircle) {
  for (const char* text : {"ring:7",
                           "ring:30",
                           "chordal-ring:16,4",
                           "complete:6",
                           "tree:2,4",
                           "tree:7,1",
                           "dragonfly:4,2",
                           "dragonfly:3,2,1",
                           "fat-tree:2",
                           "fat-tree:4",
                           "fat-tree:6",
                           "cmesh:4x4,3",
                           "cmesh:1x1,8",
                           "chiplets:2x2,4x4,4,2",
                           "holes:8x8,6,1",
                           "pancake:4",
                           "bubble-sort:4",
                           "product:ring:5+tree:2,2",
                           "product:mesh:4x4+ring:5",
                           "random-regular:64,6,1",
                           "random-regular:20,3,2",
                           "hypercube:7"}) {
    const Topology t = parse_topology(text);
    SCOPED_TRACE(text);
    const std::vector<Place> at = graph_places(t);
    ASSERT_EQ(at.size(), t.nodes());
    double left = 1e9, top = 1e9, least = 1e9;
    for (Rank r = 0; r < at.size(); ++r) {
      ASSERT_TRUE(std::isfinite(at[r].x) && std::isfinite(at[r].y));
      left = std::min(left, at[r].x);
      top = std::min(top, at[r].y);
      for (Rank other = 0; other < r; ++other)
        least = std::min(least, std::hypot(at[r].x - at[other].x, at[r].y - at[other].y));
    }
    EXPECT_NEAR(left, 0, 1e-9);
    EXPECT_NEAR(top, 0, 1e-9);
    EXPECT_GT(least, 0.8);
    const Lines lines = links_of(t);
    EXPECT_LE(crossings(at, lines), crossings(on_a_circle(t.nodes()), lines));
    const std::vector<Place> again = graph_places(t);
    for (Rank r = 0; r < at.size(); ++r)
      EXPECT_EQ(std::pair(again[r].x, again[r].y), std::pair(at[r].x, at[r].y));
  }
}

TEST(GraphPlaces, PlanarNetworksAreDrawnWithoutCrossings) {
  for (const char* text : {"ring:7", "ring:30", "tree:2,4", "tree:7,1", "tree:3,3", "fat-tree:2",
                           "cmesh:4x4,2", "cmesh:1x1,8", "chiplets:2x2,4x4,4,2", "holes:6x6,4,1"}) {
    const Topology t = parse_topology(text);
    EXPECT_EQ(crossings(graph_places(t), links_of(t)), 0u) << text;
  }
}

/// In a fat tree of K links, the K/2 times K/2 links of each pod cross at least (K/2 over 2) squared times
/// below the top, and nothing crosses between tiles and their switches.
TEST(GraphPlaces, LevelsAreInOrderAndTheirLinesPassNoNode) {
  for (const unsigned k : {4u, 6u}) {
    const Topology t = parse_topology("fat-tree:" + std::to_string(k));
    const std::vector<Place> at = graph_places(t);
    const Rank tiles = k * k * k / 4, level = k * k / 2;
    for (Rank r = 0; r < t.nodes(); ++r) {
      // Tiles, then switches next to them, then those of the middle, then those of the top.
      const Rank first = r < tiles               ? 0
                         : r < tiles + level     ? tiles
                         : r < tiles + 2 * level ? tiles + level
                                                 : tiles + 2 * level;
      EXPECT_DOUBLE_EQ(at[r].y, at[first].y);
    }
    EXPECT_GT(at[0].y, at[tiles].y);
    EXPECT_GT(at[tiles].y, at[tiles + level].y);
    EXPECT_GT(at[tiles + level].y, at[tiles + 2 * level].y);
    const Lines lines = links_of(t);
    EXPECT_GT(nearest_node(at, lines), 0.3);
    Lines tiles_only, pods;
    for (const auto& line : lines) {
      if (line.first < tiles) tiles_only.push_back(line);
      if (line.first >= tiles && line.second < tiles + 2 * level) pods.push_back(line);
    }
    EXPECT_EQ(crossings(at, tiles_only), 0u);
    const unsigned pairs = k / 2 * (k / 2 - 1) / 2;
    EXPECT_EQ(crossings(at, pods), k * pairs * pairs);
  }
  const Topology tree = parse_topology("tree:3,3");
  EXPECT_GT(nearest_node(graph_places(tree), links_of(tree)), 0.3);
}

TEST(GraphPlaces, ChipletsAreAGridWithGaps) {
  const std::vector<Place> at = graph_places(parse_topology("chiplets:2x2,4x3,4,2"));
  const auto right = [&](Rank r) { return at[r + 1].x - at[r].x; };
  const auto up = [&](Rank r) { return at[r].y - at[r + 8].y; };
  EXPECT_DOUBLE_EQ(right(0), 1);
  EXPECT_GT(right(3), 1.5);
  EXPECT_DOUBLE_EQ(right(4), 1);
  EXPECT_DOUBLE_EQ(up(0), 1);
  EXPECT_GT(up(16), 1.5);
  EXPECT_DOUBLE_EQ(at[0].y, at[7].y);
  EXPECT_DOUBLE_EQ(at[0].x, at[40].x);
}

}  // namespace
}  // namespace collnoc::test

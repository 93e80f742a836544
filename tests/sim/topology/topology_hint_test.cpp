// What "did you mean" makes of networks as users of other simulators write them.
#include "sim/topology/topology_hint.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sim/common/user_error.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc::test {
namespace {

TEST(TopologyHint, KnowsTheNamesOfOthers) {
  const std::pair<const char*, const char*> known[] = {
      {"Ring8", "ring:8"},           {"line:8", "mesh:8"},
      {"linear_array:5", "mesh:5"},  {"torus2d:8x8", "torus:8x8"},
      {"2D-Torus:4x4", "torus:4x4"}, {"mesh2d:4x8", "mesh:4x8"},
      {"Mesh_4x4", "mesh:4x4"},      {"8x8", "mesh:8x8"},
      {"4X4x4", "mesh:4x4x4"},       {"mesh(8,8)", "mesh:8x8"},
      {"cube:6", "hypercube:6"},     {"n-cube:3", "hypercube:3"},
      {"hc:6", "hypercube:6"},       {"GHC:4x4", "ghc:4x4"},
      {"fbfly:4x4", "ghc:4x4"},      {"flattened-butterfly:4x4", "ghc:4x4"},
      {"FullyConnected:8", "ghc:8"}, {"3d-torus:4", "torus:4x4x4"},
      {"Mesh_XY", "mesh:8x8"},       {"kncube:8x8", "torus:8x8"},
      {"TORUS:8x8", "torus:8x8"},    {"mash:8x8", "mesh:8x8"},
      {"star_graph:4", "star:4"},    {"Spidergon:16", "spidergon:16"},
      {"Complete8", "complete:8"},   {"Chordal-Ring:16,4", "chordal-ring:16,4"},
      {"FatTree:4", "fat-tree:4"},   {"Tree:2,3", "tree:2,3"}};
  for (const auto& [text, hint] : known) EXPECT_EQ(topology_hint(text).value_or("nothing"), hint) << text;
  for (const char* text : {"dragonfly:8", "benes:4", "", "8", "ring:9999999999", "cube:40", ":", "0x0"})
    EXPECT_EQ(topology_hint(text).value_or("nothing"), "nothing") << text;
}

/// Any text gets a network that exists, or none; and the message of parse_topology() names it.
TEST(TopologyHint, OfAnyTextCanBeTyped) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> parts{"ring", "2d", "3D", "mesh", "torus", "cube", "fbfly",
                                       "x",    ":",  "_",  "-",    "8",     "4x4",  "16",
                                       "0",    "(",  ",",  "star", "w",     "D",    "complete"};
  unsigned hints = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (unsigned n = 1 + random() % 5; n > 0; --n) text += parts[random() % parts.size()];
    const auto hint = topology_hint(text);
    if (hint) EXPECT_EQ(to_text(parse_topology(*hint)), *hint) << text;
    hints += hint ? 1 : 0;
    try {
      parse_topology(text);
    } catch (const UserError& error) {
      const std::string what = error.what();
      const std::size_t at = what.find("unknown kind");
      if (hint && at != std::string::npos)
        EXPECT_NE(what.find("did you mean '" + *hint + "'?"), what.npos) << what;
    }
  }
  EXPECT_GT(hints, 500u);
}

}  // namespace
}  // namespace collnoc::test

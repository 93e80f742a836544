// Networks for the tests of sim/theory.
#pragma once
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "sim/topology/topology_text.hpp"

namespace collnoc::test {

/// COLLNOC_TEST_SEED, or a new seed in every run.
inline std::uint64_t test_seed() {
  const char* given = std::getenv("COLLNOC_TEST_SEED");
  return given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

/// The text of a product of lines and rings, or of complete graphs, with at most `most` nodes.
inline std::string random_product(std::mt19937_64& random, std::uint32_t most) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const bool grid = below(3) != 0;
  const std::uint64_t dims = 1 + below(grid ? 4 : 6);
  std::string text = grid ? "mesh:" : "ghc:";
  std::uint32_t nodes = 1, longest = 2;
  for (std::uint64_t d = 0; d < dims; ++d) {
    std::uint32_t extent = grid ? 1 + below(12) : 2 + below(8);
    while (nodes * extent > most && extent > 2) --extent;
    // A node has at most max_links links.
    while (!grid && (std::max(longest, extent) - 1) * dims > max_links && extent > 2) --extent;
    if (nodes * extent > most && !grid) break;
    if (nodes * extent > most) extent = 1;
    nodes *= extent;
    longest = std::max(longest, extent);
    text += (d == 0 ? "" : "x") + std::to_string(extent) + (grid && below(2) == 0 ? "w" : "");
  }
  return text;
}

/// One of every kind and more, with the smallest ones and those with odd and even extents.
inline std::vector<std::string> some_networks() {
  std::vector<std::string> all{"mesh:1",        "mesh:2",      "mesh:7",      "mesh:8",      "torus:2",
                               "torus:3",       "torus:6",     "torus:9",     "mesh:1x5",    "mesh:3x4",
                               "mesh:8x8",      "torus:2x2",   "torus:4x4",   "torus:5x3",   "torus:8x8",
                               "mesh:4x3w",     "mesh:8x4w",   "mesh:4x4x4",  "torus:3x4x5", "mesh:2x3wx2x4w",
                               "torus:3x3x3x3", "hypercube:1", "hypercube:4", "hypercube:6", "ghc:2",
                               "ghc:5",         "ghc:9",       "ghc:3x4",     "ghc:4x4",     "ghc:2x3x3",
                               "star:3",        "star:4",      "star:5"};
  for (unsigned tiles = 4; tiles <= 64; tiles += 2) all.push_back("spidergon:" + std::to_string(tiles));
  return all;
}

}  // namespace collnoc::test

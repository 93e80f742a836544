// The seed of tests that draw their cases.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

namespace collnoc::test {

/// COLLNOC_TEST_SEED, or a new seed in every run; printed.
inline std::uint64_t draw_seed() {
  const char* given = std::getenv("COLLNOC_TEST_SEED");
  const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  std::cout << "COLLNOC_TEST_SEED=" << seed << "\n";
  return seed;
}

}  // namespace collnoc::test

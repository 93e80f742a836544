// Random boxes of nodes, for multicasts.
#pragma once
#include <cstdint>
#include <random>

#include "collnoc/arch/box.hpp"

namespace collnoc::test {

bool chance(std::mt19937_64& random, double p);

/// Any box that holds another node than `rank`: often everything, often lines and planes.
Box random_box(const Topology& t, Rank rank, std::mt19937_64& random);

/// Directions for the rings in which the sender is outside the box.
Route random_route(const Topology& t, std::mt19937_64& random);

/// Node addresses of a box that the NIC refuses: with a corner outside, reversed, of the sender alone, or on
/// an all-port NIC one that several channels would have to send.
struct Corners {
  std::uint32_t from = 0, to = 0;
};
Corners wrong_corners(const Topology& t, Rank rank, bool all_port, std::mt19937_64& random);

}  // namespace collnoc::test

// Random plans for a tile's sequencer (docs/reference/sequencer.md): mostly good actions, mostly for the
// right channel.
#pragma once
#include <cstdint>
#include <functional>
#include <random>

#include "sim/fabric/fabric.hpp"

namespace collnoc::test {

/// Memory that plans use in every tile, from the same byte address on: a plan, then the words that all plans
/// send and overwrite.
inline constexpr std::uint32_t random_plan_bytes = 1024 + 512;

/// Whether plans use this counter.
inline constexpr bool is_plan_counter(unsigned k) { return k >= 56 && k < 63; }

/// Writes a plan for `rank` to its memory at byte address `base`. `route_to`: the route to each rank.
void write_random_plan(Fabric& fabric, Rank rank, std::uint32_t base, std::mt19937_64& random,
                       const std::function<Route(Rank)>& route_to);

}  // namespace collnoc::test

// Random traffic on RTL and model in lockstep, while tiles are reset alone.
#pragma once
#include <cstdint>
#include <string>

#include "tests/support/nodes.hpp"

namespace collnoc::test {

/// What a draw does; for messages of tests.
struct ResetDraw {
  HardwareConfig config;
  Topology topology;
  std::string text;
};
ResetDraw reset_draw(std::uint64_t seed);

/// One draw: hardware, network, traffic, and which tiles are reset when, all from `seed`. Checks that
/// - RTL and model never differ, and the network drains;
/// - between tiles that are never reset, every byte and every increment arrives, and no tile has bytes that
///   nobody sent to their place, or counts more messages than were sent;
/// - afterwards, a message from every tile to every other one arrives, with every byte.
/// Returns an empty text, or what is wrong.
std::string run_with_resets(std::uint64_t seed);

/// The same on this hardware and network, of nodes of `make`. Throws what they throw.
std::string run_with_resets(const Topology& topology, const HardwareConfig& config, std::uint64_t seed,
                            const NodeFactory& make);

}  // namespace collnoc::test

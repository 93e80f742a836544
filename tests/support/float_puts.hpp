// Sums of single precision of every kind, for tests that compare RTL and model.
#pragma once
#include <string>

#include "tests/support/nodes.hpp"

namespace collnoc::testing {

/// Puts of numbers that cancel, round, overflow or are subnormal, from the first node of a network with
/// FLOAT_SUMS to the second. Returns what is wrong; empty if nothing is.
std::string run_float_puts(const Topology& network, const HardwareConfig& config, const NodeFactory& make);

}  // namespace collnoc::testing

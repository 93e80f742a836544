// Puts that combine, with values and addresses that random traffic does not have, for tests that compare RTL
// and model.
#pragma once
#include <string>

#include "tests/support/nodes.hpp"

namespace collnoc::test {

/// Puts of every operation from the first node of a network with ACCUMULATE to the second, anywhere in the
/// largest memory: elements that differ in one bit, and with FLOAT_SUMS numbers that cancel, round, overflow
/// or are subnormal. Returns what is wrong; empty if nothing is.
std::string run_combining_puts(const Topology& network, const HardwareConfig& config,
                               const NodeFactory& make);

}  // namespace collnoc::test

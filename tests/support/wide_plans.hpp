// Plans for the sequencer with values that random plans of a small memory do not have: every bit of an action
// changed alone, plans anywhere in the largest memory, counts of 32 bits, pieces of every size, thousands of
// pieces. For mutants that only such values show.
#pragma once
#include <string>

#include "tests/support/nodes.hpp"

namespace collnoc::test {

/// Runs them on `network` with nodes of `make`, in lockstep. Returns an empty text or what went wrong.
std::string run_wide_plans(const Topology& network, const HardwareConfig& config, const NodeFactory& make);

}  // namespace collnoc::test

// Single faults in the model of one node, for lockstep_fault_test.cpp.
#pragma once
#include <string>
#include <vector>

#include "tests/support/fault.hpp"

namespace collnoc::test {

/// A fault, and the hardware in which it can happen.
struct NamedFault {
  std::string name;
  Fault fault;
  bool sequencer = false;   ///< in hardware with a sequencer and an all-port NIC
  bool accumulate = false;  ///< in hardware that accumulates
  bool multicast = false;   ///< in hardware with multicast
  bool all_port = false;    ///< and an all-port NIC, as with a sequencer
  bool float_sums = false;  ///< in hardware that accumulates and adds numbers of single precision
};

std::vector<NamedFault> all_faults();

}  // namespace collnoc::test

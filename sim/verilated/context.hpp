// The state of a verilated model that Verilator keeps outside of it.
#pragma once
#include "verilated.h"

namespace collnoc::verilated {

/// For one model without threads. Otherwise each model would have an idle thread per processor.
class Context : public VerilatedContext {
 public:
  Context() { threads(1); }
};

}  // namespace collnoc::verilated

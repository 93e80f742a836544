// The state of a verilated model that Verilator keeps outside of it.
#pragma once
#include "verilated.h"

namespace collnoc::verilated {

/// For one model without threads. Otherwise each model would have an idle thread per processor.
class Context : public VerilatedContext {
 public:
  Context() { threads(1); }
  /// The thread's context is this one; eval() does the same. To be called before the model is destroyed,
  /// which removes itself from the thread's context.
  void enter() { Verilated::threadContextp(this); }
};

}  // namespace collnoc::verilated

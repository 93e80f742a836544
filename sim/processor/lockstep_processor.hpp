// RTL and model of one processor in lockstep: both get the same inputs, and after every cycle all their
// outputs must be equal: accesses to memories, NIC and tile registers, and, for every instruction that
// completed, its address, its word and its register write.
#pragma once
#include <atomic>
#include <functional>

#include "sim/processor/verilated_processor.hpp"

namespace collnoc {

/// Shared by all processors of a run.
struct ProcessorLog {
  std::atomic<std::uint64_t> cycles{0};  ///< compared, summed over the processors
};

/// Fault injector: changes the model's outputs in a cycle, to test the comparison itself.
using ProcessorFaultInjector =
    std::function<void(std::uint64_t cycle, Rank rank, model::TileProcessorOut& out)>;

/// Its reset() and tick() throw LockstepMismatch at the first difference.
std::unique_ptr<AnyProcessor> make_lockstep_processor(std::shared_ptr<ProcessorLibrary> library,
                                                      const ProcessorPlace& place, Rank rank,
                                                      ProcessorLog& log,
                                                      ProcessorFaultInjector inject_fault = {});

}  // namespace collnoc

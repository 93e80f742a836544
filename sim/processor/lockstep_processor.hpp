// RTL and model of one processor side by side: both get the same inputs, and after every cycle all their
// outputs must be equal: what they ask of memories, network and whoever is told; and of every instruction
// that was done its address, its word and what it wrote to a register.
#pragma once
#include <atomic>
#include <functional>

#include "sim/processor/verilated_processor.hpp"

namespace collnoc {

/// Of all processors of a run.
struct ProcessorLog {
  std::atomic<std::uint64_t> cycles{0};  ///< compared, of one processor
};

/// Changes what the model shows in a cycle; for tests of the comparison itself.
using ProcessorSaboteur = std::function<void(std::uint64_t cycle, Rank rank, model::TileProcessorOut& out)>;

/// Throws LockstepMismatch from reset() and tick() at the first difference.
std::unique_ptr<AnyProcessor> make_lockstep_processor(std::shared_ptr<ProcessorLibrary> library,
                                                      const ProcessorPlace& place, Rank rank,
                                                      ProcessorLog& log, ProcessorSaboteur saboteur = {});

}  // namespace collnoc

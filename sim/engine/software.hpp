// The software that runs a collective on the tiles: native executors, the NICs' sequencers, or programs on
// processors.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/machine.hpp"
#include "sim/engine/run_sanitizer.hpp"
#include "sim/engine/rv32_tiles.hpp"
#include "sim/run/engine.hpp"
#include "sim/sanitize/message_sanitizer.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/rank_plan.hpp"

namespace collnoc {

class Software {
 public:
  virtual ~Software() = default;
  /// Runs until every rank has finished and the network is quiet. Throws Deadlock, NotFinished,
  /// TileProgramFailed.
  virtual void run(const Progress& progress, const ConsoleLine& console) = 0;
  /// After run(): the cycle in which `rank` finished, counted from the start of the collective.
  virtual Cycle finish_cycle(Rank rank) const = 0;
  /// While it runs: the cycle in which the rank has begun the collective. No value before the beginning and
  /// after the end, when processors send other messages.
  virtual std::optional<Cycle> begun(Rank) const { return 0; }
  /// After run(): the counts before the collective began.
  virtual Counts counts_before() const { return {}; }
  /// After run(): adds what only this kind of software measures to `result`, and writes its files.
  virtual void report(RunResult& result) const = 0;
  /// What checks its messages; nullptr without Platform::sanitize.
  virtual MessageSanitizer* sanitizer() = 0;
};

// The arguments must outlive the returned objects.
std::unique_ptr<Software> make_native_software(Machine& machine, const RunConfig& config,
                                               const Algorithm& algorithm, const Job& job);
/// Writes the plans to the memories at place.base; `steps` of the schedule. `text` is for Platform::sanitize.
std::unique_ptr<Software> make_nic_software(Machine& machine, const RunConfig& config,
                                            std::vector<RankPlan> plans, const PlanPlace& place,
                                            std::uint32_t steps, StepText text = {});
/// What is in the processors' memory beside the program and the data of the collective.
struct ProcessorPlan {
  std::uint32_t base = 0;  ///< where the programs write the plans for their NICs, or find what they perform
  /// [rank], bytes at `base`: of a schedule that the programs cannot compute, what they perform. Otherwise
  /// empty.
  std::vector<std::vector<std::byte>> loaded{};
  bool for_nic = true;  ///< it is for the sequencer
};
/// `plan`: nothing if the processors perform the schedule as they compute it.
std::unique_ptr<Software> make_rv32_software(Machine& machine, const RunConfig& config,
                                             const TileProgram& program, const Job& job,
                                             const std::optional<ProcessorPlan>& plan);

/// The ELF file of a schedule's program for RV32 tiles, built with the simulator; for schedules from files
/// the one that performs what is loaded. Throws NotInstalled.
std::string schedule_program(Collective collective, const std::string& algorithm);

}  // namespace collnoc

// What runs a collective on the tiles: executors without a processor, or programs on processors.
#pragma once
#include <memory>
#include <string>

#include "sim/engine/machine.hpp"
#include "sim/engine/rv32_tiles.hpp"
#include "sim/run/engine.hpp"
#include "sim/schedule/algorithm.hpp"

namespace collnoc {

class Software {
 public:
  virtual ~Software() = default;
  /// Until every rank has finished and the network is quiet. Throws Deadlock, TileProgramFailed.
  virtual void run(const Progress& progress, const ConsoleLine& console) = 0;
  /// After run(): when `rank` had finished, from the collective's start on.
  virtual Cycle finish_cycle(Rank rank) const = 0;
  /// After run(): what was counted before the collective began.
  virtual Counts counts_before() const { return {}; }
  /// After run(): what only this kind of software knows, and the files that it writes.
  virtual void report(RunResult& result) const = 0;
};

// The arguments outlive what is made.
std::unique_ptr<Software> make_native_software(Machine& machine, const RunConfig& config,
                                               const Algorithm& algorithm, const Job& job);
std::unique_ptr<Software> make_rv32_software(Machine& machine, const RunConfig& config,
                                             const TileProgram& program, const Job& job);

/// The file of a schedule's program for RV32 tiles, made with the simulator. Throws NotInstalled.
std::string schedule_program(Collective collective, const std::string& algorithm);

}  // namespace collnoc

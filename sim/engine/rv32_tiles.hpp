// Processors on all tiles of a machine, with one program: loaded, run to its end, watched.
#pragma once
#include <memory>
#include <vector>

#include "collnoc/firmware/rv32/boot_block.hpp"
#include "sim/engine/machine.hpp"
#include "sim/processor/lockstep_processor.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// Throws UserError for a backend that has no processor.
void check_rv32_backend(Backend backend);

class Rv32Tiles {
 public:
  /// Writes the program's data and the boot block to every tile's memory, and resets the processors.
  /// Precondition: the memories hold TileProgram::end() bytes. `program` and `machine` outlive it.
  Rv32Tiles(Machine& machine, const Platform& platform, const TileProgram& program, const BootBlock& boot);
  ~Rv32Tiles();

  /// Until every tile's program has ended and the network is quiet. Throws TileProgramFailed for a fault, and
  /// with `must_succeed` for an exit code other than 0; Deadlock when nothing will happen any more, nothing
  /// happens for Platform::patience, or it takes longer than Platform::max_cycles; LockstepMismatch.
  void run(bool must_succeed, const Progress& progress, const ConsoleLine& console);

  const ProcessorHost& tile(Rank rank) const { return *hosts_[rank]; }
  /// Over all tiles; nothing when no message could be measured.
  std::optional<StartupCycles> startup() const;
  /// What had been counted when the first tile told MARK 1; nothing if none did.
  const Counts& counts_before() const { return counts_before_; }
  std::uint64_t processor_cycles_compared() const { return log_.cycles; }

 private:
  class Meters;

  void print(bool rest, const ConsoleLine& console);
  void look_for_failures(bool must_succeed) const;
  void look_for_deadlock();
  bool done() const;
  std::string place(Rank rank, std::uint32_t pc, Cycle cycle) const;

  Fabric& fabric_;
  const TileProgram& program_;
  Cycle patience_, max_cycles_;
  ProcessorLog log_;
  std::vector<std::unique_ptr<ProcessorHost>> hosts_;
  std::unique_ptr<Meters> meters_;
  Counts counts_before_;
  std::uint64_t seen_ = 0;  // flits and tells
  Cycle since_ = 0;
};

}  // namespace collnoc

// Processors on all tiles of a machine, or of its part of the network: loads one program, runs it to its end,
// and detects failures.
#pragma once
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collnoc/firmware/rv32/boot_block.hpp"
#include "sim/engine/counter_check.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/processor_instruments.hpp"
#include "sim/processor/lockstep_processor.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/processor/program_places.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

class MessageSanitizer;
class ProgramSanitizer;

/// Throws UserError for a backend or a network that has no processors.
void check_rv32(const Platform& platform);

class Rv32Tiles {
 public:
  /// Writes the program's data and the boot block to every tile's memory, and resets the processors. Attaches
  /// Platform::tools; waits for the debugger.
  /// Precondition: the memories hold TileProgram::end() bytes. `program` and `machine` must outlive this
  /// object.
  Rv32Tiles(Machine& machine, const Platform& platform, const TileProgram& program, const BootBlock& boot);
  ~Rv32Tiles();

  /// Runs until every tile's program has ended and the network is quiet. `is_schedule`: the program is one of
  /// ours, not a user's. Throws TileProgramFailed for a fault, for a user's program that names a counter of
  /// the calls that it makes, and for a schedule with an exit code other than 0. Throws Deadlock when all
  /// tiles sleep in a quiet network, or when no tile computes and no flit moves for Platform::stall_timeout
  /// cycles. Throws NotFinished when a trap handler returns to its trap for so long, after
  /// Platform::max_cycles, or when the debugger ends the run. Throws LockstepMismatch.
  void run(bool is_schedule, const Progress& progress, const ConsoleLine& console);

  /// A tile of this part.
  const ProcessorHost& tile(Rank rank) const { return *hosts_[rank - fabric_.first()]; }
  /// Start-up costs over all tiles, at the first part; nothing when no message could be measured.
  std::optional<StartupCycles> startup() const;
  /// The counts when the first tile wrote MARK 1; empty if none did.
  const Counts& counts_before() const { return counts_before_; }
  /// What checks the messages; nullptr without Platform::sanitize.
  MessageSanitizer* sanitizer();
  std::uint64_t processor_cycles_compared() const { return fabric_.parts().sum(log_.cycles); }
  /// After run(), if Platform::tools asks for it.
  std::optional<Profile> profile() const { return instruments_->profile(); }

 private:
  class Meters;

  void simulate(bool is_schedule, const Progress& progress, const ConsoleLine& console);
  void print(bool rest, const ConsoleLine& console);
  void look_for_failures(bool is_schedule);
  void look_for_counters();
  /// The first failure of this part, and its cycle.
  std::pair<std::exception_ptr, Cycle> failure(bool is_schedule);
  void look_for_end_of_progress();
  /// Whether a tile has completed instructions since the last call, other than those of a trap handler that
  /// returns to its trap.
  bool computes();
  std::string activities();
  void look_for_trap_loop(const std::string& why);
  bool done() const;
  std::string place(Rank rank, const HartSnapshot& hart, Cycle cycle);

  Fabric& fabric_;
  ProgramPlaces places_;
  Cycle stall_timeout_, max_cycles_;
  ProcessorLog log_;
  std::vector<std::unique_ptr<ProcessorHost>> hosts_;
  std::unique_ptr<Meters> meters_;
  std::unique_ptr<ProgramSanitizer> sanitizer_;
  std::unique_ptr<ProcessorInstruments> instruments_;
  std::optional<CounterCheck> counters_;
  Counts counts_before_;
  std::uint64_t seen_flits_ = 0;
  std::vector<std::uint64_t> seen_instructions_;
  Cycle since_ = 0;
};

}  // namespace collnoc

// One tile under a debugger: follows its processor and notices when it reaches a stop point.
#pragma once
#include <optional>
#include <set>

#include "sim/debug/debug_target.hpp"
#include "sim/debug/hart_state.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/processor/elf.hpp"

namespace collnoc {

/// The stop points of a debugger, common to all tiles.
struct StopPoints {
  std::set<StopPoint> inserted;
  /// Breakpoints removed since the tiles last ran freely. A debugger removes them while one tile steps over
  /// one, but the others, which run meanwhile, must not miss them.
  std::set<StopPoint> removed;
};

class DebuggedTile final : public ProcessorObserver, public WriteListener {
 public:
  /// `trap_handler`: the handler of programs that handle no traps; a trap to it ends the program.
  DebuggedTile(Fabric& fabric, Rank rank, const TileProgram& program, const StopPoints& points,
               std::optional<std::uint32_t> trap_handler)
      : fabric_(fabric), rank_(rank), program_(program), points_(points), trap_handler_(trap_handler) {}

  void cycle(const ProcessorCycle& cycle) override;
  void written(Cycle now, const model::NodeOut& node, std::uint32_t granted) override;

  /// The tile is to stop after one instruction, or not.
  void set_stepping(bool stepping) { steps_ = !stepping ? 0 : foreseen_ ? 2 : 1; }
  /// Shows the tile as it will be after its next instruction, until that has completed: what it stores, and
  /// quotients and CSRs that it reads, are not seen yet.
  void foresee();
  bool is_foreseen() const { return foreseen_.has_value(); }
  bool has_stopped() const { return stop_.has_value(); }
  /// Why it has stopped since the last call.
  std::optional<DebugStop> take_stop();
  /// The tiles run again.
  void forget_trap() { trap_pc_.reset(); }

  DebugTarget::Registers registers() const;
  /// The instruction to execute next, or the one that trapped.
  std::uint32_t pc() const { return trap_pc_.value_or(shown().pc()); }
  bool read(std::uint32_t address, std::span<std::uint8_t> bytes) const;
  bool write(std::uint32_t address, std::span<const std::uint8_t> bytes);
  /// Writes register `n` of Registers: the processor has it when its host restarts with the `changed()`
  /// state. Returns why it cannot, or nothing.
  std::string set_register(unsigned n, std::uint32_t value);
  /// The state of the processor, if it was written since the last call.
  std::optional<ProcessorState> changed();

 private:
  const HartState& shown() const { return foreseen_ ? *foreseen_ : state_; }
  std::optional<std::uint32_t> result_of(std::uint32_t instr, const HartState& before) const;
  bool stops_at(std::uint32_t pc) const;
  void look_at_access(std::uint32_t address, std::uint32_t bytes, bool write);
  std::optional<std::uint8_t> byte(std::uint32_t address) const;
  std::uint32_t arriving_word(std::uint32_t address) const;

  Fabric& fabric_;
  Rank rank_;
  const TileProgram& program_;
  const StopPoints& points_;
  std::optional<std::uint32_t> trap_handler_;
  HartState state_;
  std::optional<HartState> foreseen_;
  unsigned steps_ = 0;  // instructions to complete before it stops
  std::optional<DebugStop> stop_;
  std::optional<std::uint32_t> trap_pc_;
  bool changed_ = false;
};

}  // namespace collnoc

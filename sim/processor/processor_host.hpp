// A tile's processor on the fabric. The host connects it to program memory, the host port of tile memory and
// the NIC's registers. It handles writes to the tile registers (docs/reference/hardware.md): characters,
// marks, faults, exit code.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/model/nic/descriptor.hpp"
#include "collnoc/model/tile/tile_memory.hpp"
#include "sim/fabric/host.hpp"
#include "sim/processor/any_processor.hpp"
#include "sim/processor/elf.hpp"
#include "sim/processor/processor_observer.hpp"
#include "sim/processor/restart.hpp"
#include "sim/processor/startup_meter.hpp"

namespace collnoc {

/// What a program wrote to FAULT, FAULT_PC and FAULT_VALUE.
struct ProgramFault {
  std::uint32_t kind = 0;   ///< a tile::Fault, or one that only the host sees
  std::uint32_t cause = 0;  ///< mcause, for a trap
  std::uint32_t pc = 0;     ///< of the instruction at fault; for a jump outside the program, the jump
  std::uint32_t value = 0;
  Cycle cycle = 0;
  std::optional<model::PutRegisters> put;  ///< the put that the NIC refused, if the processor called it
  std::uint32_t ra = 0;                    ///< register ra at `pc`
  /// Description of the fault in a network.
  std::string text(const Topology& topology) const;
};

/// Sees every cycle of a model processor that is not asleep; used for the sanitizer.
class ProcessorWatcher {
 public:
  virtual ~ProcessorWatcher() = default;
  /// Before and after the clock edge that ends cycle `now`.
  virtual void before(Cycle now, const model::Cpu& cpu) = 0;
  virtual void after(Cycle now, const model::Cpu& cpu) = 0;
};

class ProcessorHost final : public Host {
 public:
  struct Line {
    Cycle cycle;  ///< of its first character
    std::string text;
  };

  /// `program`, `memory` and `hardware` must outlive this object. The memory must already hold the program's
  /// data.
  ProcessorHost(std::unique_ptr<AnyProcessor> processor, const TileProgram& program,
                model::TileMemory& memory, StartupMeter meter, const HardwareConfig& hardware,
                const model::Place& place);

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;
  /// `observer` must outlive the last call of drive().
  void add_observer(ProcessorObserver* observer) { observers_.push_back(observer); }

  /// Between two cycles: the processor goes on with these registers, some cycles later than it would have.
  void restart(const ProcessorState& state);

  /// Precondition: the processor is a model.
  void set_watcher(ProcessorWatcher* watcher) { watcher_ = watcher; }

  /// The program has ended, by itself or by a fault; its processor is stopped.
  bool stopped() const { return exit_code_ || fault_; }
  const std::optional<std::uint32_t>& exit_code() const { return exit_code_; }
  const std::optional<ProgramFault>& fault() const { return fault_; }
  /// The processor sleeps until the NIC reports an event.
  bool asleep() const { return wake_at_ == never; }
  /// The instruction that has just trapped many times in a row, because the trap handler returns to it.
  std::optional<std::uint32_t> traps_at() const {
    return repeated_ > 1000 ? std::optional(trap_at_) : std::nullopt;
  }
  /// Cycles of the first MARK 1 and the last MARK 2.
  const std::optional<Cycle>& begin() const { return begin_; }
  const std::optional<Cycle>& end() const { return end_; }
  /// The last cycle in which its processor was not asleep.
  Cycle active_at() const { return active_at_; }
  /// Instructions completed so far, and between the marks.
  std::uint64_t instructions() const { return instructions_; }
  std::uint64_t marked_instructions() const { return end_instructions_ - begin_instructions_; }
  /// Number of writes to the tile registers so far.
  std::uint64_t reports() const { return reports_; }
  /// The address of the last completed instruction, or of the one in which it sleeps.
  std::uint32_t pc() const { return asleep() && !stopped() ? wfi_at_ : pc_; }
  /// Register ra there.
  std::uint32_t ra() const { return ra_; }
  /// Complete lines of its console; with `rest`, also the incomplete last one.
  std::vector<Line> take_lines(bool rest);

  StartupMeter& meter() { return meter_; }
  const StartupMeter& meter() const { return meter_; }

 private:
  std::uint32_t program_word(std::uint32_t address);
  void trapped(Cycle now, std::uint32_t pc);
  void report(Cycle now, std::uint8_t reg, std::uint32_t value);
  void print(Cycle now, char c);
  void observe(Cycle now, const model::NodeOut& node, const model::RegisterAccess& access);
  void look_at_put(Cycle now, const model::RegisterAccess& access);

  std::unique_ptr<AnyProcessor> processor_;
  ProcessorWatcher* watcher_ = nullptr;
  const TileProgram& program_;
  model::TileMemory& memory_;
  StartupMeter meter_;
  const HardwareConfig& hardware_;
  model::Place place_;
  std::vector<ProcessorObserver*> observers_;
  model::PutRegisters put_;
  /// The first put that the NIC refuses, and where it was called.
  struct Refused {
    Cycle cycle;
    std::optional<std::uint32_t> pc;  ///< once the launching store has completed
    model::PutRegisters put;
    std::uint32_t ra;
  };
  std::optional<Refused> refused_;
  std::uint32_t prog_rdata_ = 0;
  std::uint32_t pc_ = 0, before_trap_ = 0, wfi_at_ = 0;
  std::uint32_t ra_ = 0, trap_ra_ = 0;  // at the last trap
  bool loads_ra_ = false;               // the last instruction does, and it has not arrived
  unsigned traps_ = 0;                  // since the last instruction that completed
  std::uint32_t trap_at_ = 0;
  bool handler_ = false;   // from a trap to mret
  unsigned repeated_ = 0;  // traps at trap_at_ with only the handler between them
  std::uint64_t instructions_ = 0, begin_instructions_ = 0, end_instructions_ = 0, reports_ = 0;
  std::optional<Cycle> begin_, end_;
  std::optional<std::uint32_t> exit_code_;
  std::optional<ProgramFault> fault_;
  Cycle active_at_ = 0;
  std::uint32_t fault_pc_ = 0, fault_value_ = 0;
  std::optional<Line> line_;
  std::vector<Line> lines_;
};

}  // namespace collnoc

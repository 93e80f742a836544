// A tile's processor on the fabric. The host connects it to program memory, the host port of tile memory and
// the NIC's registers. It handles writes to the tile registers (docs/reference/hardware.md): characters,
// marks, faults, exit code.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "collnoc/firmware/native/counter_book.hpp"
#include "collnoc/model/nic/descriptor.hpp"
#include "collnoc/model/tile/tile_memory.hpp"
#include "sim/fabric/host.hpp"
#include "sim/processor/any_processor.hpp"
#include "sim/processor/counter_wait.hpp"
#include "sim/processor/elf.hpp"
#include "sim/processor/hart_snapshot.hpp"
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
  HartSnapshot hart;                       ///< at `pc`
  /// Description of the fault in a network.
  std::string text(const Topology& topology) const;
};

/// The first time that an instruction names this counter: in a put, to read it, or to subtract from it.
struct NamedCounter {
  Cycle cycle = 0;
  std::uint8_t counter = 0;
  CounterUse use = CounterUse::put;
  HartSnapshot hart;
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
  /// In the cycles in which the program accesses a register of the NIC or the tile, without waiting for it.
  bool runs_software(Cycle now, const model::NodeOut& node) const override;
  bool uses_memory_port() const override { return true; }
  /// `observer` must outlive the last call of drive().
  void add_observer(ProcessorObserver* observer) { observers_.push_back(observer); }

  /// Between two cycles: the processor continues with these registers, some cycles later than it would have.
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
  /// The processor there, between two cycles.
  HartSnapshot hart() const { return snapshot(pc()); }
  /// The counter that the program waits for, as far as it has compared one since it read another register.
  const std::optional<CounterWait::Awaited>& awaited() const { return wait_.last(); }
  /// What it has read last, to wait for it, is the state of the sequencer.
  bool reads_sequencer() const { return reads_sequencer_; }
  /// The last cycle in which it wrote to memory or to a register of the tile or the NIC.
  Cycle wrote_at() const { return wrote_at_; }
  /// The NIC has no space for the put that the program makes.
  bool put_waits() const { return put_waits_; }
  /// Puts of its software that the NIC has accepted so far, also those that it refuses to perform.
  std::uint64_t messages() const { return messages_; }
  /// Keeps NamedCounters from now on.
  void keep_counters() { keeps_counters_ = true; }
  /// Those since the last call.
  std::vector<NamedCounter> take_counters() { return std::exchange(counters_, {}); }
  /// Complete lines of its console; with `rest`, also the incomplete last one.
  std::vector<Line> take_lines(bool rest);

  StartupMeter& meter() { return meter_; }
  const StartupMeter& meter() const { return meter_; }

 private:
  std::uint32_t program_word(std::uint32_t address);
  void trapped(Cycle now, std::uint32_t pc);
  void report(Cycle now, std::uint8_t reg, std::uint32_t value);
  void print(Cycle now, char c);
  void observe(Cycle now, const model::NodeOut& node);
  void accessed(Cycle now, const model::RegisterAccess& access);
  void look_at_put(Cycle now, const model::RegisterAccess& access);
  void names(Cycle now, unsigned counter, CounterUse use, std::uint32_t pc);
  HartSnapshot snapshot(std::uint32_t pc) const;

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
    model::PutRegisters put;
    HartSnapshot hart;
  };
  std::optional<Refused> refused_;
  std::uint32_t prog_rdata_ = 0;
  std::uint32_t pc_ = 0, before_trap_ = 0, wfi_at_ = 0;
  std::array<std::uint32_t, 32> regs_{};
  unsigned late_rd_ = 0;  // the register of the last instruction: a load or product writes it a cycle later
  CounterWait wait_;
  bool put_waits_ = false, reads_sequencer_ = false, keeps_counters_ = false;
  Cycle wrote_at_ = 0;
  std::uint32_t put_at_ = 0;  // the first store of the put that is being made
  std::uint64_t messages_ = 0;
  std::vector<NamedCounter> counters_;
  std::unordered_set<std::uint64_t> known_counters_;  // instruction and counter
  unsigned traps_ = 0;                                // since the last instruction that completed
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

#include "sim/processor/processor_host.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/firmware/native/refusal.hpp"

namespace collnoc {
namespace {

constexpr std::size_t longest_line = 4096;
constexpr std::uint32_t fetch_refused = 1;  // a value of mcause
constexpr std::uint32_t wfi = 0x1050'0073;
constexpr std::uint32_t trap_loop = 256;  // a kind of fault that no program reports: FAULT has 8 bits for it
constexpr unsigned most_traps = 4;        // without an instruction that completes
constexpr std::uint32_t mret = 0x3020'0073;

std::string trap_text(std::uint32_t cause, std::uint32_t value) {
  // The stack is at the lower end of tile memory, so that it overflows out of the memory.
  const bool overflow = value < tile::memory_base && tile::memory_base - value <= 0x10000;
  const bool null = value < tile::boot_address;
  switch (cause) {
    case 0: return fmt::format("jump to {:#x}, which is not a multiple of 4", value);
    case fetch_refused:
      return null ? fmt::format("call of a null pointer: jump to {:#x}", value)
                  : fmt::format("jump out of program memory, to {:#x}", value);
    case 2: return fmt::format("illegal instruction {:#010x}", value);
    case 3: return "ebreak";
    case 4: return fmt::format("misaligned load from {:#x}", value);
    case 5:
      return null ? fmt::format("load through a null pointer, from {:#x}", value)
                  : fmt::format("load from {:#x}, where nothing can be read", value);
    case 6: return fmt::format("misaligned store to {:#x}", value);
    case 7:
      if (null) return fmt::format("store through a null pointer, to {:#x}", value);
      return overflow ? fmt::format("stack overflow: store to {:#x}, below the stack", value)
                      : fmt::format("store to {:#x}, where nothing can be written", value);
    case 11: return "ecall";
    default: return fmt::format("trap {} with value {:#x}", cause, value);
  }
}

}  // namespace

std::string refused_put(const model::PutRegisters& put, const Topology& topology) {
  const auto node = [&](std::uint32_t address) {
    for (Rank r = 0; r < topology.size(); ++r) {
      if (topology.address(r) == address) return fmt::format("rank {}", r);
    }
    return fmt::format("node {:#06x}", address);
  };
  std::string to = node(put.put_node_q);
  if (put.multicast_q) to = fmt::format("the box from {} to {}", to, node(put.corner_q));
  return put_text((put.put_ctrl_q & nic::ctrl_signal) != 0, put.put_bytes_q, put.put_src_q, put.put_addr_q,
                  to);
}

std::string ProgramFault::text(const Topology& topology) const {
  switch (kind) {
    case tile::fault_trap: return trap_text(cause, value);
    case tile::fault_rank: return rank_refusal_text(value, topology);
    case tile::fault_put:
      return put ? refusal_text(value, put->put_ctrl_q) + ": " + refused_put(*put, topology)
                 : refusal_text(value);
    case trap_loop: return "the trap handler traps at its first instruction: mtvec does not point to code";
    case tile::fault_abort: return "abort(), or an assertion that does not hold";
    default: return fmt::format("fault {} with value {:#x}", kind, value);
  }
}

ProcessorHost::ProcessorHost(std::unique_ptr<AnyProcessor> processor, const TileProgram& program,
                             model::TileMemory& memory, StartupMeter meter, const HardwareConfig& hardware,
                             const model::Place& place)
    : processor_(std::move(processor)),
      program_(program),
      memory_(memory),
      meter_(std::move(meter)),
      hardware_(hardware),
      place_(place) {
  processor_->reset();
}

bool ProcessorHost::runs_software(Cycle, const model::NodeOut& node) const {
  const model::TileProcessorOut& out = processor_->out();
  const bool waits = !node.reg_ready && out.access.write && nic::is_put_register(out.access.addr);
  return out.report_valid || (out.access.valid && !waits);
}

model::RegisterAccess ProcessorHost::drive(Cycle now, const model::NodeOut& node) {
  if (stopped()) return {};
  const model::TileProcessorOut& out = processor_->out();
  const model::RegisterAccess access = out.access;
  const model::TileProcessorIn in{now,         node.reg_ready,      node.event, node.reg_rdata,
                                  prog_rdata_, memory_.host_rdata()};
  if (out.prog_en) prog_rdata_ = program_word(out.prog_addr);
  if (out.host_valid) {
    memory_.host(out.host_write, out.host_addr, out.host_wdata, out.host_strb);
    if (out.host_write) wrote_at_ = now;
  }
  if (access.valid && access.write && nic::is_put_register(access.addr)) {
    meter_.wrote(now, access.addr, access.wdata, node.reg_ready);
    put_waits_ = !node.reg_ready;
  }
  const bool reports = out.report_valid;
  const std::uint8_t reg = out.report_addr;
  const std::uint32_t value = out.report_wdata;

  if (watcher_ != nullptr) [[unlikely]]
    watcher_->before(now, *processor_->cpu());
  processor_->tick(in);
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->after(now, *processor_->cpu());
  if (out.late) regs_[late_rd_] = out.late_wdata;
  if (out.trapped) trapped(now, out.pc);
  if (out.retired || out.trapped) pc_ = out.pc;
  if (out.retired) {
    traps_ = 0;
    if (repeated_ != 0) [[unlikely]] {
      if (!handler_) repeated_ = 0;
      handler_ = handler_ && out.instr != mret;
    }
    ++instructions_;
    meter_.retired(now, out.pc);
    if (wait_.follows()) [[unlikely]]
      wait_.completes(out.instr, out.wrote, [this](unsigned n) { return regs_[n]; });
    late_rd_ = out.instr >> 7 & 31;
    if (out.wrote) regs_[late_rd_] = out.wdata;
    if (access.valid) [[unlikely]]
      accessed(now, access);
  }
  wake_at_ = out.quiescent ? never : 0;
  active_at_ = now;
  if (!observers_.empty()) [[unlikely]]
    observe(now, node);
  if (reports) report(now, reg, value);
  if (stopped()) wake_at_ = never;
  return access;
}

[[gnu::noinline]] void ProcessorHost::trapped(Cycle now, std::uint32_t pc) {
  before_trap_ = pc_;
  repeated_ = pc == trap_at_ && !handler_ ? repeated_ + 1 : 1;
  trap_at_ = pc;
  handler_ = true;
  if (++traps_ == most_traps) fault_ = {trap_loop, 0, pc, 0, now, {}, snapshot(pc)};
}

std::uint32_t ProcessorHost::program_word(std::uint32_t address) {
  const std::uint32_t word = program_.word(address);
  if (word == wfi) wfi_at_ = address;
  return word;
}

void ProcessorHost::restart(const ProcessorState& state) {
  prog_rdata_ = collnoc::restart(*processor_, state, [this](std::uint32_t a) { return program_word(a); });
  regs_ = state.regs;
  late_rd_ = 0;
  wake_at_ = 0;
}

/// Called after the clock edge.
[[gnu::noinline]] void ProcessorHost::observe(Cycle now, const model::NodeOut& node) {
  const model::TileProcessorOut& out = processor_->out();
  const ProcessorCycle cycle{now,        out.retired, out.trapped, out.wrote, out.late,      put_waits_,
                             node.event, out.pc,      out.instr,   out.wdata, out.late_wdata};
  for (ProcessorObserver* observer : observers_) observer->cycle(cycle);
}

/// The instruction that has just completed has accessed a register of the NIC.
[[gnu::noinline]] void ProcessorHost::accessed(Cycle now, const model::RegisterAccess& access) {
  const std::uint32_t pc = processor_->out().pc;
  if (access.write) wrote_at_ = now;
  const unsigned counter = access.addr >> 2 & 63;
  if (access.addr >> 8 == 1) {
    names(now, counter, access.write ? CounterUse::consume : CounterUse::wait, pc);
    if (!access.write) wait_.loads(static_cast<std::uint8_t>(counter), late_rd_);
    reads_sequencer_ = false;
  } else if (access.write) {
    if (access.addr == nic::put_src) put_at_ = pc;
    look_at_put(now, access);
  } else if (access.addr >> 8 == 2) {  // where counters above 63 would be
    wait_.loads(static_cast<std::uint8_t>(64 + counter), late_rd_);
    reads_sequencer_ = false;
  } else if (access.addr != nic::error) {  // which a wait reads too, before it sleeps
    wait_.loads_other();
    reads_sequencer_ = access.addr == nic::seq_state;
  }
}

/// The NIC sets its error without saying which put it refused, and the program may look at it much later. A
/// put is where its first store is: the compiler may share the last ones among several puts.
void ProcessorHost::look_at_put(Cycle now, const model::RegisterAccess& access) {
  if (!nic::is_put_register(access.addr) || !put_.write(hardware_, access.addr, access.wdata)) return;
  ++messages_;
  const std::uint32_t at = put_at_ != 0 ? std::exchange(put_at_, 0) : processor_->out().pc;
  names(now, nic::ctrl_counter.of(put_.put_ctrl_q), CounterUse::put, at);
  const model::PutRegisters put = put_;
  put_.multicast_q = false;  // a corner holds for one launch
  if (refused_ || model::nic_launch(hardware_, place_, put).errors == 0) return;
  refused_ = {now, put, snapshot(at)};
  if (hardware_.accumulate) refused_->put.put_bytes_q = nic::bytes_length.of(put_.put_bytes_q);
}

void ProcessorHost::names(Cycle now, unsigned counter, CounterUse use, std::uint32_t pc) {
  if (!keeps_counters_ || counter == 0) return;
  if (!known_counters_.insert(std::uint64_t{pc} << 6 | counter).second) return;
  counters_.push_back({now, static_cast<std::uint8_t>(counter), use, snapshot(pc)});
}

HartSnapshot ProcessorHost::snapshot(std::uint32_t pc) const {
  HartSnapshot hart{pc, regs_, {}};
  const std::uint32_t begin = regs_[2] - tile::memory_base, end = program_.boot_block();
  if (begin < end) hart.stack.assign(memory_.bytes() + begin, memory_.bytes() + end);
  return hart;
}

void ProcessorHost::report(Cycle now, std::uint8_t reg, std::uint32_t value) {
  ++reports_;
  wrote_at_ = now;
  switch (reg) {
    case tile::console: print(now, static_cast<char>(value)); break;
    case tile::mark:
      if (value == tile::mark_begin && !begin_) {
        begin_ = now;
        begin_instructions_ = instructions_;
        meter_.restart();
      } else if (value == tile::mark_end) {
        end_ = now;
        end_instructions_ = instructions_;
      }
      break;
    case tile::fault_pc: fault_pc_ = value; break;
    case tile::fault_value: fault_value_ = value; break;
    case tile::fault:
      fault_ = {value & 0xff, value >> 8 & 0xff, fault_pc_, fault_value_, now, {}, {}};
      if (fault_->kind == tile::fault_put && refused_) {
        fault_->cycle = refused_->cycle;
        fault_->put = refused_->put;
        fault_->hart = refused_->hart;
        fault_->pc = fault_->hart.pc;
        break;
      }
      if (fault_->kind != tile::fault_trap) fault_->pc -= 4;  // from the return address to the call
      if (fault_->kind == tile::fault_trap && fault_->cause == fetch_refused) fault_->pc = before_trap_;
      fault_->hart = snapshot(fault_->pc);
      break;
    case tile::exit: exit_code_ = value; break;
    default: break;
  }
}

void ProcessorHost::print(Cycle now, char c) {
  if (c != '\n') {
    if (!line_) line_ = Line{now, {}};
    line_->text += c;
  }
  if (c != '\n' && line_->text.size() < longest_line) return;
  lines_.push_back(line_.value_or(Line{now, {}}));
  line_.reset();
}

std::vector<ProcessorHost::Line> ProcessorHost::take_lines(bool rest) {
  if (rest && line_) lines_.push_back(*std::exchange(line_, std::nullopt));
  return std::exchange(lines_, {});
}

}  // namespace collnoc

#include "sim/processor/lockstep_processor.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

class LockstepProcessor final : public AnyProcessor {
 public:
  LockstepProcessor(std::shared_ptr<ProcessorLibrary> library, const ProcessorPlace& place, Rank rank,
                    ProcessorLog& log, ProcessorFaultInjector inject_fault)
      : rank_(rank),
        log_(log),
        inject_fault_(std::move(inject_fault)),
        rtl_(make_verilated_processor(std::move(library), place)),
        model_(make_model_processor(place)) {}

  void reset() override {
    rtl_->reset();
    model_->reset();
    compare(0);
  }
  const model::TileProcessorOut& out() const override { return rtl_->out(); }
  void tick(const model::TileProcessorIn& in) override {
    rtl_->tick(in);
    model_->tick(in);
    compare(in.cycle);
  }

 private:
  void compare(std::uint64_t cycle) {
    log_.cycles.fetch_add(1, std::memory_order_relaxed);
    const model::TileProcessorOut& rtl = rtl_->out();
    if (!inject_fault_ && rtl == model_->out()) return;
    model::TileProcessorOut own = model_->out();
    if (inject_fault_) inject_fault_(cycle, rank_, own);
    if (rtl != own) report(cycle, rtl, own);
  }

  [[noreturn]] void report(std::uint64_t cycle, const model::TileProcessorOut& rtl,
                           const model::TileProcessorOut& own) const {
    const auto same = [&](const char* pin, std::uint64_t a, std::uint64_t b) {
      if (a == b) return;
      throw LockstepMismatch(
          fmt::format("cycle {}, processor {}, pin {}: RTL {:#x}, model {:#x} (after pc {:#x})", cycle, rank_,
                      pin, a, b, own.pc));
    };
    same("retire_o", rtl.retired, own.retired);
    same("trap_o", rtl.trapped, own.trapped);
    same("pc_o", rtl.pc, own.pc);
    same("instr_o", rtl.instr, own.instr);
    same("write_o", rtl.wrote, own.wrote);
    same("wdata_o", rtl.wdata, own.wdata);
    same("late_o", rtl.late, own.late);
    same("late_wdata_o", rtl.late_wdata, own.late_wdata);
    same("prog_en_o", rtl.prog_en, own.prog_en);
    same("prog_addr_o", rtl.prog_addr, own.prog_addr);
    same("host_valid_o", rtl.host_valid, own.host_valid);
    same("host_write_o", rtl.host_write, own.host_write);
    same("host_addr_o", rtl.host_addr, own.host_addr);
    same("host_wdata_o", rtl.host_wdata, own.host_wdata);
    same("host_strb_o", rtl.host_strb, own.host_strb);
    same("reg_valid_o", rtl.access.valid, own.access.valid);
    same("reg_write_o", rtl.access.write, own.access.write);
    same("reg_addr_o", rtl.access.addr, own.access.addr);
    same("reg_wdata_o", rtl.access.wdata, own.access.wdata);
    same("report_valid_o", rtl.report_valid, own.report_valid);
    same("report_addr_o", rtl.report_addr, own.report_addr);
    same("report_wdata_o", rtl.report_wdata, own.report_wdata);
    same("quiescent_o", rtl.quiescent, own.quiescent);
    throw LockstepMismatch(fmt::format("cycle {}, processor {}", cycle, rank_));
  }

  Rank rank_;
  ProcessorLog& log_;
  ProcessorFaultInjector inject_fault_;
  std::unique_ptr<AnyProcessor> rtl_, model_;
};

}  // namespace

std::unique_ptr<AnyProcessor> make_lockstep_processor(std::shared_ptr<ProcessorLibrary> library,
                                                      const ProcessorPlace& place, Rank rank,
                                                      ProcessorLog& log,
                                                      ProcessorFaultInjector inject_fault) {
  return std::make_unique<LockstepProcessor>(std::move(library), place, rank, log, std::move(inject_fault));
}

}  // namespace collnoc

// Mutants of a processor, by the lane, and the model of the processor. Pins are compared where the verilated
// processor's are (sim/verilated/processor_shim.cpp).
#include <fmt/format.h>

#include "tests/mutants/mutant_lanes.hpp"

namespace collnoc::test {
namespace {

class MutantProcessor final : public AnyProcessor {
 public:
  MutantProcessor(MutantLanes& mutants, const ProcessorPlace& place)
      : circuit_(mutants), model_(make_model_processor(place)) {
    put("hart_id_i", place.hart_id);
    put("mem_words_i", place.mem_words);
  }

  void reset() override {
    put("rst_ni", 0);
    for (unsigned cycle = 0; cycle < 2; ++cycle) {
      circuit_.settle();
      circuit_.step();
    }
    put("rst_ni", 1);
    circuit_.settle();
    model_->reset();
    compare_requests(out());
  }
  const model::TileProcessorOut& out() const override { return model_->out(); }
  void tick(const model::TileProcessorIn& in) override {
    cycle_ = in.cycle;
    put("cycle_i", in.cycle);
    put("reg_ready_i", in.reg_ready);
    put("event_i", in.event);
    put("reg_rdata_i", in.reg_rdata);
    put("prog_rdata_i", in.prog_rdata);
    put("host_rdata_i", in.host_rdata);
    circuit_.settle();
    model_->tick(in);
    compare_events(out());
    circuit_.step();
    circuit_.settle();
    compare_requests(out());
  }

 private:
  void put(const char* pin, std::uint64_t value) { circuit_.put(circuit_.pin(pin), value); }
  void same(const char* pin, std::uint64_t value) {
    circuit_.same(circuit_.pin(pin), value, [&] { return fmt::format("cycle {}, pin {}", cycle_, pin); });
  }

  void compare_events(const model::TileProcessorOut& own) {
    same("retire_o", own.retired);
    same("trap_o", own.trapped);
    if (own.retired || own.trapped) {
      same("pc_o", own.pc);
      same("instr_o", own.instr);
    }
    same("write_o", own.wrote);
    if (own.wrote) same("wdata_o", own.wdata);
    same("late_o", own.late);
    if (own.late) same("late_wdata_o", own.late_wdata);
  }
  void compare_requests(const model::TileProcessorOut& own) {
    same("prog_en_o", own.prog_en);
    if (own.prog_en) same("prog_addr_o", own.prog_addr);
    same("host_valid_o", own.host_valid);
    if (own.host_valid) {
      same("host_write_o", own.host_write);
      same("host_addr_o", own.host_addr);
      if (own.host_write) {
        same("host_wdata_o", own.host_wdata);
        same("host_strb_o", own.host_strb);
      }
    }
    same("reg_valid_o", own.access.valid);
    if (own.access.valid) {
      same("reg_write_o", own.access.write);
      same("reg_addr_o", own.access.addr);
      if (own.access.write) same("reg_wdata_o", own.access.wdata);
    }
    same("report_valid_o", own.report_valid);
    if (own.report_valid) {
      same("report_addr_o", own.report_addr);
      same("report_wdata_o", own.report_wdata);
    }
    same("quiescent_o", own.quiescent);
  }

  MutantCircuit circuit_;
  std::unique_ptr<AnyProcessor> model_;
  std::uint64_t cycle_ = 0;
};

}  // namespace

std::unique_ptr<AnyProcessor> make_mutant_processor(MutantLanes& mutants, const ProcessorPlace& place) {
  return std::make_unique<MutantProcessor>(mutants, place);
}

}  // namespace collnoc::test

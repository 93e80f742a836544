#include "collnoc/model/systemc/processor_module.hpp"

#include <bit>
#include <utility>

namespace collnoc::systemc {
namespace {

class PlainProcessor final : public model::ClockedProcessor {
 public:
  explicit PlainProcessor(const ProcessorPlace& place)
      : processor_(place.program_bytes, place.mul_bits, place.hart_id, place.mem_words) {}
  void reset() override { processor_.reset(); }
  const model::TileProcessorOut& out() const override { return processor_.out(); }
  void tick(const model::TileProcessorIn& in) override { processor_.tick(in); }

 private:
  model::TileProcessor processor_;
};

/// A trace is of one cycle, so another edge changes the pins.
bool shows_trace(const model::TileProcessorOut& out) { return out.retired || out.trapped || out.late; }

}  // namespace

std::unique_ptr<model::ClockedProcessor> make_processor_model(const ProcessorPlace& place) {
  return std::make_unique<PlainProcessor>(place);
}

ProcessorModule::ProcessorModule(const sc_core::sc_module_name& name, std::uint32_t program_bytes,
                                 ProcessorMaker make)
    : sc_module(name), make_(std::move(make)) {
  if (!std::has_single_bit(program_bytes) || program_bytes < 512 || program_bytes > 1u << 28)
    refuse_hardware(this->name(), "program_bytes: must be a power of two, from 512 to 2^28");
  place_.program_bytes = program_bytes;
  SC_HAS_PROCESS(ProcessorModule);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
}

void ProcessorModule::rising_edge() {
  // What wakes it may come at an edge or between two.
  if (std::exchange(asleep_, false) && !clk_i.posedge()) return;
  if (!rst_ni.read()) {
    reset();
    return;
  }
  in_reset_ = false;
  if (!processor_) return;
  const bool event = event_i.read();
  if (out_.quiescent && !event && !shows_trace(out_)) {
    asleep_ = true;
    next_trigger(event_i.posedge_event() | rst_ni.negedge_event());
    return;
  }
  model::TileProcessorIn in;
  in.cycle = cycle_i.read();
  in.reg_ready = reg_ready_i.read();
  in.event = event;
  in.reg_rdata = reg_rdata_i.read().to_uint();
  in.prog_rdata = prog_rdata_i.read().to_uint();
  in.host_rdata = host_rdata_i.read();
  processor_->tick(in);
  drive();
}

void ProcessorModule::reset() {
  ProcessorPlace place = place_;
  place.hart_id = hart_id_i.read().to_uint();
  place.mem_words = mem_words_i.read().to_uint();
  if (std::exchange(in_reset_, true) && place == place_) return;
  processor_ = make_(place_ = place);
  processor_->reset();
  shows_all_ = true;
  drive();
}

void ProcessorModule::drive() {
  const model::TileProcessorOut& out = processor_->out();
  const bool all = std::exchange(shows_all_, false);
  const auto show = [all](auto& pin, auto& shown, auto value) {
    if (value == shown && !all) return;
    shown = value;
    pin.write(value);
  };
  show(prog_en_o, out_.prog_en, out.prog_en);
  if (out.prog_en) show(prog_addr_o, out_.prog_addr, out.prog_addr);
  show(host_valid_o, out_.host_valid, out.host_valid);
  if (out.host_valid) {
    show(host_write_o, out_.host_write, out.host_write);
    show(host_addr_o, out_.host_addr, out.host_addr);
    if (out.host_write) {
      show(host_wdata_o, out_.host_wdata, out.host_wdata);
      show(host_strb_o, out_.host_strb, out.host_strb);
    }
  }
  show(reg_valid_o, out_.access.valid, out.access.valid);
  if (out.access.valid) {
    show(reg_write_o, out_.access.write, out.access.write);
    show(reg_addr_o, out_.access.addr, out.access.addr);
    if (out.access.write) show(reg_wdata_o, out_.access.wdata, out.access.wdata);
  }
  show(report_valid_o, out_.report_valid, out.report_valid);
  if (out.report_valid) {
    show(report_addr_o, out_.report_addr, out.report_addr);
    show(report_wdata_o, out_.report_wdata, out.report_wdata);
  }
  show(retire_o, out_.retired, out.retired);
  show(trap_o, out_.trapped, out.trapped);
  if (out.retired || out.trapped) {
    show(pc_o, out_.pc, out.pc);
    show(instr_o, out_.instr, out.instr);
  }
  show(write_o, out_.wrote, out.wrote);
  if (out.wrote) show(wdata_o, out_.wdata, out.wdata);
  show(late_o, out_.late, out.late);
  if (out.late) show(late_wdata_o, out_.late_wdata, out.late_wdata);
  show(quiescent_o, out_.quiescent, out.quiescent);
}

}  // namespace collnoc::systemc

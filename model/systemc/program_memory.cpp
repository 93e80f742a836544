#include "collnoc/model/systemc/program_memory.hpp"

#include <utility>

namespace collnoc::systemc {

ProgramMemory::ProgramMemory(const sc_core::sc_module_name& name, const std::vector<std::uint32_t>& text)
    : sc_module(name), text_(text) {
  SC_HAS_PROCESS(ProgramMemory);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
}

void ProgramMemory::rising_edge() {
  if (std::exchange(asleep_, false) && !clk_i.posedge()) return;
  if (!prog_en_i.read()) {
    asleep_ = true;
    next_trigger(prog_en_i.posedge_event());
    return;
  }
  const std::uint32_t word = prog_addr_i.read().to_uint() / 4;
  prog_rdata_o.write(word < text_.size() ? text_[word] : 0);
}

}  // namespace collnoc::systemc

#include "collnoc/model/systemc/register_master.hpp"

namespace collnoc::systemc {

RegisterMaster::RegisterMaster(const sc_core::sc_module_name& name, MemoryModule& memory)
    : sc_module(name), BusMaster("turn"), memory_(memory) {
  SC_HAS_PROCESS(RegisterMaster);
  SC_METHOD(drive_pins);
}

std::span<std::byte> RegisterMaster::memory() {
  model::TileMemory& m = memory_.memory();
  return {reinterpret_cast<std::byte*>(m.bytes()), std::size_t{m.words()} * 8};
}

// A single process drives the pins for all threads. An access stays on them until the next falling edge.
void RegisterMaster::drive_pins() {
  if (driving_ && taken()) {
    driving_ = false;
    made();  // the thread may ask for more, then this process runs once more
  }
  if (taken()) {
    reg_valid_o.write(false);
    next_trigger(asked_);
    return;
  }
  driving_ = true;
  const model::RegisterAccess access = window() ? take(reg_ready_i.read()) : model::RegisterAccess{};
  reg_valid_o.write(access.valid);
  if (access.valid) {
    reg_write_o.write(access.write);
    reg_addr_o.write(access.addr);
    reg_wdata_o.write(access.wdata);
  }
  next_trigger(clk_i.negedge_event());
}

}  // namespace collnoc::systemc

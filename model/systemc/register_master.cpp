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

void RegisterMaster::drive(const model::RegisterAccess& access) {
  access_ = access;
  asked_.notify();
}

// A single process drives the pins for all threads. An access stays on them until the next falling edge.
void RegisterMaster::drive_pins() {
  if (!access_) {
    reg_valid_o.write(false);
    next_trigger(asked_);
    return;
  }
  reg_valid_o.write(true);
  reg_write_o.write(access_->write);
  reg_addr_o.write(access_->addr);
  reg_wdata_o.write(access_->wdata);
  access_.reset();
  next_trigger(clk_i.negedge_event());
}

}  // namespace collnoc::systemc

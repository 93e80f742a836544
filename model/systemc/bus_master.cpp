#include "collnoc/model/systemc/bus_master.hpp"

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc::systemc {

void BusMaster::to_window() {
  while (!window()) sc_core::wait(falling_edge());
}

std::uint32_t BusMaster::access(const model::RegisterAccess& access) {
  turn_.lock();
  to_window();
  const bool waits = access.write && nic::is_put_register(access.addr);
  while (used_ == cycle() || (waits && !ready())) {
    sc_core::wait(falling_edge());
    to_window();
  }
  used_ = cycle();
  drive(access);
  sc_core::wait(falling_edge());
  const std::uint32_t data = rdata();
  turn_.unlock();
  return data;
}

void BusMaster::wait_event() {
  to_window();
  while (!event()) {
    sc_core::wait(event_rises());
    to_window();
  }
}

void BusMaster::wait_until(std::uint64_t at) {
  to_window();
  while (cycle() < at) {
    sc_core::wait(before(at));
    to_window();
  }
}

}  // namespace collnoc::systemc

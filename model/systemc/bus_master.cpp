#include "collnoc/model/systemc/bus_master.hpp"

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc::systemc {

namespace {

/// Has the mutex until the end of the scope, also when the thread is killed.
class Turn {
 public:
  explicit Turn(sc_core::sc_mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~Turn() { mutex_.unlock(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  sc_core::sc_mutex& mutex_;
};

}  // namespace

void BusMaster::to_window() {
  while (!window()) sc_core::wait(falling_edge());
}

std::uint32_t BusMaster::access(const model::RegisterAccess& access) {
  const Turn turn(turn_);
  to_window();
  const bool waits = access.write && nic::is_put_register(access.addr);
  while (used_ == cycle() || (waits && !ready())) {
    sc_core::wait(falling_edge());
    to_window();
  }
  used_ = cycle();
  drive(access);
  sc_core::wait(falling_edge());
  return rdata();
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

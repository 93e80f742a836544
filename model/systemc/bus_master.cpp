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

std::uint32_t BusMaster::access(std::span<const model::RegisterAccess> accesses) {
  const Turn turn(turn_);
  to_window();
  if (accesses.empty()) return rdata();
  while (busy_) {  // with those of a thread that has been killed
    sc_core::wait(made_);
    to_window();
  }
  accesses_.assign(accesses.begin(), accesses.end());
  next_ = 0;
  busy_ = true;
  begin();
  sc_core::wait(made_);
  return rdata();
}

model::RegisterAccess BusMaster::take(bool ready) {
  if (taken()) return {};
  const model::RegisterAccess& access = accesses_[next_];
  if (access.write && nic::is_put_register(access.addr) && !ready) return {};
  ++next_;
  return access;
}

void BusMaster::made() {
  busy_ = false;
  made_.notify();
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

// Common part of all TileBus implementations: the access window, accesses one after the other, waiting.
#pragma once
#include <vector>

#include "collnoc/model/systemc/tile_bus.hpp"

namespace collnoc::systemc {

/// Any number of threads may call it; what they ask for is serialized. What a thread has asked for is made
/// also if the thread is killed.
class BusMaster : public TileBus {
 public:
  std::uint32_t access(const model::RegisterAccess& access) final {
    return this->access(std::span(&access, 1));
  }
  std::uint32_t access(std::span<const model::RegisterAccess> accesses) final;
  void wait_event() final;
  void wait_until(std::uint64_t at) final;

 protected:
  /// `mutex_name` is a SystemC name that is unique in the scope in which the object is created.
  explicit BusMaster(const char* mutex_name) : turn_(mutex_name) {}

  /// The clock is low and reset is inactive.
  virtual bool window() const = 0;
  /// The read data of this cycle.
  virtual std::uint32_t rdata() const = 0;
  /// Notified after the present time, at the latest when cycle `at` begins. Default: every falling edge.
  virtual const sc_core::sc_event& before(std::uint64_t at) {
    static_cast<void>(at);
    return falling_edge();
  }
  /// Called in a window, when accesses have been asked for. From this cycle on, the bus makes what take()
  /// gives in each, until all are taken(), and calls made() in the window after the last.
  virtual void begin() = 0;

  /// The access of this cycle, or none. `ready`: the NIC's.
  model::RegisterAccess take(bool ready);
  /// All accesses that have been asked for.
  bool taken() const { return next_ == accesses_.size(); }
  void made();

 private:
  void to_window();

  sc_core::sc_mutex turn_;
  std::vector<model::RegisterAccess> accesses_;  // from next_ on, not yet made
  std::size_t next_ = 0;
  bool busy_ = false;  // until the last one is made
  sc_core::sc_event made_;
};

}  // namespace collnoc::systemc

// Common part of all TileBus implementations: the access window, one access per cycle, waiting.
#pragma once
#include <limits>

#include "collnoc/model/systemc/tile_bus.hpp"

namespace collnoc::systemc {

/// Any number of threads may call it; their accesses are serialized.
class BusMaster : public TileBus {
 public:
  std::uint32_t access(const model::RegisterAccess& access) final;
  void wait_event() final;
  void wait_until(std::uint64_t at) final;

 protected:
  /// `mutex_name` is a SystemC name that is unique in the scope in which the object is created.
  explicit BusMaster(const char* mutex_name) : turn_(mutex_name) {}

  /// The clock is low and reset is inactive.
  virtual bool window() const = 0;
  /// The node's outputs of this cycle.
  virtual bool ready() const = 0;
  virtual std::uint32_t rdata() const = 0;
  /// Notified after the present time, at the latest when cycle `at` begins. Default: every falling edge.
  virtual const sc_core::sc_event& before(std::uint64_t at) {
    static_cast<void>(at);
    return falling_edge();
  }
  /// `access` is the access of this cycle.
  virtual void drive(const model::RegisterAccess& access) = 0;

 private:
  void to_window();

  sc_core::sc_mutex turn_;
  std::uint64_t used_ = std::numeric_limits<std::uint64_t>::max();  // cycle of the last access
};

}  // namespace collnoc::systemc

// Turns a put into writes of the NIC's put registers, one a cycle, leaving out those that hold the value
// already (the registers are sticky). Used by every host that sends.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/put.hpp"
#include "collnoc/model/tile/pins.hpp"

namespace collnoc {

class PutWriter {
 public:
  /// Begins a put; precondition: idle().
  void begin(const Put& put, std::uint16_t node_address, unsigned dims) {
    std::uint32_t ctrl = put.counter | (put.signal ? nic::ctrl_signal : 0u) |
                         (put.route.order() == Order::descending ? nic::ctrl_descending : 0u);
    // PUT_CTRL has the directions of 4 dimensions; the others are of complete graphs, which have none. One
    // that is asked for all the same goes to a reserved bit, so that the NIC refuses it, not to those of
    // signal and order.
    for (unsigned d = 0; d < dims; ++d) {
      const auto direction = static_cast<std::uint32_t>(put.route.direction[d]);
      ctrl |= d < 4 ? nic::ctrl_direction(d, direction) : direction << (10 + 2 * d);
    }
    want_ = {put.local, put.remote, put.bytes, ctrl, node_address};
    active_ = true;
  }
  /// Same with register values as they are; for tests of the error flags.
  void begin_raw(const std::array<std::uint32_t, 5>& registers) {
    want_ = registers;
    active_ = true;
  }

  bool idle() const { return !active_; }

  /// The write of this cycle; the put is launched when idle() holds afterwards. `ready`: the NIC's reg_ready.
  model::RegisterAccess drive(bool ready) {
    if (!active_ || !ready) return {};
    for (unsigned r = 0; r < 4; ++r) {
      if (known_ && have_[r] == want_[r]) continue;
      if (!known_ && r < next_) continue;
      have_[r] = want_[r];
      next_ = r + 1;
      return {true, true, static_cast<std::uint16_t>(4 * r), want_[r]};
    }
    known_ = true;
    active_ = false;
    return {true, true, nic::put_node, want_[4]};
  }

 private:
  std::array<std::uint32_t, 5> want_{}, have_{};
  bool known_ = false;  // every register has been written once
  unsigned next_ = 0;
  bool active_ = false;
};

}  // namespace collnoc

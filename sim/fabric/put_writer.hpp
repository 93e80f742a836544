// Turns a put into writes of the NIC's put registers, one per cycle. It skips registers that already hold the
// value, since they keep it. Every native host that sends uses it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/put.hpp"
#include "collnoc/model/tile/pins.hpp"

namespace collnoc {

class PutWriter {
 public:
  /// Begins a put to the node at `node_address`. Precondition: idle().
  void begin(const Put& put, NodeAddress node_address) {
    begin_raw({put.local, put.remote, put.length(), put.control(), node_address});
  }
  /// Begins a put with these values of PUT_SRC, PUT_ADDR, PUT_BYTES, PUT_CTRL and PUT_NODE. Tests of the
  /// error flags use it.
  void begin_raw(const std::array<std::uint32_t, 5>& registers) {
    want_ = registers;
    go_.reset();
    active_ = true;
  }
  /// Begins a put that PUT_GO launches. `node_bits`: that of the network (Topology::go_node_bits).
  void begin(const PreparedPut& put, unsigned node_bits) {
    begin_raw({put.local, put.remote, put.bytes, nic::control_of_go(put.go, node_bits),
               nic::node_of_go(put.go, node_bits)});
    go_ = put.go;
  }

  /// Makes the put that has just begun a multicast to the box from its node to the one at `address`.
  void to_corner(std::uint32_t address) { corner_ = address; }

  bool idle() const { return !active_; }

  /// The write of this cycle. When idle() holds afterwards, the put has been launched. `ready`: the NIC's
  /// reg_ready.
  model::RegisterAccess drive(bool ready) {
    if (!active_ || !ready) return {};
    if (corner_) {
      const std::uint32_t corner = *corner_;
      corner_.reset();
      return {true, true, nic::put_corner, corner};
    }
    for (unsigned r = 0; r < (go_ ? 3u : 4u); ++r) {
      if (known_ && have_[r] == want_[r]) continue;
      if (!known_ && r < next_) continue;
      have_[r] = want_[r];
      next_ = r + 1;
      return {true, true, static_cast<std::uint16_t>(nic::put_src + 4 * r), want_[r]};
    }
    known_ = true;
    active_ = false;
    have_[3] = want_[3];
    if (go_) return {true, true, nic::put_go, *go_};
    return {true, true, nic::put_node, want_[4]};
  }

 private:
  std::array<std::uint32_t, 5> want_{}, have_{};
  bool known_ = false;  // every register has been written once
  unsigned next_ = 0;
  std::optional<std::uint32_t> corner_;  ///< to be written first
  std::optional<std::uint32_t> go_;      ///< PUT_GO launches, not PUT_NODE
  bool active_ = false;
};

}  // namespace collnoc

// Turns a put into writes of the NIC's put registers, one per cycle. It skips registers that already hold the
// value, since they keep it. Every native host that sends uses it.
#pragma once
#include <array>
#include <bit>
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
    begin({registers[0], registers[1], registers[2], registers[3]}, 4, nic::put_node, registers[4]);
  }
  /// Begins a put that PUT_GO launches. `node_bits`: that of the network (Topology::go_node_bits).
  void begin(const PreparedPut& put, unsigned node_bits) {
    begin({put.local, put.remote, put.bytes, nic::control_of_go(put.go, node_bits)}, 3, nic::put_go, put.go);
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
    if (writes_ != 0) {
      const auto r = static_cast<unsigned>(std::countr_zero(writes_));
      writes_ &= writes_ - 1;
      return {true, true, static_cast<std::uint16_t>(nic::put_src + 4 * r), have_[r]};
    }
    active_ = false;
    return launch_;
  }

 private:
  /// `registers`: PUT_SRC and those after it. The first `written` of them are written by themselves, the
  /// others by the launch, which writes `value` to the register `launch`.
  void begin(const std::array<std::uint32_t, 4>& registers, unsigned written, std::uint16_t launch,
             std::uint32_t value) {
    writes_ = unknown_;
    for (unsigned r = 0; r < registers.size(); ++r) writes_ |= std::uint32_t{have_[r] != registers[r]} << r;
    writes_ &= (1u << written) - 1;
    have_ = registers;
    unknown_ = 0;
    launch_ = {true, true, launch, value};
    active_ = true;
  }

  std::array<std::uint32_t, 4> have_{};  ///< when the put is launched
  std::uint32_t unknown_ = 0xf;          ///< registers that have not been written
  std::uint32_t writes_ = 0;             ///< those to be written before the launch
  model::RegisterAccess launch_;
  std::optional<std::uint32_t> corner_;  ///< to be written first
  bool active_ = false;
};

}  // namespace collnoc

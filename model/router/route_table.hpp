// Model counterpart of rtl/topology/route_table.sv.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/common/register_visitor.hpp"

namespace collnoc::model {

class RouteTable {
 public:
  /// With the entries of `place.routes`, if there are any.
  RouteTable(const HardwareConfig& config, const Place& place)
      : table_q_(config.routes), links_(config.links()), vcs_(config.vcs) {
    if (place.routes != nullptr && !table_q_.empty())
      std::copy_n(place.routes, table_q_.size(), table_q_.data());
  }

  /// By destination, as in the register ROUTE; nullptr if the node has no table.
  const std::uint8_t* entries() const { return table_q_.empty() ? nullptr : table_q_.data(); }
  /// A write to the register ROUTE.
  void write(std::uint32_t data) {
    const std::uint32_t node = nic::route_node.of(data), first = nic::route_first_vc.of(data),
                        more = nic::route_more_vcs.of(data);
    if (nic::route_link.of(data) < links_ && first + more < vcs_ && node < table_q_.size())
      table_q_[node] = data & 0x7f;
  }

  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v) {
    if (!v.arrays()) return;
    for (unsigned n = 0; n < self.table_q_.size(); ++n) {
      std::uint64_t shown = self.table_q_[n];
      if (self.vcs_ <= 2) shown = (shown & 15) | (shown >> 5 & 1) << 4;
      v("gen_table.i_table.table_q[%]", shown, {n});
      if constexpr (!std::is_const_v<Self>) {
        if (self.vcs_ <= 2) shown = (shown & 15) | (shown >> 4 & 1) << 5;
        self.table_q_[n] = static_cast<std::uint8_t>(shown);
      }
    }
  }

 private:
  std::vector<std::uint8_t> table_q_;
  unsigned links_, vcs_;
};

}  // namespace collnoc::model

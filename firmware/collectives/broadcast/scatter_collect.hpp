// Broadcast `scatter-collect`: Scatter Collect (SC) as Zhuang & Liberatore describe it in section 1 (after
// their references 9 and 10); they compare with it in section 4.3.
//
// The message is scattered over all nodes: each holder sends half of its remaining part to its partner of
// recursive division. Then the nodes of every line pass their pieces round as on a ring, first along the last
// dimension, last along x. On a mesh, the last node of a line sends back to the first, in the opposite
// direction to all others.
//
//   scatter: 1/2, 1/4, .. 1/N     collect:  o -> o -> o -> o     every node forwards what it received,
//                                           ^--------------+     extent - 1 times
//
// 2^n square: alpha = 2n + 2(2^n - 1), beta = 2 - 2/2^(2n) (the table of section 4.3 has 2 - 1/2^(2n)). Port
// model: one-port. Free of contention. Extents are powers of two. Any root (coordinates relative to the root
// by xor).
#pragma once
#include "collnoc/firmware/collectives/broadcast/network_partition.hpp"

namespace collnoc {

struct ScatterCollect : Phased<ScatterCollect> {
  static constexpr const char* name = "scatter-collect";
  static constexpr const char* summary =
      "scatter pieces, then pass them round every line (SC; Zhuang & Liberatore, 4.3)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (!is_power_of_two(topology.extent(d))) return "it needs extents that are powers of two";
    }
    return nullptr;
  }

  template <class Visit>
  static constexpr void phases(const Job& job, Visit&& visit) {
    network_partition::scatter_collect_diluted(job.topology, 0, visit);
  }
};

}  // namespace collnoc

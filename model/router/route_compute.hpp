// Model of rtl/topology/route_compute.sv.
#pragma once
#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/topology/rules.hpp"

namespace collnoc::model {

/// Output of the head flit with these fields that arrived at port `in_port` on virtual channel `in_vc`.
inline Out route_compute(const HardwareConfig& config, const Place& at, unsigned in_port, unsigned in_vc,
                         const Head& head) {
  const Arrival packet{config, at, in_port, in_vc, head};
  return visit_topology(config.topology, [&](auto t) { return Rules<decltype(t)>::route(packet); });
}

}  // namespace collnoc::model

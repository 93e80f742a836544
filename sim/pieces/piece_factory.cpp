#include "sim/pieces/piece_factory.hpp"

#include <stdexcept>
#include <utility>

#include "sim/pieces/lockstep_pieces.hpp"
#include "sim/pieces/verilated_pieces.hpp"

namespace collnoc {
namespace {

void check(NodeKind kind, const HardwareConfig& config) {
  if (config.routes != 0)
    throw std::invalid_argument("a router or a NIC alone has no routing table: there are none of graphs");
  if (kind == NodeKind::netlist || kind == NodeKind::netlist_lockstep)
    throw std::invalid_argument(
        "a router or a NIC alone is model, RTL, or both in lockstep; it has no netlist");
}

}  // namespace

RouterFactory make_router_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                                  const std::function<void(const std::string&)>& say,
                                  RouterFault inject_fault) {
  check(kind, config);
  if (kind == NodeKind::model) {
    return [](Rank, const HardwareConfig& c, const model::Place& place) {
      return model::make_model_router(c, place);
    };
  }
  const auto library = router_library(config, say);
  if (kind == NodeKind::rtl) {
    return [library](Rank, const HardwareConfig&, const model::Place& place) {
      return make_verilated_router(library, place);
    };
  }
  return [library, &log, inject_fault = std::move(inject_fault)](Rank rank, const HardwareConfig& c,
                                                                 const model::Place& place) {
    return make_lockstep_router(make_verilated_router(library, place), c, place, rank, log, inject_fault);
  };
}

NicFactory make_nic_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                            const std::function<void(const std::string&)>& say, NicFault inject_fault) {
  check(kind, config);
  if (kind == NodeKind::model) {
    return [](Rank, const HardwareConfig& c, const model::Place& place) {
      return model::make_model_nic(c, place);
    };
  }
  const auto library = nic_library(config, say);
  if (kind == NodeKind::rtl) {
    return [library](Rank, const HardwareConfig&, const model::Place& place) {
      return make_verilated_nic(library, place);
    };
  }
  return [library, &log, inject_fault = std::move(inject_fault)](Rank rank, const HardwareConfig& c,
                                                                 const model::Place& place) {
    return make_lockstep_nic(make_verilated_nic(library, place), c, place, rank, log, inject_fault);
  };
}

}  // namespace collnoc

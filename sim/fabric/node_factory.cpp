#include "sim/fabric/node_factory.hpp"

#include "sim/fabric/verilated_node.hpp"

namespace collnoc {

NodeFactory make_node_factory(NodeKind kind, const HardwareConfig& config, LockstepLog& log,
                              const std::function<void(const std::string&)>& say) {
  if (kind == NodeKind::model) {
    return [](Rank, const HardwareConfig& c, const model::Place& place) { return make_model_node(c, place); };
  }
  const bool netlist = kind == NodeKind::netlist || kind == NodeKind::netlist_lockstep;
  const auto library = verilated_library(config, netlist ? NodeSource::netlist : NodeSource::rtl, say);
  if (kind == NodeKind::rtl || kind == NodeKind::netlist) {
    return [library](Rank, const HardwareConfig& c, const model::Place& place) {
      return make_verilated_node(library, c, place);
    };
  }
  return [library, &log](Rank rank, const HardwareConfig& c, const model::Place& place) {
    return make_lockstep_node(library, c, place, rank, log);
  };
}

}  // namespace collnoc

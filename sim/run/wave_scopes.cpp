#include "sim/run/wave_scopes.hpp"

#include <fmt/format.h>

namespace collnoc {

std::vector<WaveSignal> wave_signals(const HardwareConfig& hardware) {
  return {{"valid", 1},
          {"head", 1},
          {"tail", 1},
          {"vc", 2},
          {"data", hardware.flit_bits},
          {"credit", hardware.vcs}};
}

std::vector<std::string> wave_sides(Backend backend) {
  if (is_rtl_lockstep(backend)) return {"rtl", "model"};
  if (backend == Backend::netlist_lockstep) return {"netlist", "model"};
  return {};
}

std::string node_scope(const Topology& topology, Rank rank) {
  const Coordinates c = topology.coordinates(rank);
  std::string name = "node";
  for (unsigned d = 0; d < topology.dims(); ++d) name += fmt::format("_{}", c[d]);
  return name;
}

std::string link_scope(const Topology& topology, Link link) {
  std::string name = link_name(topology, link);
  if (name[0] == '+') return "plus_" + name.substr(1);
  if (name[0] == '-') return "minus_" + name.substr(1);
  if (const std::size_t plus = name.find('+'); plus != std::string::npos) name.replace(plus, 1, "_plus_");
  return name;
}

}  // namespace collnoc

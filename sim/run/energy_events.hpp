// The events that cost energy in a network, counted in a run.
#pragma once
#include <cstdint>

namespace collnoc {

/// Summed over all nodes, from the first to the last simulated cycle.
struct EnergyEvents {
  std::uint64_t node_cycles = 0;  ///< nodes times cycles
  std::uint64_t link_flits = 0;   ///< sent on links
  std::uint64_t injected = 0;     ///< flits that NICs gave to their routers
  std::uint64_t ejected = 0;      ///< flits that routers gave to their NICs
  std::uint64_t messages = 0;     ///< puts that were launched

  /// Flits that were written to input buffers of routers.
  std::uint64_t buffered() const { return link_flits + injected; }
  /// Flits that were read from them, and passed the crossbar.
  std::uint64_t switched() const { return link_flits + ejected; }
};

}  // namespace collnoc

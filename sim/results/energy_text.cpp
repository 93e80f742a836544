// The energy of a run, as JSON and as a line of text.
#include <fmt/format.h>

#include "sim/energy/energy_table.hpp"
#include "sim/results/json_parts.hpp"
#include "sim/results/table_parts.hpp"

namespace collnoc {

Json energy_json_of(const HardwareConfig& hardware, const EnergyEvents& events) {
  const EnergyEntry& entry = energy_entry(hardware);
  const Energy e = energy_of(entry, events);
  return {{"unit", "pJ"},
          {"buffer_write", e.buffer_write},
          {"buffer_read", e.buffer_read},
          {"crossbar", e.crossbar},
          {"arbitration", e.arbitration},
          {"link", e.link},
          {"nic_send", e.nic_send},
          {"nic_receive", e.nic_receive},
          {"message", e.message},
          {"dynamic", e.dynamic()},
          {"clock", e.clock},
          {"leakage", e.leakage},
          {"clock_mhz", entry.clock_mhz},
          {"events",
           {{"node_cycles", events.node_cycles},
            {"buffered_flits", events.buffered()},
            {"switched_flits", events.switched()},
            {"link_flits", events.link_flits},
            {"injected_flits", events.injected},
            {"ejected_flits", events.ejected},
            {"messages", events.messages}}}};
}

std::string energy_text(const HardwareConfig& hardware, const EnergyEvents& events) {
  const EnergyEntry& entry = energy_entry(hardware);
  const Energy e = energy_of(entry, events);
  return fmt::format(
      "# energy in nJ: {:.3f} = buffers {:.3f} + crossbar {:.3f} + arbitration {:.3f} + links {:.3f} + NICs "
      "{:.3f}; "
      "clock {:.3f}, leakage {:.6f} at {:.0f} MHz",
      e.dynamic() / 1e3, (e.buffer_write + e.buffer_read) / 1e3, e.crossbar / 1e3, e.arbitration / 1e3,
      e.link / 1e3, (e.nic_send + e.nic_receive + e.message) / 1e3, e.clock / 1e3, e.leakage / 1e3,
      entry.clock_mhz);
}

}  // namespace collnoc

// What results of every command show of the network: values in JSON, and lines below a table.
#include <fmt/format.h>

#include "sim/energy/energy_table.hpp"
#include "sim/results/json_parts.hpp"
#include "sim/results/table_parts.hpp"

namespace collnoc {

EnergyOfRun energy_of_run(const HardwareConfig& hardware, const EnergyEvents& events) {
  const EnergyEntry& entry = energy_entry(hardware);
  return {energy_of(entry, events), entry.clock_mhz, events};
}

std::string network_notes(const Platform& platform, const NetworkResult& result, const Palette& palette) {
  if (!platform.energy) return {};
  const EnergyEntry& entry = energy_entry(platform.hardware);
  const Energy e = energy_of(entry, result.energy_events);
  return palette.note(
             fmt::format("# energy in nJ: {:.3f} = buffers {:.3f} + crossbar {:.3f} + arbitration {:.3f} + "
                         "links {:.3f} + NICs {:.3f}; clock {:.3f}, leakage {:.6f} at {:.0f} MHz",
                         e.dynamic() / 1e3, (e.buffer_write + e.buffer_read) / 1e3, e.crossbar / 1e3,
                         e.arbitration / 1e3, e.link / 1e3, (e.nic_send + e.nic_receive + e.message) / 1e3,
                         e.clock / 1e3, e.leakage / 1e3, entry.clock_mhz)) +
         "\n";
}

}  // namespace collnoc

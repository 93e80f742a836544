// The energy of each event, measured by scripts/energy: docs/reference/energy.md.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "sim/run/energy_events.hpp"

namespace collnoc {

/// The energies of one hardware, in pJ for random data.
struct EnergyEntry {
  std::map<std::string, unsigned> hardware;  ///< parameters of the node by name; others have no influence
  double buffer_write = 0, buffer_read = 0;  ///< of a flit, in an input buffer of a router
  double crossbar = 0, arbitration = 0;      ///< of a flit that leaves a router; arbitration with counters
  double link = 0;                           ///< of a flit in the output register of a link, without the wire
  double nic_send = 0, nic_receive = 0;      ///< of a flit, head flits included
  double message = 0;                        ///< of a put: register bus, launch, arrival counter
  double clock = 0;                          ///< of a node in every cycle
  double leakage_nw = 0;                     ///< of a node, in nW
  double clock_mhz = 0;                      ///< the frequency that the mapped node reaches
};

/// What a run has cost, in pJ.
struct Energy {
  double buffer_write = 0, buffer_read = 0, crossbar = 0, arbitration = 0, link = 0;
  double nic_send = 0, nic_receive = 0, message = 0;
  double clock = 0;
  double leakage = 0;  ///< at clock_mhz
  double dynamic() const {
    return buffer_write + buffer_read + crossbar + arbitration + link + nic_send + nic_receive + message;
  }
  double total() const { return dynamic() + clock + leakage; }
};

/// The entry of this hardware in the built-in table or, if set, in the file COLLNOC_ENERGY. Throws UserError
/// if it was not measured; the message says which was.
const EnergyEntry& energy_entry(const HardwareConfig& hardware);

Energy energy_of(const EnergyEntry& entry, const EnergyEvents& events);

/// Parses schema collnoc.energy/1. Throws std::runtime_error with a description of the problem.
std::vector<EnergyEntry> parse_energy(const std::string& text);
/// Parses a file. Throws UserError.
std::vector<EnergyEntry> read_energy(const std::string& file);

extern const char* const energy_json;

}  // namespace collnoc

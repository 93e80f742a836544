// --energy: which commands have it is their own choice.
#include "sim/energy/energy_table.hpp"
#include "sim/program/platform_options.hpp"

namespace collnoc {

std::vector<Setting> energy_settings() {
  return {{"energy", "energy", "", "", "energy of the network, by event"}};
}

void read_energy(const Settings& settings, Platform& platform) {
  platform.energy = settings.on("energy");
  if (platform.energy) energy_entry(platform.hardware);
}

}  // namespace collnoc

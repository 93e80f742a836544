// --energy: which commands have it is their own choice.
#include "sim/energy/energy_table.hpp"
#include "sim/program/platform_options.hpp"

namespace collnoc {

void require_energy(const Platform& platform) {
  if (platform.energy) energy_entry(platform.hardware);
}

}  // namespace collnoc

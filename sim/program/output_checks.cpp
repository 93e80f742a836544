#include "sim/energy/energy_table.hpp"
#include "sim/program/platform_options.hpp"

namespace collnoc {

void check_outputs(const Platform& platform) {
  if (platform.energy) energy_entry(platform.hardware);
}

}  // namespace collnoc

#include "sim/commands/platform_options.hpp"
#include "sim/energy/energy_table.hpp"

namespace collnoc {

void check_outputs(const Platform& platform) {
  if (platform.energy) energy_entry(platform.hardware);
}

}  // namespace collnoc

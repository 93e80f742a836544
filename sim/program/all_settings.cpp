#include "sim/program/collective_options.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/processor_options.hpp"
#include "sim/program/replay_options.hpp"
#include "sim/program/settings.hpp"
#include "sim/program/traffic_options.hpp"

namespace collnoc {

std::vector<std::string> all_setting_keys() {
  std::vector<std::string> keys;
  for (const Setting& setting : collective_settings() + network_settings() + platform_settings() +
                                    energy_settings() + run_settings() + processor_settings() +
                                    traffic_settings() + replay_settings() + output_settings())
    keys.push_back(setting.key);
  return keys;
}

}  // namespace collnoc

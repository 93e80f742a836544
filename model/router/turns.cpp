#include "collnoc/model/router/turns.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace collnoc::model {
namespace {

/// collnoc_pkg::turn_allowed.
bool turn_allowed(const HardwareConfig& config, unsigned input, unsigned output) {
  const unsigned links = config.links(), width = links / config.dims;
  if (input >= links) return output < links && (!config.all_port || input - links == output);
  if (output >= links) return !config.all_port || output - links == input;
  if (output / width != input / width) return config.route_orders == 2 || output / width > input / width;
  return turns(config.topology, input % width, output % width);
}

}  // namespace

Turns::Turns(const HardwareConfig& config) {
  const unsigned ports = config.links() + config.channels();
  for (unsigned i = 0; i < ports; ++i) {
    for (unsigned o = 0; o < ports; ++o) {
      if (!turn_allowed(config, i, o)) continue;
      const unsigned k = outputs_[i]++;
      output_[i][k] = static_cast<std::uint8_t>(o);
      place_[i][o] = static_cast<std::uint8_t>(1u << k);
    }
    most_ = std::max<unsigned>(most_, outputs_[i]);
  }
}

const Turns& Turns::of(const HardwareConfig& config) {
  static std::mutex mutex;
  static std::map<std::tuple<unsigned, unsigned, unsigned, bool, unsigned>, std::unique_ptr<const Turns>> all;
  const std::lock_guard lock(mutex);
  auto& turns = all[{static_cast<unsigned>(config.topology), config.dims, config.radix, config.all_port,
                     config.route_orders}];
  if (!turns) turns = std::make_unique<const Turns>(config);
  return *turns;
}

}  // namespace collnoc::model

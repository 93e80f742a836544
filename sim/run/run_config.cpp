#include "sim/run/run_config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace collnoc {

HardwareConfig with_executor(HardwareConfig hardware, Executor executor, Collective collective,
                             Element element) {
  if (executor == Executor::nic) {
    hardware.sequencer = true;
    hardware.accumulate |= form_of(collective).combines;
  }
  hardware.float_sums |= hardware.accumulate && element == Element::f32;
  return hardware;
}

std::string run_id(const RunConfig& config) {
  std::string topology = config.topology_text;
  std::replace(topology.begin(), topology.end(), ':', '_');
  std::string id = fmt::format("{}/{}/{}/{}/{}", word_of(config.collective), config.algorithm, topology,
                               word_of(config.nic()), config.bytes);
  if (config.op != Op::sum) id += fmt::format("/{}", word_of(config.op));
  if (config.element != Element::u32) id += fmt::format("/{}", word_of(config.element));
  if (config.hardware.route_orders != 1) id += fmt::format("/orders-{}", config.hardware.route_orders);
  if (config.root != 0) id += fmt::format("/root-{}", config.root);
  if (config.firmware == Firmware::rv32) id += "/rv32";
  if (config.executor == Executor::nic) id += "/executor-nic";
  return id;
}

}  // namespace collnoc

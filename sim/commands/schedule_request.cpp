#include "sim/commands/schedule_request.hpp"

#include "sim/commands/collective_options.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/values.hpp"

namespace collnoc {
namespace {

ScheduleRequest request_of(const RunConfig& config) {
  return {config.collective, config.algorithm, config.topology_text, config.topology, config.nic(),
          config.bytes,      config.root,      config.hardware,      config.op,       config.element};
}

}  // namespace

std::vector<ScheduleRequest> schedule_requests(const Settings& settings, const AlgorithmCatalogue& catalogue,
                                               LeftOut& left_out, Executor executor) {
  Platform platform;
  read_network(settings, catalogue, platform);
  // Without hardware of its own, the limits are those of the largest star graph that has some.
  if (!platform.topology.has_hardware()) {
    if (settings.given("hardware.vcs")) require_hardware(settings.get("topology"), platform.topology);
    platform.hardware.radix = star::max_hardware_symbols;
  }
  read_hardware(settings, platform.hardware);
  platform.hardware.radix = platform.topology.radix();
  std::vector<ScheduleRequest> requests;
  const auto fits = [&](const RunConfig& config) { return catalogue.plans_fit(request_of(config)); };
  for (const RunConfig& config : plan_collectives(settings, catalogue, platform, executor, left_out, fits))
    requests.push_back(request_of(config));
  return requests;
}

}  // namespace collnoc

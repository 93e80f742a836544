#include "playground/describe.hpp"

#include <algorithm>

#include "collnoc/model/common/flit.hpp"
#include "sim/commands/named_hardware.hpp"
#include "sim/commands/schedule_catalogue.hpp"
#include "sim/commands/schedule_request.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/program/option_parser.hpp"
#include "sim/report/compact.hpp"

namespace collnoc {

using Json = nlohmann::ordered_json;

Json choices() {
  const ScheduleCatalogue catalogue;
  Json order = Json::object(), families = Json::array();
  for (const AlgorithmInfo& info : catalogue.algorithms()) {
    const std::string name(word_of(info.collective));
    if (!order.contains(name)) families.push_back(name);
    order[name].push_back(info.name);
  }
  Json topologies = Json::array(), hardware = Json::array();
  for (const TopologyInfo& info : catalogue.topologies())
    topologies.push_back({{"kind", info.kind}, {"example", info.example}, {"summary", info.summary}});
  for (const NamedHardware& named : named_hardware)
    hardware.push_back({{"name", std::string(named.name)}, {"help", std::string(named.help)}});
  return {{"collectives", families}, {"hardware", hardware}, {"topologies", topologies}, {"order", order}};
}

Json describe(const std::vector<std::string>& arguments) {
  const std::vector<Setting> declared = check_command_settings();
  const Settings settings = merged(declared, choices_in(arguments, declared));
  const ScheduleCatalogue catalogue;
  LeftOut left_out;
  const std::vector<ScheduleRequest> requests = schedule_requests(settings, catalogue, left_out);
  const std::vector<AlgorithmInfo> known = catalogue.algorithms();
  Json schedules = Json::array(), others = Json::array();
  for (const ScheduleRequest& request : requests) {
    const auto info = std::find_if(known.begin(), known.end(), [&](const AlgorithmInfo& i) {
      return i.collective == request.collective && i.name == request.algorithm;
    });
    schedules.push_back({{"name", request.algorithm}, {"summary", info == known.end() ? "" : info->summary}});
  }
  for (const LeftOutSchedule& schedule : left_out.schedules())
    others.push_back({{"name", schedule.algorithm}, {"reason", schedule.reason}});
  return {{"network", network_json(requests.front().topology_text)},
          {"channels", static_cast<unsigned>(model::max_vcs)},
          {"schedules", schedules},
          {"left_out", others}};
}

}  // namespace collnoc

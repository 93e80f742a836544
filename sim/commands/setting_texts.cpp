#include "sim/commands/setting_texts.hpp"

#include <fmt/ranges.h>

#include "collnoc/arch/node_parameters.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/commands/named_hardware.hpp"

namespace collnoc {

std::string collective_names() {
  std::vector<std::string> names;
  for (const CollectiveForm& form : collective_forms)
    names.push_back(form.alias == nullptr ? form.name : fmt::format("{} (or {})", form.name, form.alias));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string every_collective() {
  std::vector<std::string_view> names;
  for (const CollectiveForm& form : collective_forms) names.emplace_back(form.name);
  return fmt::format("{}", fmt::join(names, ","));
}

std::string data_units() {
  std::vector<std::string> units;
  for (const CollectiveForm& form : collective_forms)
    if (form.has_data()) units.emplace_back(form.unit);
  return fmt::format("{}", fmt::join(units, ", "));
}

std::string hardware_names() {
  std::vector<std::string_view> names;
  for (const NamedHardware& hardware : named_hardware) names.push_back(hardware.name);
  return fmt::format("{}", fmt::join(names, "|"));
}

void add_node_parameters(std::vector<Setting>& settings) {
  for (const NodeParameter& p : node_parameters)
    if (!p.option.empty())
      settings.push_back(
          {std::string(p.option), "hardware." + std::string(p.field), std::string(p.placeholder),
           p.is_switch ? (p.fallback != 0 ? "on" : "off") : p.text(p.fallback), std::string(p.help)});
}

}  // namespace collnoc

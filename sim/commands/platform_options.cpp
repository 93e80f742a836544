#include "sim/commands/platform_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "collnoc/arch/node_parameters.hpp"
#include "collnoc/model/legality.hpp"
#include "sim/commands/named_hardware.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/errors.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

unsigned parse_parameter(const NodeParameter& p, const Given& given) {
  if (!p.words.empty()) {
    const auto word = std::find(p.words.begin(), p.words.end(), given.text);
    if (word != p.words.end()) return static_cast<unsigned>(word - p.words.begin());
    fail(given, fmt::format("unknown {} '{}'; {}", p.option, given.text,
                            suggestion(given.text, {p.words.begin(), p.words.end()})));
  }
  if (p.is_switch) return parse_switch(given);
  const auto value = static_cast<unsigned>(parse_count(given, p.least, p.greatest));
  if (!p.legal(value)) fail(given, fmt::format("must be {}", p.allowed));
  return value;
}

/// What --hardware says about the key; nothing if a value is given or the name does not set it.
std::optional<Given> named_value(const Settings& settings, std::string_view key) {
  if (settings.given(std::string(key)) || !settings.given("hardware.name")) return std::nullopt;
  const Given name = settings.get("hardware.name");
  for (const NamedHardware& hardware : named_hardware) {
    if (hardware.name != name.text) continue;
    for (const NamedValue& value : hardware.values)
      if (value.key == key)
        return Given{std::string(value.text),
                     fmt::format("{}, which means --{} {}", name.quoted, value.option, value.text)};
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (const NamedHardware& hardware : named_hardware) names.emplace_back(hardware.name);
  fail(name, fmt::format("unknown hardware '{}'; {}", name.text, suggestion(name.text, names)));
}

/// The value of a key: given, named, or the default.
Given value_of(const Settings& settings, std::string_view key) {
  if (const auto named = named_value(settings, key)) return *named;
  return settings.get(std::string(key));
}

bool is_chosen(const Settings& settings, std::string_view key) {
  return settings.given(std::string(key)) || named_value(settings, key);
}

}  // namespace

void read_network(const Settings& settings, const AlgorithmCatalogue& catalogue, NetworkConfig& network) {
  read_network(settings, catalogue.topology(settings.text("topology")), network);
}

void read_network(const Settings& settings, const Topology& topology, NetworkConfig& network) {
  network.topology = topology;
  network.topology_text = to_text(network.topology);
  if (network.topology.size() > max_nodes)
    fail(settings.get("topology"), fmt::format("{} nodes; at most {}", network.topology.size(), max_nodes));
  network.hardware.fit(network.topology);
  network.hardware.all_port = parse_word<PortModel>(value_of(settings, "nic"), "NIC") == PortModel::all_port;
}

void read_hardware(const Settings& settings, HardwareConfig& hardware) {
  for (const NodeParameter& p : node_parameters)
    if (!p.option.empty()) {
      const std::string key = "hardware." + std::string(p.field);
      p.set(hardware, parse_parameter(p, value_of(settings, key)));
    }
  if (!is_chosen(settings, "hardware.vcs")) hardware.vcs = hardware.default_vcs();
  // Unless switching is wormhole, a packet must fit into a buffer, so the default length is limited to it.
  if (hardware.switching != Switching::wormhole && !is_chosen(settings, "hardware.max_packet_flits"))
    hardware.max_packet_flits = std::min(hardware.max_packet_flits, hardware.vc_depth);
  if (const auto broken = why_illegal(hardware)) {
    const std::string key = "hardware." + broken->parameter;
    const bool chosen =
        std::any_of(std::begin(node_parameters), std::end(node_parameters),
                    [&](const auto& p) { return p.field == broken->parameter && !p.option.empty(); });
    fail(value_of(settings, chosen ? key : "topology"), broken->rule);
  }
}

void require_hardware(const Given& given, const Topology& topology) {
  if (!topology.has_hardware())
    fail(given,
         fmt::format("there is no hardware of it, only of star graphs of {} to {} symbols; use 'check', "
                     "'schedule', 'synthesize' or 'list'",
                     star::min_symbols, star::max_hardware_symbols));
}

void read_platform(const Settings& settings, Platform& platform) {
  require_hardware(settings.get("topology"), platform.topology);
  read_hardware(settings, platform.hardware);
  read_values(settings, static_cast<MachineConfig&>(platform));
  read_values(settings, static_cast<Instruments&>(platform));
  if (platform.kernel == KernelKind::plain && settings.given("systemc"))
    fail(settings.get("systemc"), "needs --kernel systemc");
  if (platform.backend == Backend::mixed)
    platform.rtl_nodes = parse_ranks(settings.get("rtl_nodes"), platform.topology);
  else
    settings.refuse(for_mixed);
}

}  // namespace collnoc

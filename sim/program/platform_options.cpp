#include "sim/program/platform_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "collnoc/arch/node_parameters.hpp"
#include "collnoc/model/legality.hpp"
#include "sim/common/errors.hpp"
#include "sim/program/named_hardware.hpp"
#include "sim/program/values.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

unsigned parse_unsigned(const Settings& settings, const std::string& key, unsigned least, unsigned most) {
  return static_cast<unsigned>(parse_count(settings.get(key), least, most));
}

Setting setting_of(const NodeParameter& p) {
  return {std::string(p.option), "hardware." + std::string(p.field), std::string(p.placeholder),
          p.is_switch ? (p.fallback != 0 ? "on" : "off") : p.text(p.fallback), std::string(p.help)};
}

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

std::vector<std::string> hardware_names() {
  std::vector<std::string> names;
  for (const NamedHardware& hardware : named_hardware) names.emplace_back(hardware.name);
  return names;
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
  fail(name, fmt::format("unknown hardware '{}'; {}", name.text, suggestion(name.text, hardware_names())));
}

/// The value of a key: given, named, or the default.
Given value_of(const Settings& settings, std::string_view key) {
  if (const auto named = named_value(settings, key)) return *named;
  return settings.get(std::string(key));
}

bool is_chosen(const Settings& settings, std::string_view key) {
  return settings.given(std::string(key)) || named_value(settings, key);
}

void read_backend(const Settings& settings, Platform& platform) {
  const Given backend = settings.get("backend");
  platform.backend = parse_word<Backend>(backend, "backend");
  const Given nodes = settings.get("rtl_nodes");
  if (platform.backend == Backend::mixed)
    platform.rtl_nodes = parse_ranks(nodes, platform.topology);
  else if (settings.given("rtl_nodes"))
    fail(nodes, "only --backend mixed chooses nodes");
}

}  // namespace

std::vector<Setting> operator+(std::vector<Setting> left, const std::vector<Setting>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

std::vector<Setting> network_settings() {
  return {{"topology", "topology", "KIND:SIZES", "mesh:8x8", "network; see `collnoc list topologies`"},
          {"nic", "nic", alternatives<PortModel>(), "one-port",
           "one channel between NIC and router, or one for each link"}};
}

std::vector<Setting> hardware_settings() {
  std::vector<Setting> settings{{"hardware", "hardware.name",
                                 fmt::format("{}", fmt::join(hardware_names(), "|")), "default",
                                 "named hardware; other options override its parameters"}};
  for (const NodeParameter& p : node_parameters)
    if (!p.option.empty()) settings.push_back(setting_of(p));
  return settings;
}

std::vector<Setting> platform_settings() {
  return hardware_settings() +
         std::vector<Setting>{
             {"backend", "backend", alternatives<Backend>(), "model",
              "what simulates the nodes; lockstep: both, compared; netlist: gates"},
             {"rtl-nodes", "rtl_nodes", "RANKS", "checkerboard",
              "backend mixed: RTL nodes, 0-7,12 or checkerboard"},
             {"seed", "seed", "N", "1", "seed of payload and traffic"},
             {"threads", "threads", "N", "1",
              "threads of the simulator, at most; one where that is faster. Results do not depend on it"},
             {"node-by-node", "node_by_node", "", "",
              "the model computes each node by itself, never 64 together. Results do not depend on it"},
             {"explain-speed", "explain_speed", "", "",
              "say on stderr how the network was computed, and why not faster"},
             {"max-cycles", "max_cycles", "N", "100000000", "give up after this many cycles"}};
}

std::vector<Setting> output_settings() {
  return {{"json", "output.json", "FILE", "", "write results as JSON; - is standard output"},
          {"quiet", "output.quiet", "", "", "no table"},
          {"progress", "output.progress", "", "", "progress on stderr even when it is no terminal"}};
}

void read_network(const Settings& settings, const AlgorithmCatalogue& catalogue, Platform& platform) {
  read_network(settings, catalogue.topology(settings.text("topology")), platform);
}

void read_network(const Settings& settings, const Topology& topology, Platform& platform) {
  platform.topology = topology;
  platform.topology_text = to_text(platform.topology);
  if (platform.topology.size() > max_nodes)
    fail(settings.get("topology"), fmt::format("{} nodes; at most {}", platform.topology.size(), max_nodes));
  platform.hardware.fit(platform.topology);
  platform.hardware.all_port = parse_word<PortModel>(value_of(settings, "nic"), "NIC") == PortModel::all_port;
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

void read_platform(const Settings& settings, Platform& platform) {
  read_hardware(settings, platform.hardware);
  read_backend(settings, platform);
  platform.seed = parse_count(settings.get("seed"), 0, unlimited);
  platform.threads = parse_unsigned(settings, "threads", 1, 1024);
  platform.node_by_node = settings.on("node_by_node");
  platform.explain_speed = settings.on("explain_speed");
  platform.max_cycles = parse_count(settings.get("max_cycles"), 1, unlimited);
}

}  // namespace collnoc

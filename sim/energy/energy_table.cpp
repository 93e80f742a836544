#include "sim/energy/energy_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/common/json_problem.hpp"
#include "sim/common/user_error.hpp"
#include "sim/schema/schemas.hpp"

namespace collnoc {
namespace {

struct Value {
  const char* name;
  double EnergyEntry::*member;
};
constexpr Value values[] = {{"buffer_write_pj", &EnergyEntry::buffer_write},
                            {"buffer_read_pj", &EnergyEntry::buffer_read},
                            {"crossbar_pj", &EnergyEntry::crossbar},
                            {"arbitration_pj", &EnergyEntry::arbitration},
                            {"link_pj", &EnergyEntry::link},
                            {"nic_send_pj", &EnergyEntry::nic_send},
                            {"nic_receive_pj", &EnergyEntry::nic_receive},
                            {"message_pj", &EnergyEntry::message},
                            {"clock_pj", &EnergyEntry::clock},
                            {"leakage_nw", &EnergyEntry::leakage_nw},
                            {"clock_mhz", &EnergyEntry::clock_mhz}};

std::vector<EnergyEntry> read_table() {
  const char* file = std::getenv("COLLNOC_ENERGY");
  return file == nullptr || *file == '\0' ? parse_energy(energy_json) : read_energy(file);
}

const std::vector<EnergyEntry>& measured() {
  static const std::vector<EnergyEntry> entries = read_table();
  return entries;
}

bool matches(const EnergyEntry& entry, const HardwareConfig& hardware) {
  return std::all_of(std::begin(node_parameters), std::end(node_parameters), [&](const NodeParameter& p) {
    const auto wanted = entry.hardware.find(std::string(p.rtl));
    return wanted == entry.hardware.end() || wanted->second == p.get(hardware);
  });
}

}  // namespace

std::vector<EnergyEntry> parse_energy(const std::string& text) {
  std::vector<EnergyEntry> entries;
  const nlohmann::ordered_json json = parse_json(text);
  check_schema(json, "energy-1");
  for (const auto& row : json.at("entries")) {
    EnergyEntry entry;
    entry.hardware = row.at("hardware").get<std::map<std::string, unsigned>>();
    for (const Value& value : values) entry.*value.member = row.at(value.name).get<double>();
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<EnergyEntry> read_energy(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw UserError(fmt::format("COLLNOC_ENERGY: cannot read {}", file));
  try {
    return parse_energy({std::istreambuf_iterator<char>(in), {}});
  } catch (const std::exception& problem) {
    throw UserError(fmt::format("COLLNOC_ENERGY: {}: {}", file, json_problem(problem)));
  }
}

const EnergyEntry& energy_entry(const HardwareConfig& hardware) {
  for (const EnergyEntry& entry : measured())
    if (matches(entry, hardware)) return entry;
  const EnergyEntry& nearest = measured().back();
  std::string differs;
  for (const NodeParameter& p : node_parameters) {
    const auto wanted = nearest.hardware.find(std::string(p.rtl));
    if (wanted == nearest.hardware.end() || wanted->second == p.get(hardware) || p.rtl == "FLIT_W") continue;
    differs += fmt::format("{}{} {}", differs.empty() ? "" : ", ", p.json.empty() ? p.field : p.json,
                           p.text(wanted->second));
  }
  std::string widths;
  for (const EnergyEntry& entry : measured())
    widths += fmt::format("{}{}", widths.empty() ? "" : ", ", entry.hardware.at("FLIT_W"));
  throw UserError(fmt::format(
      "--energy: not measured for this hardware; measured is flit_bits {}{} (scripts/energy measures others)",
      widths, differs.empty() ? "" : " with " + differs));
}

Energy energy_of(const EnergyEntry& entry, const EnergyEvents& events) {
  const auto times = [](double energy, std::uint64_t count) { return energy * static_cast<double>(count); };
  Energy energy;
  energy.buffer_write = times(entry.buffer_write, events.buffered());
  energy.buffer_read = times(entry.buffer_read, events.switched());
  energy.crossbar = times(entry.crossbar, events.switched());
  energy.arbitration = times(entry.arbitration, events.switched());
  energy.link = times(entry.link, events.link_flits);
  energy.nic_send = times(entry.nic_send, events.injected);
  energy.nic_receive = times(entry.nic_receive, events.ejected);
  energy.message = times(entry.message, events.messages);
  energy.clock = times(entry.clock, events.node_cycles);
  // nW times cycles of 1 / MHz us are 1e-15 J, in pJ 1e-3.
  energy.leakage = times(entry.leakage_nw, events.node_cycles) / entry.clock_mhz * 1e-3;
  return energy;
}

}  // namespace collnoc

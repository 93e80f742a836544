#include "tests/fuzz/option_targets.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include "sim/commands/collective_options.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/processor_options.hpp"
#include "sim/commands/schedule_catalogue.hpp"
#include "sim/commands/schedule_request.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/traffic_options.hpp"
#include "sim/commands/traffic_values.hpp"
#include "sim/common/user_error.hpp"
#include "sim/program/option_parser.hpp"
#include "sim/regress/matrix.hpp"
#include "sim/sweep/sweep_plan.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/fuzz/input_file.hpp"

namespace collnoc::test {
namespace {

/// What costs time with the size of the network is done for small ones only.
constexpr Rank most_nodes = 64;
constexpr std::uint64_t most_schedule_bytes = 4096;

Settings resolved(const std::vector<Setting>& settings, const std::vector<std::string>& arguments) {
  return merged(settings, choices_in(arguments, settings));
}

const ScheduleCatalogue& catalogue() {
  static const ScheduleCatalogue one(&TunedTable::built_in);
  return one;
}

/// Whether the network is small enough to go on.
bool read_machine(const Settings& settings, Platform& platform) {
  read_network(settings, catalogue(), platform);
  read_platform(settings, platform);
  return platform.topology.size() <= most_nodes;
}

/// The settings that collnoc run declares, and what it reads of them.
void read_for_run(const std::vector<std::string>& arguments) {
  const Settings settings = resolved(run_command_settings(), arguments);
  Platform platform;
  if (!read_machine(settings, platform) || is_program(settings)) return;
  LeftOut left_out;
  std::vector<RunConfig> plan =
      plan_collectives(settings, catalogue(), platform, read_executor(settings), left_out);
  read_run(settings, plan);
  (void)read_processor_tools(settings, platform, plan.front().firmware == Firmware::rv32, plan.size());
}

/// The same of collnoc traffic.
void read_for_traffic(const std::vector<std::string>& arguments) {
  const Settings settings = resolved(traffic_command_settings(), arguments);
  Platform platform;
  if (read_machine(settings, platform)) (void)read_traffic(settings, catalogue());
}

/// An input that one of the commands accepts is a good one.
void read_for_both(const std::vector<std::string>& arguments) {
  try {
    read_for_traffic(arguments);
  } catch (const UserError&) {
    read_for_run(arguments);
  }
  try {
    read_for_run(arguments);
  } catch (const UserError&) {  // it was good for traffic
  }
}

/// `--name=text`, if there is a text: CLI11 would take the next argument for an empty one.
void add(std::vector<std::string>& arguments, const std::string& name, const std::string& text) {
  if (!text.empty()) arguments.push_back("--" + name + "=" + text);
}

}  // namespace

void fuzz_config(std::string_view input) {
  const InputFile file(input);
  read_for_both({"--config", file.name()});
}

void fuzz_set(std::string_view input) {
  std::vector<std::string> arguments;
  for (Lines lines(input); !lines.at_end();) add(arguments, "set", lines.next());
  read_for_both(arguments);
}

void fuzz_sweep(std::string_view input) {
  const InputFile file(input);
  const SweepPlan plan = read_sweep(file.name());
  (void)plan.arguments(plan.size() - 1);
  (void)plan.identity().dump();
}

void fuzz_matrix(std::string_view input) {
  const InputFile file(input);
  LeftOut left_out;
  (void)read_matrix(file.name(), catalogue(), left_out);
}

void fuzz_topology(std::string_view input) {
  const std::string text = to_text(parse_topology(input));
  if (to_text(parse_topology(text)) != text) throw std::logic_error(text + " is read as another topology");
}

void fuzz_algorithm(std::string_view input) {
  Lines lines(input);
  std::vector<std::string> arguments{"--set=collective=" + lines.next()};
  for (const char* name : {"algorithm", "topology", "bytes", "root"}) add(arguments, name, lines.next());
  while (!lines.at_end()) add(arguments, "set", lines.next());
  const Settings settings = resolved(schedule_command_settings(), arguments);
  Platform platform;
  read_network(settings, catalogue(), platform);
  if (platform.topology.size() > most_nodes) return;
  LeftOut left_out;
  const std::vector<ScheduleRequest> requests = schedule_requests(settings, catalogue(), left_out);
  if (!requests.empty() && requests.front().bytes <= most_schedule_bytes)
    (void)catalogue().schedule(requests.front());
}

void fuzz_pattern(std::string_view input) {
  Lines lines(input);
  std::vector<std::string> arguments{"--topology=mesh:4x4"};
  for (const char* name : {"pattern", "process", "lengths", "classes", "load"})
    add(arguments, name, lines.next());
  read_for_traffic(arguments);
}

void fuzz_traffic_file(std::string_view input) {
  const InputFile file(input);
  try {
    (void)read_permutation({file.name(), "--pattern"}, file.name(), 4);
    return;
  } catch (const UserError&) {
  }
  try {
    (void)read_matrix({file.name(), "--pattern"}, file.name(), 4);
    return;
  } catch (const UserError&) {
  }
  const PacketList list = read_packet_list({file.name(), "--list"}, 4, {8, 32, "; give more", 1'000'000});
  for (const auto& packets : list.of)
    for (const PacketList::Packet& packet : packets)
      if (packet.dst >= 4 || packet.flits > 32 || packet.cycle >= list.cycles)
        throw std::logic_error("a packet of a list is outside");
}

}  // namespace collnoc::test

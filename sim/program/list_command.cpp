// collnoc list: the algorithms, topologies, patterns, hardware and nodes to choose from, and the numbers of a
// network.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/common/nearest.hpp"
#include "sim/program/command.hpp"
#include "sim/program/named_hardware.hpp"
#include "sim/program/report_output.hpp"
#include "sim/program/setting_groups.hpp"
#include "sim/program/theory_output.hpp"
#include "sim/results/table.hpp"
#include "sim/theory/closed_forms.hpp"

namespace collnoc {
namespace {

std::string list_algorithms(const Context& context, const Palette& palette) {
  Table table({{"collective", true}, {"algorithm", true}, {"summary", true}});
  for (const AlgorithmInfo& info : context.catalogue.algorithms())
    table.add({word_of(info.collective), info.name, info.summary});
  std::string aliases;
  for (const auto& [collective, alias] : aliases_of<Collective>())
    aliases +=
        fmt::format("{} {} is also called {}", aliases.empty() ? "#" : ";", word_of(collective), alias);
  return table.text(palette) + palette.note(aliases) + "\n";
}

std::string list_topologies(const Context& context, const Palette& palette) {
  Table table({{"kind", true}, {"example", true}, {"summary", true}});
  for (const TopologyInfo& info : context.catalogue.topologies())
    table.add({info.kind, info.example, info.summary});
  return table.text(palette);
}

std::string list_patterns(const Context&, const Palette& palette) {
  Table table({{"pattern", true}, {"destination", true}});
  for (const PatternInfo& info : all_patterns())
    table.add({std::string(info.form), std::string(info.destination)});
  return table.text(palette);
}

std::string list_nodes(const Context& context, const Palette& palette) {
  Table table({{"variant", true}, {"parameters", true}});
  for (const NodeVariant& node : context.engine.nodes()) table.add({node.name, node.parameters});
  return table.text(palette);
}

std::string list_hardware(const Context&, const Palette& palette) {
  Table table({{"hardware", true}, {"parameters", true}, {"what for", true}});
  for (const NamedHardware& hardware : named_hardware) {
    std::string options;
    for (const NamedValue& value : hardware.values)
      options += fmt::format("{}--{} {}", options.empty() ? "" : " ", value.option, value.text);
    table.add({std::string(hardware.name), options.empty() ? "-" : options, std::string(hardware.help)});
  }
  return table.text(palette);
}

void list_network(const Settings& settings, Context& context) {
  const std::string name = settings.text("topology");
  const Topology topology = context.catalogue.topology(name);
  ReportOutput output(settings, context.console);
  const theory::NetworkNumbers numbers = theory::numbers_of(topology);
  const std::string source = theory::source_of_numbers(topology);
  Table table({{"network", true},
               {"nodes"},
               {"links"},
               {"diameter"},
               {"status least"},
               {"average"},
               {"most"},
               {"average distance"}});
  table.add({name, std::to_string(numbers.nodes), std::to_string(numbers.links),
             std::to_string(numbers.diameter), std::to_string(numbers.least_status),
             shortest(numbers.average_status()), std::to_string(numbers.most_status),
             shortest(numbers.average_distance())});
  output.write(
      [&](const Palette& palette) {
        return table.text(palette) + palette.note("# status: sum of a node's distances; " + source) + "\n";
      },
      network_json(name, numbers, source));
}

constexpr const char* for_networks = "applies to `list network` only";

std::vector<Setting> list_settings() {
  std::vector<Setting> all;
  for (const auto& group : {network_settings(), output_settings()})
    for (const Setting& setting : group)
      if (setting.key == "topology" || setting.key == "output.json" || setting.key == "output.quiet") {
        all.push_back(setting);
        all.back().only = for_networks;
      }
  return all;
}

class ListCommand final : public Command {
 public:
  explicit ListCommand(CLI::App& program)
      : Command(program, "list",
                "list algorithms, topologies, patterns, hardware or nodes, or the numbers of a network",
                {"collnoc list algorithms", "collnoc list topologies",
                 "collnoc list network --topology torus:8x8"}) {
    app()
        .add_option("WHAT", what_, "algorithms, topologies, patterns, hardware, nodes, network")
        ->type_name("algorithms|topologies|patterns|hardware|nodes|network");
    parser_.emplace(app(), list_settings());
  }

  ExitCode execute(Context& context) override {
    using Printer = std::string (*)(const Context&, const Palette&);
    const std::vector<std::pair<std::string, Printer>> printers{{"algorithms", list_algorithms},
                                                                {"topologies", list_topologies},
                                                                {"patterns", list_patterns},
                                                                {"hardware", list_hardware},
                                                                {"nodes", list_nodes}};
    const Settings settings = parser_->resolve();
    if (what_ == "network" || (what_.empty() && settings.given("topology"))) {
      list_network(settings, context);
      return ExitCode::good;
    }
    settings.refuse(for_networks);
    std::vector<std::string> names;
    for (const auto& [name, printer] : printers) {
      if (name == what_) {
        context.console.out << printer(context, Palette{context.console.out_is_terminal}) << std::flush;
        return ExitCode::good;
      }
      names.push_back(name);
    }
    names.emplace_back("network");
    if (what_.empty()) throw UserError("list what? " + suggestion("", names));
    throw UserError(fmt::format("cannot list '{}'; {}", what_, suggestion(what_, names)));
  }

 private:
  std::string what_;
  std::optional<SettingsParser> parser_;
};

}  // namespace

std::unique_ptr<Command> make_list_command(CLI::App& program) {
  return std::make_unique<ListCommand>(program);
}

}  // namespace collnoc

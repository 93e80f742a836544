// collnoc list: the algorithms, topologies, patterns, hardware and nodes to choose from, and the numbers of a
// network.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "sim/common/nearest.hpp"
#include "sim/common/output_file.hpp"
#include "sim/program/command.hpp"
#include "sim/program/graph_hardware.hpp"
#include "sim/program/named_hardware.hpp"
#include "sim/program/report_output.hpp"
#include "sim/program/setting_groups.hpp"
#include "sim/program/theory_output.hpp"
#include "sim/results/table.hpp"
#include "sim/theory/closed_forms.hpp"
#include "sim/topology/graph/anynet_text.hpp"

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

/// What is written of a network: a graph's hardware, and the network for another simulator.
struct NetworkFiles {
  std::optional<std::string> verilog, routes, anynet;
  bool any() const { return verilog || routes || anynet; }
};

void write_files(const NetworkFiles& files, const Topology& topology, const std::string& text) {
  if (topology.tables() == nullptr && (files.verilog || files.routes))
    throw UserError(
        fmt::format("--topology {}: rtl/network/network.sv has this network, by its parameters; "
                    "--verilog and --routes are for graphs",
                    text));
  std::optional<OutputFile> verilog, routes, anynet;
  if (files.anynet) {
    anynet.emplace("--anynet", *files.anynet);
    anynet->write(anynet_text(topology, text));
  }
  if (files.verilog) {
    const std::string name = std::filesystem::path(*files.verilog).stem().string();
    if (!is_module_name(name))
      throw UserError(fmt::format(
          "--verilog {}: the module is named as the file, and '{}' cannot be that of this module: it "
          "must be an identifier, no keyword and no module of rtl/",
          *files.verilog, name));
    verilog.emplace("--verilog", *files.verilog);
    verilog->write(graph_verilog(topology, text, name));
  }
  if (files.routes) {
    routes.emplace("--routes", *files.routes);
    routes->write(graph_routes_text(topology, text));
  }
  for (std::optional<OutputFile>* file : {&verilog, &routes, &anynet})
    if (*file) (*file)->commit();
}

void list_network(const Settings& settings, const NetworkFiles& files, Context& context) {
  const std::string name = settings.text("topology");
  const Topology topology = context.catalogue.topology(name);
  ReportOutput output(settings, context.console);  // refuses its file before others are written
  if (files.any()) write_files(files, topology, name);
  const theory::NetworkNumbers numbers = theory::numbers_of(topology);
  const std::string source = theory::source_of_numbers(topology);
  const auto graph =
      topology.tables() != nullptr ? std::optional(theory::graph_numbers_of(topology)) : std::nullopt;
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
        return table.text(palette) + palette.note("# status: sum of a node's distances; " + source) + "\n" +
               (graph ? graph_text(topology, *graph, palette) : "");
      },
      network_json(topology, name, numbers, source, graph));
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
    app()
        .add_option("--verilog", files_.verilog,
                    "of a graph: a SystemVerilog module of its tiles, switches and links, named as the file")
        ->type_name("FILE");
    app()
        .add_option("--routes", files_.routes, "of a graph: what software writes to its routing tables")
        ->type_name("FILE");
    app().add_option("--anynet", files_.anynet, "the network for BookSim2's anynet")->type_name("FILE");
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
      list_network(settings, files_, context);
      return ExitCode::good;
    }
    settings.refuse(for_networks);
    if (files_.any()) throw UserError("--verilog, --routes and --anynet: these are of `list network` only");
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
  NetworkFiles files_;
  std::optional<SettingsParser> parser_;
};

}  // namespace

std::unique_ptr<Command> make_list_command(CLI::App& program) {
  return std::make_unique<ListCommand>(program);
}

}  // namespace collnoc

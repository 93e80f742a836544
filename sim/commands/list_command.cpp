// collnoc list: the algorithms, topologies, patterns, hardware and nodes to choose from, and the numbers of a
// network.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "sim/commands/command.hpp"
#include "sim/commands/graph_hardware.hpp"
#include "sim/commands/named_hardware.hpp"
#include "sim/commands/report_output.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/theory_output.hpp"
#include "sim/common/nearest.hpp"
#include "sim/common/output_file.hpp"
#include "sim/results/table.hpp"
#include "sim/theory/closed_forms.hpp"
#include "sim/topology/graph/anynet_text.hpp"

namespace collnoc {
namespace {

/// What can be chosen.
struct List {
  Table table;
  std::string note{};  ///< below it
};

List list_algorithms(const Context& context) {
  Table table({{"collective", true}, {"algorithm", true}, {"summary", true}});
  for (const AlgorithmInfo& info : context.catalogue.algorithms())
    table.add({word_of(info.collective), info.name, info.summary});
  std::string aliases;
  for (const auto& [collective, alias] : aliases_of<Collective>())
    aliases +=
        fmt::format("{} {} is also called {}", aliases.empty() ? "#" : ";", word_of(collective), alias);
  return {table, aliases};
}

List list_topologies(const Context& context) {
  Table table({{"kind", true}, {"example", true}, {"summary", true}});
  for (const TopologyInfo& info : context.catalogue.topologies())
    table.add({info.kind, info.example, info.summary});
  return {table};
}

List list_patterns(const Context&) {
  Table table({{"pattern", true}, {"destination", true}});
  for (const PatternInfo& info : all_patterns())
    table.add({std::string(info.form), std::string(info.destination)});
  return {table};
}

List list_nodes(const Context& context) {
  Table table({{"variant", true}, {"parameters", true}});
  for (const NodeVariant& node : context.engine.nodes()) table.add({node.name, node.parameters});
  return {table};
}

List list_hardware(const Context&) {
  Table table({{"hardware", true}, {"parameters", true}, {"what for", true}});
  for (const NamedHardware& hardware : named_hardware) {
    std::string options;
    for (const NamedValue& value : hardware.values)
      options += fmt::format("{}--{} {}", options.empty() ? "" : " ", value.option, value.text);
    table.add({std::string(hardware.name), options.empty() ? "-" : options, std::string(hardware.help)});
  }
  return {table};
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

void list_network(const Settings& settings, Context& context) {
  NetworkFiles files;
  for (const auto& [key, file] : {std::pair{"list.verilog", &files.verilog},
                                  {"list.routes", &files.routes},
                                  {"list.anynet", &files.anynet}})
    if (settings.given(key)) *file = settings.text(key);
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

nlohmann::ordered_json document_of(const Table& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Table::Row& cells : table.rows()) {
    nlohmann::ordered_json& row = rows.emplace_back();
    for (const auto& [heading, text] : cells) row[heading] = text;
  }
  return {{"rows", rows}};
}

std::vector<Setting> list_settings() {
  std::vector<Setting> all = listing_settings();
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
  ListCommand()
      : Command("list",
                "list algorithms, topologies, patterns, hardware or nodes, or the numbers of a network",
                {"collnoc list algorithms", "collnoc list topologies",
                 "collnoc list network --topology torus:8x8"},
                list_settings(), true) {}

  ExitCode execute(const Settings& settings, Context& context) const override {
    using Lister = List (*)(const Context&);
    const std::vector<std::pair<std::string, Lister>> listers{{"algorithms", list_algorithms},
                                                              {"topologies", list_topologies},
                                                              {"patterns", list_patterns},
                                                              {"hardware", list_hardware},
                                                              {"nodes", list_nodes}};
    const std::string what = settings.text("list.what");
    if (what == "network" || (what.empty() && settings.given("topology"))) {
      list_network(settings, context);
      return ExitCode::good;
    }
    settings.refuse(for_networks);
    std::vector<std::string> names;
    for (const auto& [name, lister] : listers) {
      if (name == what) {
        const List list = lister(context);
        const Palette palette{context.console.out_is_terminal};
        conclude(context.console,
                 list.table.text(palette) + (list.note.empty() ? "" : palette.note(list.note) + "\n"),
                 [&] { return document_of(list.table); });
        return ExitCode::good;
      }
      names.push_back(name);
    }
    names.emplace_back("network");
    if (what.empty()) throw UserError("list what? " + suggestion("", names));
    throw UserError(fmt::format("cannot list '{}'; {}", what, suggestion(what, names)));
  }
};

}  // namespace

std::unique_ptr<Command> make_list_command() { return std::make_unique<ListCommand>(); }

}  // namespace collnoc

#include "sim/commands/graph_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/node_parameters.hpp"

namespace collnoc {
namespace {

/// Parameters that every graph sets; arch/description.py has the same list.
constexpr std::array fixed{"DIMS", "ADDRESS_W", "ROUTE_ORDERS", "TOPOLOGY", "RADIX", "ROUTES", "MULTICAST"};

/// The ports of graph_network: direction, width, name.
struct Port {
  const char* direction;
  const char* width;
  const char* name;
};
constexpr std::array ports{Port{"input", "", "clk_i"},
                           Port{"input", "", "rst_ni"},
                           Port{"input", "[TILES-1:0]", "tile_rst_ni"},
                           Port{"output", "[TILES-1:0]", "held_o"},
                           Port{"input", "[TILES-1:0]", "reg_valid_i"},
                           Port{"input", "[TILES-1:0]", "reg_write_i"},
                           Port{"input", "[TILES*10-1:0]", "reg_addr_i"},
                           Port{"input", "[TILES*32-1:0]", "reg_wdata_i"},
                           Port{"output", "[TILES-1:0]", "reg_ready_o"},
                           Port{"output", "[TILES*32-1:0]", "reg_rdata_o"},
                           Port{"output", "[TILES-1:0]", "event_o"},
                           Port{"input", "[TILES-1:0]", "host_valid_i"},
                           Port{"input", "[TILES-1:0]", "host_write_i"},
                           Port{"input", "[TILES*collnoc_pkg::ADDR_W-1:0]", "host_addr_i"},
                           Port{"input", "[TILES*64-1:0]", "host_wdata_i"},
                           Port{"input", "[TILES*8-1:0]", "host_strb_i"},
                           Port{"output", "[TILES*64-1:0]", "host_rdata_o"},
                           Port{"input", "[SWITCH_W-1:0]", "route_write_i"},
                           Port{"input", "[31:0]", "route_data_i"},
                           Port{"output", "[NODES-1:0]", "quiescent_o"}};

/// Keywords of SystemVerilog that a file may well be named by, and the modules of rtl/.
constexpr std::array keywords{
    "always",   "and",         "assert",    "assign",  "begin",   "bind",      "bit",       "buf",
    "byte",     "case",        "cell",      "checker", "class",   "clocking",  "config",    "cover",
    "cross",    "default",     "design",    "do",      "edge",    "else",      "end",       "enum",
    "event",    "export",      "extern",    "final",   "for",     "force",     "fork",      "function",
    "generate", "global",      "if",        "import",  "initial", "input",     "inout",     "instance",
    "int",      "integer",     "interface", "join",    "large",   "library",   "local",     "logic",
    "long",     "macromodule", "medium",    "module",  "nand",    "new",       "nor",       "not",
    "null",     "or",          "output",    "package", "packed",  "parameter", "primitive", "priority",
    "program",  "property",    "pure",      "rand",    "real",    "ref",       "reg",       "release",
    "repeat",   "return",      "sequence",  "small",   "solve",   "specify",   "static",    "string",
    "strong",   "struct",      "super",     "table",   "tagged",  "task",      "this",      "time",
    "timeunit", "type",        "typedef",   "union",   "unique",  "unsigned",  "use",       "var",
    "vectored", "virtual",     "void",      "wait",    "weak",    "while",     "wire",      "with",
    "xnor",     "xor"};
constexpr std::array modules{"fifo",
                             "rr_arbiter",
                             "ram",
                             "event_counters",
                             "grid_route",
                             "grid_launch",
                             "complete_route",
                             "complete_launch",
                             "label_route",
                             "label_launch",
                             "route_table",
                             "table_route",
                             "table_launch",
                             "route_compute",
                             "put_destination",
                             "input_buffer",
                             "output_unit",
                             "reservations",
                             "switch_allocator",
                             "crossbar",
                             "link_monitor",
                             "router_monitor",
                             "multicast_route",
                             "multicast_copies",
                             "multicast",
                             "unicast",
                             "router_parameters",
                             "router_inputs",
                             "router_outputs",
                             "router",
                             "multicast_launch",
                             "nic_launch",
                             "nic_registers",
                             "counter_memory",
                             "arrival_counters",
                             "nic_tx",
                             "combine",
                             "float_adder",
                             "accumulator",
                             "accumulate_order",
                             "nic_rx",
                             "nic_context",
                             "nic_sequencer",
                             "nic",
                             "tile_gate",
                             "node",
                             "tile_memory",
                             "tile",
                             "link_serializer",
                             "link_deserializer",
                             "link",
                             "switch_router",
                             "graph_network",
                             "network",
                             "axi_lite_slave",
                             "axi_map",
                             "put_keeper",
                             "register_arbiter",
                             "axi_stream_tx",
                             "axi_stream_rx",
                             "axi_stream_registers",
                             "axi_stream_pair",
                             "axi_tile",
                             "cpu_btb",
                             "cpu_fetch",
                             "cpu_registers",
                             "cpu_decode",
                             "cpu_alu",
                             "cpu_mul_div",
                             "cpu_csr",
                             "cpu",
                             "tile_processor",
                             "processor_tile"};

bool is_fixed(const NodeParameter& p) { return std::ranges::find(fixed, p.rtl) != fixed.end(); }

/// A value for each link, those of the last node first.
std::string table(const Topology& topology, unsigned bits, const std::function<unsigned(Rank, Link)>& value) {
  std::string text = "{\n";
  for (Rank node = topology.nodes(); node-- > 0;) {
    text += "          ";
    for (Link link = topology.links(); link-- > 0;)
      text += fmt::format("{}'d{}{}", bits, value(node, link), node == 0 && link == 0 ? "})" : ", ");
    text.erase(text.find_last_not_of(' ') + 1);
    text += node == 0 ? "" : "\n";
  }
  return text;
}

}  // namespace

bool is_module_name(const std::string& name) {
  const auto among = [&](const auto& names) { return std::ranges::find(names, name) != names.end(); };
  if (among(keywords) || among(modules)) return false;
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string graph_verilog(const Topology& topology, const std::string& text, const std::string& name) {
  const Rank tiles = topology.size(), switches = topology.nodes() - tiles;
  std::string out = fmt::format(
      "// The network {}: tiles 0 to {}{}.\n"
      "// Written by collnoc list network; not to be edited.\nmodule {} #(\n",
      text, tiles - 1, switches == 0 ? "" : fmt::format(", switches {} to {}", tiles, topology.nodes() - 1),
      name);
  for (const NodeParameter& p : node_parameters) {
    if (is_fixed(p)) continue;
    const std::string value = p.is_switch ? fmt::format("1'b{}", p.fallback) : std::to_string(p.fallback);
    out += fmt::format("    parameter {} {} = {},\n", p.is_switch ? "bit" : "int", p.rtl, value);
  }
  out += fmt::format(
      "    parameter bit MONITOR = 1'b1,\n"
      "    parameter int WORDS = 8192,  // memory of a tile, 8-byte words, a power of two\n"
      "    parameter int TILES = {},  // derived, not to be set\n"
      "    parameter int NODES = {},\n"
      "    parameter int SWITCH_W = {}\n) (\n",
      tiles, topology.nodes(), std::max<Rank>(1, switches));
  for (const Port& port : ports)
    out += fmt::format("    {} logic {}{}{}{}\n", port.direction, port.width, *port.width == 0 ? "" : " ",
                       port.name, &port == &ports.back() ? "" : ",");
  out += ");\n  graph_network #(\n";
  for (const NodeParameter& p : node_parameters) {
    if (!is_fixed(p)) out += fmt::format("      .{0}({0}),\n", p.rtl);
  }
  out += fmt::format(
      "      .MONITOR(MONITOR), .RADIX({}), .ROUTES({}), .TILES({}), .SWITCHES({}), .WORDS(WORDS),\n",
      topology.radix(), topology.routes(), tiles, switches);
  const unsigned links = topology.links();
  out += "      .TO(" + table(topology, 16, [&](Rank node, Link link) -> unsigned {
           const Rank far = topology.neighbour(node, link);
           return far == no_rank ? 65535 : far * links + topology.opposite(node, link);
         });
  if (topology.has_timing()) {
    out += ",\n      .DELAY(" + table(topology, 5, [&](Rank node, Link link) -> unsigned {
             return topology.timing(node, link).delay;
           });
    out += ",\n      .INTERVAL(" + table(topology, 4, [&](Rank node, Link link) -> unsigned {
             return topology.timing(node, link).interval;
           });
  }
  out += "\n  ) i_network (.*);\nendmodule\n";
  return out;
}

std::string graph_routes_text(const Topology& topology, const std::string& text) {
  const GraphTables& tables = *topology.tables();
  const std::uint8_t* const routes = tables.routes[usual_vcs(topology.kind(), topology.radix()) - 1];
  std::string out = fmt::format(
      "# Routing tables of {}, for VCS of 2 or more: each line a node, and what is written to its register "
      "ROUTE, of a switch to its port\n",
      text);
  for (Rank node = 0; node < topology.nodes(); ++node) {
    for (Rank to = 0; to < topology.size(); ++to) {
      if (node != to)
        out += fmt::format("{} {:08x}\n", node,
                           nic::route_node.at(to) | routes[std::size_t{node} * tables.entries + to]);
    }
  }
  return out;
}

}  // namespace collnoc

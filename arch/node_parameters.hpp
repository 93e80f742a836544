// The parameters of a node by name, for everything that lists them: options, result files, file names of
// verilated nodes, mutants. And which combinations are legal.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "collnoc/arch/hardware_config.hpp"

namespace collnoc {

struct NodeParameter {
  std::string_view rtl;          ///< "HOP_CYCLES", of node.sv
  std::string_view field;        ///< "hop_cycles", of HardwareConfig and of the key hardware.hop_cycles
  std::string_view letter;       ///< "h", in file names
  std::string_view option;       ///< "hop-cycles"; empty: the topology or the NIC decides
  std::string_view placeholder;  ///< "N", in --help
  std::string_view json;         ///< "hop_cycles", in results
  std::string_view help;         ///< one line
  unsigned fallback, least, greatest;
  std::span<const unsigned> values;         ///< the legal ones; empty: all from least to greatest
  std::span<const std::string_view> words;  ///< of an enumeration, by value; empty: a number
  bool is_switch;                           ///< users write on or off
  std::string_view allowed;                 ///< "1 or 2"
  unsigned (*get)(const HardwareConfig&);
  void (*set)(HardwareConfig&, unsigned);

  constexpr bool legal(unsigned value) const {
    if (values.empty()) return value >= least && value <= greatest;
    for (const unsigned v : values)
      if (v == value) return true;
    return false;
  }
  /// A value as users write it: a number, or the word of an enumeration.
  std::string text(unsigned value) const {
    return words.empty() ? std::to_string(value) : std::string(words[value]);
  }
};

// <arch: parameter-table>
inline constexpr std::string_view switching_words[] = {"wormhole", "cut-through", "store-and-forward"};
static_assert(static_cast<unsigned>(Switching::wormhole) == 0);
static_assert(static_cast<unsigned>(Switching::cut_through) == 1);
static_assert(static_cast<unsigned>(Switching::store_and_forward) == 2);
inline constexpr std::string_view topologykind_words[] = {"grid", "complete", "star", "spidergon"};
static_assert(static_cast<unsigned>(TopologyKind::grid) == 0);
static_assert(static_cast<unsigned>(TopologyKind::complete) == 1);
static_assert(static_cast<unsigned>(TopologyKind::star) == 2);
static_assert(static_cast<unsigned>(TopologyKind::spidergon) == 3);
inline constexpr unsigned flit_bits_values[] = {64, 128, 256, 512};

inline constexpr NodeParameter node_parameters[] = {
    {"DIMS",
     "dims",
     "d",
     "",
     "",
     "",
     "dimensions of the network",
     2,
     1,
     6,
     {},
     {},
     false,
     "1 to 6",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.dims); },
     [](HardwareConfig& c, unsigned value) { c.dims = value; }},
    {"ALL_PORT",
     "all_port",
     "a",
     "",
     "",
     "",
     "channels between NIC and router: 0 one (one-port), 1 one per link (all-port)",
     0,
     0,
     1,
     {},
     {},
     true,
     "0 or 1",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.all_port); },
     [](HardwareConfig& c, unsigned value) { c.all_port = value != 0; }},
    {"VCS",
     "vcs",
     "v",
     "vcs",
     "N",
     "vcs",
     "virtual channels per link, 1 to 4; the default on star graphs is 2, 3 or 4",
     2,
     1,
     4,
     {},
     {},
     false,
     "1 to 4",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.vcs); },
     [](HardwareConfig& c, unsigned value) { c.vcs = value; }},
    {"VC_DEPTH",
     "vc_depth",
     "b",
     "vc-depth",
     "FLITS",
     "vc_depth_flits",
     "buffer depth of a virtual channel in flits, 2 to 64",
     4,
     2,
     64,
     {},
     {},
     false,
     "2 to 64",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.vc_depth); },
     [](HardwareConfig& c, unsigned value) { c.vc_depth = value; }},
    {"FLIT_W",
     "flit_bits",
     "f",
     "flit-bits",
     "BITS",
     "flit_bits",
     "data bits per flit: 64, 128, 256 or 512",
     64,
     64,
     512,
     flit_bits_values,
     {},
     false,
     "64, 128, 256 or 512",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.flit_bits); },
     [](HardwareConfig& c, unsigned value) { c.flit_bits = value; }},
    {"MAX_PACKET",
     "max_packet_flits",
     "m",
     "max-packet-flits",
     "FLITS",
     "max_packet_flits",
     "longest packet in flits, including the head flit, 2 to 256",
     32,
     2,
     256,
     {},
     {},
     false,
     "2 to 256",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.max_packet_flits); },
     [](HardwareConfig& c, unsigned value) { c.max_packet_flits = value; }},
    {"HOP_CYCLES",
     "hop_cycles",
     "h",
     "hop-cycles",
     "N",
     "hop_cycles",
     "cycles per hop, 1 to 5: each after the first is a register in the link, for long wires",
     1,
     1,
     5,
     {},
     {},
     false,
     "1 to 5",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.hop_cycles); },
     [](HardwareConfig& c, unsigned value) { c.hop_cycles = value; }},
    {"SWITCHING",
     "switching",
     "s",
     "switching",
     "wormhole|cut-through|store-and-forward",
     "switching",
     "wormhole, cut-through or store-and-forward",
     0,
     0,
     2,
     {},
     switching_words,
     false,
     "0, 1 or 2",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.switching); },
     [](HardwareConfig& c, unsigned value) { c.switching = static_cast<Switching>(value); }},
    {"ROUTE_ORDERS",
     "route_orders",
     "o",
     "route-orders",
     "N",
     "route_orders",
     "orders of dimensions that a message can choose from: 1, or 2 (x first or x last)",
     1,
     1,
     2,
     {},
     {},
     false,
     "1 or 2",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.route_orders); },
     [](HardwareConfig& c, unsigned value) { c.route_orders = value; }},
    {"TOPOLOGY",
     "topology",
     "t",
     "",
     "",
     "",
     "kind of network: 0 lines and rings, 1 complete graphs, 2 star graph, 3 spidergon",
     0,
     0,
     3,
     {},
     topologykind_words,
     false,
     "0 to 3",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.topology); },
     [](HardwareConfig& c, unsigned value) { c.topology = static_cast<TopologyKind>(value); }},
    {"RADIX",
     "radix",
     "r",
     "",
     "",
     "",
     "longest extent of complete graphs, 2 to 9; symbols of a star graph, 3 to 5; otherwise 0",
     0,
     0,
     9,
     {},
     {},
     false,
     "0 to 9",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.radix); },
     [](HardwareConfig& c, unsigned value) { c.radix = value; }},
    {"SEQUENCER",
     "sequencer",
     "q",
     "sequencer",
     "on|off",
     "sequencer",
     "a sequencer in the NIC, which performs plans without software, with one context per channel",
     0,
     0,
     1,
     {},
     {},
     true,
     "0 or 1",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.sequencer); },
     [](HardwareConfig& c, unsigned value) { c.sequencer = value != 0; }},
    {"ACCUMULATE",
     "accumulate",
     "c",
     "accumulate",
     "on|off",
     "accumulate",
     "puts that combine with the destination's memory: sum, minimum, maximum, and, or, xor of integers",
     0,
     0,
     1,
     {},
     {},
     true,
     "0 or 1",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.accumulate); },
     [](HardwareConfig& c, unsigned value) { c.accumulate = value != 0; }},
    {"MULTICAST",
     "multicast",
     "u",
     "multicast",
     "on|off",
     "multicast",
     "puts to every node of a box: routers copy packets",
     0,
     0,
     1,
     {},
     {},
     true,
     "0 or 1",
     [](const HardwareConfig& c) { return static_cast<unsigned>(c.multicast); },
     [](HardwareConfig& c, unsigned value) { c.multicast = value != 0; }},
};
// </arch>

}  // namespace collnoc

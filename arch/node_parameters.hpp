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

// <arch: parameter-words>
inline constexpr std::string_view switching_words[] = {"wormhole", "cut-through", "store-and-forward"};
static_assert(static_cast<unsigned>(Switching::wormhole) == 0);
static_assert(static_cast<unsigned>(Switching::cut_through) == 1);
static_assert(static_cast<unsigned>(Switching::store_and_forward) == 2);
inline constexpr std::string_view topologykind_words[] = {"grid", "complete", "star", "spidergon", "graph"};
static_assert(static_cast<unsigned>(TopologyKind::grid) == 0);
static_assert(static_cast<unsigned>(TopologyKind::complete) == 1);
static_assert(static_cast<unsigned>(TopologyKind::star) == 2);
static_assert(static_cast<unsigned>(TopologyKind::spidergon) == 3);
static_assert(static_cast<unsigned>(TopologyKind::graph) == 4);
// </arch>

/// In the order of node.sv. The table and its defaults are in model/node_parameters.cpp, so that another
/// default compiles little.
extern const std::span<const NodeParameter> node_parameters;

}  // namespace collnoc

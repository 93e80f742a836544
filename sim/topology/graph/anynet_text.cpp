#include "sim/topology/graph/anynet_text.hpp"

#include <fmt/format.h>

#include <map>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

/// The neighbours of a node, with the cycles of what it drives.
std::map<Rank, unsigned> neighbours_of(const Topology& topology, Rank node, const std::string& text) {
  std::map<Rank, unsigned> neighbours;
  for (Link l = 0; l < topology.links(); ++l) {
    const Rank other = topology.neighbour(node, l);
    if (other == no_rank) continue;
    const LinkTiming timing = topology.timing(node, l);
    if (timing.interval != 1)
      throw UserError(
          fmt::format("--anynet: in '{}', the link from {} to {} takes a flit every {} cycles; links of "
                      "anynet take one in each",
                      text, node, other, timing.interval));
    if (!neighbours.emplace(other, timing.delay).second)
      throw UserError(fmt::format("--anynet: in '{}', two links join {} and {}; in anynet it is one at most",
                                  text, node, other));
  }
  return neighbours;
}

std::string with_cycles(const char* word, Rank number, unsigned cycles) {
  return cycles == 1 ? fmt::format(" {} {}", word, number) : fmt::format(" {} {} {}", word, number, cycles);
}

}  // namespace

std::string anynet_text(const Topology& topology, const std::string& text) {
  const Rank tiles = topology.size(), nodes = topology.nodes();
  const bool switches = nodes != tiles;
  for (Rank tile = 0; switches && tile < tiles; ++tile) {
    const auto neighbours = neighbours_of(topology, tile, text);
    const auto& [other, cycles] = *neighbours.begin();
    if (neighbours.size() != 1 || other < tiles)
      throw UserError(fmt::format(
          "--anynet: in '{}', tile {} has {}; beside switches, a tile of anynet is a node of one switch",
          text, tile,
          neighbours.size() != 1 ? fmt::format("{} links", neighbours.size()) : "a link to a tile"));
    if (neighbours_of(topology, other, text).at(tile) != cycles)
      throw UserError(fmt::format(
          "--anynet: in '{}', tile {} has links of {} and {} cycles; of a node of anynet, both are equal",
          text, tile, cycles, neighbours_of(topology, other, text).at(tile)));
  }
  std::string lines;
  const Rank first = switches ? tiles : 0;
  for (Rank node = first; node < nodes; ++node) {
    lines += fmt::format("router {}", node - first);
    if (!switches) lines += fmt::format(" node {}", node);
    for (const auto& [other, cycles] : neighbours_of(topology, node, text))
      lines += switches && other < tiles ? with_cycles("node", other, cycles)
                                         : with_cycles("router", other - first, cycles);
    lines += '\n';
  }
  return lines;
}

}  // namespace collnoc

#include "sim/results/wave_saves.hpp"

#include <fmt/format.h>

namespace collnoc {
namespace {

/// Calls with the side ("rtl " in lockstep, else nothing), the full name and the signal, for every signal of
/// a link; in lockstep both sides, one after the other.
template <class Function>
void for_each_signal(const Platform& platform, Rank rank, Link link, Function&& function) {
  const std::string place =
      node_scope(platform.topology, rank) + "." + link_scope(platform.topology, link) + ".";
  const std::vector<std::string> sides = wave_sides(platform.backend);
  for (const WaveSignal& signal : wave_signals(platform.hardware)) {
    const std::string name = place + signal.name;
    if (sides.empty()) function("", name, signal);
    for (const std::string& side : sides)
      function(fmt::format("{} ", side), fmt::format("{}.{}", side, name), signal);
  }
}

/// Calls with every link that leads to a node.
template <class Function>
void for_each_link(const Topology& topology, Rank rank, Function&& function) {
  for (Link link = 0; link < topology.links(); ++link)
    if (topology.neighbour(rank, link) != no_rank) function(link);
}

// Flags of GTKWave's traces, in hexadecimal.
constexpr const char* bits_flag = "@28";
constexpr const char* hex_flag = "@22";
constexpr const char* closed_group = "@c00200";
constexpr const char* end_of_group = "@1401200";

}  // namespace

std::string gtkwave_save(const std::string& file, const Platform& platform) {
  std::string text = fmt::format("[dumpfile] \"{}\"\n[timestart] 0\n[size] 1400 900\n[pos] -1 -1\n", file);
  text += "[signals_width] 260\n[sst_expanded] 1\n";
  for (Rank rank = 0; rank < platform.topology.nodes(); ++rank) {
    const std::string node = node_scope(platform.topology, rank);
    text += fmt::format("{}\n-{}\n", closed_group, node);
    for_each_link(platform.topology, rank, [&](Link link) {
      const std::string group = fmt::format("{} {}", node, link_scope(platform.topology, link));
      text += fmt::format("{}\n-{}\n", closed_group, group);
      for_each_signal(platform, rank, link,
                      [&](const std::string& side, const std::string& name, const WaveSignal& signal) {
                        text += signal.bits == 1 ? bits_flag : hex_flag;
                        text += fmt::format("\n+{{{}{}}} {}", side, signal.name, name);
                        if (signal.bits > 1) text += fmt::format("[{}:0]", signal.bits - 1);
                        text += "\n";
                      });
      text += fmt::format("{}\n-{}\n", end_of_group, group);
    });
    text += fmt::format("{}\n-{}\n", end_of_group, node);
  }
  return text;
}

std::string surfer_commands(const Platform& platform) {
  std::string text;
  for (Rank rank = 0; rank < platform.topology.nodes(); ++rank) {
    for_each_link(platform.topology, rank, [&](Link link) {
      text += fmt::format("divider_add {} {}\n", node_scope(platform.topology, rank),
                          link_scope(platform.topology, link));
      for_each_signal(platform, rank, link,
                      [&](const std::string&, const std::string& name, const WaveSignal&) {
                        text += "variable_add " + name + "\n";
                      });
    });
  }
  return text + "zoom_fit\n";
}

}  // namespace collnoc

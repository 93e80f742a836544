// Results of traffic as text tables.
#include <fmt/format.h>

#include <algorithm>

#include "sim/common/version.hpp"
#include "sim/results/result_table.hpp"
#include "sim/results/table_parts.hpp"

namespace collnoc {
namespace {

std::string heading(const TrafficConfig& config) {
  const TrafficClass& first = config.classes.front();
  const std::string what =
      config.classes.size() > 1
          ? fmt::format("{} classes", config.classes.size())
          : fmt::format("{}{}  packet-flits={}", first.pattern.text,
                        first.list ? "" : "  " + first.process.text, first.lengths.text());
  return fmt::format("# collnoc {}  traffic  {}  {}  seed={}", version, what, platform_text(config),
                     config.seed);
}

std::string class_table(const TrafficConfig& config, const std::vector<TrafficResult>& loads,
                        const Palette& palette) {
  Table table({{"offered"},
               {"class", true},
               {"packets", true},
               {"created"},
               {"accepted"},
               {"count"},
               {"mean"},
               {"p50"},
               {"p99"},
               {"max"},
               {"queueing"},
               {"network"},
               {"serial"},
               {"round-trip"}});
  for (const TrafficResult& load : loads)
    for (std::size_t i = 0; i < load.classes.size(); ++i) {
      const TrafficClassResult& c = load.classes[i];
      const bool replies = config.classes[i].replies.has_value();
      for (const bool reply : {false, true}) {
        if (reply && !replies) continue;
        const Latencies& l = reply ? c.replies : c.requests;
        table.add({load_text(load.offered), config.classes[i].name,
                   reply     ? "replies"
                   : replies ? "requests"
                             : "all",
                   reply ? "-" : throughput_text(c.created), reply ? "-" : throughput_text(c.accepted),
                   std::to_string(l.total.count()), mean_text(l.total), percentile_text(l.total, 0.5),
                   percentile_text(l.total, 0.99), l.total.count() == 0 ? "-" : std::to_string(l.total.max()),
                   mean_text(l.queueing), mean_text(l.network), mean_text(l.serialization),
                   reply ? mean_text(c.round_trip) : "-"});
      }
    }
  return table.text(palette);
}

std::string saturation_text(const TrafficSaturation& found) {
  if (!found.above)
    return fmt::format("# not saturated at {} flits/node/cycle, the most that tiles offer",
                       load_text(found.offered));
  const std::string loads =
      found.offered == found.load && found.above_offered == found.above
          ? ""
          : fmt::format(" (--load {} and {})", load_text(found.load), load_text(*found.above));
  return fmt::format("# saturation: between {} and {} flits/node/cycle offered{}; {:.4f} accepted",
                     load_text(found.offered), load_text(*found.above_offered), loads, found.accepted);
}

}  // namespace

std::string load_text(double load) { return shortest(load, 6); }

std::string throughput_text(double accepted) { return fmt::format("{:.4f}", accepted); }

std::string half_width_text(const TrafficResult& load) {
  return load.half_width ? fmt::format("{:.2f}", *load.half_width) : "-";
}

std::string saturated_text(Stability stability) {
  return stability == Stability::stable ? "no" : stability == Stability::growing ? "yes" : "unknown";
}

std::string mean_text(const Distribution& values) {
  return values.count() == 0 ? "-" : fmt::format("{:.2f}", values.mean());
}

std::string percentile_text(const Distribution& values, double part) {
  return values.count() == 0 ? "-" : std::to_string(values.percentile(part));
}

std::string busiest_text(const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles) {
  const auto most = std::max_element(link_flits.begin(), link_flits.end());
  if (most == link_flits.end() || cycles == 0) return "-";
  return fmt::format("{:.1f}", 100.0 * static_cast<double>(*most) / static_cast<double>(cycles));
}

std::string served_text(const std::optional<ServedNode>& node) {
  return node ? throughput_text(node->accepted) : "-";
}

std::string traffic_table(const TrafficConfig& config, const std::vector<TrafficResult>& loads,
                          const Palette& palette, const std::optional<TrafficSaturation>& saturation) {
  // Where nodes do not create all that they are asked for, as with transpose traffic, both loads are shown.
  const bool as_chosen =
      std::all_of(loads.begin(), loads.end(), [](const TrafficResult& l) { return l.offered == l.load; });
  std::vector<std::string_view> without;
  if (as_chosen) without.push_back("load");
  Table table;
  std::uint64_t compared = 0;
  bool warmed_up = true, known = true;
  for (const TrafficResult& load : loads) {
    table.add_cells(traffic_load_cells(load, config), without);
    compared += load.link_cycles_compared;
    warmed_up &= load.warmed_up;
    known &= load.stability != Stability::unknown;
  }
  std::string text =
      palette.note(heading(config)) + "\n" +
      palette.note(
          "# loads in flits/node/cycle, latencies in cycles, +- for 95 % confidence, stalls in link-cycles") +
      "\n" + table.text(palette);
  if (config.classes.size() > 1 || config.classes.front().replies)
    text += class_table(config, loads, palette);
  for (const TrafficResult& load : loads) {
    const std::string notes = network_notes(config, load, palette);
    if (!notes.empty())
      text += palette.note(fmt::format("# load {}:", load_text(load.offered))) + "\n" + notes;
  }
  if (saturation) text += palette.note(saturation_text(*saturation)) + "\n";
  if (!known)
    text +=
        palette.note(
            "# unknown: too few cycles were measured to tell whether ever more packets wait at the sources") +
        "\n";
  if (!warmed_up) text += palette.alarm("# the network did not become steady during the warm-up") + "\n";
  if (is_lockstep(config.backend)) text += palette.note("# " + differences(config, compared)) + "\n";
  return text;
}

}  // namespace collnoc

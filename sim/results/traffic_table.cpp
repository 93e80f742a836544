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
  const std::string what = config.classes.size() > 1
                               ? fmt::format("{} classes", config.classes.size())
                               : fmt::format("{}  {}  packet-flits={}", first.pattern.text,
                                             first.process.text, first.lengths.text());
  return fmt::format("# collnoc {}  traffic  {}  {}  seed={}", version, what, platform_text(config),
                     config.seed);
}

std::string load_text(double load) { return shortest(load, 6); }

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
                   reply ? "-" : fmt::format("{:.4f}", c.created),
                   reply ? "-" : fmt::format("{:.4f}", c.accepted), std::to_string(l.total.count()),
                   mean_text(l.total), percentile_text(l.total, 0.5), percentile_text(l.total, 0.99),
                   l.total.count() == 0 ? "-" : std::to_string(l.total.max()), mean_text(l.queueing),
                   mean_text(l.network), mean_text(l.serialization), reply ? mean_text(c.round_trip) : "-"});
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

/// The column `saturated`.
std::string saturated_text(Stability stability) {
  return stability == Stability::stable ? "no" : stability == Stability::growing ? "yes" : "unknown";
}

}  // namespace

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
  return node ? fmt::format("{:.4f}", node->accepted) : "-";
}

std::string traffic_table(const TrafficConfig& config, const std::vector<TrafficResult>& loads,
                          const Palette& palette, const std::optional<TrafficSaturation>& saturation) {
  // Where nodes do not create all that they are asked for, as with transpose traffic, both loads are shown.
  const bool as_chosen =
      std::all_of(loads.begin(), loads.end(), [](const TrafficResult& l) { return l.offered == l.load; });
  std::vector<Table::Column> columns{
      {"offered"},         {"accepted"}, {"mean"},        {"p50"},     {"p99"},    {"max"},   {"packets"},
      {"saturated", true}, {"+-"},       {"queueing"},    {"network"}, {"serial"}, {"least"}, {"most"},
      {"link%"},           {"credit"},   {"arbitration"}, {"bank"}};
  if (!as_chosen) columns.insert(columns.begin(), {"load"});
  Table table(columns);
  std::uint64_t compared = 0;
  bool warmed_up = true, known = true;
  for (const TrafficResult& load : loads) {
    const Distribution& total = load.latency.total;
    std::vector<std::string> cells{load_text(load.offered),
                                   fmt::format("{:.4f}", load.accepted),
                                   mean_text(total),
                                   percentile_text(total, 0.5),
                                   percentile_text(total, 0.99),
                                   total.count() == 0 ? "-" : std::to_string(total.max()),
                                   std::to_string(load.packets),
                                   saturated_text(load.stability),
                                   load.half_width ? fmt::format("{:.2f}", *load.half_width) : "-",
                                   mean_text(load.latency.queueing),
                                   mean_text(load.latency.network),
                                   mean_text(load.latency.serialization),
                                   served_text(load.least),
                                   served_text(load.most),
                                   busiest_text(load.link_flits, load.measured_cycles),
                                   std::to_string(load.stalls.credit),
                                   std::to_string(load.stalls.arbitration),
                                   std::to_string(load.stalls.bank)};
    if (!as_chosen) cells.insert(cells.begin(), load_text(load.load));
    table.add(std::move(cells));
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
    if (!config.energy) break;
    text += palette.note(fmt::format("# load {}:", load_text(load.offered))) + "\n" +
            palette.note(energy_text(config.hardware, load.energy_events)) + "\n";
  }
  if (saturation) text += palette.note(saturation_text(*saturation)) + "\n";
  if (!known)
    text +=
        palette.note(
            "# unknown: too few cycles were measured to tell whether ever more packets wait at the sources") +
        "\n";
  if (!warmed_up) text += palette.alarm("# the network did not become steady during the warm-up") + "\n";
  if (is_lockstep(config.backend)) text += palette.note("# " + differences(config.backend, compared)) + "\n";
  return text;
}

}  // namespace collnoc

#include "sim/commands/schedule_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/version.hpp"
#include "sim/run/names.hpp"

namespace collnoc {
namespace {

std::string heading(const nlohmann::ordered_json& schedule) {
  const auto word = [&](const char* key) { return schedule.at(key).get<std::string>(); };
  return fmt::format("# collnoc {}  schedule  {}  {}  {}  {}  root={}  bytes={}  steps={}", version,
                     word("collective"), word("algorithm"), word("topology"), word("nic"),
                     schedule.value("root", 0), schedule.at("bytes").get<std::uint64_t>(),
                     schedule.at("steps").size());
}

/// One number per node, right-aligned in columns; 0 is printed as a dot.
std::string grid(const Topology& topology, const std::vector<std::size_t>& numbers, Rank root) {
  // Ranks along one side of the drawing: every combination of coordinates of `first`, `first` + 2, ..
  struct Place {
    Coordinates at;
    bool gap;  // a coordinate other than the first has changed
  };
  const auto side = [&](unsigned first) {
    std::vector<Place> places{{Coordinates{}, false}};
    for (unsigned d = first; d < topology.dims(); d += 2) {
      const std::vector<Place> inner = places;
      for (std::uint32_t c = 1; c < topology.extent(d); ++c) {
        for (Place place : inner) {
          place.gap = place.gap || (d != first && place.at == Coordinates{});
          place.at[d] = c;
          places.push_back(place);
        }
      }
    }
    return places;
  };
  const std::vector<Place> columns = side(0);
  std::vector<Place> rows = side(1);
  std::string text;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    for (const Place& column : columns) {
      Coordinates at = column.at;
      for (unsigned d = 1; d < topology.dims(); d += 2) at[d] = row->at[d];
      const Rank rank = topology.rank(at);
      const std::string number = rank == root            ? "*"
                                 : numbers.at(rank) == 0 ? "."
                                                         : std::to_string(numbers[rank]);
      text += fmt::format("{}{:>4}", column.gap ? "  " : "", number);
    }
    text += row->gap ? "\n\n" : "\n";
  }
  return text;
}

}  // namespace

std::string schedule_table(const nlohmann::ordered_json& schedule, const Palette& palette) {
  // Only schedules in time slots have the column "until".
  const bool timed = std::ranges::any_of(schedule.at("steps"), [](const auto& step) {
    return std::ranges::any_of(step.at("transfers"), [](const auto& t) { return t.contains("until"); });
  });
  std::vector<Table::Column> columns{{"step"}, {"src"}, {"dst"}, {"hops"}, {"bytes"}};
  if (timed) columns.push_back({"until"});
  columns.push_back({"route", true});
  Table table(columns);
  std::size_t number = 0;
  for (const auto& step : schedule.at("steps")) {
    ++number;
    for (const auto& transfer : step.at("transfers")) {
      std::uint64_t bytes = 0;
      for (const auto& block : transfer.at("blocks")) bytes += block.at("length").get<std::uint64_t>();
      std::string route;
      for (const auto& rank : transfer.at("route"))
        route += (route.empty() ? "" : "-") + std::to_string(rank.get<Rank>());
      std::vector<std::string> row{std::to_string(number), std::to_string(transfer.at("src").get<Rank>()),
                                   std::to_string(transfer.at("dst").get<Rank>()),
                                   std::to_string(std::max<std::size_t>(transfer.at("route").size(), 1) - 1),
                                   std::to_string(bytes)};
      if (timed) row.push_back(std::to_string(transfer.value("until", std::uint32_t{0})));
      row.push_back(route);
      table.add(row);
    }
  }
  return palette.note(heading(schedule)) + "\n" + table.text(palette);
}

std::string schedule_drawing(const nlohmann::ordered_json& schedule, const Topology& topology) {
  const CollectiveForm& form =
      form_of(from_text<Collective>(schedule.at("collective").get<std::string>()).value());
  const Rank root = schedule.value("root", Rank{0});
  // Every transfer of a broadcast counts. Where ranks have blocks, only those of the root, or of rank 0,
  // count. If the result is at the root, the drawing shows when ranks send instead of when they receive.
  const bool message = form.start.layout == Layout::block;
  const bool inwards = form.result.who == Holders::root;
  const auto counts = [&](const nlohmann::ordered_json& transfer, Rank dst) {
    return message || inwards || std::ranges::any_of(transfer.at("blocks"), [&](const auto& block) {
             return block.at("origin") == root && block.value("target", dst) == dst;
           });
  };
  std::vector<std::size_t> first(topology.size(), 0), last(topology.size(), 0);
  std::size_t number = 0;
  for (const auto& step : schedule.at("steps")) {
    ++number;
    for (const auto& transfer : step.at("transfers")) {
      const Rank at = transfer.at(inwards ? "src" : "dst").get<Rank>();
      if (at == root || !counts(transfer, at)) continue;
      if (first.at(at) == 0) first[at] = number;
      last[at] = number;
    }
  }
  std::string text = heading(schedule) + "\n";
  if (inwards) {
    text += "# each node: the step in which it last sends; * the root\n";
    return text + grid(topology, last, root);
  }
  if (!message) {
    text += fmt::format("# each node: the step in which the block of rank {} arrives; * that rank\n", root);
    return text + grid(topology, last, root);
  }
  text += "# each node: the step in which it first receives; * the root\n" + grid(topology, first, root);
  if (first != last)
    text += "# each node: the step in which it last receives; * the root\n" + grid(topology, last, root);
  return text;
}

}  // namespace collnoc

#include "sim/program/schedule_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/user_error.hpp"
#include "sim/common/version.hpp"

namespace collnoc {
namespace {

std::string heading(const nlohmann::ordered_json& schedule) {
  const auto word = [&](const char* key) { return schedule.at(key).get<std::string>(); };
  return fmt::format("# collnoc {}  schedule  {}  {}  {}  {}  root={}  bytes={}  steps={}", version,
                     word("collective"), word("algorithm"), word("topology"), word("nic"),
                     schedule.value("root", 0), schedule.at("bytes").get<std::uint64_t>(),
                     schedule.at("steps").size());
}

}  // namespace

std::string schedule_table(const nlohmann::ordered_json& schedule, const Palette& palette) {
  Table table({{"step"}, {"src"}, {"dst"}, {"hops"}, {"bytes"}, {"route", true}});
  std::size_t number = 0;
  for (const auto& step : schedule.at("steps")) {
    ++number;
    for (const auto& transfer : step.at("transfers")) {
      std::uint64_t bytes = 0;
      for (const auto& block : transfer.at("blocks")) bytes += block.at("length").get<std::uint64_t>();
      std::string route;
      for (const auto& rank : transfer.at("route"))
        route += (route.empty() ? "" : "-") + std::to_string(rank.get<Rank>());
      table.add({std::to_string(number), std::to_string(transfer.at("src").get<Rank>()),
                 std::to_string(transfer.at("dst").get<Rank>()),
                 std::to_string(std::max<std::size_t>(transfer.at("route").size(), 1) - 1),
                 std::to_string(bytes), route});
    }
  }
  return palette.note(heading(schedule)) + "\n" + table.text(palette);
}

std::string schedule_drawing(const nlohmann::ordered_json& schedule, const Topology& topology) {
  if (topology.dims() != 2)
    throw UserError(fmt::format("--draw: draws networks of 2 dimensions, not {} of {}",
                                schedule.at("topology").get<std::string>(), topology.dims()));
  std::vector<std::size_t> first(topology.size(), 0);
  std::size_t number = 0;
  for (const auto& step : schedule.at("steps")) {
    ++number;
    for (const auto& transfer : step.at("transfers")) {
      std::size_t& at = first.at(transfer.at("dst").get<Rank>());
      if (at == 0) at = number;
    }
  }
  std::string text = heading(schedule) + "\n# each node: the step in which it first receives; * the root\n";
  for (std::uint32_t y = topology.extent(1); y-- > 0;) {
    for (std::uint32_t x = 0; x < topology.extent(0); ++x) {
      const Rank rank = topology.rank({x, y});
      const bool root = schedule.at("collective") == "broadcast" && schedule.value("root", Rank{0}) == rank;
      text += fmt::format("{:>4}", root ? "*" : first[rank] ? std::to_string(first[rank]) : ".");
    }
    text += '\n';
  }
  return text;
}

}  // namespace collnoc

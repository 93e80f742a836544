#include "sim/report/compact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/common/user_error.hpp"
#include "sim/schedule/path.hpp"
#include "sim/topology/link_name.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> link_names(const Topology& net) {
  std::vector<std::string> names;
  for (Link l = 0; l < net.links(); ++l) names.push_back(link_name(net, l));
  return names;
}

Rank rank_in(const Json& rank, const Topology& net) {
  const auto value = rank.get<std::uint64_t>();
  if (value >= net.nodes()) throw UserError(fmt::format("rank {}: the network has {}", value, net.nodes()));
  return static_cast<Rank>(value);
}

/// A list for each number of `objects`; `place`: where those of an object belong.
Json columns(const Json& objects, std::size_t size, const std::function<std::size_t(const Json&)>& place) {
  std::map<std::string, std::vector<std::uint64_t>> all;
  for (const Json& object : objects) {
    const std::size_t at = place(object);
    for (const auto& [key, value] : object.items()) {
      if (key == "rank" || key == "link") continue;
      std::vector<std::uint64_t>& column = all[key];
      column.resize(size);
      column[at] = value;
    }
  }
  return all;
}

/// Where some link is long or narrow, the delay and the interval of each, [rank * links + link].
void add_link_times(Json& network, const Topology& net) {
  std::vector<unsigned> delays, intervals;
  bool plain = true;
  for (Rank r = 0; r < net.nodes(); ++r) {
    for (Link l = 0; l < net.links(); ++l) {
      const LinkTiming timing = net.neighbour(r, l) == no_rank ? LinkTiming{} : net.timing(r, l);
      delays.push_back(timing.delay);
      intervals.push_back(timing.interval);
      plain = plain && timing == LinkTiming{};
    }
  }
  if (plain) return;
  network["delays"] = delays;
  network["intervals"] = intervals;
}

}  // namespace

Json network_json(const std::string& text) {
  const Topology net = parse_topology(text);
  Json extents = Json::array(), wraps = Json::array(), neighbours = Json::array();
  for (unsigned d = 0; d < net.dims(); ++d) {
    extents.push_back(net.extent(d));
    wraps.push_back(net.wraps(d));
  }
  for (Rank r = 0; r < net.nodes(); ++r) {
    for (Link l = 0; l < net.links(); ++l) {
      const Rank next = net.neighbour(r, l);
      neighbours.push_back(next == no_rank ? Json(-1) : Json(next));
    }
  }
  Json network{{"kind", std::string(topologykind_words[static_cast<std::size_t>(net.kind())])},
               {"tiles", net.size()},
               {"nodes", net.nodes()},
               {"extents", extents},
               {"wraps", wraps},
               {"links", link_names(net)},
               {"neighbours", neighbours}};
  add_link_times(network, net);
  return network;
}

Json compact_links(const Json& links, const std::string& topology) {
  const Topology net = parse_topology(topology);
  const std::vector<std::string> names = link_names(net);
  return columns(links, net.nodes() * names.size(), [&](const Json& link) {
    const std::string name = link.at("link");
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw UserError(fmt::format("{} has no link {}", topology, name));
    return rank_in(link.at("rank"), net) * names.size() + static_cast<std::size_t>(at - names.begin());
  });
}

Json compact_tiles(const Json& tiles, const std::string& topology) {
  const Topology net = parse_topology(topology);
  return columns(tiles, net.size(),
                 [&](const Json& tile) { return std::size_t{rank_in(tile.at("rank"), net)}; });
}

Json compact_schedule(const Json& schedule) {
  const Topology net = parse_topology(schedule.at("topology").get<std::string>());
  std::vector<std::uint64_t> messages(net.nodes() * net.links()), bytes(messages.size());
  std::uint64_t all = 0;
  Json steps = Json::array();
  for (const Json& step : schedule.at("steps")) {
    steps.push_back(step.at("transfers").size());
    for (const Json& transfer : step.at("transfers")) {
      ++all;
      std::uint64_t length = 0;
      for (const Json& block : transfer.at("blocks")) length += block.at("length").get<std::uint64_t>();
      const auto count = [&](Rank from, Link l) {
        ++messages[from * net.links() + l];
        bytes[from * net.links() + l] += length;
      };
      if (!transfer.contains("route"))  // the shortest
        for_each_link(net, rank_in(transfer.at("src"), net), rank_in(transfer.at("dst"), net), {}, count);
      const Json route = transfer.value("route", Json::array());
      for (std::size_t hop = 1; hop < route.size(); ++hop) {
        const Rank from = rank_in(route[hop - 1], net), to = rank_in(route[hop], net);
        for (Link l = 0; l < net.links(); ++l) {
          if (net.neighbour(from, l) != to) continue;
          count(from, l);
          break;
        }
      }
    }
  }
  Json made;
  for (const char* fact : {"collective", "algorithm", "topology", "nic", "bytes"})
    made[fact] = schedule.at(fact);
  made["messages"] = all;
  made["steps"] = steps;
  made["links"] = {{"messages", messages}, {"bytes", bytes}};
  return made;
}

}  // namespace collnoc

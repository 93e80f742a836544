// Where flits went and waited, as JSON.
#include <algorithm>

#include "sim/results/json_parts.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

/// Calls `visit(rank, link, index)` for every link that exists.
template <class F>
void for_links(const Topology& net, std::size_t count, F&& visit) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto rank = static_cast<Rank>(i / net.links());
    const auto link = static_cast<Link>(i % net.links());
    if (net.neighbour(rank, link) != no_rank) visit(rank, link, i);
  }
}

}  // namespace

Json list_of_links(const Topology& net, const std::vector<std::uint64_t>& link_flits,
                   const std::vector<StallCycles>& link_stalls) {
  Json links = Json::array();
  for_links(net, link_flits.size(), [&](Rank rank, Link link, std::size_t i) {
    links.push_back({{"rank", rank},
                     {"link", link_name(net, link)},
                     {"flits", link_flits[i]},
                     {"credit_stalls", link_stalls[i].credit},
                     {"arbitration_stalls", link_stalls[i].arbitration}});
  });
  return links;
}

Json list_of_tiles(const std::vector<StallCycles>& tile_stalls) {
  Json tiles = Json::array();
  for (std::size_t r = 0; r < tile_stalls.size(); ++r)
    tiles.push_back({{"rank", r},
                     {"credit_stalls", tile_stalls[r].credit},
                     {"arbitration_stalls", tile_stalls[r].arbitration},
                     {"bank_stalls", tile_stalls[r].bank}});
  return tiles;
}

Json links_json(const Topology& net, const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles) {
  Json json{{"cycles", cycles}, {"flits", 0}, {"mean_use", 0.0}, {"busiest", nullptr}};
  std::uint64_t sum = 0, most = 0;
  std::size_t links = 0;
  for_links(net, link_flits.size(), [&](Rank rank, Link link, std::size_t i) {
    ++links;
    const std::uint64_t flits = link_flits[i];
    sum += flits;
    if (flits > most) json["busiest"] = {{"rank", rank}, {"link", link_name(net, link)}, {"flits", flits}};
    most = std::max(most, flits);
  });
  json["flits"] = sum;
  if (links != 0 && cycles != 0)
    json["mean_use"] = static_cast<double>(sum) / (static_cast<double>(links) * static_cast<double>(cycles));
  return json;
}

}  // namespace collnoc

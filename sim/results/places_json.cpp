// Where flits went and waited, as JSON: lists of links and tiles.
#include "sim/results/json_parts.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {

void add_places(Json& json, const Topology& net, const std::vector<std::uint64_t>& link_flits,
                const std::vector<StallCycles>& link_stalls, const std::vector<StallCycles>& tile_stalls) {
  Json links = Json::array(), tiles = Json::array();
  for (std::size_t i = 0; i < link_flits.size(); ++i) {
    const auto rank = static_cast<Rank>(i / net.links());
    const auto link = static_cast<Link>(i % net.links());
    if (net.neighbour(rank, link) == no_rank) continue;
    links.push_back({{"rank", rank},
                     {"link", link_name(net, link)},
                     {"flits", link_flits[i]},
                     {"credit_stalls", link_stalls[i].credit},
                     {"arbitration_stalls", link_stalls[i].arbitration}});
  }
  for (std::size_t r = 0; r < tile_stalls.size(); ++r)
    tiles.push_back({{"rank", r},
                     {"credit_stalls", tile_stalls[r].credit},
                     {"arbitration_stalls", tile_stalls[r].arbitration},
                     {"bank_stalls", tile_stalls[r].bank}});
  json["links"] = links;
  json["tiles"] = tiles;
}

}  // namespace collnoc

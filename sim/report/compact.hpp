// Parts of results in the form that the page reads: lists of numbers in place of lists of objects.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace collnoc {

/// Names of the links, and [rank * links + link] the neighbour, -1 at the edge; extents and wrap-around;
/// `delays` and `intervals` of links where some are long or narrow.
nlohmann::ordered_json network_json(const std::string& topology);

/// `links`: objects with rank, link and numbers. A list for each number: [rank * links + link].
nlohmann::ordered_json compact_links(const nlohmann::ordered_json& links, const std::string& topology);

/// `tiles`: objects with rank and numbers. A list for each number: [rank].
nlohmann::ordered_json compact_tiles(const nlohmann::ordered_json& tiles, const std::string& topology);

/// Steps with their messages, and the bytes that pass each link in all of them.
nlohmann::ordered_json compact_schedule(const nlohmann::ordered_json& schedule);

/// A Chrome trace of `collnoc run --timeline`: spans (name, tile, begin, cycles) and messages (from, to,
/// begin, cycles, bytes), as columns. Of very many messages, how many start in each of some hundred periods.
nlohmann::ordered_json compact_timeline(const std::string& trace);

}  // namespace collnoc

// Objects that several documents have.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "sim/results/result_json.hpp"

namespace collnoc {

using Json = nlohmann::ordered_json;

/// The schemas promise the number of link-cycles in which RTL and model differ. The first difference ends a
/// run without a result, so every result has none.
inline constexpr int no_mismatches = 0;

Json context_json(const ResultContext& context);
Json hardware_json(const HardwareConfig& hardware);
Json stalls_json(const StallCycles& stalls);
Json latencies_json(const Latencies& latencies);
Json served_json(const std::optional<ServedNode>& node);
/// `link_flits`: flits in `cycles` cycles, [rank * links + link].
Json links_json(const Topology& topology, const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles);

/// Precondition: the hardware was measured.
Json energy_json_of(const HardwareConfig& hardware, const EnergyEvents& events);

/// Adds lists of links and tiles with their numbers to `json`.
void add_places(Json& json, const Topology& topology, const std::vector<std::uint64_t>& link_flits,
                const std::vector<StallCycles>& link_stalls, const std::vector<StallCycles>& tile_stalls);

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace collnoc

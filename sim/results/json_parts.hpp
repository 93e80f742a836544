// Objects that several documents have, and what the functions of result_writers.cpp use. These are written
// from sim/run/results.toml: their names are those of its objects.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "sim/energy/energy_table.hpp"
#include "sim/results/result_json.hpp"

namespace collnoc {

using Json = nlohmann::ordered_json;

/// The schemas promise the number of link-cycles in which RTL and model differ. The first difference ends a
/// run without a result, so every result has none.
inline constexpr int no_mismatches = 0;

/// All loads of a command, and what it found.
struct TrafficSeriesResult {
  const std::vector<TrafficResult>& loads;
  const std::optional<TrafficSaturation>& saturation;
};

/// What was spent, in pJ, and what was counted.
struct EnergyOfRun {
  Energy spent;
  double clock_mhz;
  EnergyEvents events;
};

// <run: writers>
Json context_json(const ResultContext& r);
Json left_out_json(const LeftOutSchedule& r);
Json stalls_json(const StallCycles& r);
Json events_json(const EnergyEvents& r);
Json spent_energy_json(const EnergyOfRun& r);
Json bin_json(const Distribution::Bin& r);
Json distribution_json(const Distribution& r);
Json latencies_json(const Latencies& r);
Json served_node_json(const ServedNode& r);
Json function_json(const FunctionProfile& r);
Json paper_terms_json(const PaperTerms& r);
Json paper_json(const PaperCost& r);
Json startup_json(const StartupCycles& r);
Json rv32_json(const Rv32Result& r);
Json run_json(const RunResult& r, const RunConfig& c);
Json marked_json(const MarkedPart& r);
Json program_json(const TileProgramResult& r, const TileProgramConfig& c);
Json length_json(const Lengths::Choice& r);
Json replies_json(const Replies& r);
Json class_json(const TrafficClass& r);
Json pair_json(const TrafficPair& r);
Json traffic_load_json(const TrafficResult& r, const TrafficConfig& c);
Json saturation_json(const TrafficSaturation& r);
Json traffic_json(const TrafficSeriesResult& r, const TrafficConfig& c);
Json chain_link_json(const ChainLink& r);
Json critical_path_json(const ReplayResult& r);
Json replay_pair_json(const ReplayPair& r);
Json replay_result_json(const ReplayResult& r, const ReplayConfig& c);
Json replay_json(const ReplayResult& r, const ReplayConfig& c);
// </run>

Json hardware_json(const HardwareConfig& hardware);
/// Of every link, its flits and stalls; all arrays as in PlaceCounts.
Json list_of_links(const Topology& topology, const std::vector<std::uint64_t>& link_flits,
                   const std::vector<StallCycles>& link_stalls);
Json list_of_tiles(const std::vector<StallCycles>& tile_stalls);
/// `link_flits`: flits in `cycles` cycles, as in PlaceCounts.
Json links_json(const Topology& topology, const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles);
Json classes_json(const std::vector<TrafficClass>& classes, const std::vector<TrafficClassResult>& results);
Json uses_json(const CycleUses& uses);
/// Precondition: the hardware was measured.
EnergyOfRun energy_of_run(const HardwareConfig& hardware, const EnergyEvents& events);

/// Nothing where there are no values.
std::optional<double> mean_of(const Distribution& values);
std::optional<std::uint64_t> percentile_of(const Distribution& values, double part);
std::optional<std::uint64_t> greatest_of(const Distribution& values);

/// Use of the links in the `cycles` in which flits were counted, with every link if the configuration asks
/// for them.
template <class Config, class Result>
Json link_use(const Config& config, const Result& result, std::uint64_t cycles) {
  Json json = links_json(config.topology, result.link_flits, cycles);
  if (config.per_link) {
    json["links"] = list_of_links(config.topology, result.link_flits, result.link_stalls);
    json["tiles"] = list_of_tiles(result.tile_stalls);
  }
  return json;
}

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// The list of what `to_json` makes of each value.
template <class T, class F>
Json list_json(const std::vector<T>& values, F&& to_json) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(to_json(value));
  return list;
}

}  // namespace collnoc

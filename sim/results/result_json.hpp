// Results as JSON: schemas docs/schemas/result-1.json, program-1.json, traffic-2.json and replay-1.json.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/run/left_out.hpp"
#include "sim/run/run_result.hpp"

namespace collnoc {

/// Context of a run that may differ between machines or is not a result.
struct ResultContext {
  std::string command;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  double wall_seconds = 0;
};

/// One element of `runs`: equal on every machine.
nlohmann::ordered_json to_json(const RunResult& result);

/// Schema collnoc.result/1.
nlohmann::ordered_json result_document(const ResultContext& context, const std::vector<RunResult>& runs,
                                       const LeftOut& left_out = {});

/// Adds the list `left_out` to a document with results of schedules, unless it is empty.
void add_left_out(nlohmann::ordered_json& document, const LeftOut& left_out);

/// Schema collnoc.program/1.
nlohmann::ordered_json tile_program_document(const ResultContext& context, const TileProgramResult& result);

/// Schema collnoc.traffic/2. `saturation`: the largest load that was accepted, if it was looked for.
nlohmann::ordered_json traffic_document(const ResultContext& context, const TrafficConfig& config,
                                        const std::vector<TrafficResult>& loads,
                                        const std::optional<TrafficSaturation>& saturation = std::nullopt);

/// Schema collnoc.replay/1.
nlohmann::ordered_json replay_document(const ResultContext& context, const ReplayConfig& config,
                                       const ReplayResult& result);

/// Indented, with a newline at the end.
std::string document_text(const nlohmann::ordered_json& document);

}  // namespace collnoc

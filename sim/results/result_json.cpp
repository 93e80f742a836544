// Results as JSON: the documents, and the parts that sim/run/results.toml does not write.
#include "sim/results/result_json.hpp"

#include "collnoc/arch/node_parameters.hpp"
#include "sim/results/json_parts.hpp"

namespace collnoc {
namespace {

Json document(const char* schema, const ResultContext& context, const char* name, Json body) {
  Json json{{"schema", schema}, {"context", context_json(context)}};
  json[name] = std::move(body);
  return json;
}

}  // namespace

Json hardware_json(const HardwareConfig& hardware) {
  Json json;
  for (const NodeParameter& p : node_parameters) {
    if (p.json.empty()) continue;
    const std::string key(p.json);
    if (p.words.empty())
      json[key] = p.get(hardware);
    else
      json[key] = p.text(p.get(hardware));
  }
  return json;
}

Json uses_json(const CycleUses& uses) {
  Json cycles;
  for (std::size_t use = 0; use < cycle_uses.size(); ++use)
    cycles[std::string(cycle_uses[use])] = uses.cycles[use];
  return cycles;
}

Json classes_json(const std::vector<TrafficClass>& classes, const std::vector<TrafficClassResult>& results) {
  Json list = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const TrafficClassResult& r = results[i];
    const bool replies = classes[i].replies.has_value();
    list.push_back({{"name", classes[i].name},
                    {"offered", r.offered},
                    {"created", r.created},
                    {"accepted", r.accepted},
                    {"requests", latencies_json(r.requests)},
                    {"replies", replies ? latencies_json(r.replies) : Json()},
                    {"round_trip", replies ? distribution_json(r.round_trip) : Json()}});
  }
  return list;
}

std::optional<double> mean_of(const Distribution& values) {
  if (values.count() == 0) return std::nullopt;
  return values.mean();
}

std::optional<std::uint64_t> percentile_of(const Distribution& values, double part) {
  if (values.count() == 0) return std::nullopt;
  return values.percentile(part);
}

std::optional<std::uint64_t> greatest_of(const Distribution& values) {
  if (values.count() == 0) return std::nullopt;
  return values.max();
}

Json to_json(const RunResult& result) { return run_json(result, result.config); }

void add_left_out(Json& document, const LeftOut& left_out) {
  if (!left_out.empty()) document["left_out"] = list_json(left_out.schedules(), left_out_json);
}

Json result_document(const ResultContext& context, const std::vector<RunResult>& runs,
                     const LeftOut& left_out) {
  Json json = document("collnoc.result/1", context, "runs", list_json(runs, to_json));
  add_left_out(json, left_out);
  return json;
}

Json tile_program_document(const ResultContext& context, const TileProgramResult& result) {
  return document("collnoc.program/1", context, "program", program_json(result, result.config));
}

Json traffic_document(const ResultContext& context, const TrafficConfig& config,
                      const std::vector<TrafficResult>& loads,
                      const std::optional<TrafficSaturation>& saturation) {
  return document("collnoc.traffic/2", context, "traffic", traffic_json({loads, saturation}, config));
}

Json replay_document(const ResultContext& context, const ReplayConfig& config, const ReplayResult& result) {
  return document("collnoc.replay/1", context, "replay", replay_json(result, config));
}

std::string document_text(const Json& document) { return document.dump(2) + "\n"; }

}  // namespace collnoc

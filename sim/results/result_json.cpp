#include "sim/results/result_json.hpp"

#include <filesystem>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/common/version.hpp"
#include "sim/results/json_parts.hpp"

namespace collnoc {
namespace {

Json paper_json(const PaperCost& paper) {
  Json json{{"alpha", paper.alpha}, {"beta", paper.beta}, {"source", paper.source}};
  if (paper.published)
    json["published"] = {{"alpha", paper.published->alpha}, {"beta", paper.published->beta}};
  if (paper.segments) json["segments"] = *paper.segments;
  if (paper.unit_startup_segments) json["unit_startup_segments"] = *paper.unit_startup_segments;
  return json;
}

Json profile_json(const Profile& profile) {
  Json ranks = Json::array();
  for (const std::vector<FunctionProfile>& tile : profile) {
    Json functions = Json::array();
    for (const FunctionProfile& function : tile) {
      Json cycles;
      for (std::size_t use = 0; use < cycle_uses.size(); ++use)
        cycles[std::string(cycle_uses[use])] = function.uses.cycles[use];
      functions.push_back({{"function", function.name}, {"calls", function.calls}, {"cycles", cycles}});
    }
    ranks.push_back(functions);
  }
  return ranks;
}

Json marked_json(const MarkedPart& marked) {
  Json begin = Json::array(), end = Json::array();
  for (const auto& cycle : marked.begin_per_rank) begin.push_back(or_null(cycle));
  for (const auto& cycle : marked.end_per_rank) end.push_back(or_null(cycle));
  return {{"cycles", marked.cycles},
          {"begin_cycle_per_rank", begin},
          {"end_cycle_per_rank", end},
          {"instructions_per_rank", marked.instructions_per_rank}};
}

Json rv32_json(const Rv32Result& rv32) {
  Json json{{"instructions_per_rank", rv32.instructions_per_rank},
            {"startup_cycles", nullptr},
            {"processor_cycles_compared", rv32.processor_cycles_compared}};
  if (rv32.startup)
    json["startup_cycles"] = {{"minimum", rv32.startup->minimum},
                              {"median", rv32.startup->median},
                              {"maximum", rv32.startup->maximum},
                              {"messages", rv32.startup->messages}};
  if (rv32.profile) json["profile_per_rank"] = profile_json(*rv32.profile);
  return json;
}

}  // namespace

Json context_json(const ResultContext& context) {
  return {{"version", version},
          {"command", context.command},
          {"seed", context.seed},
          {"threads", context.threads},
          {"wall_seconds", context.wall_seconds}};
}

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

Json stalls_json(const StallCycles& stalls) {
  return {{"credit", stalls.credit}, {"arbitration", stalls.arbitration}, {"bank", stalls.bank}};
}

Json to_json(const RunResult& result) {
  const RunConfig& config = result.config;
  Json json{{"id", run_id(config)},
            {"collective", word_of(config.collective)},
            {"algorithm", config.algorithm},
            {"topology", config.topology_text},
            {"nic", word_of(config.nic())},
            {"bytes", config.bytes},
            {"root", config.root},
            {"backend", word_of(config.backend)},
            {"firmware", word_of(config.firmware)},
            {"executor", word_of(config.executor)},
            {"startup_cycles", config.startup_cycles},
            {"step_barrier", config.step_barrier},
            {"hardware", hardware_json(config.hardware)},
            {"steps", result.steps},
            {"alpha", result.alpha},
            {"beta", result.beta},
            {"paper", nullptr},
            {"cycles", result.cycles},
            {"predicted_cycles", result.predicted_cycles},
            {"bound_cycles", result.bound_cycles},
            {"messages", result.messages},
            {"message_hops", result.message_hops},
            {"flit_hops", result.flit_hops},
            {"peak_link_flits", result.peak_link_flits},
            {"stall_cycles", stalls_json(result.stalls)},
            {"finish_cycle_per_rank", result.finish_cycle_per_rank},
            {"bytes_checked", result.bytes_checked},
            {"bytes_wrong", result.bytes_wrong},
            {"mismatches", no_mismatches},
            {"link_cycles_compared", result.link_cycles_compared}};
  if (form_of(config.collective).combines) {
    json["op"] = word_of(config.op);
    json["type"] = word_of(config.element);
  }
  if (result.paper) json["paper"] = paper_json(*result.paper);
  if (result.places)
    add_places(json, config.topology, result.places->link_flits, result.places->link_stalls,
               result.places->tile_stalls);
  if (config.energy) json["energy"] = energy_json_of(config.hardware, result.energy_events);
  if (result.rv32) json["rv32"] = rv32_json(*result.rv32);
  return json;
}

void add_left_out(Json& document, const LeftOut& left_out) {
  for (const LeftOutSchedule& schedule : left_out.schedules()) {
    Json& entry = document["left_out"].emplace_back(
        Json{{"algorithm", schedule.algorithm}, {"reason", schedule.reason}});
    if (!schedule.instead.empty()) entry["instead"] = schedule.instead;
  }
}

Json result_document(const ResultContext& context, const std::vector<RunResult>& runs,
                     const LeftOut& left_out) {
  Json list = Json::array();
  for (const RunResult& run : runs) list.push_back(to_json(run));
  Json document{{"schema", "collnoc.result/1"}, {"context", context_json(context)}, {"runs", list}};
  add_left_out(document, left_out);
  return document;
}

Json tile_program_document(const ResultContext& context, const TileProgramResult& result) {
  const TileProgramConfig& config = result.config;
  Json program{{"file", std::filesystem::path(config.file).filename().string()},
               {"topology", config.topology_text},
               {"nic", word_of(config.nic())},
               {"backend", word_of(config.backend)},
               {"memory_bytes", config.memory_bytes},
               {"hardware", hardware_json(config.hardware)},
               {"cycles", result.cycles},
               {"flit_hops", result.flit_hops},
               {"exit_code_per_rank", result.exit_code_per_rank},
               {"finish_cycle_per_rank", result.finish_cycle_per_rank},
               {"instructions_per_rank", result.instructions_per_rank},
               {"marked", nullptr},
               {"mismatches", no_mismatches},
               {"link_cycles_compared", result.link_cycles_compared},
               {"processor_cycles_compared", result.processor_cycles_compared}};
  if (result.marked) program["marked"] = marked_json(*result.marked);
  if (result.places)
    add_places(program, config.topology, result.places->link_flits, result.places->link_stalls,
               result.places->tile_stalls);
  if (config.energy) program["energy"] = energy_json_of(config.hardware, result.energy_events);
  if (result.profile) program["profile_per_rank"] = profile_json(*result.profile);
  return {{"schema", "collnoc.program/1"}, {"context", context_json(context)}, {"program", program}};
}

std::string document_text(const Json& document) { return document.dump(2) + "\n"; }

}  // namespace collnoc

// The result of a replay as JSON: docs/schemas/replay-1.json.
#include "sim/results/json_parts.hpp"

namespace collnoc {
namespace {

Json path_json(const ReplayResult& result) {
  const MessageChain& path = result.critical_path;
  Json end = Json::array();
  for (const ChainLink& m : result.end_of_path)
    end.push_back({{"line", m.line},
                   {"src", m.src},
                   {"dst", m.dst},
                   {"bytes", m.bytes},
                   {"left", m.left},
                   {"arrived", m.arrived}});
  return {{"messages", path.messages},
          {"first_line", path.first},
          {"last_line", path.last},
          {"start_cycle", path.start},
          {"delay_cycles", path.delay},
          {"queueing_cycles", path.queueing},
          {"network_cycles", path.network},
          {"serialization_cycles", path.serialization},
          {"end", end}};
}

}  // namespace

Json replay_document(const ResultContext& context, const ReplayConfig& config, const ReplayResult& result) {
  Json values{{"cycles", result.cycles},
              {"messages", result.messages},
              {"bytes", result.bytes},
              {"flits", result.flits},
              {"accepted", result.accepted},
              {"held_by_window", result.held_by_window},
              {"latency", latencies_json(result.latency)},
              {"critical_path", path_json(result)},
              {"least_served", served_json(result.least)},
              {"most_served", served_json(result.most)},
              {"link_use", links_json(config.topology, result.link_flits, result.cycles)},
              {"stall_cycles", stalls_json(result.stalls)}};
  if (config.per_link)
    add_places(values["link_use"], config.topology, result.link_flits, result.link_stalls,
               result.tile_stalls);
  if (config.energy) values["energy"] = energy_json_of(config.hardware, result.energy_events);
  if (config.per_pair) {
    Json pairs = Json::array();
    for (const ReplayPair& p : result.pairs)
      pairs.push_back({{"src", p.src},
                       {"dst", p.dst},
                       {"messages", p.messages},
                       {"bytes", p.bytes},
                       {"latency_mean", p.latency_mean},
                       {"latency_max", p.latency_max}});
    values["pairs"] = pairs;
  }
  return {{"schema", "collnoc.replay/1"},
          {"context", context_json(context)},
          {"replay",
           {{"trace", config.trace},
            {"topology", config.topology_text},
            {"nic", word_of(config.nic())},
            {"backend", word_of(config.backend)},
            {"hardware", hardware_json(config.hardware)},
            {"window", config.window},
            {"mismatches", no_mismatches},
            {"link_cycles_compared", result.link_cycles_compared},
            {"result", values}}}};
}

}  // namespace collnoc

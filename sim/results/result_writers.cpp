// Written by sim/run/generate from sim/run/results.toml: the objects of results as JSON.
#include <filesystem>

#include "sim/common/version.hpp"
#include "sim/results/json_parts.hpp"

namespace collnoc {

Json context_json(const ResultContext& r) {
  Json json;
  json["version"] = version;
  json["command"] = r.command;
  json["seed"] = r.seed;
  json["threads"] = r.threads;
  json["wall_seconds"] = r.wall_seconds;
  return json;
}

Json left_out_json(const LeftOutSchedule& r) {
  Json json;
  json["algorithm"] = r.algorithm;
  json["reason"] = r.reason;
  if (!r.instead.empty()) json["instead"] = r.instead;
  return json;
}

Json stalls_json(const StallCycles& r) {
  Json json;
  json["credit"] = r.credit;
  json["arbitration"] = r.arbitration;
  json["bank"] = r.bank;
  return json;
}

Json events_json(const EnergyEvents& r) {
  Json json;
  json["node_cycles"] = r.node_cycles;
  json["buffered_flits"] = r.buffered();
  json["switched_flits"] = r.switched();
  json["link_flits"] = r.link_flits;
  json["injected_flits"] = r.injected;
  json["ejected_flits"] = r.ejected;
  json["messages"] = r.messages;
  return json;
}

Json spent_energy_json(const EnergyOfRun& r) {
  Json json;
  json["unit"] = "pJ";
  json["buffer_write"] = r.spent.buffer_write;
  json["buffer_read"] = r.spent.buffer_read;
  json["crossbar"] = r.spent.crossbar;
  json["arbitration"] = r.spent.arbitration;
  json["link"] = r.spent.link;
  json["nic_send"] = r.spent.nic_send;
  json["nic_receive"] = r.spent.nic_receive;
  json["message"] = r.spent.message;
  json["dynamic"] = r.spent.dynamic();
  json["clock"] = r.spent.clock;
  json["leakage"] = r.spent.leakage;
  json["clock_mhz"] = r.clock_mhz;
  json["events"] = events_json(r.events);
  return json;
}

Json bin_json(const Distribution::Bin& r) {
  Json json;
  json["from"] = r.from;
  json["to"] = r.to;
  json["packets"] = r.count;
  return json;
}

Json distribution_json(const Distribution& r) {
  Json json;
  json["packets"] = r.count();
  json["mean"] = or_null(mean_of(r));
  json["p50"] = or_null(percentile_of(r, 0.5));
  json["p90"] = or_null(percentile_of(r, 0.9));
  json["p99"] = or_null(percentile_of(r, 0.99));
  json["p999"] = or_null(percentile_of(r, 0.999));
  json["max"] = or_null(greatest_of(r));
  json["histogram"] = list_json(r.histogram(), [&](const auto& e) { return bin_json(e); });
  return json;
}

Json latencies_json(const Latencies& r) {
  Json json;
  json["total"] = distribution_json(r.total);
  json["queueing"] = distribution_json(r.queueing);
  json["network"] = distribution_json(r.network);
  json["serialization"] = distribution_json(r.serialization);
  return json;
}

Json served_node_json(const ServedNode& r) {
  Json json;
  json["rank"] = r.rank;
  json["accepted"] = r.accepted;
  return json;
}

Json function_json(const FunctionProfile& r) {
  Json json;
  json["function"] = r.name;
  json["calls"] = r.calls;
  json["cycles"] = uses_json(r.uses);
  return json;
}

Json paper_terms_json(const PaperTerms& r) {
  Json json;
  json["alpha"] = r.alpha;
  json["beta"] = r.beta;
  return json;
}

Json paper_json(const PaperCost& r) {
  Json json;
  json["alpha"] = r.alpha;
  json["beta"] = r.beta;
  json["source"] = r.source;
  if (r.published) json["published"] = paper_terms_json(*r.published);
  if (r.segments) json["segments"] = *r.segments;
  if (r.unit_startup_segments) json["unit_startup_segments"] = *r.unit_startup_segments;
  return json;
}

Json startup_json(const StartupCycles& r) {
  Json json;
  json["minimum"] = r.minimum;
  json["median"] = r.median;
  json["maximum"] = r.maximum;
  json["messages"] = r.messages;
  return json;
}

Json rv32_json(const Rv32Result& r) {
  Json json;
  json["instructions_per_rank"] = Json(r.instructions_per_rank);
  json["startup_cycles"] = r.startup ? startup_json(*r.startup) : Json();
  json["processor_cycles_compared"] = r.processor_cycles_compared;
  if (r.profile)
    json["profile_per_rank"] = list_json(*r.profile, [&](const auto& e) {
      return list_json(e, [&](const auto& ee) { return function_json(ee); });
    });
  return json;
}

Json run_json(const RunResult& r, const RunConfig& c) {
  Json json;
  json["id"] = run_id(c);
  json["collective"] = word_of(c.collective);
  json["algorithm"] = c.algorithm;
  json["topology"] = c.topology_text;
  json["nic"] = word_of(c.nic());
  json["bytes"] = c.bytes;
  json["root"] = c.root;
  json["backend"] = word_of(c.backend);
  json["firmware"] = word_of(c.firmware);
  json["executor"] = word_of(c.executor);
  json["startup_cycles"] = c.startup_cycles;
  json["step_barrier"] = c.step_barrier;
  json["hardware"] = hardware_json(c.hardware);
  json["steps"] = r.steps;
  json["alpha"] = r.alpha;
  json["beta"] = r.beta;
  json["paper"] = r.paper ? paper_json(*r.paper) : Json();
  json["cycles"] = r.cycles;
  json["predicted_cycles"] = r.predicted_cycles;
  json["bound_cycles"] = r.bound_cycles;
  json["messages"] = r.messages;
  json["message_hops"] = r.message_hops;
  json["flit_hops"] = r.flit_hops;
  json["peak_link_flits"] = r.peak_link_flits;
  json["stall_cycles"] = stalls_json(r.stalls);
  json["finish_cycle_per_rank"] = Json(r.finish_cycle_per_rank);
  json["bytes_checked"] = r.bytes_checked;
  json["bytes_wrong"] = r.bytes_wrong;
  json["mismatches"] = no_mismatches;
  json["link_cycles_compared"] = r.link_cycles_compared;
  if (form_of(c.collective).combines) json["op"] = word_of(c.op);
  if (form_of(c.collective).combines) json["type"] = word_of(c.element);
  if (r.places) json["links"] = list_of_links(c.topology, r.places->link_flits, r.places->link_stalls);
  if (r.places) json["tiles"] = list_of_tiles(r.places->tile_stalls);
  if (c.energy) json["energy"] = spent_energy_json(energy_of_run(c.hardware, r.energy_events));
  if (r.rv32) json["rv32"] = rv32_json(*r.rv32);
  return json;
}

Json marked_json(const MarkedPart& r) {
  Json json;
  json["cycles"] = r.cycles;
  json["begin_cycle_per_rank"] = list_json(r.begin_per_rank, [&](const auto& e) { return or_null(e); });
  json["end_cycle_per_rank"] = list_json(r.end_per_rank, [&](const auto& e) { return or_null(e); });
  json["instructions_per_rank"] = Json(r.instructions_per_rank);
  return json;
}

Json program_json(const TileProgramResult& r, const TileProgramConfig& c) {
  Json json;
  json["file"] = std::filesystem::path(c.file).filename().string();
  json["topology"] = c.topology_text;
  json["nic"] = word_of(c.nic());
  json["backend"] = word_of(c.backend);
  json["memory_bytes"] = c.memory_bytes;
  json["hardware"] = hardware_json(c.hardware);
  json["cycles"] = r.cycles;
  json["flit_hops"] = r.flit_hops;
  json["exit_code_per_rank"] = Json(r.exit_code_per_rank);
  json["finish_cycle_per_rank"] = Json(r.finish_cycle_per_rank);
  json["instructions_per_rank"] = Json(r.instructions_per_rank);
  json["marked"] = r.marked ? marked_json(*r.marked) : Json();
  json["mismatches"] = no_mismatches;
  json["link_cycles_compared"] = r.link_cycles_compared;
  json["processor_cycles_compared"] = r.processor_cycles_compared;
  if (r.places) json["links"] = list_of_links(c.topology, r.places->link_flits, r.places->link_stalls);
  if (r.places) json["tiles"] = list_of_tiles(r.places->tile_stalls);
  if (c.energy) json["energy"] = spent_energy_json(energy_of_run(c.hardware, r.energy_events));
  if (r.profile)
    json["profile_per_rank"] = list_json(*r.profile, [&](const auto& e) {
      return list_json(e, [&](const auto& ee) { return function_json(ee); });
    });
  return json;
}

Json length_json(const Lengths::Choice& r) {
  Json json;
  json["flits"] = r.flits;
  json["weight"] = r.weight;
  return json;
}

Json replies_json(const Replies& r) {
  Json json;
  json["lengths"] = list_json(r.lengths.choices(), [&](const auto& e) { return length_json(e); });
  json["service_cycles"] = r.service_cycles;
  json["outstanding"] = r.outstanding == 0 ? Json() : Json(r.outstanding);
  return json;
}

Json class_json(const TrafficClass& r) {
  Json json;
  json["name"] = r.name;
  json["pattern"] = r.pattern.text;
  json["process"] = r.process.text;
  json["lengths"] = list_json(r.lengths.choices(), [&](const auto& e) { return length_json(e); });
  json["weight"] = r.fixed_load ? Json() : Json(r.weight);
  json["load"] = or_null(r.fixed_load);
  json["replies"] = r.replies ? replies_json(*r.replies) : Json();
  return json;
}

Json pair_json(const TrafficPair& r) {
  Json json;
  json["src"] = r.src;
  json["dst"] = r.dst;
  json["packets"] = r.packets;
  json["latency_mean"] = r.latency_mean;
  json["latency_max"] = r.latency_max;
  return json;
}

Json traffic_load_json(const TrafficResult& r, const TrafficConfig& c) {
  Json json;
  json["load"] = r.load;
  json["offered"] = r.offered;
  json["created"] = r.created;
  json["accepted"] = r.accepted;
  json["latency_mean"] = or_null(mean_of(r.latency.total));
  json["latency_half_width"] = or_null(r.half_width);
  json["latency_p50"] = or_null(percentile_of(r.latency.total, 0.5));
  json["latency_p99"] = or_null(percentile_of(r.latency.total, 0.99));
  json["latency_max"] = or_null(greatest_of(r.latency.total));
  json["packets"] = r.packets;
  json["lost"] = r.lost;
  json["stability"] = word_of(r.stability);
  json["saturated"] = r.saturated();
  json["warmup_cycles"] = r.warmup_cycles;
  json["steady"] = r.steady();
  json["measured_cycles"] = r.measured_cycles;
  json["latency"] = latencies_json(r.latency);
  json["classes"] = classes_json(c.classes, r.classes);
  json["least_served"] = r.least ? served_node_json(*r.least) : Json();
  json["most_served"] = r.most ? served_node_json(*r.most) : Json();
  json["link_use"] = link_use(c, r, r.measured_cycles);
  if (c.per_pair) json["pairs"] = list_json(r.pairs, [&](const auto& e) { return pair_json(e); });
  if (c.energy) json["energy"] = spent_energy_json(energy_of_run(c.hardware, r.energy_events));
  json["stall_cycles"] = stalls_json(r.stalls);
  json["mismatches"] = no_mismatches;
  json["link_cycles_compared"] = r.link_cycles_compared;
  return json;
}

Json saturation_json(const TrafficSaturation& r) {
  Json json;
  json["load"] = r.load;
  json["above"] = or_null(r.above);
  json["offered"] = r.offered;
  json["above_offered"] = or_null(r.above_offered);
  json["accepted"] = r.accepted;
  return json;
}

Json traffic_json(const TrafficSeriesResult& r, const TrafficConfig& c) {
  Json json;
  json["topology"] = c.topology_text;
  json["nic"] = word_of(c.nic());
  json["backend"] = word_of(c.backend);
  json["classes"] = list_json(c.classes, [&](const auto& e) { return class_json(e); });
  json["orders"] = c.hardware.route_orders == 2 ? Json(word_of(c.orders)) : Json();
  json["warmup_cycles"] = or_null(c.warmup_cycles);
  json["measure_cycles"] = c.measure_cycles;
  json["confidence"] = c.confidence > 0 ? Json(c.confidence) : Json();
  json["drain_cycles"] = c.drain_cycles;
  json["hardware"] = hardware_json(c.hardware);
  json["saturation"] = r.saturation ? saturation_json(*r.saturation) : Json();
  json["loads"] = list_json(r.loads, [&](const auto& e) { return traffic_load_json(e, c); });
  return json;
}

Json chain_link_json(const ChainLink& r) {
  Json json;
  json["line"] = r.line;
  json["src"] = r.src;
  json["dst"] = r.dst;
  json["bytes"] = r.bytes;
  json["left"] = r.left;
  json["arrived"] = r.arrived;
  return json;
}

Json critical_path_json(const ReplayResult& r) {
  Json json;
  json["messages"] = r.critical_path.messages;
  json["first_line"] = r.critical_path.first;
  json["last_line"] = r.critical_path.last;
  json["start_cycle"] = r.critical_path.start;
  json["delay_cycles"] = r.critical_path.delay;
  json["queueing_cycles"] = r.critical_path.queueing;
  json["network_cycles"] = r.critical_path.network;
  json["serialization_cycles"] = r.critical_path.serialization;
  json["end"] = list_json(r.end_of_path, [&](const auto& e) { return chain_link_json(e); });
  return json;
}

Json replay_pair_json(const ReplayPair& r) {
  Json json;
  json["src"] = r.src;
  json["dst"] = r.dst;
  json["messages"] = r.messages;
  json["bytes"] = r.bytes;
  json["latency_mean"] = r.latency_mean;
  json["latency_max"] = r.latency_max;
  return json;
}

Json replay_result_json(const ReplayResult& r, const ReplayConfig& c) {
  Json json;
  json["cycles"] = r.cycles;
  json["messages"] = r.messages;
  json["bytes"] = r.bytes;
  json["flits"] = r.flits;
  json["accepted"] = r.accepted;
  json["held_by_window"] = r.held_by_window;
  json["latency"] = latencies_json(r.latency);
  json["critical_path"] = critical_path_json(r);
  json["least_served"] = r.least ? served_node_json(*r.least) : Json();
  json["most_served"] = r.most ? served_node_json(*r.most) : Json();
  json["link_use"] = link_use(c, r, r.cycles);
  json["stall_cycles"] = stalls_json(r.stalls);
  if (c.energy) json["energy"] = spent_energy_json(energy_of_run(c.hardware, r.energy_events));
  if (c.per_pair) json["pairs"] = list_json(r.pairs, [&](const auto& e) { return replay_pair_json(e); });
  return json;
}

Json replay_json(const ReplayResult& r, const ReplayConfig& c) {
  Json json;
  json["trace"] = c.trace;
  json["topology"] = c.topology_text;
  json["nic"] = word_of(c.nic());
  json["backend"] = word_of(c.backend);
  json["hardware"] = hardware_json(c.hardware);
  json["window"] = c.window;
  json["mismatches"] = no_mismatches;
  json["link_cycles_compared"] = r.link_cycles_compared;
  json["result"] = replay_result_json(r, c);
  return json;
}

}  // namespace collnoc

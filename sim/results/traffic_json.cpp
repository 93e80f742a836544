// Results of traffic as JSON: docs/schemas/traffic-2.json.
#include <algorithm>
#include <numeric>

#include "sim/results/json_parts.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

Json distribution_json(const Distribution& values) {
  Json bins = Json::array();
  for (const Distribution::Bin& bin : values.histogram())
    bins.push_back({{"from", bin.from}, {"to", bin.to}, {"packets", bin.count}});
  Json json{{"packets", values.count()}};
  const bool any = values.count() > 0;
  json["mean"] = any ? Json(values.mean()) : Json();
  for (const auto& [name, part] :
       {std::pair("p50", 0.5), std::pair("p90", 0.9), std::pair("p99", 0.99), std::pair("p999", 0.999)})
    json[name] = any ? Json(values.percentile(part)) : Json();
  json["max"] = any ? Json(values.max()) : Json();
  json["histogram"] = bins;
  return json;
}

Json lengths_json(const Lengths& lengths) {
  Json list = Json::array();
  for (const Lengths::Choice& c : lengths.choices())
    list.push_back({{"flits", c.flits}, {"weight", c.weight}});
  return list;
}

Json class_json(const TrafficClass& c) {
  Json json{{"name", c.name},
            {"pattern", c.pattern.text},
            {"process", c.process.text},
            {"lengths", lengths_json(c.lengths)},
            {"weight", c.fixed_load ? Json() : Json(c.weight)},
            {"load", or_null(c.fixed_load)},
            {"replies", nullptr}};
  if (c.replies)
    json["replies"] = {{"lengths", lengths_json(c.replies->lengths)},
                       {"service_cycles", c.replies->service_cycles},
                       {"outstanding", c.replies->outstanding == 0 ? Json() : Json(c.replies->outstanding)}};
  return json;
}

Json class_result_json(const TrafficClass& c, const TrafficClassResult& r) {
  Json json{{"name", c.name},
            {"offered", r.offered},
            {"created", r.created},
            {"accepted", r.accepted},
            {"requests", latencies_json(r.requests)},
            {"replies", nullptr},
            {"round_trip", nullptr}};
  if (c.replies) {
    json["replies"] = latencies_json(r.replies);
    json["round_trip"] = distribution_json(r.round_trip);
  }
  return json;
}

Json load_json(const TrafficConfig& config, const TrafficResult& load) {
  const Distribution& total = load.latency.total;
  const bool any = total.count() > 0;
  Json json{{"load", load.load},
            {"offered", load.offered},
            {"created", load.created},
            {"accepted", load.accepted},
            {"latency_mean", any ? Json(total.mean()) : Json()},
            {"latency_half_width", or_null(load.half_width)},
            {"latency_p50", any ? Json(total.percentile(0.5)) : Json()},
            {"latency_p99", any ? Json(total.percentile(0.99)) : Json()},
            {"latency_max", any ? Json(total.max()) : Json()},
            {"packets", load.packets},
            {"lost", load.lost},
            {"stability", word_of(load.stability)},
            {"saturated", load.saturated()},
            {"warmup_cycles", load.warmup_cycles},
            {"steady", load.steady()},
            {"measured_cycles", load.measured_cycles},
            {"latency", latencies_json(load.latency)}};
  Json classes = Json::array();
  for (std::size_t i = 0; i < load.classes.size(); ++i)
    classes.push_back(class_result_json(config.classes[i], load.classes[i]));
  json["classes"] = classes;
  json["least_served"] = served_json(load.least);
  json["most_served"] = served_json(load.most);
  json["link_use"] = links_json(config.topology, load.link_flits, load.measured_cycles);
  if (config.per_link)
    add_places(json["link_use"], config.topology, load.link_flits, load.link_stalls, load.tile_stalls);
  if (config.per_pair) {
    Json pairs = Json::array();
    for (const TrafficPair& p : load.pairs)
      pairs.push_back({{"src", p.src},
                       {"dst", p.dst},
                       {"packets", p.packets},
                       {"latency_mean", p.latency_mean},
                       {"latency_max", p.latency_max}});
    json["pairs"] = pairs;
  }
  if (config.energy) json["energy"] = energy_json_of(config.hardware, load.energy_events);
  json["stall_cycles"] = stalls_json(load.stalls);
  json["mismatches"] = no_mismatches;
  json["link_cycles_compared"] = load.link_cycles_compared;
  return json;
}

}  // namespace

Json latencies_json(const Latencies& l) {
  return {{"total", distribution_json(l.total)},
          {"queueing", distribution_json(l.queueing)},
          {"network", distribution_json(l.network)},
          {"serialization", distribution_json(l.serialization)}};
}

Json served_json(const std::optional<ServedNode>& node) {
  return node ? Json{{"rank", node->rank}, {"accepted", node->accepted}} : Json();
}

Json links_json(const Topology& net, const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles) {
  Json json{{"cycles", cycles}, {"flits", 0}, {"mean_use", 0.0}, {"busiest", nullptr}};
  std::uint64_t sum = 0, most = 0;
  std::size_t links = 0;
  for (std::size_t i = 0; i < link_flits.size(); ++i) {
    const auto rank = static_cast<Rank>(i / net.links());
    const auto link = static_cast<Link>(i % net.links());
    if (net.neighbour(rank, link) == no_rank) continue;
    ++links;
    const std::uint64_t flits = link_flits[i];
    sum += flits;
    if (flits > most) json["busiest"] = {{"rank", rank}, {"link", link_name(net, link)}, {"flits", flits}};
    most = std::max(most, flits);
  }
  json["flits"] = sum;
  if (links != 0 && cycles != 0)
    json["mean_use"] = static_cast<double>(sum) / (static_cast<double>(links) * static_cast<double>(cycles));
  return json;
}

Json traffic_document(const ResultContext& context, const TrafficConfig& config,
                      const std::vector<TrafficResult>& loads,
                      const std::optional<TrafficSaturation>& saturation) {
  Json list = Json::array(), classes = Json::array();
  for (const TrafficResult& load : loads) list.push_back(load_json(config, load));
  for (const TrafficClass& c : config.classes) classes.push_back(class_json(c));
  Json traffic{{"topology", config.topology_text},
               {"nic", word_of(config.nic())},
               {"backend", word_of(config.backend)},
               {"classes", classes},
               {"orders", config.hardware.route_orders == 2 ? Json(word_of(config.orders)) : Json()},
               {"warmup_cycles", or_null(config.warmup_cycles)},
               {"measure_cycles", config.measure_cycles},
               {"confidence", config.confidence > 0 ? Json(config.confidence) : Json()},
               {"drain_cycles", config.drain_cycles},
               {"hardware", hardware_json(config.hardware)},
               {"saturation", nullptr},
               {"loads", list}};
  if (saturation)
    traffic["saturation"] = {{"load", saturation->load},
                             {"above", or_null(saturation->above)},
                             {"offered", saturation->offered},
                             {"above_offered", or_null(saturation->above_offered)},
                             {"accepted", saturation->accepted}};
  return {{"schema", "collnoc.traffic/2"}, {"context", context_json(context)}, {"traffic", traffic}};
}

}  // namespace collnoc

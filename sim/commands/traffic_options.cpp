#include "sim/commands/traffic_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/commands/numbers.hpp"
#include "sim/commands/platform_options.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/commands/traffic_values.hpp"
#include "sim/commands/values.hpp"

namespace collnoc {

namespace {

constexpr std::uint64_t most_cycles = 1'000'000'000'000;
constexpr std::uint64_t most_service = 10'000;

/// Reads classes; what a class does not say is as the flags say.
class ClassReader {
 public:
  ClassReader(const Settings& settings, const TrafficConfig& config) : settings_(settings), config_(config) {
    advice_ = fmt::format("; give --max-packet-flits{}",
                          config.hardware.switching == Switching::wormhole ? "" : " and --vc-depth");
  }

  /// All packets of --list.
  TrafficClass read_list() {
    const Given file = settings_.get("traffic.list");
    for (const char* key :
         {"pattern", "process", "load", "lengths", "reply_lengths", "outstanding", "service", "classes",
          "saturation", "warmup", "measure", "confidence", "max_measure", "drain"})
      if (settings_.given(fmt::format("traffic.{}", key)))
        fail(settings_.get(fmt::format("traffic.{}", key)),
             "not with --list, whose packets have their cycles and are all measured");
    TrafficClass c;
    c.lengths = read_lengths({}, {});
    c.list = std::make_shared<const PacketList>(read_packet_list(
        file, config_.topology.size(),
        {c.lengths.longest(), config_.hardware.max_packet_flits, advice_, config_.max_cycles}));
    c.pattern.text = "list:" + file.text;
    c.process.text = "list";
    std::map<unsigned, double> packets;  // by length
    for (const std::vector<PacketList::Packet>& of : c.list->of)
      for (const PacketList::Packet& packet : of) ++packets[packet.flits];
    std::vector<Lengths::Choice> lengths;
    for (const auto& [flits, count] : packets) lengths.push_back({flits, count});
    c.lengths = Lengths(std::move(lengths));
    return c;
  }

  std::vector<TrafficClass> read() {
    const Given all = settings_.get("traffic.classes");
    if (all.text.empty()) return {read_class({})};
    std::vector<TrafficClass> classes;
    for (const std::string& text : split(all.text, ';')) {
      std::map<std::string, Given> values;
      for (const std::string& word : split(text, ' ')) {
        if (word.empty()) continue;
        const std::size_t at = word.find('=');
        std::string key = word.substr(0, at);
        std::replace(key.begin(), key.end(), '-', '_');
        if (at == std::string::npos || at + 1 == word.size())
          fail(all,
               fmt::format("'{}' is not KEY=VALUE; a class is \"name=a pattern=uniform lengths=8\"", word));
        if (std::find(keys_.begin(), keys_.end(), key) == keys_.end())
          fail(all, fmt::format("unknown key '{}' of a class; {}", key, suggestion(key, keys_)));
        if (!values.emplace(key, Given{word.substr(at + 1), all.quoted}).second)
          fail(all, fmt::format("{} is given twice in a class", key));
      }
      if (values.empty()) fail(all, "a class without words");
      classes.push_back(read_class(values));
      if (!values.count("name")) classes.back().name = fmt::format("{}", classes.size());
      for (std::size_t i = 0; i + 1 < classes.size(); ++i)
        if (classes[i].name == classes.back().name)
          fail(all, fmt::format("two classes are called {}", classes[i].name));
    }
    if (classes.size() > max_classes) fail(all, fmt::format("more than {} classes", max_classes));
    return classes;
  }

 private:
  TrafficClass read_class(const std::map<std::string, Given>& values) {
    const auto value = [&](const std::string& key) {
      const auto own = values.find(key);
      return own != values.end() ? own->second : settings_.get("traffic." + key);
    };
    TrafficClass c;
    c.pattern = parse_pattern(value("pattern"), config_.topology, config_.seed);
    c.process = parse_process(value("process"));
    c.lengths = read_lengths(values, value("lengths"));
    const Given outstanding = value("outstanding"), service = value("service");
    if (const Given reply = value("reply_lengths"); !reply.text.empty()) {
      c.replies.emplace();
      c.replies->lengths = parse_lengths(reply, config_.hardware.max_packet_flits, advice_);
      if (!outstanding.text.empty())
        c.replies->outstanding = static_cast<unsigned>(parse_count(outstanding, 1, 1'000'000));
      if (!service.text.empty()) c.replies->service_cycles = parse_count(service, 0, most_service);
    } else if (!outstanding.text.empty() || !service.text.empty()) {
      fail(outstanding.text.empty() ? service : outstanding, "only for requests: give --reply-lengths");
    }
    if (const auto name = values.find("name"); name != values.end()) c.name = name->second.text;
    if (const auto weight = values.find("weight"); weight != values.end()) {
      const auto w = number<double>(weight->second.text);
      if (!w || !(*w > 0) || *w > 1e9) fail(weight->second, "a weight is a number above 0");
      c.weight = *w;
    }
    if (const auto load = values.find("load"); load != values.end()) {
      if (values.count("weight")) fail(load->second, "a class has a weight or a load of its own");
      const std::vector<double> loads = parse_loads(load->second, config_.hardware.channels());
      if (loads.size() != 1) fail(load->second, "a class has one load");
      c.fixed_load = loads.front();
    }
    return c;
  }

  /// --packet-flits and --lengths are two ways to say one thing.
  Lengths read_lengths(const std::map<std::string, Given>& values, const Given& lengths) {
    const unsigned most = config_.hardware.max_packet_flits;
    const Given fixed = settings_.get("traffic.packet_flits");
    if (values.count("lengths") == 0 && !fixed.text.empty()) {
      if (!lengths.text.empty()) fail(lengths, "give either --packet-flits or --lengths");
      if (!number<std::uint64_t>(fixed.text))
        fail(fixed, fmt::format("must be a whole number, 1 to {}", most));
      return parse_lengths(fixed, most, advice_);
    }
    return lengths.text.empty() ? parse_lengths({"8", "packets of 8 flits"}, most, advice_)
                                : parse_lengths(lengths, most, advice_);
  }

  const Settings& settings_;
  const TrafficConfig& config_;
  std::string advice_;
  const std::vector<std::string> keys_{"name",        "pattern", "process", "lengths", "reply_lengths",
                                       "outstanding", "service", "weight",  "load"};
};

/// Whether all classes have their own loads, so that --load has no effect.
bool weightless(const TrafficConfig& config) {
  return std::all_of(config.classes.begin(), config.classes.end(),
                     [](const TrafficClass& c) { return c.fixed_load.has_value(); });
}

/// A tile creates at most one packet of a class per cycle, and the NIC takes one flit per channel.
void check_loads(const Settings& settings, const TrafficConfig& config) {
  const double most = *std::max_element(config.loads.begin(), config.loads.end());
  const Given given = settings.get(weightless(config) ? "traffic.classes" : "traffic.load");
  const std::vector<double> loads = loads_of(config.classes, most);
  const double sum = std::accumulate(loads.begin(), loads.end(), 0.0);
  if (sum > config.hardware.channels() + 1e-9)
    fail(given, fmt::format("all classes together offer {:g} flits/node/cycle; at most {}", sum,
                            config.hardware.channels()));
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const TrafficClass& c = config.classes[i];
    const double rate = loads[i] / c.lengths.mean();
    if (rate > 1 + 1e-9)
      fail(given, fmt::format("{:g} packets/node/cycle; a node creates at most 1 per cycle", rate));
    if (!fits_peak(c.process, rate, c.lengths.mean()))
      fail(given,
           fmt::format("a load of {:g} is above the load of {:g} in a burst", loads[i], c.process.peak));
  }
}

void read_list(const Settings& settings, TrafficConfig& config) {
  config.classes = {ClassReader(settings, config).read_list()};
  read_values(settings, config);
  settings.refuse_alone();
  const PacketList& list = *config.classes.front().list;
  const double node_cycles = static_cast<double>(config.topology.size()) * static_cast<double>(list.cycles);
  config.loads = {static_cast<double>(list.flits) / node_cycles};
  config.warmup_cycles = 0;
  config.measure_cycles = list.cycles;
  config.drain_cycles = config.max_cycles;
}

void read_loads(const Settings& settings, TrafficConfig& config) {
  config.classes = ClassReader(settings, config).read();
  config.loads = parse_loads(settings.get("traffic.load"), config.hardware.channels());
  if (settings.on("traffic.saturation")) {
    if (settings.given("traffic.load"))
      fail(settings.get("traffic.load"), "with --saturation the load is looked for");
    if (weightless(config))
      fail(settings.get("traffic.classes"), "--saturation needs a class without a load of its own");
    config.loads = {most_load(config)};
    if (config.loads[0] <= 0) fail(settings.get("traffic.classes"), "no load is left for the other classes");
  } else if (weightless(config)) {
    if (settings.given("traffic.load"))
      fail(settings.get("traffic.load"), "every class has a load of its own");
    config.loads = {0};
  }
  if (const Given warmup = settings.get("traffic.warmup"); warmup.text == "auto")
    config.warmup_cycles.reset();
  else
    config.warmup_cycles = parse_count(warmup, 0, most_cycles);
  read_values(settings, config);
  settings.refuse_alone();
  if (const Given wish = settings.get("traffic.confidence"); !wish.text.empty()) {
    const auto percent = number<double>(wish.text);
    if (!percent || !(*percent > 0) || *percent > 100) fail(wish, "must be a percentage above 0, such as 2");
    if (config.measure_cycles < 20)
      fail(settings.get("traffic.measure"), "an interval needs at least 20 cycles");
    config.confidence = *percent / 100;
  }
  if (!settings.on("traffic.saturation")) check_loads(settings, config);
}

}  // namespace

double most_load(const TrafficConfig& config) {
  double weights = 0, fixed = 0;
  for (const TrafficClass& c : config.classes)
    (c.fixed_load ? fixed : weights) += c.fixed_load.value_or(c.weight);
  double most = config.hardware.channels() - fixed;
  for (const TrafficClass& c : config.classes) {
    if (c.fixed_load) continue;
    const double limit =
        c.process.kind == Process::bursty ? std::min(c.process.peak, c.lengths.mean()) : c.lengths.mean();
    most = std::min(most, limit * weights / c.weight);
  }
  return most;
}

TrafficConfig read_traffic(const Settings& settings, const AlgorithmCatalogue& catalogue) {
  TrafficConfig config;
  read_network(settings, catalogue, config);
  read_platform(settings, config);
  if (config.topology.size() < 2) fail(settings.get("topology"), "traffic needs at least 2 nodes");
  if (settings.given("traffic.list")) {
    read_list(settings, config);
  } else {
    read_loads(settings, config);
  }
  if (settings.given("traffic.orders") && config.hardware.route_orders == 1)
    fail(settings.get("traffic.orders"), "hardware with one order has no choice: give --route-orders 2");
  check_outputs(config);
  return config;
}

}  // namespace collnoc

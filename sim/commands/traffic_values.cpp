#include "sim/commands/traffic_values.hpp"

#include <cmath>

#include "sim/commands/numbers.hpp"
#include "sim/commands/values.hpp"

namespace collnoc {
namespace {

/// A finite number in (above, most].
double positive(const Given& given, const std::string& text, const std::string& what, double most) {
  const auto value = number<double>(text);
  if (!value || !std::isfinite(*value) || *value <= 0 || *value > most)
    fail(given, fmt::format("{} must be a number above 0 and at most {}, not '{}'", what, most, text));
  return *value;
}

void read_hot_spot(const Given& given, const std::vector<std::string>& parts, const Topology& topology,
                   PatternChoice& choice) {
  if (parts.size() > 3) fail(given, "write hotspot, hotspot:NODES or hotspot:NODES:SHARE");
  if (parts.size() > 1)
    choice.hot_nodes = parse_ranks({parts[1], given.quoted}, topology);
  else
    choice.hot_nodes = {middle_of(topology)};
  if (parts.size() > 2) choice.hot_share = positive(given, parts[2], "the share of hot spots", 1);
}

}  // namespace

PatternChoice parse_pattern(const Given& given, const Topology& topology, std::uint64_t seed) {
  const std::vector<std::string> parts = split(given.text, ':');
  PatternChoice choice;
  choice.text = given.text;
  choice.kind = parse_word<Pattern>({parts[0], given.quoted}, "pattern");
  const auto reason = why_not(choice.kind, topology);
  if (reason) fail(given, fmt::format("{} {}", parts[0], *reason));
  const std::string file = parts.size() > 1 ? given.text.substr(parts[0].size() + 1) : "";
  switch (choice.kind) {
    case Pattern::hotspot: read_hot_spot(given, parts, topology, choice); return choice;
    case Pattern::permutation:
    case Pattern::matrix:
      if (file.empty()) fail(given, fmt::format("{} needs a file: {}:FILE", parts[0], parts[0]));
      if (choice.kind == Pattern::permutation)
        choice.permutation = read_permutation(given, file, topology.size());
      else
        choice.matrix = std::make_shared<RateMatrix>(read_matrix(given, file, topology.size()));
      return choice;
    default: break;
  }
  if (parts.size() > 1) fail(given, fmt::format("{} takes nothing after it", parts[0]));
  if (choice.kind == Pattern::random_permutation)
    choice.permutation = random_permutation(topology.size(), seed);
  return choice;
}

ProcessChoice parse_process(const Given& given) {
  const std::vector<std::string> parts = split(given.text, ':');
  ProcessChoice choice;
  choice.text = given.text;
  choice.kind = parse_word<Process>({parts[0], given.quoted}, "process");
  if (choice.kind == Process::bursty && parts.size() <= 3) {
    if (parts.size() > 1) {
      choice.burst_cycles = positive(given, parts[1], "the mean length of a burst in cycles", 1e6);
      if (choice.burst_cycles < 1) fail(given, "a burst has at least 1 cycle");
    }
    if (parts.size() > 2) choice.peak = positive(given, parts[2], "the load during a burst", 8);
    return choice;
  }
  if (choice.kind == Process::periodic && parts.size() == 2 && parts[1] == "aligned") {
    choice.aligned = true;
    return choice;
  }
  if (parts.size() > 1) fail(given, "write bernoulli, bursty[:CYCLES[:PEAK]] or periodic[:aligned]");
  return choice;
}

Lengths parse_lengths(const Given& given, unsigned most, const std::string& advice) {
  std::vector<Lengths::Choice> choices;
  for (const std::string& part : split(given.text, ',')) {
    const std::vector<std::string> halves = split(part, ':');
    const auto flits = number<std::uint64_t>(halves[0]);
    if (halves.size() > 2 || !flits)
      fail(given, "not lengths of packets in flits; write 8, 1,9 or 1:0.8,9:0.2");
    if (*flits < 1 || *flits > most)
      fail(given, fmt::format("a packet has 1 to {} flits{}", most, *flits > most ? advice : ""));
    const double weight = halves.size() > 1 ? positive(given, halves[1], "a weight", 1e9) : 1;
    choices.push_back({static_cast<unsigned>(*flits), weight});
  }
  if (choices.size() > 256) fail(given, "more than 256 lengths");
  return Lengths(std::move(choices));
}

}  // namespace collnoc

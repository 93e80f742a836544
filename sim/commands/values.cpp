#include "sim/commands/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "sim/commands/numbers.hpp"
#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

constexpr std::size_t max_values = 1'000;

std::uint64_t parse_size(const Given& given, std::string text) {
  std::uint64_t unit = 1;
  if (!text.empty() && (text.back() == 'K' || text.back() == 'k')) unit = 1024;
  if (!text.empty() && (text.back() == 'M' || text.back() == 'm')) unit = 1024 * 1024;
  if (unit > 1) text.pop_back();
  const auto value = number<std::uint64_t>(text);
  if (!value) fail(given, "not a size; write 1024, 1K, 64,4K or 64:64K:4x");
  if (*value == 0) fail(given, "a message has at least 1 byte");
  if (*value > (std::uint64_t{1} << 40) / unit) fail(given, "is far more than a tile's memory");
  return *value * unit;
}

/// Results are identified by their id, so no value may occur twice.
template <class T>
void refuse_twice(const Given& given, const std::vector<T>& values) {
  for (auto at = values.begin(); at != values.end(); ++at)
    if (std::find(values.begin(), at, *at) != at) fail(given, fmt::format("{} is listed twice", *at));
}

void check_length(const Given& given, std::size_t length) {
  if (length > max_values) fail(given, fmt::format("more than {} values", max_values));
}

void add_size_range(const Given& given, const std::vector<std::string>& parts,
                    std::vector<std::uint64_t>& sizes) {
  if (parts.size() != 3) fail(given, "a range is FIRST:LAST:STEP, such as 64:64K:4x");
  const std::uint64_t first = parse_size(given, parts[0]), last = parse_size(given, parts[1]);
  std::string step = parts[2];
  const bool times = !step.empty() && step.back() == 'x';
  if (times) step.pop_back();
  const std::uint64_t by = parse_size(given, step);
  if (times && by < 2) fail(given, "the factor must be at least 2x");
  if (last < first) fail(given, "the range ends before it begins; write FIRST:LAST:STEP");
  for (std::uint64_t size = first; size <= last; size = times ? size * by : size + by) {
    sizes.push_back(size);
    check_length(given, sizes.size());
  }
}

Rank parse_rank(const Given& given, const std::string& text, const Topology& topology) {
  const auto value = number<std::uint64_t>(text);
  if (!value) fail(given, fmt::format("'{}' is not a rank", text));
  if (*value >= topology.size())
    fail(given, fmt::format("rank {} is outside; ranks are 0 to {}", *value, topology.size() - 1));
  return static_cast<Rank>(*value);
}

}  // namespace

std::uint64_t parse_count(const Given& given, std::uint64_t least, std::uint64_t most) {
  const std::string range = most == std::numeric_limits<std::uint64_t>::max()
                                ? fmt::format("at least {}", least)
                                : fmt::format("{} to {}", least, most);
  const auto value = number<std::uint64_t>(given.text);
  if (!value) fail(given, fmt::format("must be a whole number, {}", range));
  if (*value < least || *value > most) fail(given, fmt::format("must be {}", range));
  return *value;
}

std::vector<std::uint64_t> parse_sizes(const Given& given) {
  std::vector<std::uint64_t> sizes;
  for (const std::string& part : split(given.text, ',')) {
    const std::vector<std::string> range = split(part, ':');
    if (range.size() > 1)
      add_size_range(given, range, sizes);
    else
      sizes.push_back(parse_size(given, part));
    check_length(given, sizes.size());
  }
  refuse_twice(given, sizes);
  return sizes;
}

std::vector<double> parse_loads(const Given& given, double most) {
  const auto load = [&](const std::string& text) {
    const auto value = number<double>(text);
    if (!value || !std::isfinite(*value)) fail(given, "not a load; write 0.1,0.2 or 0.05:0.5:0.05");
    return *value;
  };
  std::vector<double> loads;
  for (const std::string& part : split(given.text, ',')) {
    const std::vector<std::string> range = split(part, ':');
    if (range.size() == 1) {
      loads.push_back(load(part));
    } else {
      if (range.size() != 3) fail(given, "a range is FIRST:LAST:STEP, such as 0.05:0.5:0.05");
      const double first = load(range[0]), last = load(range[1]), step = load(range[2]);
      if (step <= 0 || last < first) fail(given, "a range is FIRST:LAST:STEP with a positive step");
      const double count = std::floor((last - first) / step + 1e-9);
      if (count >= max_values) fail(given, fmt::format("more than {} values", max_values));
      // Rounded, so that the third value of 0.1:0.5:0.1 is 0.3 and not 0.30000000000000004.
      for (int i = 0; i <= count; ++i) loads.push_back(std::round((first + i * step) * 1e9) / 1e9);
    }
    check_length(given, loads.size());
  }
  for (const double value : loads)
    if (value <= 0 || value > most)
      fail(given, fmt::format("a load must be above 0 and at most {} flits/node/cycle", most));
  refuse_twice(given, loads);
  return loads;
}

std::vector<Rank> parse_roots(const Given& given, const Topology& topology) {
  if (given.text == "all") {
    std::vector<Rank> ranks(topology.size());
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    return ranks;
  }
  const std::vector<std::string> parts = split(given.text, ',');
  if (parts.size() == 1) {
    if (!number<std::uint64_t>(given.text))
      fail(given, "must be a rank, coordinates such as 3,5, all or best");
    return {parse_rank(given, given.text, topology)};
  }
  if (parts.size() != topology.dims())
    fail(given, fmt::format("{} coordinates for {} dimensions", parts.size(), topology.dims()));
  Coordinates at{};
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const auto value = number<std::uint32_t>(parts[d]);
    if (!value) fail(given, fmt::format("'{}' is not a coordinate", parts[d]));
    if (*value >= topology.extent(d))
      fail(given, fmt::format("coordinate {} is outside; {} goes from 0 to {}", *value, dimension_letters[d],
                              topology.extent(d) - 1));
    at[d] = *value;
  }
  return {topology.rank(at)};
}

std::vector<Rank> parse_ranks(const Given& given, const Topology& topology) {
  std::vector<Rank> ranks;
  if (given.text == "checkerboard") {
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      const Coordinates at = topology.coordinates(rank);
      if (std::accumulate(at.begin(), at.end(), 0u) % 2) ranks.push_back(rank);
    }
    return ranks;
  }
  for (const std::string& part : parse_list(given)) {
    const std::vector<std::string> range = split(part, '-');
    if (range.size() > 2) fail(given, fmt::format("'{}' is not a range; write 0-7,12 or checkerboard", part));
    if (!number<std::uint64_t>(range[0])) fail(given, "write ranks such as 0-7,12, or checkerboard");
    const Rank first = parse_rank(given, range.front(), topology);
    const Rank last = parse_rank(given, range.back(), topology);
    if (last < first) fail(given, fmt::format("the range {} ends before it begins", part));
    for (Rank rank = first; rank <= last; ++rank) ranks.push_back(rank);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

std::vector<std::string> parse_list(const Given& given) {
  const std::vector<std::string> parts = split(given.text, ',');
  for (const std::string& part : parts)
    if (part.empty()) fail(given, "an empty name in the list");
  refuse_twice(given, parts);
  return parts;
}

}  // namespace collnoc

// Files of permutations, of matrices of rates, and of packets.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "sim/commands/numbers.hpp"
#include "sim/commands/traffic_values.hpp"
#include "sim/commands/values.hpp"
#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

/// Calls visit(words, line number) for every line with words.
template <class Visit>
void for_each_line(const Given& given, const std::string& file, Visit&& visit) {
  std::ifstream in(file);
  if (!in) fail(given, fmt::format("cannot read {}", file));
  std::string text;
  for (std::size_t line = 1; std::getline(in, text); ++line) {
    text.resize(std::min(text.size(), text.find('#')));
    std::vector<std::string> words;
    bool inside = false;
    for (const char c : text) {
      const bool blank = c == ' ' || c == '\t' || c == ',' || c == '\r';
      if (!blank && !inside) words.emplace_back();
      if (!blank) words.back() += c;
      inside = !blank;
    }
    if (!words.empty()) visit(words, line);
  }
  if (in.bad() || !in.eof()) fail(given, fmt::format("cannot read {}", file));
}

}  // namespace

std::vector<Rank> read_permutation(const Given& given, const std::string& file, Rank size) {
  std::vector<Rank> all;
  std::vector<bool> seen(size);
  for_each_line(given, file, [&](const std::vector<std::string>& words, std::size_t line) {
    const auto wrong = [&](const std::string& what) {
      fail(given, fmt::format("{}:{}: {}", file, line, what));
    };
    const auto rank = number<std::uint64_t>(words[0]);
    if (words.size() != 1 || !rank) wrong("not a rank");
    if (all.size() == size) wrong(fmt::format("more lines than the network has nodes, {}", size));
    if (*rank >= size) wrong(fmt::format("rank {} is outside; ranks are 0 to {}", *rank, size - 1));
    if (seen[*rank]) wrong(fmt::format("rank {} for the second time, so this is no permutation", *rank));
    seen[*rank] = true;
    all.push_back(static_cast<Rank>(*rank));
  });
  if (all.size() != size) fail(given, fmt::format("{}: {} lines for {} nodes", file, all.size(), size));
  return all;
}

RateMatrix read_matrix(const Given& given, const std::string& file, Rank size) {
  RateMatrix matrix;
  for_each_line(given, file, [&](const std::vector<std::string>& words, std::size_t line) {
    const auto wrong = [&](const std::string& what) {
      fail(given, fmt::format("{}:{}: {}", file, line, what));
    };
    const std::size_t src = matrix.rows.size();
    if (src == size) wrong(fmt::format("more rows than the network has nodes, {}", size));
    if (words.size() != size) wrong(fmt::format("{} rates for {} nodes", words.size(), size));
    double sum = 0;
    auto& row = matrix.rows.emplace_back();
    for (Rank dst = 0; dst < size; ++dst) {
      const auto rate = number<double>(words[dst]);
      if (!rate || !std::isfinite(*rate) || *rate < 0)
        wrong(fmt::format("'{}' is not a rate of 0 or more", words[dst]));
      if (*rate == 0) continue;
      if (dst == src) wrong(fmt::format("node {} cannot send to itself", src));
      sum += *rate;
      row.push_back({dst, sum});
    }
    if (sum > 1 + 1e-9) wrong(fmt::format("the rates of node {} sum to {:g}, which is above 1", src, sum));
  });
  if (matrix.rows.size() != size)
    fail(given, fmt::format("{}: {} rows for {} nodes", file, matrix.rows.size(), size));
  return matrix;
}

PacketList read_packet_list(const Given& given, Rank size, const ListLimits& limits) {
  const std::string& file = given.text;
  PacketList list;
  list.of.resize(size);
  for_each_line(given, file, [&](const std::vector<std::string>& words, std::size_t line) {
    const auto wrong = [&](const std::string& what) {
      throw UserError(fmt::format("{}:{}: {}", file, line, what));
    };
    if (words.size() != 3 && words.size() != 4)
      wrong(fmt::format("{} words; a line is CYCLE SRC DST or CYCLE SRC DST FLITS", words.size()));
    const auto count = [&](std::size_t word, std::string_view name) {
      const auto value = number<std::uint64_t>(words[word]);
      if (!value) wrong(fmt::format("{} '{}' is not a whole number of 0 or more", name, words[word]));
      return *value;
    };
    const auto rank = [&](std::size_t word, std::string_view name) {
      const std::uint64_t value = count(word, name);
      if (value >= size) wrong(fmt::format("{} {} is outside; ranks are 0 to {}", name, value, size - 1));
      return static_cast<Rank>(value);
    };
    const std::uint64_t cycle = count(0, "cycle");
    if (cycle >= limits.most_cycles)
      wrong(fmt::format("cycle {} is not below --max-cycles {}", cycle, limits.most_cycles));
    const Rank src = rank(1, "source"), dst = rank(2, "destination");
    if (src == dst) wrong(fmt::format("node {} cannot send to itself", src));
    const std::uint64_t flits = words.size() == 4 ? count(3, "flits") : limits.fixed;
    if (flits < 1 || flits > limits.most)
      wrong(fmt::format("{} flits; a packet has 1 to {} flits{}", flits, limits.most,
                        flits > limits.most ? limits.advice : ""));
    list.of[src].push_back({cycle, dst, static_cast<std::uint16_t>(flits)});
    list.cycles = std::max(list.cycles, cycle + 1);
    list.flits += flits;
  });
  if (list.cycles == 0)
    throw UserError(fmt::format("{}: no packets; a line is CYCLE SRC DST or CYCLE SRC DST FLITS", file));
  for (std::vector<PacketList::Packet>& packets : list.of)
    std::stable_sort(packets.begin(), packets.end(),
                     [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  return list;
}

}  // namespace collnoc

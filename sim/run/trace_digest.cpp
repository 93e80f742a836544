#include "sim/run/trace_digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

/// Spreads (cycle, link) over 64 bits (the finaliser of SplitMix64).
std::uint64_t event_hash(std::uint64_t cycle, std::uint32_t number) {
  std::uint64_t z = (cycle << 20) + number + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void double_window(TraceDigest& digest) {
  std::vector<std::uint64_t> merged((digest.windows.size() + 1) / 2);
  for (std::size_t i = 0; i < digest.windows.size(); ++i) merged[i / 2] += digest.windows[i];
  digest.windows = std::move(merged);
  digest.window_cycles *= 2;
}

std::optional<FirstDifference> first_exact_difference(const TraceDigest& a, const TraceDigest& b) {
  const auto [at_a, at_b] =
      std::mismatch(a.toggles.begin(), a.toggles.end(), b.toggles.begin(), b.toggles.end());
  Toggle first{TraceDigest::complete, 0};
  if (at_a != a.toggles.end()) first = std::min(first, *at_a);
  if (at_b != b.toggles.end()) first = std::min(first, *at_b);
  if (first.cycle >= std::min(a.exact_until, b.exact_until)) return std::nullopt;
  return FirstDifference{first.cycle, first.cycle + 1, first.number};
}

}  // namespace

void TraceRecorder::flit(std::uint64_t cycle, Rank rank, Link link) {
  if (cycle != cycle_) {
    close_cycle();
    cycle_ = cycle;
  }
  busy_.push_back(rank * links_ + link);
}

void TraceRecorder::close_cycle() {
  if (busy_.empty()) return;
  std::sort(busy_.begin(), busy_.end());
  std::vector<Toggle> changes;
  const auto note = [&](std::uint64_t cycle, const std::vector<std::uint32_t>& numbers) {
    for (const std::uint32_t number : numbers) changes.push_back({cycle, number});
  };
  if (was_cycle_ + 1 == cycle_ || was_busy_.empty()) {
    std::vector<std::uint32_t> changed;
    std::set_symmetric_difference(was_busy_.begin(), was_busy_.end(), busy_.begin(), busy_.end(),
                                  std::back_inserter(changed));
    note(cycle_, changed);
  } else {
    note(was_cycle_ + 1, was_busy_);
    note(cycle_, busy_);
  }
  if (digest_.exact_until == TraceDigest::complete) {
    if (digest_.toggles.size() + changes.size() > TraceDigest::toggle_budget)
      digest_.exact_until = changes.front().cycle;
    else
      digest_.toggles.insert(digest_.toggles.end(), changes.begin(), changes.end());
  }
  while (cycle_ / digest_.window_cycles >= TraceDigest::max_windows) double_window(digest_);
  const std::size_t window = cycle_ / digest_.window_cycles;
  if (digest_.windows.size() <= window) digest_.windows.resize(window + 1);
  for (const std::uint32_t number : busy_) digest_.windows[window] += event_hash(cycle_, number);
  was_busy_.swap(busy_);
  was_cycle_ = cycle_;
  busy_.clear();
}

TraceDigest TraceRecorder::finish() {
  close_cycle();
  if (digest_.exact_until == TraceDigest::complete && !was_busy_.empty()) {
    if (digest_.toggles.size() + was_busy_.size() > TraceDigest::toggle_budget)
      digest_.exact_until = was_cycle_ + 1;
    else
      for (const std::uint32_t number : was_busy_) digest_.toggles.push_back({was_cycle_ + 1, number});
  }
  was_busy_.clear();
  return std::move(digest_);
}

std::optional<FirstDifference> first_difference(const TraceDigest& a, const TraceDigest& b) {
  if (const auto exact = first_exact_difference(a, b)) return exact;
  TraceDigest left = a, right = b;
  while (left.window_cycles < right.window_cycles) double_window(left);
  while (right.window_cycles < left.window_cycles) double_window(right);
  const std::size_t count = std::max(left.windows.size(), right.windows.size());
  left.windows.resize(count);
  right.windows.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (left.windows[i] == right.windows[i]) continue;
    const std::uint64_t begin = i * left.window_cycles, end = begin + left.window_cycles;
    const std::uint64_t known = std::min(a.exact_until, b.exact_until);
    return FirstDifference{known < end ? std::max(begin, known) : begin, end, std::nullopt};
  }
  return std::nullopt;
}

std::string describe(const FirstDifference& difference, const Topology& topology) {
  if (!difference.number) return fmt::format("cycles {}..{}", difference.cycle, difference.end - 1);
  const Rank rank = *difference.number / topology.links();
  const Link link = *difference.number % topology.links();
  const Coordinates at = topology.coordinates(rank);
  std::string place;
  for (unsigned d = 0; d < topology.dims(); ++d) place += fmt::format("{}{}", d ? "," : "", at[d]);
  return fmt::format("cycle {}, link ({})->{}", difference.cycle, place, link_name(topology, link));
}

}  // namespace collnoc

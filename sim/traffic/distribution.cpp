#include "sim/traffic/distribution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace collnoc {

template <class Visit>
void Distribution::for_each(Visit&& visit) const {
  for (std::uint64_t v = 0; v < small_.size(); ++v)
    if (small_[v] != 0) visit(v, small_[v]);
  for (const auto& [value, count] : large_) visit(value, count);
}

void Distribution::add_rare(std::uint64_t value) {
  if (value >= dense) {
    ++large_[value];
  } else {
    small_.resize(std::min(dense, std::bit_ceil(value + 1)));
    ++small_[value];
  }
}

void Distribution::add(const Distribution& other) {
  if (other.small_.size() > small_.size()) small_.resize(other.small_.size());
  for (std::size_t v = 0; v < other.small_.size(); ++v) small_[v] += other.small_[v];
  for (const auto& [value, count] : other.large_) large_[value] += count;
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

std::uint64_t Distribution::percentile(double part) const {
  const auto rank = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(count_) - 1e-9)));
  std::uint64_t seen = 0, found = max_;
  bool done = false;
  for_each([&](std::uint64_t value, std::uint64_t count) {
    seen += count;
    if (!done && seen >= rank) {
      found = value;
      done = true;
    }
  });
  return found;
}

std::vector<Distribution::Bin> Distribution::histogram() const {
  std::vector<Bin> bins;
  for_each([&](std::uint64_t value, std::uint64_t count) {
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - 4);
    const std::uint64_t from = value >> shift << shift, to = from + (std::uint64_t{1} << shift) - 1;
    if (bins.empty() || bins.back().from != from) bins.push_back({from, to, 0});
    bins.back().count += count;
  });
  return bins;
}

}  // namespace collnoc

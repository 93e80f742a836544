// Counts of values in cycles: exact mean, percentiles and maximum, and a histogram.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace collnoc {

/// Every value is counted, so percentiles are exact. The order of the values does not matter.
class Distribution {
 public:
  /// Values from `from` to `to`, inclusive.
  struct Bin {
    std::uint64_t from, to, count;
  };

  void add(std::uint64_t value) {
    if (value < small_.size()) {
      ++small_[value];
    } else {
      add_rare(value);
    }
    ++count_;
    sum_ += value;
    max_ = std::max(max_, value);
  }
  void add(const Distribution& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t max() const { return max_; }
  /// Precondition of these: count() > 0.
  double mean() const { return static_cast<double>(sum_) / static_cast<double>(count_); }
  /// The smallest value that at least this part of the values does not exceed, 0 to 1.
  std::uint64_t percentile(double part) const;

  /// Bins that are not empty, in order. Values below 16 have one bin each; further bins grow with the
  /// value, eight to each power of 2.
  std::vector<Bin> histogram() const;

 private:
  static constexpr std::uint64_t dense = 4096;
  void add_rare(std::uint64_t value);
  template <class Visit>
  void for_each(Visit&& visit) const;

  std::vector<std::uint64_t> small_;              // [value]
  std::map<std::uint64_t, std::uint64_t> large_;  // values from `dense` on
  std::uint64_t count_ = 0, sum_ = 0, max_ = 0;
};

}  // namespace collnoc

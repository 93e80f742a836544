// Lengths of packets: fixed, or drawn from a list with weights.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/traffic/random_stream.hpp"

namespace collnoc {

class Lengths {
 public:
  struct Choice {
    unsigned flits;  ///< head flit included, at least 1
    double weight;   ///< above 0
  };
  /// All packets have `flits` flits.
  explicit Lengths(unsigned flits = 8) : Lengths({{flits, 1}}) {}
  /// Precondition: not empty.
  explicit Lengths(std::vector<Choice> choices);

  unsigned next(RandomStream& random) const {
    return choices_.size() == 1 ? choices_.front().flits : any(random);
  }
  double mean() const { return mean_; }
  unsigned shortest() const;
  unsigned longest() const;
  const std::vector<Choice>& choices() const { return choices_; }
  /// "8" or "1:0.8,9:0.2", with weights that sum to 1.
  std::string text() const;

 private:
  unsigned any(RandomStream& random) const;

  std::vector<Choice> choices_;
  std::vector<std::uint64_t> until_;  // thresholds of the cumulative weights
  double mean_ = 0;
};

}  // namespace collnoc

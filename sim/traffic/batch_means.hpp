// The confidence interval of a mean of correlated values by batch means (A. M. Law, "Simulation Modeling and
// Analysis", section 9.5.3): the run is cut into batches of equal length, whose means are almost independent.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace collnoc {

class BatchMeans {
 public:
  /// Number of batches that an interval is computed from.
  static constexpr unsigned batches = 20;

  /// Values belong to pieces of `piece_cycles` cycles; batches are made of whole pieces.
  explicit BatchMeans(std::uint64_t piece_cycles) : piece_cycles_(piece_cycles) {}

  /// A value that will be known later begins in a cycle; the measurement begins in cycle 0.
  void begins(std::uint64_t cycle) { ++piece(cycle).open; }
  /// The value that began in `cycle` is known.
  void known(std::uint64_t cycle, std::uint64_t value);

  /// Half of the width of the 95 % confidence interval of the mean of the values that began before `end`, as
  /// far as all values of a piece are known. Nothing if there is a batch without values, or too few pieces.
  std::optional<double> half_width(std::uint64_t end) const;

 private:
  struct Piece {
    std::uint64_t open = 0, count = 0, sum = 0;
  };
  Piece& piece(std::uint64_t cycle);

  std::uint64_t piece_cycles_;
  std::vector<Piece> pieces_;
};

}  // namespace collnoc

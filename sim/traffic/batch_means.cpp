#include "sim/traffic/batch_means.hpp"

#include <algorithm>
#include <cmath>

namespace collnoc {
namespace {

/// Student's t for a two-sided interval of 95 % and batches - 1 = 19 degrees of freedom.
constexpr double t_95 = 2.093;
static_assert(BatchMeans::batches == 20);

}  // namespace

BatchMeans::Piece& BatchMeans::piece(std::uint64_t cycle) {
  const std::size_t at = cycle / piece_cycles_;
  if (at >= pieces_.size()) pieces_.resize(at + 1);
  return pieces_[at];
}

void BatchMeans::known(std::uint64_t cycle, std::uint64_t value) {
  Piece& p = piece(cycle);
  --p.open;
  ++p.count;
  p.sum += value;
}

std::optional<double> BatchMeans::half_width(std::uint64_t end) const {
  const std::size_t all = std::min<std::size_t>(pieces_.size(), end / piece_cycles_);
  std::size_t complete = 0;
  while (complete < all && pieces_[complete].open == 0) ++complete;
  const std::size_t length = complete / batches;
  if (length == 0) return std::nullopt;
  double sum = 0, squares = 0;
  for (unsigned b = 0; b < batches; ++b) {
    std::uint64_t count = 0, total = 0;
    for (std::size_t p = b * length; p < (b + 1) * length; ++p) {
      count += pieces_[p].count;
      total += pieces_[p].sum;
    }
    if (count == 0) return std::nullopt;
    const double mean = static_cast<double>(total) / static_cast<double>(count);
    sum += mean;
    squares += mean * mean;
  }
  const double variance = std::max(0.0, (squares - sum * sum / batches) / (batches - 1));
  return t_95 * std::sqrt(variance / batches);
}

}  // namespace collnoc

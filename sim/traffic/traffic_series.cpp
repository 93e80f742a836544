#include "sim/traffic/traffic_series.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/traffic/correlated_mean.hpp"

namespace collnoc {
namespace {

constexpr std::size_t most_batches = 128, few_batches = 32, fewest_batches = 16;
constexpr double least_of_most = 10, least_of_few = 6;  // independent values among the batches
constexpr std::uint64_t least_packets = 100;
/// Student's t that is exceeded in 0.5 % of cases, with windows - 1 degrees of freedom.
constexpr std::size_t windows = 16;
constexpr double t_growth = 2.947;

/// The sums of what `of` gives for each piece, in at least `batches` batches of equal length, or in as many
/// as there are pieces. What does not fill a batch at the end is left out.
template <class Pieces, class Of>
std::vector<double> in_batches(const Pieces& pieces, std::size_t batches, Of&& of) {
  const std::size_t length = std::max<std::size_t>(1, pieces.size() / batches);
  std::vector<double> sums(pieces.size() / length);
  for (std::size_t p = 0; p < sums.size() * length; ++p)
    sums[p / length] += static_cast<double>(of(pieces[p]));
  return sums;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Whether the mean is above 0 by more than Student's t allows independent values.
bool above_zero(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = sum_of(values) / n;
  double squares = 0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return mean > t_growth * std::sqrt(squares / (n - 1) / n);
}

}  // namespace

TrafficSeries::Piece& TrafficSeries::Piece::operator+=(const Piece& other) {
  open += other.open;
  count += other.count;
  sum += other.sum;
  waiting += other.waiting;
  return *this;
}

TrafficSeries::Piece& TrafficSeries::piece(std::uint64_t cycle) {
  std::size_t at = cycle / piece_cycles_;
  for (; at >= most_pieces; at = cycle / piece_cycles_) {
    for (std::size_t p = 1; p < pieces_.size(); ++p) {
      Piece& into = pieces_[p / 2];
      if (p % 2 == 0) into = {};
      into += pieces_[p];
    }
    pieces_.resize((pieces_.size() + 1) / 2);
    piece_cycles_ *= 2;
  }
  if (at >= pieces_.size()) pieces_.resize(at + 1);
  return pieces_[at];
}

void TrafficSeries::created(std::uint64_t cycle, unsigned flits) {
  Piece& p = piece(cycle);
  ++p.open;
  p.waiting += flits;
}

void TrafficSeries::arrived(std::uint64_t created, std::uint64_t latency) {
  Piece& p = piece(created);
  --p.open;
  ++p.count;
  p.sum += latency;
}

std::vector<TrafficSeries::Piece> TrafficSeries::until(std::uint64_t end) const {
  std::vector<Piece> all = pieces_;
  all.resize(end / piece_cycles_);
  return all;
}

std::vector<double> TrafficSeries::waiting(const std::vector<Piece>& of, std::size_t batches) {
  std::int64_t now = 0;
  return in_batches(of, batches, [&](const Piece& p) { return now += p.waiting; });
}

std::vector<double> TrafficSeries::latencies(const std::vector<Piece>& of, std::size_t batches) {
  std::vector<double> sums = in_batches(of, batches, [](const Piece& p) { return p.sum; });
  const std::vector<double> counts = in_batches(of, batches, [](const Piece& p) { return p.count; });
  const double count = sum_of(counts), mean = sum_of(sums) / count;
  for (std::size_t b = 0; b < sums.size(); ++b)
    sums[b] = (sums[b] - mean * counts[b]) / count * static_cast<double>(sums.size());
  return sums;
}

Stability TrafficSeries::stability(const std::vector<Piece>& of) {
  if (of.size() >= windows && above_zero(in_batches(of, windows, [](const Piece& p) { return p.waiting; })))
    return Stability::growing;
  if (of.size() < most_batches) return Stability::unknown;
  const auto independent = [&](std::size_t batches) {
    return CorrelatedMean(waiting(of, batches)).independent;
  };
  return independent(most_batches) < least_of_most || independent(few_batches) < least_of_few
             ? Stability::unknown
             : Stability::stable;
}

Stability TrafficSeries::stability(std::uint64_t end) const { return stability(until(end)); }

std::optional<double> TrafficSeries::half_width(std::uint64_t end) const {
  const std::vector<Piece> of = until(end);
  std::uint64_t open = 0, count = 0;
  for (const Piece& p : of) {
    open += p.open;
    count += p.count;
  }
  if (open != 0 || count < least_packets || stability(of) != Stability::stable) return std::nullopt;
  const double independent = CorrelatedMean(waiting(of, most_batches)).independent;
  double widest = 0;
  for (const std::size_t batches : {most_batches, few_batches, fewest_batches}) {
    if (batches == fewest_batches && independent >= few_batches) continue;
    const CorrelatedMean mean(latencies(of, batches));
    const double freedom = std::min(mean.independent, independent / 2) - 1;
    if (freedom < 2) return std::nullopt;
    widest = std::max(widest, mean.half_width(freedom));
  }
  // The correlation is an estimate, too. Further digits depend on the machine's mathematical library.
  return std::round(widest * (1 + 4 / independent) * 1e6) / 1e6;
}

}  // namespace collnoc

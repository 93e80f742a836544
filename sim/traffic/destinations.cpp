#include "sim/traffic/destinations.hpp"

#include <algorithm>
#include <cmath>

namespace collnoc {

Destinations::Destinations(const PatternChoice& choice, const Topology& topology, Rank rank)
    : choice_(choice),
      size_(topology.size()),
      rank_(rank),
      fixed_(fixed_destination(choice.kind, topology, rank).value_or(no_rank)),
      hot_(RandomStream::threshold(choice.hot_share)) {
  if (!choice.permutation.empty()) fixed_ = choice.permutation[rank];
  if (choice.kind == Pattern::matrix) intensity_ = choice.matrix->row_sum(rank);
}

Rank Destinations::any_other(RandomStream& random) const {
  if (size_ == 1) return no_rank;
  const Rank other = random.below(size_ - 1);
  return other < rank_ ? other : other + 1;
}

Rank Destinations::next(RandomStream& random) const {
  Rank dst = fixed_;
  switch (choice_.kind) {
    case Pattern::uniform: return any_other(random);
    case Pattern::asymmetric: dst = rank_ % (size_ / 2) + (random.below(2) != 0 ? size_ / 2 : 0); break;
    case Pattern::hotspot: {
      if (!random.chance(hot_)) return any_other(random);
      const auto nodes = static_cast<std::uint32_t>(choice_.hot_nodes.size());
      dst = choice_.hot_nodes[nodes == 1 ? 0 : random.below(nodes)];
      break;
    }
    case Pattern::matrix: {
      const auto& row = choice_.matrix->rows[rank_];
      if (row.empty()) return no_rank;
      const double at = std::ldexp(static_cast<double>(random.next() >> 11), -53) * row.back().cumulative;
      const auto found = std::upper_bound(
          row.begin(), row.end(), at, [](double a, const RateMatrix::Entry& e) { return a < e.cumulative; });
      dst = found == row.end() ? row.back().dst : found->dst;
      break;
    }
    default: break;
  }
  return dst == rank_ ? no_rank : dst;
}

double Destinations::created_part() const {
  switch (choice_.kind) {
    case Pattern::uniform: return size_ > 1 ? 1 : 0;
    case Pattern::asymmetric: return 0.5;  // one of the two nodes is this one
    case Pattern::hotspot: {
      const auto own = std::count(choice_.hot_nodes.begin(), choice_.hot_nodes.end(), rank_);
      return 1 - choice_.hot_share * static_cast<double>(own) / static_cast<double>(choice_.hot_nodes.size());
    }
    case Pattern::matrix: return intensity_;
    default: return fixed_ != no_rank && fixed_ != rank_ ? 1 : 0;
  }
}

double created_part(const PatternChoice& choice, const Topology& topology) {
  double sum = 0;
  for (Rank r = 0; r < topology.size(); ++r) sum += Destinations(choice, topology, r).created_part();
  return sum / static_cast<double>(topology.size());
}

}  // namespace collnoc

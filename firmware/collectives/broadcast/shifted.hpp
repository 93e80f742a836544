// Coordinates that place the root where a schedule prefers it: rings are rotated, lines stay.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

class Shifted {
 public:
  /// On rings, the root gets the coordinates `wanted`.
  constexpr Shifted(const Job& job, const Coordinates& wanted) : topology_(job.topology) {
    const Coordinates root = topology_.coordinates(job.root);
    for (unsigned d = 0; d < topology_.dims(); ++d) {
      const std::uint32_t k = topology_.extent(d);
      if (topology_.wraps(d)) turn_[d] = (root[d] + k - wanted[d]) % k;
    }
  }

  constexpr Coordinates coordinates(Rank rank) const {
    Coordinates c = topology_.coordinates(rank);
    for (unsigned d = 0; d < topology_.dims(); ++d) {
      if (c[d] < turn_[d]) c[d] += topology_.extent(d);
      c[d] -= turn_[d];
    }
    return c;
  }
  constexpr Rank rank(Coordinates c) const {
    for (unsigned d = 0; d < topology_.dims(); ++d) c[d] = (c[d] + turn_[d]) % topology_.extent(d);
    return topology_.rank(c);
  }

  /// The route that does not wrap in these coordinates.
  constexpr Route route(const Coordinates& from, const Coordinates& to,
                        Order order = Order::ascending) const {
    Route route;
    route.set_order(order);
    if (!topology_.has_directions()) return route;
    for (unsigned d = 0; d < topology_.dims(); ++d) {
      if (from[d] != to[d]) route.direction[d] = from[d] < to[d] ? Direction::plus : Direction::minus;
    }
    return route;
  }

 private:
  const Topology& topology_;
  Coordinates turn_{};
};

}  // namespace collnoc

// The minimum total communication distance (TCD) of broadcasts, by a search that is independent of the
// schedules. It is the reference for the eyes broadcasts.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"
#include "sim/schedule/path.hpp"

namespace collnoc {

/// The dynamic programmes, implemented directly: every partner in the other half; no table, no symmetry.
/// Either in any order, or in the order of Fig. 2: the square is rotated until the holder is in the upper
/// left quarter, the first step is horizontal, and the partner is in the adjacent quarter.
class Programme {
 public:
  Programme(const Topology& topology, bool any_order) : topology_(topology), any_order_(any_order) {}

  /// Minimum TCD when `holder` has the message of the box of side 2^k around it that is whole in the
  /// dimensions `whole` and has side 2^(k-1) in the others.
  std::uint64_t least(Rank holder, unsigned k, Dimensions whole) {
    if (whole == 0) return k == 1 ? 0 : least(holder, k - 1, (1u << topology_.dims()) - 1);
    const auto [known, is_new] = known_.try_emplace({holder, k, whole}, ~std::uint64_t{0});
    if (!is_new) return known->second;
    std::uint64_t best = ~std::uint64_t{0};
    for (unsigned d = 0; d < topology_.dims(); ++d) {
      if (!(whole >> d & 1) || !may_come_first(holder, k, whole, d)) continue;
      const Dimensions left = whole & ~(1u << d);
      for (Rank partner = 0; partner < topology_.size(); ++partner) {
        if (!in_other_half(holder, partner, k, whole, d)) continue;
        best = std::min(
            best, least(holder, k, left) + least(partner, k, left) + distance(topology_, holder, partner));
      }
    }
    return known_[{holder, k, whole}] = best;
  }

 private:
  bool may_come_first(Rank holder, unsigned k, Dimensions whole, unsigned d) const {
    const Coordinates c = topology_.coordinates(holder);
    return any_order_ || whole != 3 || ((c[0] ^ c[1]) >> (k - 1) & 1) == d;
  }
  bool in_other_half(Rank holder, Rank partner, unsigned k, Dimensions whole, unsigned d) const {
    const Coordinates a = topology_.coordinates(holder), b = topology_.coordinates(partner);
    for (unsigned e = 0; e < topology_.dims(); ++e) {
      const unsigned bits = (whole >> e & 1) && (e == d || any_order_) ? k : k - 1;
      if (a[e] >> bits != b[e] >> bits) return false;
    }
    return a[d] >> (k - 1) != b[d] >> (k - 1);
  }

  Topology topology_;
  bool any_order_;
  std::map<std::tuple<Rank, unsigned, Dimensions>, std::uint64_t> known_;
};

/// Minimum TCD of 16 nodes over all broadcasts in four steps, without restrictions on senders and receivers.
class AllDoublings {
 public:
  explicit AllDoublings(const Topology& topology) : topology_(topology), known_(1 << 16) {}

  unsigned least(unsigned informed) {
    if (informed == 0xFFFF) return 0;
    unsigned& best = known_[informed];
    if (best != 0) return best;
    best = ~0u;
    const unsigned count = static_cast<unsigned>(std::popcount(informed)), others = 0xFFFF & ~informed;
    for (unsigned next = others; next != 0; next = (next - 1) & others) {
      if (static_cast<unsigned>(std::popcount(next)) != count) continue;
      best = std::min(best, least(informed | next) + matching(informed, next));
    }
    return best;
  }

 private:
  /// Minimum total distance when every node of `from` sends to a different one of `to`.
  unsigned matching(unsigned from, unsigned to) const {
    std::vector<Rank> receivers;
    for (Rank r = 0; r < 16; ++r) {
      if (to >> r & 1) receivers.push_back(r);
    }
    std::vector<unsigned> cost(std::size_t{1} << receivers.size(), ~0u);  // by receivers served
    cost[0] = 0;
    for (unsigned served = 0; served + 1 < cost.size(); ++served) {
      Rank sender = 0;
      for (int skip = std::popcount(served); !(from >> sender & 1) || skip-- > 0;) ++sender;
      for (std::size_t i = 0; i < receivers.size(); ++i) {
        if (served >> i & 1) continue;
        unsigned& after = cost[served | 1u << i];
        after = std::min(after, cost[served] + distance(topology_, sender, receivers[i]));
      }
    }
    return cost.back();
  }

  Topology topology_;
  std::vector<unsigned> known_;
};

}  // namespace collnoc

// The order in which a fabric computes several cycles (sim/fabric/cycle_order.hpp).
#include <algorithm>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

namespace {

// The slices of the highest dimension are computed one after the other, in strips of this many groups.
constexpr std::uint32_t strip = 16;
// Groups in use at a time, which the third-level cache should hold: 64 to 128 KiB each.
constexpr std::uint32_t most_in_use = 300;
// A network of at most this many groups mostly stays in the cache anyway: fewer cycles, with fewer groups in
// use, were faster up to 96x96 nodes.
constexpr std::uint32_t small_network = 600;
constexpr unsigned cycles_of_small = 4;
// An order is used if the threads take at most this many times the time without waiting.
constexpr double most_waiting = 1.1;

/// While the groups of a strip are computed for `cycles` cycles, in a network of two dimensions.
std::uint32_t in_use(unsigned cycles, std::uint32_t slice) {
  return (cycles + 2) * std::min(slice, strip + cycles);
}

/// The groups are cut into `threads` equal pieces, shifted by half a piece: the last thread has both ends. So
/// a line, too, has as many borders as threads, and the rest at them can be divided equally.
CycleOrder::Groups groups_of(unsigned t, unsigned threads, std::uint32_t groups, std::uint32_t slice) {
  CycleOrder::Groups own;
  const auto half = [&](unsigned k) {
    return static_cast<std::uint32_t>(std::uint64_t{groups} * k / (2 * std::uint64_t{threads}));
  };
  const std::uint32_t shift = threads == 1 ? 0 : half(1);
  for (std::uint32_t g = half(2 * t) + shift; g < half(2 * t + 2) + shift; ++g) own.push_back(g % groups);
  std::stable_sort(own.begin(), own.end(), [slice](std::uint32_t a, std::uint32_t b) {
    return a % slice / strip < b % slice / strip;
  });
  return own;
}

/// The neighbours of each group. `far_ends`: [node * links + link], of `nodes` nodes.
std::vector<CycleOrder::Groups> neighbours_of(const std::vector<LinkWires::End>& far_ends, Rank nodes,
                                              unsigned links) {
  std::vector<CycleOrder::Groups> neighbours((nodes + awake_group - 1) / awake_group);
  for (Rank n = 0; n < nodes; ++n) {
    CycleOrder::Groups& of = neighbours[n / awake_group];
    for (Link l = 0; l < links; ++l) {
      const Rank far = far_ends[std::size_t{n} * links + l].node;
      if (far >= nodes || far / awake_group == n / awake_group) continue;  // no node, or of another part
      if (std::find(of.begin(), of.end(), far / awake_group) == of.end()) of.push_back(far / awake_group);
    }
  }
  return neighbours;
}

}  // namespace

void Fabric::make_order() {
  const auto threads = static_cast<unsigned>(partitions_.size());
  if (cut_ && threads > 1) return;
  const std::vector<CycleOrder::Groups> neighbours =
      neighbours_of(far_ends_, static_cast<Rank>(sites_.size()), links_);
  const auto groups = static_cast<std::uint32_t>(neighbours.size());
  const Rank slices = topology_.has_coordinates() ? topology_.extent(topology_.dims() - 1) : 1;
  const std::uint32_t slice = std::max(1u, topology_.nodes() / slices / awake_group);
  std::vector<CycleOrder::Groups> begin;
  for (unsigned t = 0; t < threads; ++t) begin.push_back(groups_of(t, threads, groups, slice));
  CycleOrder::Groups at_cut;
  for (const Partition& p : at_cut_) {
    for (Rank first = p.first; first < p.last; first += awake_group) at_cut.push_back(first / awake_group);
  }
  const bool small = topology_.nodes() <= small_network * awake_group;
  for (unsigned cycles = small ? cycles_of_small : CycleOrder::most_cycles; cycles > 1; cycles /= 2) {
    if (cycles > 2 && in_use(cycles, slice) > most_in_use) continue;
    if (cut_) {
      order_.emplace(cycles, neighbours, begin[0], at_cut);
    } else {
      order_.emplace(cycles, neighbours, begin);
    }
    if (order_->cost() * threads <= most_waiting) return;
  }
  order_.reset();
}

}  // namespace collnoc

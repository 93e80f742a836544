// Groups of tiles, as MPI's communicators: the tiles of a row, a column, or any subset perform collectives
// among themselves, all groups at the same time. A group is a Tile: its rank and its network are those within
// the group, and every call of collectives.hpp, run<Schedule> and barrier accept it.
//
//   Group row = row_of(tile);
//   broadcast(row, Area{boot.base, bytes}, k);       // from the tile in column k of this row
//
// All tiles of a group make the same calls in the same order. Groups that share tiles must have different
// counters: a tile that is ahead may already send in one group while another tile still waits in the other.
// row_of() and column_of() have; subset() gets them as an argument. Memory is the tile's own, and shared by
// its groups. Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/runtime/plan_cache.hpp"

namespace collnoc {

template <Tile T>
class Group {
 public:
  static constexpr unsigned counters = group_counters;

  /// The tiles that differ from `tile` in dimension d only, in the order of their coordinates.
  /// Precondition: the network has dimensions, more than d.
  constexpr Group(T& tile, unsigned d, GroupCounters range)
      : tile_(tile), topology_(line_of(tile.topology(), d)), range_(range), stride_(1), dimension_(d) {
    const Topology& network = tile.topology();
    for (unsigned i = 0; i < d; ++i) stride_ *= network.extent(i);
    // Divisions are slow on a tile: only those that are needed.
    rank_ = d == 0 ? tile.rank() : tile.rank() / stride_;
    if (d + 1 < network.dims()) rank_ %= network.extent(d);
    first_ = tile.rank() - rank_ * stride_;
  }
  /// The tiles with these ranks of the network, in this order. `ranks` must stay where it is.
  /// Precondition: this tile is one of them, and none is there twice.
  constexpr Group(T& tile, std::span<const Rank> ranks, GroupCounters range)
      : tile_(tile),
        topology_({{{static_cast<std::uint32_t>(ranks.size()), false}}}, 1),
        range_(range),
        ranks_(ranks.data()) {
    while (rank_ < ranks.size() && ranks[rank_] != tile.rank()) ++rank_;
    assert(rank_ < ranks.size());
  }

  constexpr Rank rank() const { return rank_; }
  constexpr const Topology& topology() const { return topology_; }
  /// Rank in the whole network of a rank of the group.
  constexpr Rank in_network(Rank rank) const {
    return ranks_ != nullptr ? ranks_[rank] : first_ + rank * stride_;
  }

  constexpr void put(const Put& put) { tile_.put(outside(put)); }
  /// Launches a put that prepare() has made.
  constexpr void put(const PreparedPut& put) { start(tile_, put); }
  constexpr PreparedPut prepare(const Put& put) const { return prepared(tile_, outside(put)); }
  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) {
    tile_.wait(outside(counter), at_least);
  }
  constexpr void consume(std::uint8_t counter, std::uint32_t count) {
    tile_.consume(outside(counter), count);
  }
  constexpr std::uint64_t cycle() const { return tile_.cycle(); }
  constexpr std::span<std::byte> memory() { return tile_.memory(); }

  /// The scope of the tile (in_library()).
  constexpr auto library_scope() requires requires(T& tile) { tile.library_scope(); }
  { return tile_.library_scope(); }

  /// For a faster barrier, where the tile has them.
  constexpr PreparedBarrier& prepared_barrier() requires requires(T& tile) { tile.prepared_barrier(); }
  { return barrier_; }
  constexpr void signal(const std::array<std::uint32_t, 4>& go, std::uint32_t count) {
    tile_.signal(go, count);
  }

  /// The tile's cache of plans, which also holds the group's.
  constexpr PlanCache& plans() requires requires(T& tile) { tile.plans(); }
  { return tile_.plans(); }
  constexpr T& whole_tile() { return tile_; }
  constexpr GroupId group() const { return {first_, stride_, ranks_, static_cast<std::uint8_t>(range_)}; }

  /// The counter and the put of the network that one of the group stands for.
  constexpr std::uint8_t outside(std::uint8_t counter) const {
    if (counter == 0) return 0;
    const unsigned index = counter == barrier_counter ? counters : counter;
    assert(index < counters || counter == barrier_counter);  // the group is too large for this schedule
    return static_cast<std::uint8_t>(static_cast<unsigned>(range_) + index - 1);
  }
  /// Puts of a subset have no directions.
  constexpr Put outside(const Put& put) const {
    Put outer = put;
    outer.dst = in_network(put.dst);
    outer.counter = outside(put.counter);
    outer.route = {};
    if (ranks_ == nullptr && topology_.has_directions())
      outer.route.direction[dimension_] = put.route.direction[0];
    return outer;
  }

 private:
  /// Dimension d of a network alone.
  static constexpr Topology line_of(const Topology& network, unsigned d) {
    assert(network.has_coordinates() && d < network.dims());
    if (network.one_hop_dimensions()) return Topology::complete({network.extent(d)}, 1);
    return Topology({{{network.extent(d), network.wraps(d)}}}, 1);
  }

  T& tile_;
  Topology topology_;
  GroupCounters range_;
  Rank rank_ = 0, first_ = 0;
  std::uint32_t stride_ = 0;
  unsigned dimension_ = 0;
  const Rank* ranks_ = nullptr;
  PreparedBarrier barrier_;
};

/// The tiles with this tile's y (and further coordinates); the group's ranks are the values of x.
template <Tile T>
constexpr Group<T> row_of(T& tile) {
  return {tile, 0, GroupCounters::row};
}
/// The tiles with this tile's x; the group's ranks are the values of y.
template <Tile T>
constexpr Group<T> column_of(T& tile) {
  return {tile, 1, GroupCounters::column};
}
/// The tiles with these ranks, in this order.
template <Tile T>
constexpr Group<T> subset(T& tile, std::span<const Rank> ranks, GroupCounters range = GroupCounters::subset) {
  return {tile, ranks, range};
}

}  // namespace collnoc

// One call for each collective, for programs on tiles:
//
//   const std::uint32_t sum = all_reduce(tile, Area{boot.base, bytes}, Op::sum, Element::i32);
//
// Every tile makes the same call with the same arguments. The data lies in tile memory from area.base on, in
// the places of docs/reference/schedules.md#memory: a message, or a table with a block for every rank. A call
// returns the byte address of the result. It uses the memory behind the data, in all what NAME_bytes() says,
// and counters from 1 on. It ends with a barrier, so that calls can follow each other, and the data may be
// changed after it. A tile that is ahead may already write to the places of the result: do not write there
// before a call without a barrier(tile) in between.
//
// A call that is finished later: later.hpp. A total exchange of blocks of different lengths:
// exchange_blocks.hpp.
//
// The schedules run on every network, and on groups of tiles (group.hpp). The first call with these arguments
// plans the schedule, which takes a processor longer than the network needs; further ones perform the plan
// (plan_cache.hpp). A broadcast on a line, such as a row, needs no plan.
#pragma once
#include <concepts>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_direct.hpp"
#include "collnoc/firmware/collectives/broadcast/line.hpp"
#include "collnoc/firmware/collectives/broadcast/rank_division.hpp"
#include "collnoc/firmware/collectives/broadcast/recursive_division.hpp"
#include "collnoc/firmware/collectives/common/segment.hpp"
#include "collnoc/firmware/collectives/gather/gather_binomial.hpp"
#include "collnoc/firmware/collectives/reductions/all_reduce_rabenseifner.hpp"
#include "collnoc/firmware/collectives/reductions/all_reduce_recursive_doubling.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_binomial.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_scatter_halving.hpp"
#include "collnoc/firmware/collectives/scatter/scatter_binomial.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/runtime/exchange_blocks.hpp"
#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {

/// Where the data of a collective is: `bytes` as --bytes counts them, of a message or of a rank's block.
/// `base` is a multiple of 8.
struct Area {
  std::uint32_t base = 0;
  std::uint32_t bytes = 0;
};

/// Who makes a call: a tile, a group of tiles (group.hpp), or one of them that finishes it later (later.hpp).
template <class T>
concept Caller = requires(const T& tile) {
  { tile.rank() } -> std::convertible_to<Rank>;
  { tile.topology() } -> std::convertible_to<Topology>;
};

namespace calls {

template <Caller T>
constexpr Job job(const T& tile, Area area, Rank root = 0, Op op = Op::sum, Element element = Element::u32) {
  return {tile.topology(), root, area.bytes, area.base, {}, op, element};
}
template <class Schedule, Caller T>
constexpr void perform(T& tile, const Job& job) {
  if constexpr (requires { tile.template start<Schedule>(job); }) {
    tile.template start<Schedule>(job);
  } else {
    run<Schedule>(tile, job);
    barrier(tile);
  }
}
/// RecursiveDivision of a line, without a plan: a tile takes longer to find one than to compute these few
/// puts.
template <Tile T>
constexpr void broadcast_on_line(T& tile, Area area, Rank root) {
  [[maybe_unused]] const auto scope = in_library(tile);
  if constexpr (requires { tile.plans(); }) tile.plans().expect_free(tile);
  const Topology& line = tile.topology();
  const Rank me = tile.rank();
  const bool directed = line.wraps(0) && line.has_directions();
  for (Segment s{0, line.extent(0), root}; s.length > 1; s = s.towards(me)) {
    const Rank to = s.counterpart();
    if (me == s.informed) {
      Put put{to, area.base, area.base, area.bytes, 1, false, {}};
      if (directed) put.route.direction[0] = me < to ? Direction::plus : Direction::minus;
      tile.put(put);
    } else if (me == to) {
      tile.wait(1, 1);
      tile.consume(1, 1);
    }
  }
}
/// From this length on, all_reduce() cuts vectors into pieces, and broadcast() sends messages in pieces where
/// there are no coordinates.
inline constexpr std::uint32_t long_vector = 512;

}  // namespace calls

/// The root's message to every rank. Memory: the message.
template <Caller T>
constexpr std::uint32_t broadcast(T& tile, Area area, Rank root = 0) {
  const Topology& topology = tile.topology();
  if constexpr (Tile<T>) {
    if (topology.has_coordinates() && topology.dims() == 1) {
      calls::broadcast_on_line(tile, area, root);
      barrier(tile);
      return area.base;
    }
  }
  if (topology.has_coordinates()) {
    calls::perform<RecursiveDivision>(tile, calls::job(tile, area, root));
  } else {
    const Job job = calls::job(tile, area, root);
    area.bytes < calls::long_vector ? calls::perform<RankDivision>(tile, job)
                                    : calls::perform<Line>(tile, job);
  }
  return area.base;
}

/// Every rank gets its block of the root's table, at the block's place in the table. Memory: the table.
template <Caller T>
constexpr std::uint32_t scatter(T& tile, Area area, Rank root = 0) {
  const Job job = calls::job(tile, area, root);
  calls::perform<ScatterBinomial>(tile, job);
  return block_address(job, tile.rank());
}

/// Every rank's block of the table, in its place, to the root. Memory: the table.
template <Caller T>
constexpr std::uint32_t gather(T& tile, Area area, Rank root = 0) {
  calls::perform<GatherBinomial>(tile, calls::job(tile, area, root));
  return area.base;
}

/// Every rank's block of the table, in its place, to every rank. Memory: the table.
template <Caller T>
constexpr std::uint32_t all_gather(T& tile, Area area) {
  calls::perform<AllToAllDirect>(tile, calls::job(tile, area));
  return area.base;
}

/// Every rank gets its block of every rank's table, in a second table behind the first. The block of a rank
/// for itself is not moved. Memory: two tables.
template <Caller T>
constexpr std::uint32_t total_exchange(T& tile, Area area) {
  const Job job = calls::job(tile, area);
  calls::perform<Direct>(tile, job);
  return receive_block(job, 0);
}

/// The combination of all vectors, at the root. Memory: reduce_bytes().
template <Caller T>
constexpr std::uint32_t reduce(T& tile, Area area, Op op, Element element, Rank root = 0) {
  const Job job = calls::job(tile, area, root, op, element);
  calls::perform<ReduceBinomial>(tile, job);
  return reduction::result(job);
}
template <Caller T>
constexpr std::uint64_t reduce_bytes(const T& tile, Area area) {
  return ReduceBinomial::bytes_needed(calls::job(tile, area));
}

/// The combination of all vectors, at every rank. Memory: all_reduce_bytes().
template <Caller T>
constexpr std::uint32_t all_reduce(T& tile, Area area, Op op, Element element) {
  const Job job = calls::job(tile, area, 0, op, element);
  if (area.bytes < calls::long_vector) {
    calls::perform<AllReduceRecursiveDoubling>(tile, job);
  } else {
    calls::perform<AllReduceRabenseifner>(tile, job);
  }
  return reduction::result(job);
}
template <Caller T>
constexpr std::uint64_t all_reduce_bytes(const T& tile, Area area) {
  const Job job = calls::job(tile, area);
  return area.bytes < calls::long_vector ? AllReduceRecursiveDoubling::bytes_needed(job)
                                         : AllReduceRabenseifner::bytes_needed(job);
}

/// The combination of the blocks for this rank, of all tables. Memory: reduce_scatter_bytes().
template <Caller T>
constexpr std::uint32_t reduce_scatter(T& tile, Area area, Op op, Element element) {
  const Job job = calls::job(tile, area, 0, op, element);
  calls::perform<ReduceScatterHalving>(tile, job);
  return reduction::table_result(job);
}
template <Caller T>
constexpr std::uint64_t reduce_scatter_bytes(const T& tile, Area area) {
  return ReduceScatterHalving::bytes_needed(calls::job(tile, area));
}

}  // namespace collnoc

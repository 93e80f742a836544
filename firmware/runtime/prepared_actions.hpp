// The actions of one rank as words that are computed before they are performed: puts are prepared
// (arch/put.hpp), so a put costs four loads and four stores. plan.hpp and plan_cache.hpp store them.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace collnoc {

/// Actions other than puts are stored as puts from addresses that no memory has: `local` is the kind, `bytes`
/// the count or cycles, `go` the counter. A multicast is two: `go` of the first is the node address of the
/// box's other corner, the second is the put.
enum PreparedKind : std::uint32_t {
  as_wait = 1u << 31,
  as_consume,
  as_until,
  as_barrier,
  as_end,
  as_combine,
  as_multicast
};

/// Memory for `count` actions. They begin 12 bytes behind a multiple of 16: the NIC begins to read a message
/// from a multiple of 64 while the processor loads the next action, and then they meet in a bank of the
/// memory least often (a broadcast of 1 KiB by recursive division on torus:8x8 takes 1,082 cycles, with
/// actions at multiples of 8 1,117).
template <std::uint32_t count>
struct alignas(16) ActionStore {
  std::array<std::uint32_t, 3> before{};
  std::array<PreparedPut, count> actions{};
};

/// Receives the actions of next_step() and stores them. `Resolve` makes a PreparedPut of a Put.
template <class Resolve>
class PreparedActions {
 public:
  /// Space for `capacity` actions and two more: as_end, and one that perform_prepared() may load.
  constexpr PreparedActions(Resolve resolve, PreparedPut* to, std::uint32_t capacity)
      : resolve_(resolve), to_(to), capacity_(capacity) {}

  /// Number of actions; more than the capacity if they do not fit.
  constexpr std::uint32_t length() const { return length_; }
  constexpr void cut(std::uint32_t length) { length_ = length; }
  /// Precondition: they fit.
  constexpr void finish() { to_[length_].local = as_end; }

  // Called by next_step() and Schedule::plan.
  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) { add(as_wait, at_least, counter); }
  constexpr void until(std::uint32_t cycles) { add(as_until, cycles); }
  constexpr void consume(std::uint8_t counter, std::uint32_t count) { add(as_consume, count, counter); }
  constexpr void barrier() { add(as_barrier, 0); }
  constexpr void combine(const Combine& what) {
    add(entry(as_combine, what.to, what.bytes, what.a));
    add(entry(as_combine, what.b, 0, 0));
  }
  // Not inlined: schedules call it from many places, and program memory is small.
  [[gnu::noinline]] constexpr void send(const Put& put) { add(resolve_(put)); }
  constexpr void more(const Put& put) { send(put); }
  constexpr void multicast(Put put, const Box& box) {
    put.dst = box.to;
    const std::uint32_t corner = nic::node_of_go(resolve_(put).go, resolve_.node_bits());
    put.dst = box.from;
    add(entry(as_multicast, 0, 0, corner));
    send(put);
  }

 private:
  static constexpr PreparedPut entry(std::uint32_t kind, std::uint32_t remote, std::uint32_t bytes,
                                     std::uint32_t go) {
    PreparedPut words;
    words.local = kind;
    words.remote = remote;
    words.bytes = bytes;
    words.go = go;
    return words;
  }
  constexpr void add(std::uint32_t kind, std::uint32_t count, std::uint8_t counter = 0) {
    add(entry(kind, 0, count, counter));
  }
  constexpr void add(const PreparedPut& action) {
    if (length_ < capacity_) to_[length_] = action;
    ++length_;
  }

  Resolve resolve_;
  PreparedPut* to_;
  std::uint32_t capacity_;
  std::uint32_t length_ = 0;
};

/// Resolves node addresses by the topology. Schedules send to few ranks at a time, and an address costs
/// divisions.
class AddressCache {
 public:
  constexpr explicit AddressCache(const Topology& topology) : topology_(topology) {}
  constexpr PreparedPut operator()(const Put& put) {
    Known& known = known_[put.dst % known_.size()];
    if (known.rank != put.dst) known = {put.dst, topology_.address(put.dst)};
    return {put, known.address, node_bits()};
  }
  constexpr unsigned node_bits() const { return topology_.go_node_bits(); }

 private:
  struct Known {
    Rank rank = no_rank;
    NodeAddress address = 0;
  };
  Topology topology_;
  std::array<Known, 16> known_{};
};

/// Not inlined, so that the loop over the actions keeps its registers.
template <class T>
[[gnu::noinline]] constexpr void barrier_of_step(T& tile) {
  barrier(tile);
}

/// Performs the actions of `Schedule` from `at` to as_end. `start`: the cycle from which a schedule in time
/// slots counts, on all tiles the same. Combinations are by `op` of elements of type `element`.
template <class Schedule, Tile T>
[[gnu::always_inline]] constexpr void perform_prepared(T& tile, const PreparedPut* at, std::uint64_t start,
                                                       Op op, Element element) {
  constexpr bool combines = form_of(Schedule::collective).combines;
  // The next action's kind is loaded before an action, so that nothing follows a wait but the next action.
  std::uint32_t next = at->local;
  for (; static_cast<std::int32_t>(next) >= 0; ++at) {  // of its own, so that nothing jumps to a put below
    next = at[1].local;
    collnoc::start(tile, *at);
  }
  for (;; ++at) {
    const std::uint32_t kind = next;
    next = at[1].local;
    if (static_cast<std::int32_t>(kind) >= 0) {
      collnoc::start(tile, *at);
    } else if (kind == as_wait) [[likely]] {
      tile.wait(static_cast<std::uint8_t>(at->go), at->bytes);
    } else if (multicasts<Schedule>() && kind == as_multicast) {
      if constexpr (multicasts<Schedule>()) {  // in two entries
        const auto corner = static_cast<NodeAddress>(at->go);
        collnoc::start(tile, *++at, corner);
        next = at[1].local;
      }
    } else if (kind == as_consume) {
      tile.consume(static_cast<std::uint8_t>(at->go), at->bytes);
    } else if (kind == as_until) {
      wait_until(tile, start + at->bytes);
    } else if (kind == as_barrier) {
      barrier_of_step(tile);
    } else if (combines && kind == as_combine) {
      if constexpr (combines) {  // in two entries
        perform(tile.memory().data(), {at->remote, at->go, at[1].remote, at->bytes}, op, element);
        ++at;
        next = at[1].local;
      }
    } else {
      return;
    }
  }
}

}  // namespace collnoc

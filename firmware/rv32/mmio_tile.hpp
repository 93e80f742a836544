// The tile on which a program runs: implements the concept Tile with the NIC's registers.
#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "collnoc/firmware/hal/print.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/runtime/later_plans.hpp"
#include "collnoc/firmware/runtime/plan_cache.hpp"
#include "collnoc/firmware/rv32/boot_block.hpp"
#include "collnoc/firmware/rv32/registers.hpp"

namespace collnoc {

/// One instance per program.
class MmioTile {
 public:
  // Always inlined, independently of the size of read_topology. Otherwise the registers available to a
  // program's main function, and so the cycles of its loop, would depend on that size.
  [[gnu::always_inline]] MmioTile()
      : topology_(read_topology()), size_(topology_.size()), rank_(read_rank(topology_)) {
    near_ = size_ < most_near ? size_ : most_near;
    topology_.addresses(near_, &address_[0]);
  }
  MmioTile(const MmioTile&) = delete;
  MmioTile& operator=(const MmioTile&) = delete;

  Rank rank() const { return rank_; }
  const Topology& topology() const { return topology_; }
  /// For mark_begin(tile) and mark_end(tile), firmware/hal/mark.hpp.
  static void mark(tile::Mark what) { rv32::mark(what); }

  [[gnu::always_inline]] void put(const Put& put) {
    volatile std::uint32_t* const registers = &rv32::nic_register(0);
    rv32::put_begins(this, registers);
    const std::uint32_t node = node_of(put.dst);
    // The processor loses fewer cycles if all loads come first.
    const std::uint32_t local = put.local, remote = put.remote, bytes = put.length(), control = put.control();
    // All put registers: checking which of them already hold their value would take longer.
    registers[nic::put_src / 4] = local;
    registers[nic::put_addr / 4] = remote;
    registers[nic::put_bytes / 4] = bytes;
    registers[nic::put_ctrl / 4] = control;
    registers[nic::put_node / 4] = node;
    rv32::put_ends();
  }
  /// The fastest: four loads and four stores.
  [[gnu::always_inline]] void put(const PreparedPut& put) {
    volatile std::uint32_t* const registers = &rv32::nic_register(0);
    rv32::put_begins(&put, registers);
    // All loads first, as above.
    const std::uint32_t local = put.local, remote = put.remote, bytes = put.bytes, go = put.go;
    registers[nic::put_src / 4] = local;
    registers[nic::put_addr / 4] = remote;
    registers[nic::put_bytes / 4] = bytes;
    registers[nic::put_go / 4] = go;
    rv32::put_ends();
  }

  /// To every node of `box` but this one; on an all-port NIC, one put for each link with which the tree
  /// begins. Precondition: the hardware has MULTICAST.
  void put(Put put, const Box& box) {
    assert((rv32::nic_register(nic::status) & nic::status_multicasts) != 0);
    const auto send = [&](const Box& part, Route route) {
      put.dst = part.from;
      put.route = route;
      rv32::nic_register(nic::put_corner) = node_of(part.to);
      this->put(put);
    };
    for_each_put(topology_, topology_.coordinates(rank_), channels(), box, put.route, send);
  }

  /// The same of a prepared put, whose node is one corner; `corner`: the node address of the other one.
  [[gnu::always_inline]] void put(const PreparedPut& put, std::uint16_t corner) {
    rv32::nic_register(nic::put_corner) = corner;
    this->put(put);
  }

  PreparedPut prepare(const Put& put) const { return {put, static_cast<std::uint16_t>(node_of(put.dst))}; }

  /// Starts up to 4 signals: `go` are their values of PUT_GO. The length says no operation either.
  [[gnu::always_inline]] static void signal(const std::array<std::uint32_t, 4>& go, std::uint32_t count) {
    volatile std::uint32_t* const registers = &rv32::nic_register(0);
    registers[nic::put_bytes / 4] = 0;
    if (count == 4) {  // all loads first: see put()
      const std::uint32_t first = go[0], second = go[1], third = go[2], fourth = go[3];
      registers[nic::put_go / 4] = first;
      registers[nic::put_go / 4] = second;
      registers[nic::put_go / 4] = third;
      registers[nic::put_go / 4] = fourth;
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i) registers[nic::put_go / 4] = go[i];
  }
  PreparedBarrier& prepared_barrier() { return barrier_; }

  /// The plans of run<Schedule>(tile, job): memory of programs that call it.
  static PlanCache& plans() {
    static constinit PlanCache plans;
    return plans;
  }

  /// The sequencer's plans of calls that are finished later (later.hpp): memory of programs that start them.
  static LaterPlans& later_plans() {
    static constinit LaterPlans plans;
    return plans;
  }
  /// Whether the NIC has a sequencer; whether it accumulates; whether it adds numbers of single precision.
  static bool sequences() { return (rv32::nic_register(nic::seq_state) & nic::seq_present) != 0; }
  static bool accumulates() { return (rv32::nic_register(nic::status) & nic::status_accumulates) != 0; }
  static bool adds_floats() { return (rv32::nic_register(nic::status) & nic::status_float_sums) != 0; }

  /// Sleeps while it waits. Always inlined: between an arrival and the next put, a call would cost some ten
  /// cycles.
  [[gnu::always_inline]] void wait(std::uint8_t counter, std::uint32_t at_least) {
    const volatile std::uint32_t& arrivals = rv32::nic_register(nic::counter(counter));
    while (arrivals < at_least) [[unlikely]] {  // unlikely: the jump is to the sleep, not to what follows it
        rv32::tile_register(tile::event) = 0;
        // Arrivals from here on end the sleep; earlier arrivals are visible now.
        if (arrivals >= at_least) break;
        check_puts();
        asm volatile("wfi");
      }
    rv32::memory_barrier();
  }

  void consume(std::uint8_t counter, std::uint32_t count) {
    rv32::nic_register(nic::counter(counter)) = count;
  }

  /// Channels of the NIC: an ActionPlan needs their number.
  static unsigned channels() { return nic::shape_channels.of(rv32::nic_register(nic::shape)); }

  /// Starts the sequencer with the plan at byte address `plan`. It performs nothing before cycle `start`.
  /// Precondition: the hardware has one.
  void start_plan(std::uint32_t plan, std::uint64_t start) {
    assert(sequences());
    rv32::nic_register(nic::seq_plan) = plan;
    rv32::nic_register(nic::seq_at) = static_cast<std::uint32_t>(start);
    rv32::memory_barrier();
    rv32::nic_register(nic::seq_control) = nic::seq_start | nic::seq_timed;
  }

  /// Sleeps until the sequencer has performed its plan. Ends the program if it refused an action.
  void finish_plan() {
    const volatile std::uint32_t& state = rv32::nic_register(nic::seq_state);
    for (;;) {
      rv32::tile_register(tile::event) = 0;
      if (nic::seq_running.of(state) == 0) break;  // an end from here on ends the sleep
      asm volatile("wfi");
    }
    check_puts();
    rv32::memory_barrier();
  }

  std::uint64_t cycle() const {
    std::uint32_t high, low, again;
    do {
      asm volatile("csrr %0, mcycleh\n csrr %1, mcycle\n csrr %2, mcycleh"
                   : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return std::uint64_t{high} << 32 | low;
  }

  /// The whole memory, including stack, boot block and the program's own data.
  std::span<std::byte> memory() {
    return {reinterpret_cast<std::byte*>(tile::memory_base), 8 * rv32::nic_register(nic::memory)};
  }

  /// The memory from byte address `from` on, a multiple of 8, as words: for plans.
  std::span<std::uint64_t> words(std::uint32_t from) {
    const std::span<std::byte> rest = memory().subspan(from);
    return {reinterpret_cast<std::uint64_t*>(rest.data()), rest.size() / 8};
  }

  /// For print(tile, ...), firmware/hal/print.hpp.
  static void console(char c) { rv32::tile_register(tile::console) = static_cast<unsigned char>(c); }

  /// Ends the program if the NIC rejected a put.
  static void check_puts() {
    if (rv32::nic_register(nic::error) != 0) [[unlikely]]
      refused();
  }

 private:
  [[noreturn, gnu::noinline]] static void refused() {
    rv32::fail(tile::fault_put, rv32::nic_register(nic::error), __builtin_return_address(0));
  }

  /// Node addresses of this many ranks are cached. Others are computed, with one or two divisions per
  /// dimension.
  static constexpr Rank most_near = 256;

  /// The return address is in put()'s caller.
  [[gnu::always_inline]] std::uint32_t node_of(Rank rank) const {
    return rank < near_ ? address_[rank] : far_address(rank);
  }
  [[gnu::noinline, gnu::cold]] std::uint32_t far_address(Rank rank) const {
    if (rank >= size_) rv32::fail(tile::fault_rank, rank, __builtin_return_address(0));
    return topology_.address(rank);
  }

  [[gnu::noinline]] static Topology read_topology() {
    return Topology::of_registers(rv32::nic_register(nic::shape), rv32::nic_register(nic::extent));
  }
  static Rank read_rank(const Topology& topology) {
    return topology.rank_at(static_cast<std::uint16_t>(rv32::nic_register(nic::node)));
  }

  Topology topology_;
  Rank size_;
  Rank rank_;
  Rank near_;
  PreparedBarrier barrier_;
  std::array<std::uint16_t, most_near> address_;
};
static_assert(Tile<MmioTile>);

/// The boot block that the loader wrote for this program.
inline const BootBlock& boot_block() {
  extern const BootBlock block asm("__boot_block");
  return block;
}

}  // namespace collnoc

// The tile a program runs on: satisfies the concept Tile by the NIC's registers.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "firmware/hal/tile.hpp"
#include "firmware/rv32/boot_block.hpp"
#include "firmware/rv32/registers.hpp"

namespace collnoc::rv32 {

/// One a program.
class MmioTile {
 public:
  MmioTile() : topology_(read_topology()), size_(topology_.size()), rank_(read_rank(topology_)) {
    for (Rank r = 0; r < size_ && r < near; ++r) address_[r] = topology_.address(r);
  }
  MmioTile(const MmioTile&) = delete;
  MmioTile& operator=(const MmioTile&) = delete;

  Rank rank() const { return rank_; }
  const Topology& topology() const { return topology_; }

  /// Writes every put register: to see that one holds its value already takes longer than to write it.
  [[gnu::always_inline]] void put(const Put& put) {
    mark(tile::mark_put);
    memory_barrier();
    if (put.dst >= size_) [[unlikely]] fail(tile::fault_rank, put.dst);
    nic_register(nic::put_src) = put.local;
    nic_register(nic::put_addr) = put.remote;
    nic_register(nic::put_bytes) = put.bytes;
    nic_register(nic::put_ctrl) = control(put);
    nic_register(nic::put_node) = put.dst < near ? address_[put.dst] : topology_.address(put.dst);
  }

  /// Sleeps while it waits.
  void wait(std::uint8_t counter, std::uint32_t at_least) {
    const volatile std::uint32_t& arrivals = nic_register(nic::counter(counter));
    while (arrivals < at_least) {
      tile_register(tile::event) = 0;
      // What arrives from here on ends the sleep; what came before is seen now.
      if (arrivals >= at_least) break;
      check_puts();
      asm volatile("wfi");
    }
    memory_barrier();
  }

  void consume(std::uint8_t counter, std::uint32_t count) { nic_register(nic::counter(counter)) = count; }

  std::uint64_t cycle() const {
    std::uint32_t high, low, again;
    do {
      asm volatile("csrr %0, mcycleh\n csrr %1, mcycle\n csrr %2, mcycleh"
                   : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return std::uint64_t{high} << 32 | low;
  }

  /// All of it: stack, boot block and the program's own data included.
  std::span<std::byte> memory() {
    return {reinterpret_cast<std::byte*>(tile::memory_base), 8 * nic_register(nic::memory)};
  }

  /// Ends the program if the NIC refused a put.
  static void check_puts() {
    const std::uint32_t error = nic_register(nic::error);
    if (error != 0) fail(tile::fault_put, error);
  }

 private:
  /// Ranks whose node addresses are kept; those of others are computed, which takes a division or two for
  /// every dimension.
  static constexpr Rank near = 256;

  static Topology read_topology() {
    const std::uint32_t shape = nic_register(nic::shape), extents = nic_register(nic::extent);
    const unsigned dims = shape >> 4 & 15, bits = 16 / dims;
    std::array<std::uint32_t, max_dims> extent{};
    std::array<Dimension, max_dims> dimensions{};
    for (unsigned d = 0; d < dims; ++d) {
      extent[d] = (extents >> (d * bits) & ((1u << bits) - 1)) + 1;
      dimensions[d] = {extent[d], (shape >> d & 1) != 0};
    }
    return shape >> 28 != 0 ? Topology::complete(extent, dims) : Topology(dimensions, dims);
  }
  static Rank read_rank(const Topology& topology) {
    const std::uint32_t node = nic_register(nic::node);
    const unsigned bits = topology.coordinate_bits();
    Coordinates c{};
    for (unsigned d = 0; d < topology.dims(); ++d) c[d] = node >> (d * bits) & ((1u << bits) - 1);
    return topology.rank(c);
  }

  /// PUT_CTRL. It has the directions of 4 dimensions; the others are of complete graphs, which have none.
  static std::uint32_t control(const Put& put) {
    std::uint32_t ctrl = put.counter;
    for (unsigned d = 0; d < 4; ++d) {
      ctrl |= nic::ctrl_direction(d, static_cast<std::uint32_t>(put.route.direction[d]));
    }
    if (put.signal) ctrl |= nic::ctrl_signal;
    if (put.route.order == Order::descending) ctrl |= nic::ctrl_descending;
    return ctrl;
  }

  Topology topology_;
  Rank size_;
  Rank rank_;
  std::array<std::uint16_t, near> address_;
};
static_assert(Tile<MmioTile>);

/// What the loader told this program.
inline const BootBlock& boot_block() {
  extern const BootBlock block asm("__boot_block");
  return block;
}

}  // namespace collnoc::rv32

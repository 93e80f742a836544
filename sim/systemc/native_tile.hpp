// A tile whose software is native code in an SC_THREAD: the Tile of firmware/hal/tile.hpp, blocking.
//
// Timing, where t is the cycle in which software begins an action:
//   put      takes `startup_cycles`, then one register write per cycle. Registers that already hold the value
//            are skipped (sim/fabric/put_writer.hpp). It ends in the cycle after the write that launches.
//   wait     reads the counter in t and has the value in t+1. If the value is too low, it reads again in the
//            first cycle from t+1 on in which the NIC reports an event.
//   consume  one register write
// Everything else takes no time. A resumable executor that follows these rules takes the same cycles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collnoc/arch/box.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/native/counter_book.hpp"
#include "collnoc/model/systemc/tile_bus.hpp"
#include "collnoc/sim/fabric/put_writer.hpp"

namespace collnoc::systemc {

class NativeTile {
 public:
  /// `bus`: of tile `rank`; must outlive this object.
  NativeTile(TileBus& bus, const Topology& topology, Rank rank, std::uint64_t startup_cycles)
      : bus_(bus), topology_(topology), rank_(rank), startup_cycles_(startup_cycles) {}

  Rank rank() const { return rank_; }
  const Topology& topology() const { return topology_; }
  // put, wait and consume throw HostFailure for a put that the NIC would refuse, and for a counter that
  // belongs to library calls that this tile makes.
  void put(const Put& put);
  /// To every node of `box` but this one; on an all-port NIC, one put for each link with which the tree
  /// begins. The first call reads the number of channels, which takes a cycle.
  /// Precondition: the hardware has MULTICAST.
  void put(Put put, const Box& box);
  void wait(std::uint8_t counter, std::uint32_t at_least);
  void consume(std::uint8_t counter, std::uint32_t n);
  std::uint64_t cycle() const { return bus_.cycle(); }
  std::span<std::byte> memory() { return bus_.memory(); }
  /// For in_library(tile), firmware/hal/tile.hpp.
  LibraryScope library_scope() { return LibraryScope(in_library_); }

 private:
  void perform();  ///< what writer_ has begun
  void name(unsigned counter, CounterUse use);

  TileBus& bus_;
  Topology topology_;
  Rank rank_;
  std::uint64_t startup_cycles_;
  unsigned channels_ = 0;  ///< of the NIC; 0: not yet read
  PutWriter writer_;
  std::vector<model::RegisterAccess> writes_;  ///< of the last put
  CounterBook counters_;
  unsigned in_library_ = 0;  ///< LibraryScopes
};
static_assert(Tile<NativeTile>);

}  // namespace collnoc::systemc

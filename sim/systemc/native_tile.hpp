// A tile whose software is native code in an SC_THREAD: the Tile of firmware/hal/tile.hpp, blocking.
//
// Its cycles, t being the cycle in which software begins an action:
//   put      `startup_cycles` pass; then one register write a cycle, registers that hold their value already
//   left
//            out (sim/fabric/put_writer.hpp); ends in the cycle after the write that launches
//   wait     reads the counter in t and has the value in t+1; if that is too low, goes on in the first cycle
//   from
//            t+1 on in which the NIC reports an event, by reading again
//   consume  one register write
// Everything else takes no time. So a resumable executor that keeps to this rule takes the same cycles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/model/systemc/tile_bus.hpp"
#include "sim/fabric/put_writer.hpp"

namespace collnoc::systemc {

class NativeTile {
 public:
  /// `bus`: of tile `rank`; outlives this.
  NativeTile(TileBus& bus, const Topology& topology, Rank rank, std::uint64_t startup_cycles)
      : bus_(bus), topology_(topology), rank_(rank), startup_cycles_(startup_cycles) {}

  Rank rank() const { return rank_; }
  const Topology& topology() const { return topology_; }
  void put(const Put& put);
  void wait(std::uint8_t counter, std::uint32_t at_least);
  void consume(std::uint8_t counter, std::uint32_t n);
  std::uint64_t cycle() const { return bus_.cycle(); }
  std::span<std::byte> memory() { return bus_.memory(); }

 private:
  TileBus& bus_;
  Topology topology_;
  Rank rank_;
  std::uint64_t startup_cycles_;
  PutWriter writer_;
};
static_assert(Tile<NativeTile>);

}  // namespace collnoc::systemc

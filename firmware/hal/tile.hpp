// What a tile offers to firmware: its position in the network, memory, one-sided puts and arrival counters.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "collnoc/arch/box.hpp"
#include "collnoc/arch/put.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A tile as seen by collectives (docs/reference/hardware.md, NIC registers).
///   rank, topology    the identity and position of this tile
///   put(p)            starts a put and returns once the NIC has accepted it, maybe before its data is read.
///                     A signal (p.signal) moves no data
///                     A tile may also have put(p) for a PreparedPut, which starts faster; start(tile, p)
///                     works on every tile
///                     In hardware with multicast a tile also has put(p, box): to every node of the box but
///                     this one; p.dst is not used (docs/reference/multicast.md)
///   wait(c, n)        returns once at least n messages have arrived on counter c (1 .. 63)
///   consume(c, n)     subtracts n arrivals from counter c
///   cycle()           cycles since reset
///   memory()          the tile's memory, starting at address 0
template <class T>
concept Tile = requires(T tile, const T& constant, const Put& put, std::uint8_t counter, std::uint32_t n) {
  { constant.rank() } -> std::convertible_to<Rank>;
  { constant.topology() } -> std::convertible_to<Topology>;
  tile.put(put);
  tile.wait(counter, n);
  tile.consume(counter, n);
  { tile.cycle() } -> std::convertible_to<std::uint64_t>;
  { tile.memory() } -> std::convertible_to<std::span<std::byte>>;
};

/// Starts a prepared put.
template <Tile T>
constexpr void start(T& tile, const PreparedPut& put) {
  if constexpr (requires { tile.put(put); }) {
    tile.put(put);
  } else {
    tile.put(put.put(tile.topology()));
  }
}

/// Starts a prepared multicast to the box from its node to the one at address `corner`.
template <Tile T>
constexpr void start(T& tile, const PreparedPut& put, NodeAddress corner) {
  if constexpr (requires { tile.put(put, corner); }) {
    tile.put(put, corner);
  } else {
    const Put plain = put.put(tile.topology());
    tile.put(plain, Box{plain.dst, tile.topology().rank_at(corner)});
  }
}

/// `put`, prepared by the tile that will start it. A tile may have prepare(put) for this, which is faster, or
/// which means other ranks than those of the network (group.hpp).
template <Tile T>
constexpr PreparedPut prepared(const T& tile, const Put& put) {
  if constexpr (requires { tile.prepare(put); }) {
    return tile.prepare(put);
  } else {
    return {put, tile.topology()};
  }
}

/// Returns no earlier than in cycle `cycle`.
template <Tile T>
constexpr void wait_until(T& tile, std::uint64_t cycle) {
  while (tile.cycle() < cycle) {
  }
}

struct NoScope {};
/// What a library call holds while it uses a tile: until then, a tile on the host knows that puts and waits
/// are the library's (counters.hpp). On processors, the simulator knows it from the debug information.
template <class T>
constexpr auto in_library(T& tile) {
  if constexpr (requires { tile.library_scope(); }) {
    return tile.library_scope();
  } else {
    return NoScope{};
  }
}

/// Number of tiles in the network of `tile`.
template <Tile T>
constexpr Rank size(const T& tile) {
  return tile.topology().size();
}

}  // namespace collnoc

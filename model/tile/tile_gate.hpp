// Model counterpart of rtl/tile/tile_gate.sv: between router and NIC, so that a tile can be reset alone.
// While no tile has been reset, nothing here changes, and nodes do not call it.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

class TileGate {
 public:
  // Registers.
  bool closed_q = false, reset_q = false, restarted_q = false;
  std::uint16_t discarded_q = 0;
  std::uint32_t discards_q = 0;  ///< channels whose flit was discarded in the last cycle, not yet counted
  std::array<std::uint8_t, max_channels> drop_q{};  ///< [channel] one bit per vc
  std::array<std::uint8_t, max_channels> owed_q{};  ///< [channel] credits

  /// Whether commit() may change something, or settle() removes flits.
  bool active() const {
    const auto any = [](std::uint8_t x) { return x != 0; };
    return closed_q || reset_q || std::any_of(drop_q.begin(), drop_q.end(), any) ||
           std::any_of(owed_q.begin(), owed_q.end(), any);
  }
  bool quiescent() const {
    return !closed_q && !reset_q &&
           std::all_of(owed_q.begin(), owed_q.end(), [](std::uint8_t n) { return n == 0; });
  }
  /// The NIC's register DISCARDED.
  std::uint32_t discarded() const {
    return nic::discarded_flits.at(discarded_q) | (restarted_q ? nic::discarded_restarted : 0u);
  }
  bool closed(bool tile_reset) const { return tile_reset || closed_q; }

  /// Ejection channels whose flit in this cycle is discarded. `arrives`: those with a flit; `flits`:
  /// [channel].
  std::uint32_t discards(bool tile_reset, std::uint32_t arrives, const FlitRef* flits) const {
    std::uint32_t discards = 0;
    for (unsigned c = 0; c < max_channels; ++c) {
      if ((arrives >> c & 1) == 0) continue;
      const bool rest = (drop_q[c] >> flits[c].vc & 1) != 0 && !flits[c].head;
      if (closed(tile_reset) || rest) discards |= 1u << c;
    }
    return discards;
  }
  /// Channels that owe the router a credit.
  std::uint32_t owing() const {
    std::uint32_t owing = 0;
    for (unsigned c = 0; c < max_channels; ++c) owing |= std::uint32_t{owed_q[c] != 0} << c;
    return owing;
  }

  /// `credits`: those of the NIC; `drained`: of the NIC before this clock edge.
  void commit(bool tile_reset, unsigned channels, unsigned vcs, std::uint32_t arrives, const FlitRef* flits,
              std::uint32_t credits, bool drained) {
    const bool is_closed = closed(tile_reset), opens = !tile_reset && reset_q;
    const std::uint32_t discarded = discards(tile_reset, arrives, flits), returned = owing() & ~credits;
    for (unsigned c = 0; c < channels; ++c) {
      if (is_closed) {
        drop_q[c] = static_cast<std::uint8_t>((1u << vcs) - 1);
      } else if ((arrives >> c & 1) != 0 && flits[c].head) {
        drop_q[c] &= static_cast<std::uint8_t>(~(1u << flits[c].vc));
      }
      owed_q[c] = static_cast<std::uint8_t>(owed_q[c] + (discarded >> c & 1) - (returned >> c & 1));
      if ((discards_q >> c & 1) != 0 && discarded_q != 0xffff) ++discarded_q;
    }
    discards_q = discarded;
    restarted_q |= reset_q;
    closed_q = is_closed && !opens;
    reset_q = is_closed && drained && !opens;
  }

  template <class Self, class Visitor>
  static void registers(Self& self, unsigned channels, Visitor&& v);
};

}  // namespace collnoc::model

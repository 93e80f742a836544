// T_s, the start-up cost of a message, measured on a running tile: cycles from the call of put to the first
// head flit of the message on one of the tile's links.
//
// The call is the instruction that jumps to MmioTile::put; of a program that has no such function, the first
// write to a put register. Only messages that the NIC can begin at once are measured: those called when all
// earlier ones of the tile have left it, tail and all. (Others wait for bandwidth, which is no start-up
// cost.) Signals and messages of a tile to itself are not measured.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "collnoc/model/tile/pins.hpp"
#include "sim/fabric/host.hpp"

namespace collnoc {

class StartupMeter {
 public:
  /// `puts`: first addresses of the functions that put. `address`: the node's.
  StartupMeter(std::vector<std::uint32_t> puts, const HardwareConfig& hardware, std::uint16_t address);

  /// An instruction is done.
  void retired(Cycle now, std::uint32_t pc);
  /// A write to a put register is on the bus; `taken`: the NIC takes it.
  void wrote(Cycle now, std::uint16_t reg, std::uint32_t value, bool taken);
  /// Forgets what was measured so far.
  void restart() { samples_.clear(); }
  /// Whether it has to see what the node drives.
  bool watching() const { return !leaving_.empty(); }
  /// What the node drives in cycle `now`.
  void driven(Cycle now, const model::NodeOut& out);

  const std::vector<std::uint32_t>& samples() const { return samples_; }

 private:
  void called(Cycle now);

  /// A message on its way out of the tile.
  struct Message {
    Cycle called = 0;
    std::uint32_t dst = 0, first = 0, last = 0;  ///< node address; word addresses of first and last packet
    bool measured = false, begun = false;
    int tail = -1;  ///< link and virtual channel of its last packet
  };

  std::vector<std::uint32_t> puts_;
  std::uint32_t packet_bytes_;
  std::uint32_t address_;
  std::array<std::uint32_t, 5> registers_{};
  Cycle called_ = never, last_retired_ = 0;
  bool free_ = true;  ///< the tile had nothing on its way out when put was called
  std::vector<Message> leaving_;
  std::vector<std::uint32_t> samples_;
};

}  // namespace collnoc

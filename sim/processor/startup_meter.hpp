// Measures T_s, the start-up cost of a message, on a running tile: the cycles from the call of put to the
// first head flit of the message on one of the tile's links.
//
// The call is the last instruction before a place where the program says that a put begins
// (rv32::put_begins() in firmware/rv32/registers.hpp). In a program without such a place it is the first
// write to a put register. Only messages that the NIC can start at once are measured: those called after the
// tail flits of all earlier messages have left the tile. (Others wait for bandwidth, which is not a start-up
// cost.) Signals and messages of a tile to itself are not measured.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "collnoc/model/nic/descriptor.hpp"
#include "collnoc/model/tile/pins.hpp"
#include "sim/fabric/host.hpp"

namespace collnoc {

class StartupMeter {
 public:
  /// `puts`: addresses at which puts begin, sorted. `address`: of the node.
  StartupMeter(std::vector<std::uint32_t> puts, const HardwareConfig& hardware, NodeAddress address);

  /// An instruction has completed.
  void retired(Cycle now, std::uint32_t pc) {
    if ((may_put_ & bit_of(pc)) != 0 && std::binary_search(puts_.begin(), puts_.end(), pc))
      called(last_retired_);
    last_retired_ = now;
  }
  /// A write to a put register is on the bus; `taken`: the NIC accepts it.
  void wrote(Cycle now, std::uint16_t reg, std::uint32_t value, bool taken);
  /// Discards all measurements so far.
  void restart() { samples_.clear(); }
  /// In cycle `now`, the node drives this flit on a link.
  void driven(Cycle now, Link link, const model::FlitRef& flit) {
    if (!leaving_.empty() && (flit.head || flit.tail)) look_for_message(now, link, flit);
  }
  /// Messages are leaving the tile.
  bool watching() const { return !leaving_.empty(); }

  const std::vector<std::uint32_t>& samples() const { return samples_; }

 private:
  void called(Cycle now);
  void look_for_message(Cycle now, Link link, const model::FlitRef& flit);

  /// A message that is leaving the tile.
  struct Message {
    Cycle called = 0;
    std::uint32_t dst = 0, first = 0, last = 0;  ///< node address; word addresses of first and last packet
    bool measured = false, begun = false;
    int tail = -1;  ///< link and virtual channel of its last packet
  };

  static std::uint64_t bit_of(std::uint32_t pc) { return std::uint64_t{1} << (pc / 4 % 64); }

  std::vector<std::uint32_t> puts_;
  std::uint64_t may_put_ = 0;  ///< bit_of() those
  HardwareConfig hardware_;
  std::uint32_t packet_bytes_;
  std::uint32_t address_;
  model::PutRegisters put_;
  Cycle called_ = never, last_retired_ = 0;
  bool free_ = true;  ///< no message was leaving the tile when put was called
  std::vector<Message> leaving_;
  std::vector<std::uint32_t> samples_;
};

}  // namespace collnoc

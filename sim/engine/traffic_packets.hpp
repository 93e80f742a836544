// How packets of synthetic traffic look: their place in the tiles' memories, and what their flits carry so
// that watchers of the links and of the memory know them.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "collnoc/arch/put.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc {

/// The order of dimensions of the packet with this head.
inline Order order_of(const model::Head& head) {
  return (head.route & model::Head::descending) != 0 ? Order::descending : Order::ascending;
}

/// Every payload flit of a packet carries this in its first 64 bits. Flits are told apart by their address.
struct PacketTag {
  Rank src = 0;
  std::uint8_t traffic_class = 0;
  bool reply = false;
  std::uint8_t payload_flits = 0;  ///< 1 to 255
  std::uint64_t number = 0;        ///< of the source's packets

  std::uint64_t word() const {
    return std::uint64_t{src} | std::uint64_t{traffic_class} << 16 | std::uint64_t{reply} << 19 |
           std::uint64_t{payload_flits} << 20 | number << 28;
  }
  static PacketTag from_word(std::uint64_t w) {
    return {static_cast<Rank>(w & 0xffff), static_cast<std::uint8_t>(w >> 16 & 7), (w >> 19 & 1) != 0,
            static_cast<std::uint8_t>(w >> 20 & 0xff), w >> 28};
  }
};

/// Memory of a tile under synthetic traffic: slots that packets are received in, then a ring of slots for
/// each channel that they are sent from. What is written to memory is read while it is written, so packets
/// share a slot. A head flit has the low 12 bits of its source's address, and the number of its receive slot
/// is the others.
class PacketLayout {
 public:
  PacketLayout(const Topology& topology, unsigned longest_packet, unsigned flit_bytes, unsigned channels)
      : flit_bytes_(flit_bytes),
        slot_bytes_(std::bit_ceil(std::max(longest_packet - 1, 1u) * flit_bytes)),
        source_bytes_(std::max(longest_packet - 1, 1u) * flit_bytes),
        channels_(channels) {
    for (Rank r = 0; r < topology.size(); ++r) address_.push_back(topology.address(r));
    const std::uint16_t highest = *std::max_element(address_.begin(), address_.end());
    rank_.resize(highest + 1u);
    for (Rank r = 0; r < topology.size(); ++r) rank_[address_[r]] = r;
    slots_ = (highest >> 12) + 1u;
  }

  /// Topology::address and rank_at, from tables.
  std::uint16_t address(Rank rank) const { return address_[rank]; }
  Rank rank_at(std::uint16_t address) const { return rank_[address]; }

  /// Slots of a channel's ring. Enough for the puts that may still be read (4 in the channel's queue with the
  /// one that is being sent, one whose last read is on its way, one launched) and the next one.
  static constexpr unsigned ring = 8;
  std::uint32_t source(unsigned channel, unsigned i) const {
    return slots_ * slot_bytes_ + (channel * ring + i) * source_bytes_;
  }
  std::uint32_t bytes() const { return source(channels_, 0); }

  /// PUT_ADDR of a packet with payload, and of a signal, from the node at `address`.
  std::uint32_t receive(std::uint16_t address) const { return (address >> 12) * slot_bytes_; }
  static std::uint32_t signal(std::uint16_t address, unsigned traffic_class, bool reply) {
    return ((address >> 12) | traffic_class << 4 | (reply ? 1u : 0u) << 7) << 3;
  }
  /// Address of the node that sent the packet of this head.
  std::uint16_t sender(const model::Head& head, bool is_signal) const {
    const std::uint32_t slot = is_signal ? head.addr & 15 : head.addr * 8 / slot_bytes_;
    return static_cast<std::uint16_t>(head.src | slot << 12);
  }
  /// Index of the payload flit that is written to a word of memory.
  unsigned flit_at(std::uint32_t word) const { return (word * 8 & (slot_bytes_ - 1)) / flit_bytes_; }

 private:
  unsigned flit_bytes_;
  std::uint32_t slot_bytes_, source_bytes_;
  unsigned channels_, slots_ = 1;
  std::vector<std::uint16_t> address_;  // [rank]
  std::vector<Rank> rank_;              // [address]
};

}  // namespace collnoc

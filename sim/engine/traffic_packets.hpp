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

/// Every payload flit of a packet carries this in its first 64 bits. Flits differ in their address.
struct PacketTag {
  Rank src = 0;
  std::uint8_t traffic_class = 0;
  bool reply = false;
  std::uint8_t payload_flits = 0;  ///< 1 to 255
  std::uint64_t number = 0;        ///< of the source's packets

  std::uint64_t word() const {
    return std::uint64_t{src & 0xffff} | std::uint64_t{traffic_class} << 16 | std::uint64_t{reply} << 19 |
           std::uint64_t{payload_flits} << 20 | (number & 0xffff'ffff) << 28 | std::uint64_t{src >> 16} << 60;
  }
  static PacketTag from_word(std::uint64_t w) {
    return {static_cast<Rank>((w & 0xffff) | w >> 60 << 16), static_cast<std::uint8_t>(w >> 16 & 7),
            (w >> 19 & 1) != 0, static_cast<std::uint8_t>(w >> 20 & 0xff), w >> 28 & 0xffff'ffff};
  }
};

/// Memory of a tile under synthetic traffic: slots that packets are received in, then a ring of slots for
/// each channel that they are sent from. What is written to memory is read while it is written, so packets
/// share a slot. A head flit has the low 12 bits of its source's address, and the number of its receive slot
/// is the others. With addresses of 20 bits these are many, and slots overlap: each begins 8 bytes after the
/// other.
class PacketLayout {
 public:
  PacketLayout(const Topology& topology, unsigned longest_packet, unsigned flit_bytes, unsigned channels)
      : wide_(topology.address_bits() > 16),
        flit_bytes_(flit_bytes),
        slot_bytes_(std::bit_ceil(std::max(longest_packet - 1, 1u) * flit_bytes)),
        source_bytes_(std::max(longest_packet - 1, 1u) * flit_bytes),
        channels_(channels) {
    for (Rank r = 0; r < topology.size(); ++r) address_.push_back(topology.address(r));
    const NodeAddress highest = *std::max_element(address_.begin(), address_.end());
    rank_.resize(highest + 1u);
    for (Rank r = 0; r < topology.size(); ++r) rank_[address_[r]] = r;
    receive_bytes_ = (highest >> 12) * slot_stride() + slot_bytes_;
  }

  /// Topology::address and rank_at, from tables.
  NodeAddress address(Rank rank) const { return address_[rank]; }
  Rank rank_at(NodeAddress address) const { return rank_[address]; }

  /// Slots of a channel's ring. Enough for the puts that may still be read (4 in the channel's queue with the
  /// one that is being sent, one whose last read is pending, one launched) and the next one.
  static constexpr unsigned ring = 8;
  std::uint32_t source(unsigned channel, unsigned i) const {
    return receive_bytes_ + (channel * ring + i) * source_bytes_;
  }
  std::uint32_t bytes() const { return source(channels_, 0); }

  /// PUT_ADDR of a packet with payload, and of a signal, from the node at `address`.
  std::uint32_t receive(NodeAddress address) const { return (address >> 12) * slot_stride(); }
  std::uint32_t signal(NodeAddress address, unsigned traffic_class, bool reply) const {
    return ((address >> 12) | (traffic_class | (reply ? 8u : 0u)) << slot_number_bits()) << 3;
  }
  /// Destination address in a head flit.
  NodeAddress destination(const model::FlitRef& flit) const {
    const auto low = static_cast<NodeAddress>(flit.data[0] & 0xffff);
    return wide_ ? low | model::Head::high_dst(flit.data[1]) : low;
  }
  /// The fields of a head flit.
  model::Head head(const std::uint64_t* flit) const { return model::Head::of(flit, wide_); }
  model::Head head(const model::FlitRef& flit) const { return head(flit.data); }
  /// Address of the node that sent the packet of this head.
  NodeAddress sender(const model::Head& head, bool is_signal) const {
    const std::uint32_t slot =
        is_signal ? head.addr & ((1u << slot_number_bits()) - 1) : head.addr * 8 / slot_stride();
    return head.src | slot << 12;
  }
  /// Class of the signal with this head, and whether it is a reply: 8.
  unsigned signal_class(const model::Head& head) const { return head.addr >> slot_number_bits() & 0xf; }
  /// Index of the payload flit of `src` that is written to a word of memory.
  unsigned flit_at(std::uint32_t word, Rank src) const {
    const std::uint32_t begin = wide_ ? receive(address(src)) : word * 8 & ~(slot_bytes_ - 1);
    return (word * 8 - begin) / flit_bytes_;
  }

 private:
  unsigned slot_number_bits() const { return wide_ ? 8 : 4; }
  std::uint32_t slot_stride() const { return wide_ ? 8 : slot_bytes_; }

  bool wide_;
  unsigned flit_bytes_;
  std::uint32_t slot_bytes_, source_bytes_, receive_bytes_ = 0;
  unsigned channels_;
  std::vector<NodeAddress> address_;  // [rank]
  std::vector<Rank> rank_;            // [address]
};

}  // namespace collnoc

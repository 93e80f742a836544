// The packets in the input queues of routers that are computed in planes.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

/// A packet in a queue, by its number, and what it wants there.
class QueuedPacket {
 public:
  QueuedPacket(std::uint32_t packet, Out out) : bits_(packet << 6 | out) {}
  std::uint32_t packet() const { return bits_ >> 6; }
  unsigned port() const { return out_port(out()); }
  unsigned vc() const { return out_vc(out()); }
  Out out() const { return static_cast<Out>(bits_ & 63); }

 private:
  friend class PacketQueues;
  explicit QueuedPacket(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_;
};

/// Queues of up to `most` packets each. The data of a queue lie together: how many packets it has, and the
/// place of the first; then a ring of places.
class PacketQueues {
 public:
  PacketQueues(std::size_t queues, unsigned most)
      : mask_(std::bit_ceil(most) - 1), stride_(mask_ + 2), word_(queues * stride_) {}
  unsigned size(std::size_t queue) const { return word_[queue * stride_] >> 16; }
  QueuedPacket at(std::size_t queue, unsigned k) const {
    const std::uint32_t* const words = &word_[queue * stride_];
    return QueuedPacket(words[1 + ((words[0] + k) & mask_)]);
  }
  QueuedPacket front(std::size_t queue) const { return at(queue, 0); }
  /// True if it is the first one.
  bool push(std::size_t queue, QueuedPacket packet) {
    std::uint32_t* const words = &word_[queue * stride_];
    const std::uint32_t state = words[0];
    words[1 + ((state + (state >> 16)) & mask_)] = packet.bits_;
    words[0] = state + (1u << 16);
    return state >> 16 == 0;
  }
  /// True if there is another one.
  bool pop(std::size_t queue) {
    std::uint32_t& state = word_[queue * stride_];
    state = (((state >> 16) - 1) << 16) | ((state + 1) & mask_);
    return state >> 16 != 0;
  }

 private:
  std::uint32_t mask_, stride_;
  std::vector<std::uint32_t> word_;
};

}  // namespace collnoc::model

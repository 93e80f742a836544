// The packets in the input queues of routers that are computed in planes.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "collnoc/model/common/sized_arrays.hpp"
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

/// Queues of up to `most` packets each. The first ones lie together, since others are rare.
class PacketQueues {
 public:
  PacketQueues(std::size_t queues, unsigned most)
      : mask_(std::bit_ceil(most) - 1),
        state_(queues),
        front_(queues),
        behind_(static_cast<std::uint32_t*>(std::calloc(queues * (mask_ + 1), sizeof(std::uint32_t)))) {
    if (behind_ == nullptr) throw std::bad_alloc();
  }
  unsigned size(std::size_t queue) const { return state_[queue].packets; }
  QueuedPacket front(std::size_t queue) const { return QueuedPacket(front_[queue]); }
  QueuedPacket at(std::size_t queue, unsigned k) const {
    return k == 0 ? front(queue) : QueuedPacket(behind(queue, state_[queue].second + k - 1));
  }
  QueuedPacket back(std::size_t queue) const { return at(queue, size(queue) - 1); }
  /// True if it is the first one.
  bool push(std::size_t queue, QueuedPacket packet) {
    State& s = state_[queue];
    if (s.packets++ == 0) {
      front_[queue] = packet.bits_;
      return true;
    }
    behind(queue, s.second + s.packets - 2u) = packet.bits_;
    return false;
  }
  /// True if there is another one.
  bool pop(std::size_t queue) {
    State& s = state_[queue];
    if (--s.packets == 0) return false;
    front_[queue] = behind(queue, s.second++);
    return true;
  }

 private:
  struct State {
    std::uint8_t packets = 0, second = 0;  ///< `second`: the place of the second one
  };
  std::uint32_t& behind(std::size_t queue, unsigned n) { return behind_[queue * (mask_ + 1) + (n & mask_)]; }
  std::uint32_t behind(std::size_t queue, unsigned n) const {
    return behind_[queue * (mask_ + 1) + (n & mask_)];
  }
  std::uint32_t mask_;
  std::vector<State> state_;
  std::vector<std::uint32_t> front_;
  std::unique_ptr<std::uint32_t[], FreeMemory> behind_;  // which the system provides where it is used
};

}  // namespace collnoc::model

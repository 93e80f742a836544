// Model counterpart of rtl/router/input_buffer.sv.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::model {

/// Where a packet goes: the output of a unicast, or `multicast` and the set of its copies.
using TagRoute = std::uint16_t;

/// Tag stored with a flit: its packet's route, head and tail bits.
struct Tag {
  std::uint16_t bits = 0;
  static constexpr std::uint16_t head_bit = 0x8000, tail_bit = 0x4000;
  static constexpr TagRoute multicast_bit = 0x100;
  static constexpr TagRoute no_route = 0x40;  ///< before the first packet
  TagRoute route() const { return bits & 0x1ff; }
  Out out() const { return bits & 0x3f; }
  bool head() const { return bits & head_bit; }
  bool tail() const { return bits & tail_bit; }
  bool multicast() const { return bits & multicast_bit; }
  std::uint8_t copies() const { return bits & 0xff; }
};

/// One queue per virtual channel of an input port, in memory that the router owns.
struct alignas(64) InputBuffer {
  std::array<TagRoute, max_vcs> route_q{};  ///< of the packet that is arriving
  std::array<std::uint8_t, max_vcs> rd_ptr_q{}, wr_ptr_q{}, count_q{}, tails_q{};
  std::uint8_t depth = 0;
  std::uint8_t words = 1;  ///< 64-bit words per flit
  // With MULTICAST; bit v: of queue v.
  std::uint8_t held_q = 0;          ///< the head of the front's packet is kept
  std::uint8_t owed_q = 0;          ///< the credit of a kept head is to be sent
  Tag* front_q = nullptr;           ///< [vc] of the front flit; of the place of the next one if there is none
  Tag* tag_q = nullptr;             ///< [vc * depth + place]
  std::uint64_t* data_q = nullptr;  ///< the same, times words
  std::uint8_t* order_q = nullptr;  ///< with MULTICAST, [vc * depth + position]: the place; a kept head is
                                    ///< before the front

  Tag front(unsigned v) const { return front_q[v]; }
  const std::uint64_t* front_data(unsigned v) const { return data_q + place(v, rd_ptr_q[v]) * words; }
  /// The head of the front's packet, which is kept or is the front itself.
  const std::uint64_t* head_data(unsigned v) const {
    return (held_q >> v) & 1 ? data_q + place(v, before(rd_ptr_q[v])) * words : front_data(v);
  }

  /// `route`: of a head, unless it is an empty tail (`is_new`).
  void push(const FlitRef& flit, bool is_new, TagRoute route) {
    const unsigned v = flit.vc;
    const unsigned at = place(v, wr_ptr_q[v]);
    if (is_new) route_q[v] = route;
    tag_q[at].bits = static_cast<std::uint16_t>((flit.head ? Tag::head_bit : 0) |
                                                (flit.tail ? Tag::tail_bit : 0) | route_q[v]);
    if (words == 1) {
      data_q[at] = flit.data[0];
    } else {
      std::memcpy(data_q + at * words, flit.data, words * sizeof(std::uint64_t));
    }
    if (count_q[v] == 0) front_q[v] = tag_q[at];
    wr_ptr_q[v] = static_cast<std::uint8_t>(wr_ptr_q[v] + 1 == depth ? 0 : wr_ptr_q[v] + 1);
    ++count_q[v];
    tails_q[v] = static_cast<std::uint8_t>(tails_q[v] + flit.tail);
  }

  /// `tail`: whether the front flit is a tail.
  void pop(unsigned v, bool tail) {
    tails_q[v] = static_cast<std::uint8_t>(tails_q[v] - tail);
    rd_ptr_q[v] = static_cast<std::uint8_t>(rd_ptr_q[v] + 1 == depth ? 0 : rd_ptr_q[v] + 1);
    front_q[v] = tag_q[place(v, rd_ptr_q[v])];
    --count_q[v];
  }

  /// With MULTICAST, instead of pop(): the front leaves; when it is the last of its packet, its head becomes
  /// free.
  void pop_copied(unsigned v, bool tail) {
    const auto bit = static_cast<std::uint8_t>(1u << v);
    if ((held_q & bit) != 0) {
      std::swap(order_q[v * depth + before(rd_ptr_q[v])], order_q[v * depth + rd_ptr_q[v]]);
      if (tail) {
        held_q = static_cast<std::uint8_t>(held_q & ~bit);
        owed_q |= bit;
      }
    }
    pop(v, tail);
  }
  /// The front stays as the head of its packet.
  void hold(unsigned v) {
    held_q |= static_cast<std::uint8_t>(1u << v);
    pop(v, false);
  }

 private:
  unsigned place(unsigned v, unsigned position) const {
    return v * depth + (order_q != nullptr ? order_q[v * depth + position] : position);
  }
  unsigned before(unsigned position) const { return position == 0 ? depth - 1u : position - 1u; }
};
static_assert(sizeof(InputBuffer) == 64);

}  // namespace collnoc::model

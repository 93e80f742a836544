// Model counterpart of rtl/router/input_buffer.sv.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::model {

/// Tag stored with a flit: its packet's output, head and tail bits.
struct Tag {
  std::uint8_t bits = 0;
  static constexpr std::uint8_t head_bit = 0x80, tail_bit = 0x40;
  Out out() const { return bits & 0x3f; }
  bool head() const { return bits & head_bit; }
  bool tail() const { return bits & tail_bit; }
};

/// One queue per virtual channel of an input port, in memory that the router owns.
struct InputBuffer {
  std::array<std::uint8_t, max_vcs> rd_ptr_q{}, wr_ptr_q{}, count_q{}, tails_q{};
  std::array<Out, max_vcs> route_q{};  ///< of the packet that is arriving
  std::uint8_t filled = 0;             ///< bit v: queue v is not empty
  std::uint8_t depth = 0;
  std::uint8_t words = 1;           ///< 64-bit words per flit
  Tag* tag_q = nullptr;             ///< [vc * depth + place]
  std::uint64_t* data_q = nullptr;  ///< the same, times words

  /// The RTL's register front_q, which has the same value at all times.
  Tag& front(unsigned v) const { return tag_q[v * depth + rd_ptr_q[v]]; }
  const std::uint64_t* front_data(unsigned v) const { return data_q + (v * depth + rd_ptr_q[v]) * words; }

  void push(const FlitRef& flit, Out route) {
    const unsigned v = flit.vc;
    const unsigned at = v * depth + wr_ptr_q[v];
    if (flit.head) route_q[v] = route;
    tag_q[at].bits = static_cast<std::uint8_t>((flit.head ? Tag::head_bit : 0) |
                                               (flit.tail ? Tag::tail_bit : 0) | route_q[v]);
    if (words == 1) {
      data_q[at] = flit.data[0];
    } else {
      std::memcpy(data_q + at * words, flit.data, words * sizeof(std::uint64_t));
    }
    wr_ptr_q[v] = static_cast<std::uint8_t>(wr_ptr_q[v] + 1 == depth ? 0 : wr_ptr_q[v] + 1);
    ++count_q[v];
    tails_q[v] = static_cast<std::uint8_t>(tails_q[v] + flit.tail);
    filled |= static_cast<std::uint8_t>(1u << v);
  }

  /// `tail`: whether the front flit is a tail.
  void pop(unsigned v, bool tail) {
    tails_q[v] = static_cast<std::uint8_t>(tails_q[v] - tail);
    rd_ptr_q[v] = static_cast<std::uint8_t>(rd_ptr_q[v] + 1 == depth ? 0 : rd_ptr_q[v] + 1);
    if (--count_q[v] == 0) filled &= static_cast<std::uint8_t>(~(1u << v));
  }
};

}  // namespace collnoc::model

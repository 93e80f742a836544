// Model counterpart of rtl/router/multicast.sv and multicast_copies.sv.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/router/route_compute.hpp"
#include "collnoc/model/router/turns.hpp"

namespace collnoc::model {

/// The copies of the packet at the front of one input virtual channel. Sets of copies have one bit per copy.
struct MulticastCopies {
  std::uint8_t holds_q = 0;  ///< the copy holds its output's virtual channel
  std::uint8_t taken_q = 0;  ///< the copy has taken the front flit
  std::uint8_t index_q = 0;  ///< of the front flit in its block of the memory
  /// The copy had no flit to send in the last cycle, and another packet requested its channel.
  std::uint8_t give_up_q = 0;
  std::uint8_t resume_q = 0;  ///< the copy could have sent the head again in the last cycle

  // Wires of this cycle.
  std::uint8_t waits = 0;   ///< copies that have not taken the front
  std::uint8_t starts = 0;  ///< copies that wait for a virtual channel, or could take it
  std::uint8_t request = 0, granted = 0;
  bool valid = false, head = false, tail = false;  ///< the offered flit is head, tail
  bool resend = false, empty = false;              ///< it is the packet's head, once more or as an empty tail
  bool first = false, ends = false;                ///< the front is the packet's head, an empty tail
  bool hold = false, pop = false;                  ///< the front stays as the head of its packet, leaves

  /// The front flit, and which copies' output virtual channels are free and have a credit.
  struct In {
    bool valid, head, tail, held;
    std::uint8_t copies, head_ok, body_ok;
  };
  void settle(const In& in) {
    valid = in.valid;
    ends = in.held && in.head;
    first = !in.held;
    waits = !in.valid ? std::uint8_t{0} : ends ? holds_q : static_cast<std::uint8_t>(in.copies & ~taken_q);
    starts = ends ? std::uint8_t{0} : first ? waits : static_cast<std::uint8_t>(waits & ~holds_q);
    const auto start = static_cast<std::uint8_t>(starts & in.head_ok);
    const auto forward = static_cast<std::uint8_t>(waits & ~starts & in.body_ok);
    const bool again = resume_q != 0;
    empty = give_up_q != 0;
    resend = empty || again;
    request = empty ? static_cast<std::uint8_t>(give_up_q & in.body_ok) : first || again ? start : forward;
    head = empty || first || again || ends;
    tail = empty || (in.tail && !again);
    may_give_up_ = static_cast<std::uint8_t>(holds_q & ~waits & in.body_ok);
    may_resume_ = first ? std::uint8_t{0} : start;
    granted = 0;
    front_tail_ = in.tail;
  }
  /// Call when all outputs have granted.
  void settle_front() {
    const auto left = static_cast<std::uint8_t>(waits & ~take());
    hold = valid && first && !front_tail_ && left == 0;
    pop = valid && !(first && !front_tail_) && left == 0;
  }
  bool quiescent() const { return give_up_q == 0 && resume_q == 0; }
  /// `wanted`: copies for whose output virtual channels another packet waits. `start_index`: of the packet's
  /// first payload flit.
  void commit(std::uint8_t wanted, unsigned start_index, unsigned index_mask) {
    if (valid && first && !empty && granted != 0) {
      index_q = static_cast<std::uint8_t>(start_index);
    } else if (valid && !first && pop) {
      index_q = static_cast<std::uint8_t>((index_q + 1u) & index_mask);
    }
    taken_q = hold || pop ? std::uint8_t{0} : static_cast<std::uint8_t>(taken_q | take());
    holds_q = static_cast<std::uint8_t>((holds_q & ~granted) | (tail ? 0 : granted));
    give_up_q = static_cast<std::uint8_t>(may_give_up_ & wanted & ~granted);
    resume_q = static_cast<std::uint8_t>(may_resume_ & ~granted);
  }

 private:
  std::uint8_t take() const { return resend ? std::uint8_t{0} : granted; }
  bool front_tail_ = false;
  std::uint8_t may_give_up_ = 0, may_resume_ = 0;
};

/// What is fixed for the copies of a router: their outputs and virtual channels, and the formats.
class Multicast {
 public:
  Multicast(const HardwareConfig& config, const Place& place);

  /// Number of copies of a packet that arrives at `input`, and the output port of copy k.
  unsigned copies(unsigned input) const { return turns_.outputs(input); }
  unsigned output(unsigned input, unsigned k) const { return turns_.output(input, k); }
  /// Output port and virtual channel of copy k of a packet on virtual channel `vc` of `input`.
  Out out(unsigned input, unsigned vc, unsigned k) const { return out_[input][vc][k]; }
  /// The copies that leave through the output ports in `outputs`.
  std::uint8_t compress(unsigned input, std::uint32_t outputs) const {
    return turns_.compress(input, outputs);
  }

  unsigned index_bits() const { return index_bits_; }
  unsigned index_of(std::uint64_t head) const {
    return static_cast<unsigned>(head >> index_at_) & ((1u << index_bits_) - 1);
  }
  std::uint64_t with_index(std::uint64_t head, unsigned index) const {
    const std::uint64_t mask = ((std::uint64_t{1} << index_bits_) - 1) << index_at_;
    return (head & ~mask) | std::uint64_t{index} << index_at_;
  }

 private:
  unsigned ring_vc(unsigned vc, bool straight, bool at_edge) const;

  const Turns& turns_;
  unsigned vcs_;
  unsigned order_vcs_;  ///< virtual channels of the ascending order, on which the NIC injects multicasts
  unsigned index_bits_, index_at_;
  std::array<std::array<std::array<Out, max_ports>, max_vcs>, max_ports> out_{};
};

}  // namespace collnoc::model

// Where the planes of 64 routers are in their block.
#pragma once
#include <cstddef>

#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

/// A row has a plane for each port, `width` of them side by side; functions return its place in the block.
/// Virtual channels have rows of their own. Groups are the separately read parts of an input port.
struct RouterLayout {
  static constexpr unsigned count_bits = 7, left_bits = 8, vc_bits = 2, tick_bits = 5, eject_bits = 3;
  static constexpr unsigned usual_count_bits = 4, usual_left_bits = 5;  ///< enough for usual hardware
  unsigned width, vcs, groups;
  constexpr unsigned group_vcs() const { return vcs / groups; }

  // Rows of input ports, for each virtual channel.
  constexpr std::size_t filled(unsigned v) const { return row(v); }      ///< queues with flits
  constexpr std::size_t head(unsigned v) const { return row(vcs + v); }  ///< the front is a head, a tail
  constexpr std::size_t tail(unsigned v) const { return row(2 * vcs + v); }
  constexpr std::size_t old(unsigned v) const { return row(3 * vcs + v); }  ///< model/router/reservations.hpp
  constexpr std::size_t urgent(unsigned v) const { return row(4 * vcs + v); }
  // Wires: flits that leave, heads, tails, those that go to the NIC, and flits that
  // the NIC injects or that come from elsewhere.
  constexpr std::size_t leave(unsigned v) const { return row(5 * vcs + v); }
  constexpr std::size_t leave_head(unsigned v) const { return row(6 * vcs + v); }
  constexpr std::size_t leave_tail(unsigned v) const { return row(7 * vcs + v); }
  constexpr std::size_t leave_eject(unsigned v) const { return row(8 * vcs + v); }
  constexpr std::size_t entering(unsigned v) const { return row(9 * vcs + v); }
  // Rows of output ports: channels that a packet holds, that are reserved.
  constexpr std::size_t busy(unsigned v) const { return row(10 * vcs + v); }
  constexpr std::size_t reserved(unsigned v) const { return row(11 * vcs + v); }
  /// Flits in a queue; those of the front's packet that follow it; the virtual channel that it wants.
  constexpr std::size_t count(unsigned v) const { return row(12 * vcs + v * count_bits); }
  constexpr std::size_t left(unsigned v) const { return row((12 + count_bits) * vcs + v * left_bits); }
  constexpr std::size_t vc(unsigned v) const {
    return row((12 + count_bits + left_bits) * vcs + v * vc_bits);
  }
  /// The output that the front wants: a row of inputs for output `o`, and a row of outputs for input `i`.
  constexpr std::size_t want(unsigned v, unsigned o) const {
    return row((12 + count_bits + left_bits + vc_bits) * vcs + v * width + o);
  }
  constexpr std::size_t want_of(unsigned v, unsigned i) const { return want(vcs + v, i); }
  /// Round robin (RrArbiter::mask_q): of the k-th virtual channel of a group, a row of inputs; of group g of
  /// input i, a row of outputs. Nowhere set: all are equal.
  constexpr std::size_t vc_turn(unsigned v) const { return want(2 * vcs + v / width, v % width); }
  constexpr std::size_t turn(unsigned i, unsigned g) const {
    return want(2 * vcs, 0) + std::size_t{vcs + i * groups + g} * width;
  }
  constexpr std::size_t eject(unsigned bit) const {
    return turn(width, bit);
  }  ///< credits of outputs to the NIC
  constexpr std::size_t refund() const { return eject(eject_bits); }
  constexpr std::size_t granted() const { return refund() + width; }
  constexpr std::size_t tick() const { return granted() + width; }  ///< a number
  constexpr std::size_t planes() const { return tick() + width; }

 private:
  constexpr std::size_t row(unsigned n) const { return std::size_t{n} * width; }
};

}  // namespace collnoc::model

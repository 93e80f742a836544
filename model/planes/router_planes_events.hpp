// Events of packets in 64 routers: heads that go on, tails that uncover the next packet. Which queues have an
// event is random, so planes sort and list them, not branches.
#pragma once
#include "collnoc/model/planes/router_planes_of.hpp"

namespace collnoc::model {

/// Calls f(node, input, virtual channel) for the queues that have a bit, in the order of the inputs.
/// `queues`: rows of inputs, by virtual channel; of each group of them, a node has a bit in at most one.
template <unsigned width, unsigned vcs, unsigned groups, bool usual>
template <class F>
void RouterPlanesOf<width, vcs, groups, usual>::each_of(std::size_t w, const Plane* queues, F&& f) {
  Plane events[width * groups];
  std::uint8_t from[width * groups];  // input and group of those that have some
  unsigned n = 0;
  for (unsigned i = 0; i < ports(); ++i) {
    for (unsigned g = 0; g < groups; ++g) {
      Plane any = 0;
      for (unsigned k = 0; k < group_vcs; ++k) any |= queues[(g * group_vcs + k) * width + i];
      events[n] = any;
      from[n] = static_cast<std::uint8_t>(i * groups + g);
      n += any != 0;
    }
  }
  const std::vector<std::uint16_t>& list = part(w).list;
  const std::size_t found = bits_of(events, n, part(w).list.data());
  for (std::size_t k = 0; k < found; ++k) {
    const unsigned lane = list[k] % plane_nodes, of = from[list[k] / plane_nodes], i = of / groups;
    unsigned v = of % groups * group_vcs, more = 0;
    for (unsigned m = 1; m < group_vcs; ++m)
      more += static_cast<unsigned>(queues[(v + m) * width + i] >> lane & 1) * m;
    f(static_cast<Rank>(w * plane_nodes + lane), i, v + more);
  }
}

/// A packet is the first of its queue.
template <unsigned width, unsigned vcs, unsigned groups, bool usual>
void RouterPlanesOf<width, vcs, groups, usual>::uncover(Rank node, unsigned i, unsigned v,
                                                        QueuedPacket front) {
  Plane* const b = block(node / plane_nodes);
  const unsigned lane = node % plane_nodes, o = front.port(), vc = front.vc();
  const Plane bit = Plane{1} << lane;
  b[layout.want(v, o) + i] |= bit;
  b[layout.want_of(v, i) + o] |= bit;
  if constexpr (vcs > 1) b[layout.vc(v) + i] |= Plane{vc & 1u} << lane;
  if constexpr (vcs > 2) b[layout.vc(v) + width + i] |= Plane{vc >> 1} << lane;
  const unsigned left = packets_[front.packet()].flits - 1u;
  if (left == 0) return;
  b[layout.tail(v) + i] &= ~bit;
  for (unsigned c = 0; c < left_bits(); ++c)
    b[layout.left(v) + c * width + i] |= Plane{left >> c & 1u} << lane;
}

template <unsigned width, unsigned vcs, unsigned groups, bool usual>
void RouterPlanesOf<width, vcs, groups, usual>::heads_leave_any(std::size_t w) {
  const unsigned links = this->links();
  Part& own = part(w);
  const auto leaves = [&](Rank node, unsigned i, unsigned v) __attribute__((always_inline)) {
    const QueuedPacket front = queue_.front(place(node, i, v));
    if (front.port() >= links) {
      if (ports() - links == 1)
        ejecting_[cycle_[w] & ejecting_mask_][std::size_t{node} * vcs + front.vc()] = front.packet();
      return;
    }
    if (i >= links) own.departures.push_back({node, packets_[front.packet()].data});
    const Rank far = map_.across(node, front.port());
    if (!map_.own(far)) return;  // a ghost: crossing()
    const unsigned port = usual ? map_.opposite(front.port()) : map_.opposite(node, front.port());
    const QueuedPacket queued = routed(far, port, front.vc(), front.packet());
    if (!queue_.push(place(far, port, front.vc()), queued)) return;
    if (own.whole || far / plane_nodes - own.words.first < own.words.last - own.words.first) {
      uncover(far, port, front.vc(), queued);
    } else {
      own.entered.push_back({far, port, front.vc()});
    }
  };
  each_of(w, block(w) + layout.leave_head(0), leaves);
}

template <unsigned width, unsigned vcs, unsigned groups, bool usual>
void RouterPlanesOf<width, vcs, groups, usual>::tails_leave_any(std::size_t w) {
  Plane* const b = block(w);
  const auto leaves = [&](Rank node, unsigned i, unsigned v) __attribute__((always_inline)) {
    const std::size_t at = place(node, i, v);
    const unsigned o = queue_.front(at).port();
    const Plane others = ~bit_of(node);
    b[layout.want(v, o) + i] &= others;
    b[layout.want_of(v, i) + o] &= others;
    if constexpr (vcs > 1) b[layout.vc(v) + i] &= others;
    if constexpr (vcs > 2) b[layout.vc(v) + width + i] &= others;
    if (queue_.pop(at)) uncover(node, i, v, queue_.front(at));
  };
  each_of(w, b + layout.leave_tail(0), leaves);
}

}  // namespace collnoc::model

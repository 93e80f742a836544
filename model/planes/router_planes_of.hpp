// A cycle of 64 routers. What routers do with each of their ports is done for all ports at once:
// `PortPlanes`. The function is compiled for processors with wide registers as well.
#pragma once
#include <algorithm>
#include <bit>
#include <utility>

#include "collnoc/model/planes/router_planes.hpp"

#if defined(__x86_64__)
#define COLLNOC_AVX2 [[gnu::target("avx2")]]
#define COLLNOC_AVX512 [[gnu::target("avx512f,avx512vl,avx512dq,avx512bw,avx2")]]
#endif

namespace collnoc::model {

template <unsigned width, unsigned vcs, unsigned groups>
class RouterPlanesOf final : public RouterPlanes {
 public:
  static constexpr RouterLayout layout{width, vcs, groups};
  RouterPlanesOf(const Topology& topology, const HardwareConfig& config, const OwnRanks& own, unsigned parts)
      : RouterPlanes(topology, config, layout, own, parts) {
#if defined(__x86_64__)
    wide_ = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
                ? 2
            : __builtin_cpu_supports("avx2") ? 1
                                             : 0;
#endif
    for (unsigned p = map_.links(); p < ports_; ++p) channels_[p] = ~Plane{0};
  }

 private:
  using Ports = PortPlanes<width>;
  using Vec = typename Ports::Vec;
  static constexpr unsigned group_vcs = vcs / groups;
  [[gnu::always_inline]] static Vec load(const Plane* planes) { return Ports::load(planes); }
  [[gnu::always_inline]] static void store(Plane* planes, const Vec& v) { Ports::store(planes, v); }
  [[gnu::always_inline]] static Vec all(Plane plane) { return Ports::all(plane); }

#if defined(__x86_64__)
  COLLNOC_AVX2 void allocate_avx2(std::size_t w) { allocate_any(w); }
  COLLNOC_AVX2 void commit_avx2(std::size_t w) { commit_any(w); }
  COLLNOC_AVX512 void allocate_avx512(std::size_t w) { allocate_any(w); }
  COLLNOC_AVX512 void commit_avx512(std::size_t w) { commit_any(w); }
  void allocate_word(std::size_t w) override {
    wide_ == 2 ? allocate_avx512(w) : wide_ == 1 ? allocate_avx2(w) : allocate_any(w);
  }
  void commit_word(std::size_t w) override {
    wide_ == 2 ? commit_avx512(w) : wide_ == 1 ? commit_avx2(w) : commit_any(w);
  }
  unsigned wide_;
#else
  void allocate_word(std::size_t w) override { allocate_any(w); }
  void commit_word(std::size_t w) override { commit_any(w); }
#endif
  void arrive(Rank node, unsigned port, unsigned v, std::uint32_t packet) override {
    const QueuedPacket queued = routed(node, port, v, packet);
    if (queue_.push(place(node, port, v), queued)) uncover(node, port, v, queued);
  }
  void uncover_entered(const Entered& e) override {
    uncover(e.node, e.port, e.vc, queue_.front(place(e.node, e.port, e.vc)));
  }
  void heads_leave(std::size_t w) override;
  void tails_leave(std::size_t w) override;
  QueuedPacket routed(Rank node, unsigned i, unsigned v, std::uint32_t packet) const {
    return {packet, route(node, i, v, packets_[packet].head)};
  }
  [[gnu::always_inline]] inline void uncover(Rank node, unsigned i, unsigned v, QueuedPacket front);
  template <class F>
  [[gnu::always_inline]] inline void each_of(std::size_t w, const Plane* queues, unsigned first,
                                             unsigned last, F&& f);
  [[gnu::always_inline]] inline void allocate_any(std::size_t w);
  [[gnu::always_inline]] inline void commit_any(std::size_t w);

  alignas(64) Plane channels_[width] = {};  // ports to and from the NIC
};

template <unsigned width, unsigned vcs, unsigned groups>
void RouterPlanesOf<width, vcs, groups>::allocate_any(std::size_t w) {
  Plane* const b = block(w);
  const unsigned ports = ports_, links = map_.links();
  const Vec channels = load(channels_);

  // Output channels: credits for a flit, and for a head.
  alignas(64) Plane body_ok[vcs][width], head_ok[vcs][width];
  Vec eject_ok{};
  for (unsigned k = 0; k < RouterLayout::eject_bits; ++k) eject_ok |= load(b + layout.eject(k));
  for (unsigned v = 0; v < vcs; ++v) {
    store(body_ok[v], eject_ok);
    for (unsigned o = 0; o < links; ++o)
      body_ok[v][o] = ~(map_.scattered(o) ? no_room_[o * vcs + v][w]
                                          : map_.over(o, full_[map_.opposite(o) * vcs + v], w));
    if (head_needs_ == 1) continue;
    store(head_ok[v], eject_ok);
    for (unsigned o = 0; o < links; ++o)
      head_ok[v][o] = ~(map_.scattered(o) ? no_head_room_[o * vcs + v][w]
                                          : map_.over(o, narrow_[map_.opposite(o) * vcs + v], w));
  }

  // Queues whose front may leave, or why it may not.
  Vec wants[vcs][vcs];  // by queue: the front wants this virtual channel
  Vec ready[vcs], reserved[vcs], no_credit[vcs], other_packet[vcs];
  Vec urgent[groups] = {};
  for (unsigned v = 0; v < vcs; ++v) urgent[v / group_vcs] |= load(b + layout.urgent(v));
  for (unsigned v = 0; v < vcs; ++v) {
    const Vec low = vcs > 1 ? load(b + layout.vc(v)) : Vec{},
              high = vcs > 2 ? load(b + layout.vc(v) + width) : Vec{};
    for (unsigned to = 0; to < vcs; ++to)
      wants[v][to] = ((to & 1) != 0 ? low : ~low) & ((to & 2) != 0 ? high : ~high);
    Vec body{}, head{}, busy{}, kept{};
    for (unsigned o = 0; o < ports; ++o) {
      const Vec want = load(b + layout.want(v, o));
      for (unsigned to = 0; to < vcs; ++to) {
        const Vec channel = want & wants[v][to];
        busy |= channel & all(b[layout.busy(to) + o]);
        kept |= channel & all(b[layout.reserved(to) + o]);
        body |= channel & all(body_ok[to][o]);
        if (head_needs_ != 1) head |= channel & all(head_ok[to][o]);
      }
    }
    if (head_needs_ == 1) head = body;
    const Vec filled = load(b + layout.filled(v)), is_head = load(b + layout.head(v));
    const Vec may_start = head & ~busy & (load(b + layout.old(v)) | ~(kept | urgent[v / group_vcs]));
    ready[v] = filled & ((is_head & may_start) | (~is_head & body));
    const Vec waits = filled & ~ready[v], held = is_head & (busy | head);
    other_packet[v] = waits & held;
    no_credit[v] = waits & ~held;
    reserved[v] = kept;
  }

  // Inputs: each group of queues picks one that is ready.
  Vec picked[vcs];
  alignas(64) Plane pick[vcs][width], tail[groups][width], to_vc[groups][vcs][width], end[groups][vcs][width];
  for (unsigned g = 0; g < groups; ++g) {
    const unsigned first = g * group_vcs;
    Vec preferred{}, before{}, any{}, picked_tail{}, picked_to[vcs] = {};
    for (unsigned k = 1; k < group_vcs; ++k)
      preferred |= ready[first + k] & load(b + layout.vc_turn(first + k));
    for (unsigned k = 0; k < group_vcs; ++k) {
      const unsigned v = first + k;
      const Vec turn = k == 0 ? Vec{} : ready[v] & load(b + layout.vc_turn(v)) & ~before;
      before |= turn;
      picked[v] = turn | (ready[v] & ~(any | preferred));
      any |= ready[v];
      store(pick[v], picked[v]);
      picked_tail |= picked[v] & load(b + layout.tail(v));
      for (unsigned to = 0; to < vcs; ++to) picked_to[to] |= picked[v] & wants[v][to];
    }
    store(tail[g], picked_tail);
    for (unsigned to = 0; to < vcs; ++to) {
      store(to_vc[g][to], picked_to[to]);
      store(end[g][to], picked_to[to] & picked_tail);
    }
  }

  // Outputs: each picks one of the groups that request it.
  Vec request[width * groups], requested{}, preferred{};
  for (unsigned i = 0; i < ports; ++i) {
    for (unsigned g = 0; g < groups; ++g) {
      Vec& r = request[i * groups + g];
      r = Vec{};
      for (unsigned v = g * group_vcs; v < (g + 1) * group_vcs; ++v)
        r |= all(pick[v][i]) & load(b + layout.want_of(v, i));
      preferred |= r & load(b + layout.turn(i, g));
      requested |= r;
    }
  }
  alignas(64) Plane won[groups][width] = {};
  Vec before{}, any{}, from{}, sends[vcs] = {}, ends[vcs] = {};
  for (unsigned i = 0; i < ports; ++i) {
    for (unsigned g = 0; g < groups; ++g) {
      const Vec r = request[i * groups + g], turn = load(b + layout.turn(i, g));
      const Vec first = r & turn & ~before, grant = first | (r & ~(any | preferred));
      before |= first;
      any |= r;
      won[g][i] = Ports::any(grant);
      for (unsigned to = 0; to < vcs; ++to) {
        sends[to] |= grant & all(to_vc[g][to][i]);
        ends[to] |= grant & all(end[g][to][i]);
      }
      const Vec last = grant & all(tail[g][i]);
      if (i + g == 0) {
        from = last;  // its mask would be that of all
      } else {
        store(b + layout.turn(i, g), (turn & ~requested) | from | (grant & ~last));
        from |= grant;
      }
    }
  }
  EventPlanes& events = events_[w];
  store(&events[0], requested);
  store(b + layout.granted(), requested);
  Given& given = given_[w];
  for (unsigned v = 0; v < vcs; ++v) {
    const Vec busy = load(b + layout.busy(v)), heads = sends[v] & ~busy;
    given.flits[v] = sends[v][links];
    given.heads[v] = heads[links];
    given.tails[v] = ends[v][links];
    store(b + layout.busy(v), (busy | sends[v]) & ~ends[v]);
    for (unsigned o = 0; o < links; ++o) sent(o, v)[w] = sends[v][o];
  }
  for (unsigned o = 0; o < links; ++o) {
    const Plane flits = requested[o];
    part(w).link_flits += static_cast<unsigned>(std::popcount(flits));
    if (flits != 0 && !map_.scattered(o)) map_.reached(o, w, [&](std::size_t to) { set_due(to); });
  }

  // What leaves, and the queues after it.
  Vec gives{}, stay[vcs], remain[vcs], any_filled{}, any_remain{};
  for (unsigned g = 0; g < groups; ++g) {
    const Vec has_won = load(won[g]);
    Vec earlier{};
    for (unsigned k = 0; k < group_vcs; ++k) {
      const unsigned v = g * group_vcs + k;
      const Vec leave = picked[v] & has_won, ends_packet = load(b + layout.tail(v)),
                last = leave & ends_packet;
      if (group_vcs > 1) {
        if (k == 0) {
          earlier = last;
        } else {
          Plane* const turn = b + layout.vc_turn(v);
          store(turn, (load(turn) & ~has_won) | earlier | (leave & ~last));
          earlier |= leave;
        }
      }
      const Vec head = load(b + layout.head(v)), filled = load(b + layout.filled(v)),
                old = load(b + layout.old(v));
      Vec eject{};
      for (unsigned o = links; o < ports; ++o) eject |= load(b + layout.want(v, o));
      eject &= leave;
      gives |= eject | (leave & channels);
      store(b + layout.leave(v), leave);
      store(b + layout.leave_head(v), leave & head);
      store(b + layout.leave_tail(v), last);
      store(b + layout.leave_eject(v), eject);
      other_packet[v] |= ready[v] & ~leave;
      Vec left = leave & ~ends_packet, more{};
      for (unsigned c = 0; c < left_bits_; ++c) {
        Plane* const bit = b + layout.left(v) + c * width;
        const Vec x = load(bit), now = x ^ left;
        store(bit, now);
        more |= now;
        left &= ~x;
      }
      store(b + layout.tail(v), ~more);
      store(b + layout.head(v), (head & ~leave) | last);
      // Reservations.
      any_filled |= filled;
      stay[v] = filled & head & ~leave;
      remain[v] = old & stay[v];
      any_remain |= remain[v];
      store(b + layout.urgent(v), old & ready[v] & ~leave);
    }
  }
  gives_[w] = Ports::any(gives);

  // Reservations::commit().
  const Plane ticks = Ports::any(any_filled);
  Plane last_tick = ticks, up = ticks;
  for (unsigned c = 0; c < RouterLayout::tick_bits; ++c) {
    Plane& bit = b[layout.tick() + c];
    last_tick &= bit;
    const Plane x = bit;
    bit = x ^ up;
    up &= x;
  }
  for (unsigned v = 0; v < vcs; ++v)
    store(b + layout.old(v), remain[v] | (stay[v] & all(last_tick) & ~reserved[v]));
  Vec keeps[vcs] = {};
  if (Ports::any(any_remain) != 0) {
    for (unsigned v = 0; v < vcs; ++v) {
      for (unsigned to = 0; to < vcs; ++to) {
        const Vec of = remain[v] & wants[v][to];
        for (unsigned i = 0; i < ports; ++i) keeps[to] |= all(of[i]) & load(b + layout.want_of(v, i));
      }
    }
  }
  for (unsigned v = 0; v < vcs; ++v) store(b + layout.reserved(v), keeps[v]);

  // Stalls.
  Vec credit_stalls{}, arbitration_stalls{};
  for (unsigned v = 0; v < vcs; ++v) {
    for (unsigned i = 0; i < ports; ++i) {
      const Vec want = load(b + layout.want_of(v, i));
      credit_stalls |= all(no_credit[v][i]) & want;
      arbitration_stalls |= all(other_packet[v][i]) & want;
    }
  }
  store(&events[width], credit_stalls);
  store(&events[2 * width], arbitration_stalls);
}

template <unsigned width, unsigned vcs, unsigned groups>
void RouterPlanesOf<width, vcs, groups>::commit_any(std::size_t w) {
  Plane* const b = block(w);
  const unsigned links = map_.links();
  const Vec own = all(map_.own_lanes(w));
  Vec any{};
  for (unsigned v = 0; v < vcs; ++v) {
    alignas(64) Plane arrive[width];
    store(arrive, Vec{});
    for (unsigned p = 0; p < links; ++p) {
      arrive[p] = map_.scattered(p) ? std::exchange(arrives_[p * vcs + v][w], Plane{0})
                                    : map_.over(p, sent_[map_.opposite(p) * vcs + v], w);
    }
    const Vec arrives = load(arrive) | load(b + layout.entering(v)), leave = load(b + layout.leave(v));
    store(b + layout.entering(v), Vec{});
    store(b + layout.leave(v), Vec{});
    Vec count[RouterLayout::count_bits];
    for (unsigned c = 0; c < count_bits_; ++c) count[c] = load(b + layout.count(v) + c * width);
    const Vec filled = count_planes(count, count_bits_, arrives & ~leave, leave & ~arrives) & own;
    for (unsigned c = 0; c < count_bits_; ++c) store(b + layout.count(v) + c * width, count[c]);
    store(b + layout.filled(v), filled);
    any |= filled;
    const Vec is_full = at_least(count, count_bits_, depth_),
              is_narrow = head_needs_ == 1 ? Vec{} : at_least(count, count_bits_, depth_ - head_needs_ + 1);
    for (unsigned p = 0; p < links; ++p) {
      if (map_.scattered(p))
        scatter_room(w, p, v, is_full[p] ^ full(p, v)[w], is_narrow[p] ^ narrow(p, v)[w]);
      full(p, v)[w] = is_full[p];
      if (head_needs_ != 1) narrow(p, v)[w] = is_narrow[p];
    }
  }
  Vec credits[RouterLayout::eject_bits];
  for (unsigned c = 0; c < RouterLayout::eject_bits; ++c) credits[c] = load(b + layout.eject(c));
  const Vec spent = load(b + layout.granted()) & load(channels_), back = load(b + layout.refund());
  count_planes(credits, RouterLayout::eject_bits, back & ~spent, spent & ~back);
  for (unsigned c = 0; c < RouterLayout::eject_bits; ++c) store(b + layout.eject(c), credits[c]);
  store(b + layout.granted(), Vec{});
  store(b + layout.refund(), Vec{});
  filled_[w] = Ports::any(any) != 0;
}

// Packets. Which queues have an event is random, so planes sort and list them, not branches.

/// Calls f(node, input, virtual channel) for the queues of the inputs first to last - 1 that have a bit.
/// `queues`: rows of inputs, by virtual channel; of each group of them, a node has a bit in at most one.
template <unsigned width, unsigned vcs, unsigned groups>
template <class F>
void RouterPlanesOf<width, vcs, groups>::each_of(std::size_t w, const Plane* queues, unsigned first,
                                                 unsigned last, F&& f) {
  Plane events[width * groups];
  std::uint8_t from[width * groups];  // input and group of those that have some
  unsigned n = 0;
  for (unsigned i = first; i < last; ++i) {
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
template <unsigned width, unsigned vcs, unsigned groups>
void RouterPlanesOf<width, vcs, groups>::uncover(Rank node, unsigned i, unsigned v, QueuedPacket front) {
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
  for (unsigned c = 0; c < left_bits_; ++c)
    b[layout.left(v) + c * width + i] |= Plane{left >> c & 1u} << lane;
}

template <unsigned width, unsigned vcs, unsigned groups>
void RouterPlanesOf<width, vcs, groups>::heads_leave(std::size_t w) {
  const Plane* const b = block(w);
  const unsigned links = map_.links();
  Plane ejected[width * vcs], others[width * vcs];
  for (unsigned v = 0; v < vcs; ++v) {
    const Vec heads = load(b + layout.leave_head(v)), eject = load(b + layout.leave_eject(v));
    store(ejected + v * width, heads & eject);
    store(others + v * width, heads & ~eject);
  }
  Part& own = part(w);
  const auto pass = [&](Rank node, unsigned i, unsigned v) {
    const QueuedPacket front = queue_.front(place(node, i, v));
    const Rank far = map_.across(node, front.port());
    if (!map_.own(far)) return front.packet();  // another process computes it: crossing()
    const unsigned port = map_.opposite(front.port());
    const QueuedPacket queued = routed(far, port, front.vc(), front.packet());
    if (queue_.push(place(far, port, front.vc()), queued)) {
      if (own.whole || far / plane_nodes - own.words.first < own.words.last - own.words.first) {
        uncover(far, port, front.vc(), queued);
      } else {
        own.entered.push_back({far, port, front.vc()});
      }
    }
    return front.packet();
  };
  each_of(w, others, 0, links, pass);
  each_of(w, others, links, ports_, [&](Rank node, unsigned i, unsigned v) {
    own.departures.push_back({node, packets_[pass(node, i, v)].data});
  });
  if (ports_ - links != 1) return;
  each_of(w, ejected, 0, links, [&](Rank node, unsigned i, unsigned v) {
    const QueuedPacket front = queue_.front(place(node, i, v));
    ejecting_[parity_[w]][std::size_t{node} * vcs + front.vc()] = front.packet();
  });
}

template <unsigned width, unsigned vcs, unsigned groups>
void RouterPlanesOf<width, vcs, groups>::tails_leave(std::size_t w) {
  Plane* const b = block(w);
  each_of(w, b + layout.leave_tail(0), 0, ports_, [&](Rank node, unsigned i, unsigned v) {
    const std::size_t at = place(node, i, v);
    const unsigned o = queue_.front(at).port();
    const Plane others = ~bit_of(node);
    b[layout.want(v, o) + i] &= others;
    b[layout.want_of(v, i) + o] &= others;
    if constexpr (vcs > 1) b[layout.vc(v) + i] &= others;
    if constexpr (vcs > 2) b[layout.vc(v) + width + i] &= others;
    if (queue_.pop(at)) uncover(node, i, v, queue_.front(at));
  });
}

}  // namespace collnoc::model

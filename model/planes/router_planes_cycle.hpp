// A cycle of 64 routers. What routers do with each of their ports is done for all ports at once:
// `PortPlanes`.
#pragma once
#include <bit>
#include <utility>

#include "collnoc/model/planes/router_planes_of.hpp"

namespace collnoc::model {

/// Queues that have all flits of the packet whose head is their front.
template <unsigned width, unsigned vcs, unsigned groups, bool usual>
auto RouterPlanesOf<width, vcs, groups, usual>::is_whole(const Plane* b, unsigned v) const -> Vec {
  Vec count[RouterLayout::count_bits], follow[RouterLayout::left_bits];
  for (unsigned c = 0; c < count_bits(); ++c) count[c] = load(b + layout.count(v) + c * width);
  for (unsigned c = 0; c < left_bits(); ++c) follow[c] = load(b + layout.left(v) + c * width);
  return larger(count, count_bits(), follow, left_bits());
}

template <unsigned width, unsigned vcs, unsigned groups, bool usual>
void RouterPlanesOf<width, vcs, groups, usual>::allocate_any(std::size_t w) {
  Plane* const b = block(w);
  const unsigned ports = this->ports(), links = this->links();
  const Vec channels = load(channels_);

  // Output channels: credits for a flit, and for a head.
  alignas(64) Plane body_ok[vcs][width], head_ok[vcs][width];
  Vec eject_ok{};
  for (unsigned k = 0; k < RouterLayout::eject_bits; ++k) eject_ok |= load(b + layout.eject(k));
  for (unsigned v = 0; v < vcs; ++v) {
    store(body_ok[v], eject_ok);
    for (unsigned o = 0; o < links; ++o)
      body_ok[v][o] =
          ~(scattered(o) ? no_room_[o * vcs + v][w] : map_.over(o, full_[map_.opposite(o) * vcs + v], w));
    if (heads_need_one()) continue;
    store(head_ok[v], eject_ok);
    for (unsigned o = 0; o < links; ++o)
      head_ok[v][o] = ~(scattered(o) ? no_head_room_[o * vcs + v][w]
                                     : map_.over(o, narrow_[map_.opposite(o) * vcs + v], w));
  }

  // Queues whose front may leave, or why it may not.
  Vec wants[vcs][vcs];  // by queue: the front wants this virtual channel
  Vec filled[vcs], ready[vcs], reserved[vcs], no_credit[vcs], other_packet[vcs];
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
        if (!heads_need_one()) head |= channel & all(head_ok[to][o]);
      }
    }
    if (heads_need_one()) head = body;
    const Vec is_head = load(b + layout.head(v));
    filled[v] = load(b + layout.filled(v));
    if (whole_packets()) filled[v] &= ~is_head | is_whole(b, v);
    const Vec may_start = head & ~busy & (load(b + layout.old(v)) | ~(kept | urgent[v / group_vcs]));
    ready[v] = filled[v] & ((is_head & may_start) | (~is_head & body));
    const Vec waits = filled[v] & ~ready[v], held = is_head & (busy | head);
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
  const bool several = map_.words() != 1;  // this one is due
  for (unsigned o = 0; o < links; ++o) {
    const Plane flits = requested[o];
    if (!longer_hops()) part(w).link_flits += static_cast<unsigned>(std::popcount(flits));
    if (several && flits != 0 && !scattered(o)) map_.reached(o, w, [&](std::size_t to) { set_due(to); });
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
      const Vec head = load(b + layout.head(v)), old = load(b + layout.old(v));
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
      for (unsigned c = 0; c < left_bits(); ++c) {
        Plane* const bit = b + layout.left(v) + c * width;
        const Vec x = load(bit), now = x ^ left;
        store(bit, now);
        more |= now;
        left &= ~x;
      }
      store(b + layout.tail(v), ~more);
      store(b + layout.head(v), (head & ~leave) | last);
      // Reservations.
      any_filled |= load(b + layout.filled(v));
      stay[v] = filled[v] & head & ~leave;
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

template <unsigned width, unsigned vcs, unsigned groups, bool usual>
void RouterPlanesOf<width, vcs, groups, usual>::commit_any(std::size_t w) {
  if (driving_[w] != 0) {
    if (events_[w].template add<Ports>()) take_counts(w);
    count_waiting(w, 0);  // until a NIC waits
  }
  Plane* const b = block(w);
  const unsigned links = this->links();
  const Vec own = all(map_.own_lanes(w));
  Vec any{};
  for (unsigned v = 0; v < vcs; ++v) {
    alignas(64) Plane arrive[width];
    store(arrive, Vec{});
    for (unsigned p = 0; p < links; ++p) {
      arrive[p] = scattered(p) ? std::exchange(arrives_[p * vcs + v][w], Plane{0})
                               : map_.over(p, sent_[map_.opposite(p) * vcs + v], w);
    }
    const Vec entering = load(b + layout.entering(v)), leave = load(b + layout.leave(v));
    store(b + layout.entering(v), Vec{});
    store(b + layout.leave(v), Vec{});
    Vec count[RouterLayout::count_bits], taken[RouterLayout::count_bits];
    Vec arrives = load(arrive) | entering;
    if (longer_hops()) {
      HopPlanes::Edge<Ports> edge{load(arrive), entering, leave, load(channels_)};
      hops_.template commit<Ports>(w, v, edge, taken, count_bits());
      arrives = edge.arrives | entering;
      for (unsigned p = 0; p < links; ++p)
        part(w).link_flits += static_cast<unsigned>(std::popcount(edge.arrives[p]));
      any |= edge.busy & own;
    }
    for (unsigned c = 0; c < count_bits(); ++c) count[c] = load(b + layout.count(v) + c * width);
    const Vec filled = count_planes(count, count_bits(), arrives & ~leave, leave & ~arrives) & own;
    for (unsigned c = 0; c < count_bits(); ++c) store(b + layout.count(v) + c * width, count[c]);
    store(b + layout.filled(v), filled);
    any |= filled;
    const Vec* const known = longer_hops() ? taken : count;
    const Vec is_full = at_least(known, count_bits(), depth_),
              is_narrow = heads_need_one() ? Vec{} : at_least(known, count_bits(), depth_ - head_needs_ + 1);
    for (unsigned p = 0; p < links; ++p) {
      if (scattered(p)) scatter_room(w, p, v, is_full[p] ^ full(p, v)[w], is_narrow[p] ^ narrow(p, v)[w]);
      full(p, v)[w] = is_full[p];
      if (!heads_need_one()) narrow(p, v)[w] = is_narrow[p];
    }
  }
  Vec credits[RouterLayout::eject_bits];
  for (unsigned c = 0; c < RouterLayout::eject_bits; ++c) credits[c] = load(b + layout.eject(c));
  const Vec spent = load(b + layout.granted()) & load(channels_), back = load(b + layout.refund());
  count_planes(credits, RouterLayout::eject_bits, back & ~spent, spent & ~back);
  for (unsigned c = 0; c < RouterLayout::eject_bits; ++c) store(b + layout.eject(c), credits[c]);
  store(b + layout.granted(), Vec{});
  store(b + layout.refund(), Vec{});
  filled_[w] = Ports::any(any) != 0 || (longer_hops() && held_gives(w) != 0);
}

}  // namespace collnoc::model

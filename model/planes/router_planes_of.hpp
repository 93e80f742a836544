// A cycle of 64 routers: the functions of router_planes.hpp that are compiled for each kind of router.
#pragma once
#include "collnoc/model/planes/router_planes.hpp"
#include "collnoc/model/planes/shapes.hpp"

// The body of a loop of which nothing is left.
#define COLLNOC_UNROLLED __attribute__((always_inline))

namespace collnoc::model {

/// Which of up to `most` requesters an output or a group of queues picks: RrArbiter in planes.
template <unsigned most>
struct PickPlanes {
  Plane request[most];
  Plane grant[most];
  unsigned requesters = 0;

  /// `turn[k]`: from the k-th on, requesters come first.
  [[gnu::always_inline]] void pick(const Plane* turn) {
    Plane preferred = 0, any = 0;
    for (unsigned k = 1; k < requesters; ++k) preferred |= request[k] & turn[k];
    Plane before = 0;
    for (unsigned k = 0; k < requesters; ++k) {
      const Plane first = k == 0 ? Plane{0} : request[k] & turn[k] & ~before;
      before |= first;
      grant[k] = first | (request[k] & ~(any | preferred));
      any |= request[k];
    }
  }
  /// `tail[k]`: its flit is the last of its packet, so its turn ends.
  [[gnu::always_inline]] void update(Plane* turn, const Plane* tail, Plane granted) const {
    Plane from = grant[0] & tail[0];
    for (unsigned k = 1; k < requesters; ++k) {
      turn[k] = (turn[k] & ~granted) | from | (grant[k] & ~tail[k]);
      from |= grant[k];
    }
  }
};

template <class Shape, unsigned vcs, unsigned groups>
class RouterPlanesOf final : public RouterPlanes {
 public:
  static constexpr RouterLayout layout{Shape::most_ports, Shape::most_links, Shape::most_channels, vcs, groups};
  RouterPlanesOf(const Topology& topology, const HardwareConfig& config)
      : RouterPlanes(topology, config, layout), shape_(config) {}

 private:
  static constexpr unsigned ports = layout.ports, queues = layout.queues(), parts = ports * groups,
                            group_vcs = layout.group_vcs();

  void allocate_word(std::size_t w) override;
  void commit_word(std::size_t w) override;
  /// The virtual channels that the fronts of a queue want, one plane each.
  [[gnu::always_inline]] static void decode_vc(const Plane* b, unsigned q, Plane* wants) {
    const Plane low = vcs > 1 ? b[layout.vc(q)] : 0, high = vcs > 2 ? b[layout.vc(q) + 1] : 0;
    wants[0] = ~(low | high);
    if constexpr (vcs > 1) wants[1] = low & ~high;
    if constexpr (vcs > 2) wants[2] = high & ~low;
    if constexpr (vcs > 3) wants[3] = high & low;
  }
  /// Of the channels of an output, those that the fronts want.
  [[gnu::always_inline]] static Plane chosen(const Plane* wants, const Plane* of) {
    Plane any = 0;
    each<vcs>([&](auto v) COLLNOC_UNROLLED { any |= wants[v] & of[v]; });
    return any;
  }

  Shape shape_;
};

template <class Shape, unsigned vcs, unsigned groups>
void RouterPlanesOf<Shape, vcs, groups>::allocate_word(std::size_t w) {
  Plane* const b = block(w);
  EventPlanes& events = events_[w];

  // Output channels: credits for a flit, and for a head.
  Plane body_ok[ports][vcs], head_ok[ports][vcs];
  shape_.each_port([&](auto o) COLLNOC_UNROLLED {
    if (o >= shape_.links()) {
      const Plane ok = any_plane(&b[layout.eject(o - shape_.links())], RouterLayout::eject_bits);
      each<vcs>([&](auto v) COLLNOC_UNROLLED { body_ok[o][v] = head_ok[o][v] = ok; });
      return;
    }
    each<vcs>([&](auto v) COLLNOC_UNROLLED {
      if (map_.scattered(o)) {
        body_ok[o][v] = ~no_room_[o * vcs + v][w];
        head_ok[o][v] = head_needs_ == 1 ? body_ok[o][v] : ~no_head_room_[o * vcs + v][w];
        return;
      }
      const unsigned far = map_.opposite(o) * vcs + v;
      body_ok[o][v] = ~map_.over(o, full_[far], w);
      head_ok[o][v] = head_needs_ == 1 ? body_ok[o][v] : ~map_.over(o, narrow_[far], w);
    });
  });

  // Queues whose front may leave, or why it may not.
  Plane ready[queues], filled[queues], tail[queues], kept[queues], wants[queues][vcs];
  Plane no_credit[queues], other_packet[queues];  // what a front waits for
  shape_.each_port([&](auto i) COLLNOC_UNROLLED {
    each<groups>([&](auto g) COLLNOC_UNROLLED {
      Plane urgent = 0;
      each<group_vcs>([&](auto k) COLLNOC_UNROLLED { urgent |= b[layout.urgent(i * vcs + g * group_vcs + k)]; });
      each<group_vcs>([&](auto k) COLLNOC_UNROLLED {
        const unsigned q = i * vcs + g * group_vcs + k;
        filled[q] = b[layout.filled(q)];
        tail[q] = b[layout.tail(q)];
        decode_vc(b, q, wants[q]);
        Plane body = 0, head = 0, busy = 0, reserved = 0;
        shape_.each_port([&](auto o) COLLNOC_UNROLLED {
          if (!shape_.turn(i, o)) return;
          const Plane want = b[layout.want(q, o)];
          busy |= want & chosen(wants[q], &b[layout.busy(o, 0)]);
          reserved |= want & chosen(wants[q], &b[layout.reserved(o, 0)]);
          const Plane ok = o >= shape_.links() ? body_ok[o][0] : chosen(wants[q], body_ok[o]);
          body |= want & ok;
          if (head_needs_ != 1) head |= want & (o >= shape_.links() ? ok : chosen(wants[q], head_ok[o]));
        });
        if (head_needs_ == 1) head = body;
        const Plane is_head = b[layout.head(q)], old = b[layout.old(q)];
        const Plane may_start = head & ~busy & (old | ~(reserved | urgent));
        ready[q] = filled[q] & ((is_head & may_start) | (~is_head & body));
        const Plane waits = filled[q] & ~ready[q], held = is_head & (busy | head);
        other_packet[q] = waits & held;
        no_credit[q] = waits & ~held;
        kept[q] = reserved;
      });
    });
  });

  // Inputs: each group of queues picks one that is ready.
  PickPlanes<group_vcs> group[parts];
  Plane picked_tail[parts], picked_wants[parts][vcs], won[parts];
  shape_.each_port([&](auto i) COLLNOC_UNROLLED {
    each<groups>([&](auto g) COLLNOC_UNROLLED {
      const unsigned n = i * groups + g, first = i * vcs + g * group_vcs;
      PickPlanes<group_vcs>& of = group[n];
      of.requesters = group_vcs;
      each<group_vcs>([&](auto k) COLLNOC_UNROLLED { of.request[k] = ready[first + k]; });
      of.pick(&b[layout.vc_turn(n, 0)]);
      picked_tail[n] = won[n] = 0;
      each<vcs>([&](auto v) COLLNOC_UNROLLED { picked_wants[n][v] = 0; });
      each<group_vcs>([&](auto k) COLLNOC_UNROLLED {
        picked_tail[n] |= of.grant[k] & tail[first + k];
        each<vcs>([&](auto v) COLLNOC_UNROLLED { picked_wants[n][v] |= of.grant[k] & wants[first + k][v]; });
      });
    });
  });

  // Outputs: each picks one of the groups that request it.
  shape_.each_port([&](auto o) COLLNOC_UNROLLED {
    PickPlanes<parts> output;
    Plane tails[parts];
    Plane granted = 0, sends[vcs] = {}, ends[vcs] = {};
    shape_.each_port([&](auto i) COLLNOC_UNROLLED {
      if (!shape_.turn(i, o)) return;
      each<groups>([&](auto g) COLLNOC_UNROLLED {
        const unsigned n = i * groups + g, first = i * vcs + g * group_vcs;
        Plane request = 0;
        each<group_vcs>([&](auto k) COLLNOC_UNROLLED { request |= group[n].grant[k] & b[layout.want(first + k, o)]; });
        tails[output.requesters] = picked_tail[n];
        output.request[output.requesters++] = request;
      });
    });
    output.pick(&b[layout.turn(o, 0)]);
    unsigned at = 0;
    shape_.each_port([&](auto i) COLLNOC_UNROLLED {
      if (!shape_.turn(i, o)) return;
      each<groups>([&](auto g) COLLNOC_UNROLLED {
        const unsigned n = i * groups + g;
        const Plane grant = output.grant[at++];
        granted |= grant;
        won[n] |= grant;
        each<vcs>([&](auto v) COLLNOC_UNROLLED {
          const Plane sent = grant & picked_wants[n][v];
          sends[v] |= sent;
          ends[v] |= sent & picked_tail[n];
        });
      });
    });
    output.update(&b[layout.turn(o, 0)], tails, granted);
    each<vcs>([&](auto v) COLLNOC_UNROLLED {
      Plane& busy = b[layout.busy(o, v)];
      busy = (busy | sends[v]) & ~ends[v];
    });
    events[3 * o] = granted;
    if (o < shape_.links()) {
      each<vcs>([&](auto v) COLLNOC_UNROLLED { sent(o, v)[w] = sends[v]; });
      link_flits_ += static_cast<unsigned>(std::popcount(granted));
      if (granted != 0 && !map_.scattered(o)) map_.reached(o, w, [&](std::size_t to) { due_[to] = 1; });
    } else {
      b[layout.ejected(o - shape_.links())] = granted;
    }
  });

  // What leaves, and the queues after it.
  Plane gives = 0, remain[queues], any_remain = 0, any_filled = 0;
  shape_.each_port([&](auto i) COLLNOC_UNROLLED {
    each<groups>([&](auto g) COLLNOC_UNROLLED {
      const unsigned n = i * groups + g, first = i * vcs + g * group_vcs;
      if constexpr (group_vcs > 1) {
        Plane tails[group_vcs];
        each<group_vcs>([&](auto k) COLLNOC_UNROLLED {
          tails[k] = tail[first + k];
          group[n].grant[k] &= won[n];
        });
        group[n].update(&b[layout.vc_turn(n, 0)], tails, won[n]);
      } else {
        group[n].grant[0] &= won[n];
      }
      each<group_vcs>([&](auto k) COLLNOC_UNROLLED {
        const unsigned q = first + k;
        const Plane leave = group[n].grant[k];
        Plane& head = b[layout.head(q)];
        const Plane heads = filled[q] & head & ~leave;
        b[layout.leave(q)] = leave;
        b[layout.leave_head(q)] = leave & head;
        b[layout.leave_tail(q)] = leave & tail[q];
        Plane eject = 0;
        if (i >= shape_.links()) {
          gives |= leave;
        } else {
          shape_.each_port([&](auto o) COLLNOC_UNROLLED {
            if (o >= shape_.links() && shape_.turn(i, o)) eject |= leave & b[layout.want(q, o)];
          });
          gives |= eject;
        }
        b[layout.leave_eject(q)] = eject;
        other_packet[q] |= ready[q] & ~leave;
        b[layout.tail(q)] = ~fewer(&b[layout.left(q)], left_bits_, leave & ~tail[q]);
        head = (head & ~leave) | (leave & tail[q]);
        // Reservations.
        any_filled |= filled[q];
        Plane& old = b[layout.old(q)];
        b[layout.urgent(q)] = old & ready[q] & ~leave;
        remain[q] = old & heads;
        any_remain |= remain[q];
        old = heads;  // for now: heads that stay
      });
    });
  });
  gives_[w] = gives;

  // Reservations: Reservations::commit().
  Plane ticks = any_filled;
  for (unsigned c = 0; c < RouterLayout::tick_bits; ++c) ticks &= b[layout.tick() + c];
  count_planes(&b[layout.tick()], RouterLayout::tick_bits, any_filled, 0);
  shape_.each_port([&](auto i) COLLNOC_UNROLLED {
    each<vcs>([&](auto v) COLLNOC_UNROLLED {
      const unsigned q = i * vcs + v;
      Plane& old = b[layout.old(q)];
      old = remain[q] | (old & ticks & ~kept[q]);
    });
  });
  shape_.each_port([&](auto o) COLLNOC_UNROLLED {
    each<vcs>([&](auto v) COLLNOC_UNROLLED { b[layout.reserved(o, v)] = 0; });
    Plane credit_stalls = 0, arbitration_stalls = 0;
    shape_.each_port([&](auto i) COLLNOC_UNROLLED {
      if (!shape_.turn(i, o)) return;
      each<vcs>([&](auto v) COLLNOC_UNROLLED {
        const unsigned q = i * vcs + v;
        const Plane want = b[layout.want(q, o)];
        credit_stalls |= want & no_credit[q];
        arbitration_stalls |= want & other_packet[q];
      });
    });
    events[3 * o + 1] = credit_stalls;
    events[3 * o + 2] = arbitration_stalls;
  });
  if (any_remain != 0) {
    shape_.each_port([&](auto i) COLLNOC_UNROLLED {
      each<vcs>([&](auto v) COLLNOC_UNROLLED {
        const unsigned q = i * vcs + v;
        shape_.each_port([&](auto o) COLLNOC_UNROLLED {
          if (!shape_.turn(i, o)) return;
          const Plane keeps = remain[q] & b[layout.want(q, o)];
          each<vcs>([&](auto to) COLLNOC_UNROLLED { b[layout.reserved(o, to)] |= keeps & wants[q][to]; });
        });
      });
    });
  }
}

template <class Shape, unsigned vcs, unsigned groups>
void RouterPlanesOf<Shape, vcs, groups>::commit_word(std::size_t w) {
  Plane* const b = block(w);
  Plane any_filled = 0;
  shape_.each_port([&](auto p) COLLNOC_UNROLLED {
    const bool link = p < shape_.links();
    each<vcs>([&](auto v) COLLNOC_UNROLLED {
      const unsigned q = p * vcs + v;
      Plane arrive;
      if (!link) {
        arrive = std::exchange(b[layout.injected(p - shape_.links(), v)], Plane{0});
      } else if (map_.scattered(p)) {
        arrive = std::exchange(arrives_[q][w], Plane{0});
      } else {
        arrive = map_.over(p, sent_[map_.opposite(p) * vcs + v], w);
      }
      Plane* const count = &b[layout.count(q)];
      const Plane leave = std::exchange(b[layout.leave(q)], Plane{0});
      count_planes(count, count_bits_, arrive & ~leave, leave & ~arrive);
      const Plane is_filled = any_plane(count, count_bits_);
      b[layout.filled(q)] = is_filled;
      any_filled |= is_filled;
      if (!link) return;
      const Plane is_full = at_least(count, count_bits_, depth_),
                  is_narrow = head_needs_ == 1 ? 0 : at_least(count, count_bits_, depth_ - head_needs_ + 1);
      if (map_.scattered(p))
        scatter_room(w, p, v, is_full ^ full(p, v)[w], is_narrow ^ narrow(p, v)[w]);
      full(p, v)[w] = is_full;
      narrow(p, v)[w] = is_narrow;
    });
    if (!link) {
      const unsigned c = p - shape_.links();
      const Plane spent = std::exchange(b[layout.ejected(c)], Plane{0}),
                  back = std::exchange(b[layout.refund(c)], Plane{0});
      count_planes(&b[layout.eject(c)], RouterLayout::eject_bits, back & ~spent, spent & ~back);
    }
  });
  filled_[w] = any_filled != 0;
}

}  // namespace collnoc::model

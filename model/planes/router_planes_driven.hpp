// What routers in planes drive in a cycle: to their NICs, over links, and to ghosts; and what is in registers
// of links.
#pragma once
#include "collnoc/model/planes/router_planes.hpp"

namespace collnoc::model {

/// One flit of a queue's packets after the other, from its front on; also of those that are still to come.
class RouterPlanes::QueuedFlits {
 public:
  QueuedFlits(const RouterPlanes& routers, Rank node, unsigned port, unsigned v)
      : routers_(routers), at_(routers.place(node, port, v)) {
    if (routers.queue_.size(at_) == 0) return;
    const QueuedPacket front = routers.queue_.front(at_);
    const bool leaves =
        (routers.block(node / plane_nodes)[routers.layout_.leave(v) + port] & bit_of(node)) != 0;
    index_ = leaves ? routers.index_of(node, port, v, front)
                    : routers.packets_[front.packet()].flits - 1u - routers.left_of(node, port, v);
  }
  QueuedPacket queued() const { return routers_.queue_.at(at_, packet_); }
  const Packet& packet() const { return routers_.packets_[queued().packet()]; }
  const std::uint64_t* data() const { return packet().data + index_ * routers_.flit_words_; }
  bool head() const { return index_ == 0; }
  bool tail() const { return index_ + 1 == packet().flits; }
  void next() {
    const bool last = tail();
    packet_ += last;
    index_ = last ? 0 : index_ + 1;
  }

 private:
  const RouterPlanes& routers_;
  std::size_t at_;
  unsigned packet_ = 0, index_ = 0;
};

template <class F>
void RouterPlanes::eject(std::size_t w, Plane nodes, F&& f) {
  const auto give = [&](const Ejected& e) {
    f(e);
    if (e.tail) retire(e.node, e.packet);
  };
  if (hops_.stages() == 0) {
    if (driving_[w] != 0 && nodes != 0) each_ejected(w, nodes, give);
    return;
  }
  for (const Ejected& e : held_[w].ejected) {
    if ((nodes & bit_of(e.node)) != 0) give(e);
  }
}

template <class F>
void RouterPlanes::each_ejected(std::size_t w, Plane nodes, F&& f) const {
  const unsigned links = map_.links();
  for (unsigned i = 0; i < links; ++i) {  // in the order in which watchers of pins see the links
    for (unsigned v = 0; v < config_.vcs; ++v) {
      for (Plane m = block(w)[layout_.leave_eject(v) + i] & nodes; m != 0; m &= m - 1) {
        const Rank node = node_of(w, m);
        const QueuedPacket front = queue_.front(place(node, i, v));
        const unsigned index = index_of(node, i, v, front);
        const bool tail = index + 1 == packets_[front.packet()].flits;
        f(Ejected{node, front.port() - links, front.vc(), front.packet(), index, tail});
      }
    }
  }
}

template <class F>
void RouterPlanes::each_under_way(Rank node, unsigned link, unsigned v, F&& f) const {
  const Rank far = map_.neighbour(node, link);
  if (far == no_rank) return;
  const unsigned port = map_.opposite(node, link);
  const std::size_t w = far / plane_nodes;
  Plane any = 0;
  for (unsigned s = 0; s < hops_.stages(); ++s) any |= hops_.coming(w, v, s)[port];
  if ((any & bit_of(far)) == 0) return;
  QueuedFlits flit(*this, far, port, v);
  for (unsigned n = flits_in(far, port, v); n != 0; --n) flit.next();
  for (unsigned s = hops_.stages(); s-- > 0;) {
    if ((hops_.coming(w, v, s)[port] & bit_of(far)) == 0) continue;
    f(s, std::as_const(flit));
    flit.next();
  }
}

template <class F>
void RouterPlanes::each_sent(std::size_t w, F&& f) const {
  if (hops_.stages() != 0) {
    for (Plane m = map_.own_lanes(w); m != 0; m &= m - 1) {
      const Rank node = node_of(w, m);
      for (unsigned l = 0; l < map_.links(); ++l) {
        for (unsigned v = 0; v < config_.vcs; ++v) {
          each_under_way(node, l, v, [&](unsigned stage, const QueuedFlits& flit) {
            if (stage + 1 != hops_.stages()) return;
            f(node, l,
              FlitRef{flit.head() ? flit.packet().head : nullptr, static_cast<std::uint8_t>(v), flit.head(),
                      flit.tail()});
          });
        }
      }
    }
    return;
  }
  if (driving_[w] == 0) return;
  const Plane* const b = block(w);
  Plane any = 0;
  std::array<std::array<std::uint8_t, max_links>, plane_nodes> from;  // by node and link: the queue
  std::array<std::uint8_t, plane_nodes> links{};                      // by node
  for (unsigned v = 0; v < config_.vcs; ++v) {
    for (unsigned i = 0; i < ports_; ++i) {
      const Plane leave = b[layout_.leave(v) + i] & map_.own_lanes(w);
      for (unsigned l = 0; l < map_.links(); ++l) {
        for (Plane m = leave & b[layout_.want_of(v, i) + l]; m != 0; m &= m - 1) {
          const auto lane = static_cast<unsigned>(std::countr_zero(m));
          from[lane][l] = static_cast<std::uint8_t>(i * max_vcs + v);
          links[lane] |= static_cast<std::uint8_t>(1u << l);
          any |= m & (0 - m);
        }
      }
    }
  }
  for (; any != 0; any &= any - 1) {
    const Rank node = node_of(w, any);
    for (unsigned m = links[node % plane_nodes]; m != 0; m &= m - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(m));
      const unsigned i = from[node % plane_nodes][l] / max_vcs, v = from[node % plane_nodes][l] % max_vcs;
      const QueuedPacket front = queue_.front(place(node, i, v));
      const bool head = (b[layout_.leave_head(v) + i] & bit_of(node)) != 0,
                 tail = (b[layout_.leave_tail(v) + i] & bit_of(node)) != 0;
      f(node, l,
        FlitRef{head ? packets_[front.packet()].head : nullptr, static_cast<std::uint8_t>(front.vc()), head,
                tail});
    }
  }
}

template <class F>
void RouterPlanes::link_pins(std::size_t w, LinkPins* pins, F&& f) const {
  const unsigned links = map_.links();
  std::fill_n(pins, links, LinkPins{});
  if (driving_[w] == 0) return;
  const Plane* const b = block(w);
  for (unsigned v = 0; v < config_.vcs; ++v) {
    for (unsigned l = 0; l < links; ++l) {
      const Plane flits = sent_[l * layout_.vcs + v][w];
      pins[l].valid |= flits;
      for (unsigned c = 0; c < RouterLayout::vc_bits; ++c)
        if ((v >> c & 1) != 0) pins[l].vc[c] |= flits;
      pins[l].credits[v] = b[layout_.leave(v) + l];
    }
    for (unsigned i = 0; i < ports_; ++i) {
      const Plane leave = b[layout_.leave(v) + i], heads = b[layout_.leave_head(v) + i],
                  tails = b[layout_.leave_tail(v) + i];
      if (leave == 0) continue;
      for (unsigned l = 0; l < links; ++l) {
        const Plane flits = leave & b[layout_.want_of(v, i) + l];
        pins[l].heads |= flits & heads;
        pins[l].tails |= flits & tails;
        for (Plane m = flits; m != 0; m &= m - 1) {
          const Rank node = node_of(w, m);
          const QueuedPacket front = queue_.front(place(node, i, v));
          f(l, node, packets_[front.packet()].data + index_of(node, i, v, front) * flit_words_);
        }
      }
    }
  }
}

template <class F, class C>
void RouterPlanes::crossing(std::size_t w, F&& flit, C&& credit) {
  if (driving_[w] == 0) return;
  const Plane* const b = block(w);
  for (unsigned l = 0; l < map_.links(); ++l) {
    const Plane cut = map_.cut(w, l);
    if (cut == 0) continue;
    Plane credits = 0;
    for (unsigned v = 0; v < config_.vcs; ++v) credits |= b[layout_.leave(v) + l] & cut;
    for (Plane m = credits; m != 0; m &= m - 1) {
      const Rank node = node_of(w, m);
      unsigned vcs = 0;
      for (unsigned v = 0; v < config_.vcs; ++v)
        vcs |= static_cast<unsigned>(b[layout_.leave(v) + l] >> (node % plane_nodes) & 1) << v;
      credit(node, l, static_cast<std::uint8_t>(vcs));
    }
    for (unsigned i = 0; i < ports_; ++i) {
      for (unsigned v = 0; v < config_.vcs; ++v) {
        for (Plane m = b[layout_.leave(v) + i] & b[layout_.want_of(v, i) + l] & cut; m != 0; m &= m - 1) {
          const Rank node = node_of(w, m);
          const QueuedPacket front = queue_.front(place(node, i, v));
          const Packet& p = packets_[front.packet()];
          const unsigned index = index_of(node, i, v, front), follow = p.flits - 1u;
          flit(node, l,
               FlitRef{p.data + index * flit_words_, static_cast<std::uint8_t>(front.vc()), index == 0,
                       index == follow},
               follow);
          if (index == follow) retire(node, front.packet());
        }
      }
    }
  }
}

}  // namespace collnoc::model

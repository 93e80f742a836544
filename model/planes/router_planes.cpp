#include "collnoc/model/planes/router_planes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "collnoc/model/planes/router_planes_cycle.hpp"
#include "collnoc/model/planes/router_planes_events.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::model {

static_assert(1u << RouterLayout::tick_bits == age_period && 1u << RouterLayout::eject_bits > eject_depth);

RouterPlanes::RouterPlanes(const Topology& topology, const HardwareConfig& config, const RouterLayout& layout,
                           LinkMap map, unsigned parts)
    : config_(config),
      layout_(layout),
      map_(std::move(map)),
      ports_(config.links() + config.channels()),
      depth_(config.vc_depth),
      injection_depth_(std::max(config.vc_depth, 4u)),
      count_bits_(static_cast<unsigned>(std::bit_width(injection_depth_))),
      left_bits_(static_cast<unsigned>(std::bit_width(config.max_packet_flits - 1))),
      head_needs_(config.switching == Switching::wormhole ? 1 : config.max_packet_flits),
      whole_packets_(config.switching == Switching::store_and_forward),
      filled_(map_.words()),
      due_(map_.words()),
      driving_(map_.words()),
      gives_(map_.words()),
      given_(map_.words()),
      queue_(std::size_t{map_.nodes()} * ports_ * config.vcs, injection_depth_),
      cycle_(map_.words()),
      ejecting_mask_(config.hop_cycles == 1 ? 1 : 3),
      hops_(config.hop_cycles - 1, map_.words(), config.vcs, layout.width, count_bits_),
      part_(map_.scatters() ? 1 : std::clamp<std::size_t>(parts, 1, own_words().last - own_words().first)),
      part_of_(map_.words()),
      packets_(config.flit_bits / 64,
               std::size_t{map_.nodes()} * ports_ * config.vcs * injection_depth_ +
                   (2 + config.channels()) * map_.nodes(),
               static_cast<unsigned>(part_.size())),
      sizes_(config),
      flit_words_(config.flit_bits / 64),
      place_(Place::of(topology, 0, 0)),
      mesh_route_(config, place_),
      block_size_(layout.planes() / 8),
      block_(map_.words() * block_size_),
      counted_(std::size_t{map_.nodes()} * ports_),
      waited_(map_.nodes()) {
  for (unsigned p = 0; p < part_.size(); ++p) {
    const Range words = own_words();
    const auto begin = [&](std::size_t k) {  // ghosts have no work
      if (k == 0) return std::size_t{0};
      return k == part_.size() ? map_.words() : words.first + (words.last - words.first) * k / part_.size();
    };
    part_[p].words = {begin(p), begin(p + 1)};
    std::fill(&part_of_[0] + begin(p), &part_of_[0] + begin(p + 1), p);
    part_[p].list.resize(std::size_t{plane_nodes} * ports_ * config.vcs + 4);
  }
  for (unsigned c = 0; c <= ejecting_mask_; ++c) ejecting_[c].resize(std::size_t{map_.nodes()} * config.vcs);
  if (hops_.stages() != 0) held_.resize(map_.words());
  for (Held& held : held_) held.departures.resize(hops_.stages());
  for (unsigned p = 0; p < ports_; ++p) mesh_input_[p] = mesh_route_.at_input(p);
  address_.resize(map_.nodes());
  if (config.routes != 0) routes_.resize(map_.nodes());
  for (Rank n = 0; n < map_.own_nodes(); ++n)
    address_[map_.first() + n] = topology.address(map_.first_rank() + n);
  for (unsigned l = 0; l < config.links(); ++l) {
    for (unsigned v = 0; v < config.vcs; ++v) {
      for (std::vector<LinkPlane>* planes : {&sent_, &full_, &narrow_}) planes->push_back(map_.plane());
      for (std::vector<LinkPlane>* planes : {&arrives_, &no_room_, &no_head_room_})
        planes->push_back(map_.scattered(l) ? map_.plane() : LinkPlane());
    }
  }
  events_.assign(map_.words(), EventPlanes(layout.width));
  for (std::size_t w = 0; w < map_.words(); ++w) {
    for (unsigned v = 0; v < config.vcs; ++v) {
      std::fill_n(block(w) + layout.head(v), layout.width, ~Plane{0});
      std::fill_n(block(w) + layout.tail(v), layout.width, ~Plane{0});
    }
    for (unsigned p = config.links(); p < ports_; ++p) {
      for (unsigned k = 0; k < RouterLayout::eject_bits; ++k)
        block(w)[layout.eject(k) + p] = (eject_depth >> k & 1) != 0 ? ~Plane{0} : Plane{0};
    }
  }
}

void RouterPlanes::allocate(std::size_t w) {
  ++cycle_[w];
  part(w).departures.clear();
  if (filled_[w] != 0 || driving_[w] != 0) allocate_busy(w);
  if (hops_.stages() != 0) pass_registers(w);
}

void RouterPlanes::allocate_busy(std::size_t w) {
  allocate_word(w);
  driving_[w] = filled_[w];
  set_due(w);
  if (driving_[w] == 0) return;
  heads_leave(w);
  for (unsigned l = 0; l < map_.links(); ++l) {
    if (map_.scattered(l)) scatter(w, l);
  }
}

/// Hops of several cycles: NICs are given what left in the last cycle, and heads are on their links.
void RouterPlanes::pass_registers(std::size_t w) {
  Held& held = held_[w];
  std::swap(given_[w], held.given);
  std::swap(gives_[w], held.gives);
  std::swap(part(w).departures, held.departures[held.oldest]);
  held.oldest = held.oldest + 1 == hops_.stages() ? 0 : held.oldest + 1;
}

/// Before the next packets are uncovered: what leaves for NICs, which they are given in the next cycle.
void RouterPlanes::hold_ejected(std::size_t w) {
  Held& held = held_[w];
  held.ejected.clear();
  if (driving_[w] != 0) each_ejected(w, ~Plane{0}, [&](const Ejected& e) { held.ejected.push_back(e); });
}

void RouterPlanes::begin_whole() {
  if (part_.size() == 1) return;
  for (unsigned p = 0; p < part_.size(); ++p) {
    packets_.collect(p);
    part_[p].whole = true;
  }
  for (unsigned p = 0; p < part_.size(); ++p) packets_.forget(p);
}

void RouterPlanes::begin_commit(unsigned part) {
  packets_.forget(part);
  for (unsigned from = 0; from < part_.size(); ++from) {
    if (from == part) continue;
    for (const Entered& e : part_[from].entered)
      if (part_of_[e.node / plane_nodes] == part) uncover_entered(e);
  }
}

void RouterPlanes::commit(std::size_t w) {
  if (hops_.stages() != 0) hold_ejected(w);
  if (driving_[w] != 0) tails_leave(w);
  if (due_[w] != 0) {
    due_[w] = 0;
    commit_word(w);
    gives_[w] = 0;
    given_[w] = {};
  }
  Part& p = part(w);
  for (const std::uint32_t packet : p.retired) packets_.release(part_of_[w], packet);
  p.retired.clear();
}

bool RouterPlanes::quiet() const {
  std::uint8_t any = 0;
  for (std::size_t w = 0; w < map_.words(); ++w) any |= filled_[w] | (hops_.stages() == 0 ? driving_[w] : 0);
  return any == 0;
}

/// Moves the bits of a link that is no shift.
void RouterPlanes::scatter(std::size_t w, unsigned link) {
  for (unsigned v = 0; v < config_.vcs; ++v) {
    for (Plane m = sent(link, v)[w]; m != 0; m &= m - 1) {
      const Rank node = node_of(w, m), far = map_.neighbour(node, link);
      arrives_[map_.opposite(node, link) * config_.vcs + v][far / plane_nodes] |= bit_of(far);
      set_due(far / plane_nodes);
    }
  }
}

void RouterPlanes::scatter_room(std::size_t w, unsigned link, unsigned v, Plane full_changes,
                                Plane narrow_changes) {
  const auto flip = [&](std::vector<LinkPlane>& planes, Plane nodes) {
    for (Plane m = nodes; m != 0; m &= m - 1) {
      const Rank node = node_of(w, m), far = map_.neighbour(node, link);
      planes[map_.opposite(node, link) * config_.vcs + v][far / plane_nodes] ^= bit_of(far);
    }
  };
  flip(no_room_, full_changes);
  flip(no_head_room_, narrow_changes);
}

// Packets.

Out RouterPlanes::route_by_rules(Rank node, unsigned port, unsigned vc, const std::uint64_t* head) const {
  Place at = place_;
  at.coord = address_[node];
  if (!routes_.empty()) at.routes = routes_[node];
  return route_compute(config_, at, port, vc, Head::of(head, config_.address_bits > 16));
}

void RouterPlanes::enter(Rank node, unsigned port, const FlitRef& flit, unsigned follow) {
  if (flit.head) {
    const std::uint32_t packet = new_packet(node, flit.tail ? 1 : 1 + follow);
    begin(packets_[packet], flit.data);
    arrive(node, port, flit.vc, packet);
  } else {
    Packet& p = packets_[queue_.back(place(node, port, flit.vc)).packet()];
    std::copy_n(flit.data, flit_words_, p.data + p.have++ * flit_words_);
  }
  block(node / plane_nodes)[layout_.entering(flit.vc) + port] |= bit_of(node);
  set_due(node / plane_nodes);
}

void RouterPlanes::credit(Rank node, unsigned link, std::uint8_t vcs) {
  const Rank ghost = map_.neighbour(node, link);
  Plane* const b = block(ghost / plane_nodes) + map_.opposite(node, link);
  for (unsigned v = 0; v < config_.vcs; ++v)
    b[layout_.leave(v)] |= Plane{vcs >> v & 1u} << (ghost % plane_nodes);
  set_due(ghost / plane_nodes);
}

std::uint8_t RouterPlanes::credits(Rank node, unsigned channel) const {
  const Plane* const b = block(node / plane_nodes);
  unsigned credits = 0;
  for (unsigned v = 0; v < config_.vcs; ++v) {
    const Plane* const row =
        hops_.stages() == 0 ? b + layout_.leave(v) : hops_.returning(node / plane_nodes, v, 0);
    credits |= static_cast<unsigned>(row[map_.links() + channel] >> (node % plane_nodes) & 1) << v;
  }
  return static_cast<std::uint8_t>(credits);
}

// Registers.

void RouterPlanes::take_counts(std::size_t w) {
  events_[w].take([&](unsigned counter, unsigned lane, unsigned n) {
    const std::size_t node = w * plane_nodes + lane;
    if (counter == 3 * layout_.width) {
      waited_[node] += n;
      return;
    }
    LinkMonitor& m = counted_[node * ports_ + counter % layout_.width];
    (counter < layout_.width       ? m.flits_q
     : counter < 2 * layout_.width ? m.credit_stalls_q
                                   : m.arbitration_stalls_q) += n;
  });
}

void RouterPlanes::save_counts(Rank node, Router& router) {
  take_counts(node / plane_nodes);
  std::copy_n(&counted_[std::size_t{node} * ports_], ports_, router.monitor_);
}

void RouterPlanes::save(Rank node, Router& router) {
  save_counts(node, router);
  const Plane* const b = block(node / plane_nodes);
  const unsigned lane = node % plane_nodes, vcs = config_.vcs, links = map_.links(), ports = ports_,
                 groups = layout_.groups;
  const auto bit = [&](std::size_t plane) { return b[plane] >> lane & 1; };
  router.filled_ = router.output_.busy_q = 0;
  router.reservations_ = {};
  router.reservations_.tick_q =
      static_cast<std::uint8_t>(number_of(&b[layout_.tick()], RouterLayout::tick_bits, 1, lane));
  for (unsigned i = 0; i < ports; ++i) {
    InputBuffer& buffer = router.input_[i];
    for (unsigned v = 0; v < vcs; ++v) {
      const Out out = to_out(i, v);
      const unsigned count = flits_in(node, i, v);
      const std::size_t at = place(node, i, v);
      buffer.rd_ptr_q[v] = 0;
      buffer.wr_ptr_q[v] = static_cast<std::uint8_t>(count % buffer.depth);
      buffer.count_q[v] = static_cast<std::uint8_t>(count);
      buffer.tails_q[v] = 0;
      QueuedFlits flit(*this, node, i, v);
      for (unsigned n = 0; n < count; ++n, flit.next()) {
        Tag& tag = buffer.tag_q[v * buffer.depth + n];
        tag.bits = static_cast<std::uint16_t>((flit.head() ? Tag::head_bit : 0u) |
                                              (flit.tail() ? Tag::tail_bit : 0u) | flit.queued().out());
        std::copy_n(flit.data(), flit_words_,
                    buffer.data_q + std::size_t{v * buffer.depth + n} * flit_words_);
        buffer.tails_q[v] = static_cast<std::uint8_t>(buffer.tails_q[v] + flit.tail());
        buffer.route_q[v] = flit.queued().out();
      }
      if (count == 0 && queue_.size(at) != 0) buffer.route_q[v] = queue_.front(at).out();
      buffer.front_q[v] = buffer.tag_q[v * buffer.depth];
      router.filled_ |= std::uint64_t{count != 0} << out;
      router.output_.busy_q |= bit(layout_.busy(v) + i) << out;
      router.reservations_.reserved_q |= bit(layout_.reserved(v) + i) << out;
      router.reservations_.old_q |= bit(layout_.old(v) + i) << out;
      router.reservations_.urgent_q |= bit(layout_.urgent(v) + i) << out;
      if (i < links) {
        const Rank far = map_.neighbour(node, i);
        router.output_.set(i, v, far == no_rank ? depth_ : depth_ - taken_in(far, map_.opposite(node, i), v));
      } else if (v == 0) {
        router.output_.set(
            i, 0, number_of(&b[layout_.eject(0) + i], RouterLayout::eject_bits, layout_.width, lane));
      }
    }
    for (unsigned g = 0; g < groups; ++g) {
      std::uint32_t& mask = router.vc_arbiter_[i * groups + g].mask_q;
      mask = 0;
      for (unsigned k = 1; k < layout_.group_vcs(); ++k)
        mask |= static_cast<std::uint32_t>(bit(layout_.vc_turn(g * layout_.group_vcs() + k) + i)) << k;
    }
    std::uint32_t& mask = router.output_arbiter_[i].mask_q;
    mask = 0;
    for (unsigned n = 0; n < ports * groups; ++n)
      mask |= static_cast<std::uint32_t>(bit(layout_.turn(n / groups, n % groups) + i)) << n;
  }
  if (hops_.stages() != 0) save_registers(node, router);
}

void RouterPlanes::save_registers(Rank node, Router& router) const {
  const unsigned stages = hops_.stages(), vcs = config_.vcs, links = map_.links();
  const auto put = [&](unsigned port, unsigned stage, const std::uint64_t* data, unsigned vc, bool head,
                       bool tail) {
    OutputRegister& r = router.register_[port * stages + stage];
    r.valid_q = true;
    r.vc_q = static_cast<std::uint8_t>(vc);
    r.head_q = head;
    r.tail_q = tail;
    std::copy_n(data, flit_words_, r.data_q[r.which].begin());
  };
  for (unsigned i = 0; i < ports_; ++i) {
    router.credit_q_[i] = 0;
    for (unsigned s = 0; s < stages; ++s) {
      router.register_[i * stages + s].valid_q = false;
      for (unsigned v = 0; v < vcs; ++v) {
        const Plane back = hops_.returning(node / plane_nodes, v, s)[i] >> (node % plane_nodes) & 1;
        if (i < links || s == 0) router.credit_q_[i] |= static_cast<std::uint16_t>(back << (s * vcs + v));
      }
    }
    for (unsigned v = 0; i < links && v < vcs; ++v) {
      each_under_way(node, i, v, [&](unsigned stage, const QueuedFlits& flit) {
        put(i, stage, flit.data(), v, flit.head(), flit.tail());
      });
    }
  }
  for (const Ejected& e : held_[node / plane_nodes].ejected) {
    if (e.node != node) continue;
    put(links + e.channel, 0, packets_[e.packet].data + e.index * flit_words_, e.vc, e.index == 0, e.tail);
  }
}

std::vector<RouterPlanes::RegisterPlane> RouterPlanes::register_planes() const {
  const std::string reservations = "i_router.i_reservations.";
  const auto text = [](unsigned n) { return "[" + std::to_string(n) + "]."; };
  std::vector<RegisterPlane> all;
  for (unsigned c = 0; c < RouterLayout::tick_bits; ++c)
    all.push_back({reservations + "tick_q", c, layout_.tick() + c});
  for (unsigned i = 0; i < ports_; ++i) {
    const std::string unit = "i_router.i_outputs.gen_output" + text(i) + "i_output_unit.";
    const unsigned depth = i < map_.links() ? depth_ : injection_depth_;
    for (unsigned v = 0; v < config_.vcs; ++v) {
      const unsigned n = i * config_.vcs + v, group = v / layout_.group_vcs(), k = v % layout_.group_vcs();
      all.push_back({unit + "gen_vc" + text(v) + "busy_q", 0, layout_.busy(v) + i});
      all.push_back({reservations + "old_q", n, layout_.old(v) + i});
      all.push_back({reservations + "reserved_q", n, layout_.reserved(v) + i});
      if (layout_.group_vcs() > 1)
        all.push_back({reservations + "gen_urgent.urgent_q", n, layout_.urgent(v) + i});
      const std::string queue = "i_router.i_inputs.gen_input" + text(i) + "gen_group" + text(group) +
                                "i_input_buffer.gen_vc" + text(k) + "count_q";
      for (unsigned c = 0; depth >> c != 0; ++c)
        all.push_back({queue, c, layout_.count(v) + c * layout_.width + i});
    }
    for (unsigned c = 0; i >= map_.links() && c < RouterLayout::eject_bits; ++c)
      all.push_back({unit + "gen_credit[0].credit_q", c, layout_.eject(c) + i});
  }
  return all;
}

namespace {

template <unsigned width>
std::unique_ptr<RouterPlanes> make_for(const Topology& topology, const HardwareConfig& config, LinkMap map,
                                       unsigned parts) {
  const bool usual = config.links() == 4 && config.channels() == 1 && config.hop_cycles == 1 &&
                     config.switching == Switching::wormhole && !map.scatters() &&
                     std::max(config.vc_depth, 4u) >> RouterLayout::usual_count_bits == 0 &&
                     (config.max_packet_flits - 1) >> RouterLayout::usual_left_bits == 0;
  const auto some = [&]<unsigned vcs, unsigned groups, bool known = false>()->std::unique_ptr<RouterPlanes> {
    if constexpr (known) {
      if (usual)
        return std::make_unique<RouterPlanesOf<width, vcs, groups, true>>(topology, config, std::move(map),
                                                                          parts);
    }
    return std::make_unique<RouterPlanesOf<width, vcs, groups, false>>(topology, config, std::move(map),
                                                                       parts);
  };
  switch (config.vcs * 8 + HardwareSizes(config).groups()) {
    case 8 + 1: return some.template operator()<1, 1, width == 8>();
    case 16 + 1: return some.template operator()<2, 1, width == 8>();
    case 16 + 2: return some.template operator()<2, 2>();
    case 24 + 1: return some.template operator()<3, 1>();
    case 24 + 3: return some.template operator()<3, 3>();
    case 32 + 2: return some.template operator()<4, 2, width == 8>();
    default: return some.template operator()<4, 4>();
  }
}

}  // namespace

std::unique_ptr<RouterPlanes> RouterPlanes::make(const Topology& topology, const HardwareConfig& config,
                                                 const OwnRanks& own, unsigned parts) {
  if (config.multicast) return nullptr;
  LinkMap map(topology, own.first, own.last);
  return config.links() + config.channels() <= 8 ? make_for<8>(topology, config, std::move(map), parts)
                                                 : make_for<16>(topology, config, std::move(map), parts);
}

}  // namespace collnoc::model

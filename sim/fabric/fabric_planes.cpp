#include "sim/fabric/fabric_planes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/fabric/fabric_cycle.hpp"
#include "sim/fabric/fabric_lockstep.hpp"
#include "sim/fabric/fabric_slices.hpp"

namespace collnoc {

using model::Plane, model::plane_nodes;

namespace {

Rank rank_of(std::size_t w, Plane bits) {
  return static_cast<Rank>(w * plane_nodes + static_cast<unsigned>(std::countr_zero(bits)));
}
bool has(Plane plane, Plane bits) { return (plane & bits & (0 - bits)) != 0; }  // the lowest

}  // namespace

std::unique_ptr<Fabric::Planes> Fabric::Planes::make(Fabric& fabric, const char*& why) {
  const auto any = [&](auto&& is) { return std::any_of(fabric.sites_.begin(), fabric.sites_.end(), is); };
  why = !fabric.options_.planes                                   ? "this was asked for"
        : fabric.singly_                                          ? fabric.not_in_planes_
        : !fabric.observers_.empty()                              ? "the outputs of all nodes are observed"
        : any([](const Site& s) { return s.model == nullptr; })   ? "not all nodes are the model alone"
        : any([](const Site& s) { return s.watcher != nullptr; }) ? "a node is watched"
        : any([](const Site& s) { return s.pin_watcher != nullptr; }) ? "the pins of a node are watched"
        : any([](const Site& s) { return s.tile_reset; })             ? "a tile was reset alone"
        : fabric.timed_ && fabric.cut_ ? "links take several cycles, and there are several processes"
        : fabric.config_.hop_cycles != 1 && (fabric.cut_ || fabric.lockstep_ || fabric.config_.routes != 0)
            ? "hops take several cycles, and there are several processes, routing tables or RTL beside"
            : nullptr;
  if (!fabric.parts().all(why == nullptr)) {
    if (why == nullptr) why = "another process cannot";
    return nullptr;
  }
  std::unique_ptr<model::RouterPlanes> routers =
      model::RouterPlanes::make(fabric.topology_, fabric.config_, {fabric.first(), fabric.end()},
                                static_cast<unsigned>(fabric.partitions_.size()));
  if (routers) return std::make_unique<Planes>(fabric, std::move(routers));
  why = "routers with multicast are computed one by one";
  return nullptr;
}

std::string Fabric::how_computed() const {
  if (planes_) return planes_->how_computed();
  if (slices_) return slices_->how_computed();
  if (board_ != nullptr)
    return std::string(board_->node(0).slices() != nullptr   ? "RTL in slices"
                       : board_->node(0).beside() != nullptr ? "node by node, in lockstep with RTL in slices"
                                                             : "node by node") +
           ", each node a module with pins";
  return fmt::format("node by node{}{}, since {}", lockstep_ ? lockstep_->how_computed() : "",
                     partitions_.size() == 1 ? "" : fmt::format(", by up to {} threads", partitions_.size()),
                     not_in_planes_ == nullptr ? "nothing was computed" : not_in_planes_);
}

std::string Fabric::Planes::how_computed() const {
  return fmt::format("in planes of 64 nodes{}{}",
                     parts() == 1 ? "" : fmt::format(", by up to {} threads", parts()),
                     beside_ != nullptr ? beside_->how_computed()
                     : in_order_ == 1   ? ""
                                        : fmt::format(", {} cycles in one pass", in_order_));
}

Fabric::Planes::Planes(Fabric& fabric, std::unique_ptr<model::RouterPlanes> routers)
    : fabric_(fabric),
      routers_(std::move(routers)),
      nics_(fabric.config_, *routers_),
      wakes_(routers_->words(), never),
      accesses_(routers_->parts()),
      crossings_(routers_->parts()) {
  const auto [first_word, last_word] = routers_->own_words();
  std::fill(&wakes_[first_word], &wakes_[0] + last_word, Cycle{0});
  const std::size_t reach = std::max<std::size_t>(routers_->reach(), 1);  // 0: a single node
  if (!fabric.cut_ && routers_->words() > few_words * reach)
    in_order_ = std::clamp<Cycle>(order_words / reach, 4, 8);
  for (Rank n = 0; n < fabric.sites_.size(); ++n) {
    Site& site = fabric.sites_[n];
    nics_.add(routers_->first() + n, *site.model, site.memory);
    const Host* host = site.host;
    if (host != nullptr && host->uses_memory_port()) nics_.stay_alone(routers_->first() + n);
    watch(n);
  }
}

void Fabric::Planes::watch(Rank node) {
  const Site& site = fabric_.sites_[node];
  nics_.watch(routers_->first() + node, site.packet_watcher != nullptr, site.listener != nullptr,
              site.host == nullptr || site.host->uses_memory());
}

const model::RouterPlanes& Fabric::Planes::beside(Lockstep& rtl) {
  beside_ = &rtl;
  nics_.follow();
  for (Rank n = 0; n < fabric_.sites_.size(); ++n) watch(n);
  return *routers_;
}

/// Somebody may look at memories between steps.
void Fabric::Planes::catch_up() {
  for (std::size_t w = 0; w < routers_->words(); ++w) {
    for (Plane m = nics_.behind(w); m != 0; m &= m - 1) nics_.catch_up(rank_of(w, m));
  }
}

void Fabric::Planes::begin() {
  const auto [first, last] = routers_->own_words();
  for (std::size_t w = first; w < last; ++w) find_wake(w);
}

/// The first cycle in which a host of a word must be called. Hosts change theirs only when they are called,
/// when something happens at their tile, or between steps.
void Fabric::Planes::find_wake(std::size_t w) {
  if (wakes_.size() <= few_words) return;  // reading all in each cycle is as fast
  const auto first = static_cast<Rank>(w * plane_nodes) - routers_->first();
  wakes_[w] = fabric_.wake_times_.first(
      first, std::min<Rank>(plane_nodes, static_cast<Rank>(fabric_.sites_.size()) - first));
}

// In a large network, cycles are computed together, so that the planes of a word stay in a cache: in one pass
// over the words, each half of a cycle follows the half before it at a distance (RouterPlanes::reach()).
Cycle Fabric::Planes::step(Cycle now, Cycle cycles) {
  Partition& partition = fabric_.partitions_.front();
  routers_->begin_whole();
  cycles = fabric_.observed() ? 1 : std::min(cycles, in_order_);
  const std::size_t words = routers_->words(), halves = 2 * cycles,
                    distance = cycles == 1 ? words : routers_->reach();
  for (std::size_t at = 0; at < words + distance * (halves - 1); ++at) {
    for (std::size_t half = 0; half < halves && distance * half <= at; ++half) {
      const std::size_t w = at - distance * half;
      if (w >= words) continue;
      if (half == 1 && w == 0) {
        observe();
        if (fabric_.timed_) pass_timed(now);
      }
      half % 2 == 0 ? allocate(w, now + half / 2, partition) : commit(w, now + half / 2, partition);
    }
  }
  for (unsigned part = 0; part < parts(); ++part)
    fabric_.partitions_[part].link_flits = routers_->link_flits(part);
  return cycles;
}

void Fabric::Planes::step_half(unsigned half, unsigned part, Cycle now) {
  if (part >= routers_->parts()) return;
  Partition& partition = fabric_.partitions_[part];
  half == 0 ? routers_->begin_allocate(part) : routers_->begin_commit(part);
  const auto [first, last] = routers_->range(part);
  for (std::size_t w = first; w < last; ++w)
    half == 0 ? allocate(w, now, partition) : commit(w, now, partition);
  partition.link_flits = routers_->link_flits(part);
}

void Fabric::Planes::step_phase(unsigned phase, unsigned part, Cycle now) {
  if (part >= routers_->parts()) return;
  Partition& partition = fabric_.partitions_[part];
  if (phase == 0) routers_->begin_allocate(part);
  if (phase == 1 && part == 0) send();
  if (phase == 2 && part == 0) {
    observe();
    receive(now);
  }
  if (phase == 3) routers_->begin_commit(part);
  const auto [first, last] = routers_->range(part);
  for (std::size_t w = first; w < last; ++w) {
    if (phase < 2 && routers_->at_cut(w) == (phase == 0)) allocate(w, now, partition);
    if (phase == 0 && routers_->at_cut(w) && !partition.failure.error) find_crossings(w, crossings_[part]);
    if (phase == 3) commit(w, now, partition);
  }
  partition.link_flits = routers_->link_flits(part);
}

/// Between the halves of a cycle.
void Fabric::Planes::observe() {
  if (beside_ != nullptr) beside_->driven(*routers_, nics_);
  if (!fabric_.observed()) return;
  const auto [first, last] = routers_->own_words();
  for (std::size_t w = first; w < last; ++w) {
    routers_->each_sent(w, [&](Rank place, Link link, const model::FlitRef& flit) {
      fabric_.observe(fabric_.first() + place - routers_->first(), link, flit);
    });
  }
}

void Fabric::Planes::find_crossings(std::size_t w, std::vector<Crossing>& crossings) {
  const auto at = [&](Rank place, unsigned link) {
    return std::size_t{place - routers_->first()} * fabric_.links_ + link;
  };
  routers_->crossing(
      w,
      [&](Rank place, unsigned link, const model::FlitRef& flit, unsigned follow) {
        crossings.push_back({at(place, link), 0, true, flit, follow});
      },
      [&](Rank place, unsigned link, std::uint8_t credits) {
        crossings.push_back({at(place, link), credits, false, {}, 0});
      });
}

void Fabric::Planes::send() {
  fabric_.cut_->begin();
  for (std::vector<Crossing>& crossings : crossings_) {
    for (const Crossing& c : crossings)
      fabric_.cut_->put(fabric_.far_ends_[c.link], c.credits, c.valid ? &c.flit : nullptr, c.follow);
    crossings.clear();
  }
  fabric_.cut_->send();
}

void Fabric::Planes::receive(Cycle now) {
  fabric_.cut_->receive(
      [&](Rank node, unsigned link, std::uint8_t credits, const model::FlitRef* flit, unsigned follow) {
        arrive(now, {node, link}, credits, flit, follow);
      });
}

/// After a failure here, other parts still send, until all learn of it.
void Fabric::Planes::arrive(Cycle now, const LinkWires::End& to, std::uint8_t credits,
                            const model::FlitRef* flit, unsigned follow) {
  Partition& partition = fabric_.partitions_.front();
  if (partition.failure.error) return;
  try {
    const Rank place = routers_->first() + to.node;
    if (credits != 0) routers_->credit(place, to.link, credits);
    if (flit != nullptr) routers_->enter(place, to.link, *flit, follow);
  } catch (...) {
    partition.failure = {std::current_exception(), now, 0};
  }
}

/// Between the halves of a cycle: links of several cycles bring what arrives, and take what is driven. The
/// other direction of such a link may be of one cycle. Only graphs have such links; their cycles are computed
/// one by one, by one thread.
void Fabric::Planes::pass_timed(Cycle now) {
  fabric_.timed_->deliver(now, [&](const LinkWires::End& to, std::uint8_t credits, const model::FlitRef* flit,
                                   unsigned follow) { arrive(now, to, credits, flit, follow); });
  std::vector<Crossing>& crossings = crossings_.front();
  crossings.clear();
  const auto [first, last] = routers_->own_words();
  for (std::size_t w = first; w < last; ++w) {
    if (routers_->at_cut(w)) find_crossings(w, crossings);
  }
  for (const Crossing& c : crossings) {
    if (!fabric_.timed_->drive(now, c.link, c.valid, c.flit, c.credits, c.follow))
      arrive(now, fabric_.far_ends_[c.link], c.credits, c.valid ? &c.flit : nullptr, c.follow);
  }
}

void Fabric::Planes::allocate(std::size_t w, Cycle now, Partition& partition) {
  if (partition.failure.precedes(now, rank_of(w, 1))) [[unlikely]]
    return;
  routers_->allocate(w);
  for (const model::RouterPlanes::Departure& d : routers_->departures(w)) {
    if (PacketWatcher* watcher = site(d.node).packet_watcher) watcher->head_left(now, d.head);
  }
}

/// Notes a failure; does nothing after an earlier one.
void Fabric::Planes::commit(std::size_t w, Cycle now, Partition& partition) {
  if (partition.failure.precedes(now, rank_of(w, 1))) [[unlikely]]
    return;
  try {
    step_word(w, now, partition);
  } catch (...) {
    partition.failure = {std::current_exception(), now, rank_of(w, 1)};
  }
  routers_->commit(w);
}

void Fabric::Planes::step_word(std::size_t w, Cycle now, Partition& partition) {
  const bool busy = nics_.begin(w);
  const Plane due = wakes_[w] <= now ? due_in(w, now) : Plane{0};
  if (!busy && due == 0 && routers_->gives(w) == 0) return;
  const Plane alone = nics_.alone(w), behind = nics_.behind(w), events = nics_.events(w),
              counting = nics_.counting(w) | events, launching = nics_.launching(w),
              unready = nics_.blocked(w) & ~events, answering = nics_.answering(w);
  if (routers_->gives(w) != 0) nics_.take(w);
  routers_->eject(w, alone, [&](const model::RouterPlanes::Ejected& ejected) {
    Site& of = site(ejected.node);
    const model::FlitRef& flit = nics_.give_alone(*of.model, ejected);
    if ((flit.head & flit.tail) && of.packet_watcher != nullptr) of.packet_watcher->signal_left(flit.data);
  });
  std::vector<Access>& accesses = accesses_[&partition - fabric_.partitions_.data()];
  accesses.clear();
  for (Plane m = (due | counting | answering) & ~alone; m != 0; m &= m - 1) {
    const Rank rank = rank_of(w, m);
    Site& site = this->site(rank);
    model::RegisterAccess access;
    if (has(due | events, m) && site.host != nullptr &&
        !(has(unready, m) && now < site.host->unready_until())) {
      if (has(behind, m)) nics_.catch_up(rank);
      access = site.drive(now);
      if (beside_ != nullptr && access.valid) beside_->access(rank, access);
      ++partition.calls;
    }
    if (has(answering, m) || nics_.asks(access)) {
      nics_.answer(rank, *site.model, access, static_cast<std::uint32_t>(now), site.out);
    } else if (has(counting, m)) {
      nics_.count(*site.model, site.out);
    }
    if (!access.valid) continue;
    nics_.write_route(*site.model, access);
    if (has(launching | answering, m) || !nics_.prepare_put(*site.model, access))
      accesses.push_back({rank, access});
  }
  nics_.end_counts(w);
  for (Plane m = nics_.issues(w); m != 0; m &= m - 1) {
    const Rank rank = rank_of(w, m);
    const bool reads = beside_ != nullptr && nics_.reads(rank);
    const std::uint32_t addr = reads ? nics_.read_address(rank) : 0;
    nics_.issue(rank);
    if (reads) beside_->read(rank, addr, nics_.read_flit(rank));
  }
  for (Plane m = nics_.receives(w); m != 0; m &= m - 1) {
    Site& site = this->site(rank_of(w, m));
    nics_.receive(rank_of(w, m), [&](const model::NicPlanes::Received& flit) {
      if (beside_ != nullptr && flit.payload)
        beside_->write(rank_of(w, m), flit.addr, flit.data, flit.strobes);
      if (site.packet_watcher != nullptr) {
        if (!flit.payload) {
          site.packet_watcher->signal_left(flit.data);
        } else if (flit.first || flit.last) {
          site.packet_watcher->payload_written(now, flit.addr, flit.data);
        }
      }
      if (site.listener == nullptr || !flit.payload) return;
      site.out.wr_addr[0] = flit.addr;
      site.out.wr_data[0] = flit.data;
      site.listener->written(now, site.out, 1);
    });
  }
  for (Plane m = events; m != 0; m &= m - 1) {
    if (PacketWatcher* watcher = site(rank_of(w, m)).packet_watcher) watcher->counted(now);
  }
  Plane accessed = 0;
  for (const Access& a : accesses) {
    Site& site = this->site(a.rank);
    accessed |= Plane{1} << (a.rank % plane_nodes);
    if (!nics_.launch(a.rank, *site.model, a.access, site.out)) continue;
    const model::FlitFifo& given = site.model->nic().rx(0).eject;
    if (site.packet_watcher != nullptr && given.count_q != 0 && given.front().head && given.front().tail)
      site.packet_watcher->signal_left(given.front_data(fabric_.config_.flit_bits / 64));
  }
  const Plane checked = nics_.checked(w) & launching & ~accessed;
  for (Plane m = checked; m != 0; m &= m - 1) {
    Site& site = this->site(rank_of(w, m));
    nics_.launch(rank_of(w, m), *site.model, {}, site.out);
  }
  partition.evaluations += static_cast<unsigned>(std::popcount(accessed | counting | checked | answering));
  ++partition.words;
  if (alone != 0) {
    const Plane gives = routers_->gives(w), awake = nics_.busy_alone(w) | gives;
    for (Plane m = (awake | due) & alone; m != 0; m &= m - 1)
      step_alone(rank_of(w, m), has(gives, m), has(awake, m), has(due, m), now, partition);
  }
  find_wake(w);
}

void Fabric::Planes::step_alone(Rank rank, bool gives, bool awake, bool due, Cycle now,
                                Partition& partition) {
  Site& site = this->site(rank);
  model::NodeIn in;
  const bool event = site.out.event;
  if (!fabric_.prepare(now, site, awake, due, in, partition)) return;
  if (beside_ != nullptr) beside_->asks(rank, site.out, in, site.rd_data);
  if (site.packet_watcher != nullptr) {
    for (std::uint32_t m = in.wr_gnt; m != 0; m &= m - 1) {
      const auto c = static_cast<unsigned>(std::countr_zero(m));
      site.packet_watcher->payload_written(now, site.out.wr_addr[c], site.out.wr_data[c]);
    }
  }
  if (event && site.packet_watcher != nullptr) site.packet_watcher->counted(now);
  nics_.tick(rank, *site.model, gives, in, site.out);
}

Plane Fabric::Planes::due_in(std::size_t w, Cycle now) const {
  Plane due = 0;
  const std::size_t first = w * plane_nodes - routers_->first(),
                    last = std::min<std::size_t>(first + plane_nodes, fabric_.sites_.size());
  for (std::size_t n = first; n < last; n += awake_group)
    due |= Plane{fabric_.wake_times_.due(static_cast<Rank>(n), now)} << (n - first);
  return due;
}

void Fabric::Planes::show(Rank node) {
  const Site& site = fabric_.sites_[node];
  nics_.show(routers_->first() + node, *site.model, site.out);
  nics_.hide(*site.model);
}

void Fabric::Planes::end() {
  Partition none;
  const Cycle now = fabric_.now_;
  if (fabric_.timed_) fabric_.timed_->deliver(now, fabric_.wires_[now % 2], fabric_.awake_[now % 2]);
  for (Rank n = 0; n < fabric_.sites_.size(); ++n) {
    Site& site = fabric_.sites_[n];
    nics_.show(routers_->first() + n, *site.model, site.out);
    nics_.leave(routers_->first() + n);
    fabric_.drive_links(now, n, site.out, none);
  }
  fabric_.partitions_.front().link_flits += none.link_flits;
}

}  // namespace collnoc

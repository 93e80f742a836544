#include "sim/fabric/fabric.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <exception>
#include <functional>
#include <stdexcept>
#include <utility>

#include "sim/fabric/fabric_cycle.hpp"
#include "sim/fabric/fabric_lockstep.hpp"
#include "sim/fabric/fabric_planes.hpp"
#include "sim/fabric/fabric_slices.hpp"
#include "sim/fabric/workers.hpp"

namespace collnoc {

namespace {

// The evaluation of a node takes about as long as this many calls of a host (cycles of an idle processor).
constexpr std::uint64_t calls_per_evaluation = 4;
// A cycle of 64 routers in planes takes about as long as this many evaluations.
constexpr std::uint64_t evaluations_per_word = 16;

}  // namespace

Fabric::Fabric(const Topology& topology, const HardwareConfig& config, const Options& options,
               const NodeFactory& make)
    : topology_(topology), config_(config), options_(options), links_(topology.links()) {
  if (!config.fits(topology)) throw std::invalid_argument("node and topology differ in dimensions");
  Rank size = topology.nodes(), places = size;
  Rank from = 0, to = size;  // computed by the threads
  if (options.parts->several()) {
    cut_ = std::make_unique<Cut>(topology, config, *options.parts);
    first_ = cut_->first();
    size = cut_->last() - first_;
    places = cut_->places();
    from = std::min(cut_->head(), size);
    to = std::min(cut_->tail(), size);
    at_cut_.resize(2);
    at_cut_[0].last = from;
    at_cut_[1].first = to;
    at_cut_[1].last = size;
  }
  sites_.reserve(size);
  far_ends_.resize(std::size_t{size} * links_);
  for (unsigned p = 0; p < 2; ++p) {
    wires_[p].resize(places, links_);
    awake_[p].resize(places);
  }
  wake_times_.resize(size);
  for (Rank n = 0; n < size; ++n) {
    const Rank rank = first_ + n;
    Site& s = sites_.emplace_back(config, options.mem_words);
    s.node = make(rank, config, model::Place::of(topology, config, rank, s.memory.words()));
    s.model = s.node->model();
    s.rd_data = s.memory.rd_data();
    s.node->reset(s.out);
    Partition none;
    drive_links(0, n, s.out, none);
    for (Link l = 0; l < links_; ++l) far_ends_[std::size_t{n} * links_ + l] = far_end(rank, l);
  }
  if (topology.has_timing()) timed_ = std::make_unique<TimedLinks>(topology, config, first_, far_ends_);
  const Rank groups = (to - from + awake_group - 1) / awake_group;
  const RtlBeside* const beside = sites_.front().node->beside();
  const unsigned threads =
      beside != nullptr ? 1 : std::clamp<unsigned>(options.threads, 1, std::max<Rank>(1, groups));
  partitions_.resize(threads);
  for (unsigned t = 0; t < threads; ++t) {
    const auto begin = [&](unsigned k) {
      return from + static_cast<Rank>(std::uint64_t{groups} * k / threads) * awake_group;
    };
    partitions_[t].first = begin(t);
    partitions_[t].last = std::min(to, begin(t + 1));
  }
  if (SlicedNodes* nodes = sites_.front().node->slices()) {
    slices_ = std::make_unique<Sliced>(*this, *nodes);
  } else if (beside != nullptr) {
    lockstep_ = std::make_unique<Lockstep>(*this, *beside);
  } else if ((board_ = sites_.front().node->board()) != nullptr) {
    step_singly("nodes are modules of a kernel");
    on_board_.calls.resize(size);
    on_board_.in.resize(size);
  } else if (threads > 1) {
    workers_ = std::make_unique<Workers>(threads - 1);
  }
}

Fabric::~Fabric() = default;

void Fabric::set_watcher(Rank rank, NodeWatcher* watcher) {
  if (slices_) throw std::logic_error("nodes in slices have no watchers");
  step_singly("a node is watched");
  site(rank).watcher = watcher;
}

void Fabric::reset_tile(Rank rank, bool low) {
  site(rank).tile_reset = low;
  if (slices_) return slices_->reset_tile(rank, low);
  if (lockstep_) lockstep_->reset_tile(rank, low);
  step_singly("a tile was reset alone");
  awake_[now_ % 2].wake(rank - first_);
}

void Fabric::step_singly(const char* why) {
  singly_ = true;
  if (not_in_planes_ == nullptr) not_in_planes_ = why;
  if (!cut_ || !planes_) end_groups();
}

void Fabric::end_groups() {
  if (planes_) planes_->end();
  planes_.reset();
  order_.reset();
  workers_.reset();
}

void Fabric::set_host(Rank rank, Host* host) {
  if (host != nullptr && host->uses_memory_port()) leave_planes("a host uses the memory port");
  Site& of = site(rank);
  of.host = host;
  if (board_ != nullptr) {
    of.process = &board_->software(rank);
  } else if (options_.kernel != nullptr) {
    of.process = &options_.kernel->software(rank);
  }
  if (planes_) planes_->watch(rank - first_);
  if (host != nullptr) {
    host->keep_wake_at(wake_times_.place(rank - first_));
  } else {
    wake_times_.clear(rank - first_);
  }
}

void Fabric::set_write_listener(Rank rank, WriteListener* listener) {
  site(rank).listener = listener;
  if (planes_) planes_->watch(rank - first_);
}

model::TileMemory& Fabric::memory(Rank rank) {
  if (planes_) planes_->catch_up(rank - first_);
  return site(rank).memory;
}

const model::NodeOut& Fabric::out(Rank rank) const {
  if (lockstep_) return lockstep_->rtl_out(rank - first_);
  if (planes_) planes_->show(rank - first_);
  if (slices_) slices_->show(rank);
  return sites_[rank - first_].out;
}

const model::NodeOut& Fabric::host_pins(Rank rank) const {
  return planes_ && !lockstep_ ? sites_[rank - first_].out : out(rank);
}

AnyNode& Fabric::node(Rank rank) {
  if (planes_) planes_->save(rank - first_);
  return *site(rank).node;
}

void Fabric::compare_registers() {
  if (lockstep_) lockstep_->compare_registers();
  if (board_ != nullptr) board_->compare_registers();
}

LinkWires::End Fabric::far_end(Rank rank, Link link) const {
  if (cut_) return cut_->far_end(rank, link);
  const Rank n = topology_.neighbour(rank, link);
  return n == no_rank ? LinkWires::End{} : LinkWires::End{n, topology_.opposite(rank, link)};
}

void Fabric::step(Cycle cycles) {
  if (options_.kernel == nullptr) return step_now(cycles);
  options_.kernel->run(cycles, [this, cycles] { step_now(cycles); });
}

void Fabric::step_now(Cycle cycles) {
  if (slices_) {
    slices_->begin();
  } else if (!begun_) {
    planes_ = Planes::make(*this, not_in_planes_);
    if (!planes_) {
      for (Site& s : sites_) {
        if (s.packet_pins != nullptr) s.pin_watcher = s.packet_pins;
      }
      if (!singly_ && !timed_ && !lockstep_) make_order();
    }
    if (lockstep_) lockstep_->begin(planes_.get());
    begun_ = true;
  }
  if (cut_) return step_parts(cycles);
  if (planes_) planes_->begin();
  while (cycles != 0) {
    Cycle computed = 1;
    if (planes_) {
      computed = step_planes(cycles);
    } else if (slices_) {
      observe();
      computed = slices_->step(now_, observed() ? 1 : cycles);
    } else if (order_ && cycles > 1 && !observed()) {
      computed = std::min<Cycle>(cycles, order_->cycles());
      step_in_order(computed);
    } else {
      observe();
      deliver_timed();
      if (lockstep_) lockstep_->driven();
      board_ != nullptr ? step_board() : step_all();
    }
    if (lockstep_ && !partitions_.front().failure.error) lockstep_->step(now_);
    if (const Failure failure = take_failure(); failure.error) [[unlikely]] {
      now_ = failure.cycle;
      std::rethrow_exception(failure.error);
    }
    now_ += computed;
    cycles -= computed;
  }
  if (planes_) planes_->catch_up();
}

void Fabric::observe() const {
  for (FabricObserver* o : observers_)
    o->cycle(now_, [this](Rank r) -> const model::NodeOut& { return out(r); });
  if (link_observers_.empty()) return;
  for (Rank r = first(); r < end(); ++r) {
    const model::NodeOut& out = this->out(r);
    for (std::uint32_t m = out.link_valid; m != 0; m &= m - 1) {
      const auto link = static_cast<Link>(std::countr_zero(m));
      observe(r, link, out.link[link]);
    }
  }
}

/// One cycle of all nodes of a part.
void Fabric::step_part_in_planes() {
  by_threads(1, Planes::part_phases,
             [this](unsigned phase, unsigned thread) { planes_->step_phase(phase, thread, now_); });
}

/// One cycle of all nodes but those at a cut.
void Fabric::step_all() {
  by_threads(1, 1, [this](unsigned, unsigned thread) { step_partition(partitions_[thread]); });
}

/// Up to order_->cycles() cycles of all nodes.
void Fabric::step_in_order(Cycle cycles) {
  by_threads(cycles, order_->phases(),
             [this, cycles](unsigned phase, unsigned thread) { step_phase(phase, thread, cycles); });
}

/// What a thread does in a phase of the order, of the first `cycles` cycles.
void Fabric::step_phase(unsigned phase, unsigned thread, Cycle cycles) {
  for (const CycleOrder::Step& s : order_->steps(phase, thread)) {
    if (s.cycle < cycles) step_group(s.group * awake_group, now_ + s.cycle, partitions_[thread]);
  }
}

/// Calls work(phase, t) for each partition t in one phase after the other, which are these cycles together;
/// in all threads, if that is worth it.
template <class Work>
void Fabric::by_threads(Cycle cycles, unsigned phases, Work&& work) {
  choose_threads(cycles, phases, [&](bool all) {
    each_phase(phases, all, work);
    return cycles;
  });
}

template <class Work>
void Fabric::each_phase(unsigned phases, bool all, Work&& work) {
  for (unsigned phase = 0; phase < phases; ++phase) {
    const auto of_thread = [&](unsigned t) { work(phase, t); };
    if (all) {
      workers_->each(std::ref(of_thread));
    } else {
      for (unsigned t = 0; t < partitions_.size(); ++t) of_thread(t);
    }
    share_failure();
  }
}

/// Calls compute(all) for up to `cycles` cycles, which returns how many they were, in phases; `all`: by all
/// threads, if that is worth it.
template <class Compute>
Cycle Fabric::choose_threads(Cycle cycles, unsigned phases, Compute&& compute) {
  if (!workers_) return compute(false);
  const std::uint64_t work_to_come = work_per_cycle();
  Cycle computed = 0;
  if (work_to_come * cycles < options_.work_for_a_thread * partitions_.size() * phases) {
    computed = compute(false);
  } else {
    const auto begin = std::chrono::steady_clock::now();
    computed = compute(options_.work_for_a_thread == 0 || choice_.all());
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    choice_.took(passed.count(), work_to_come * computed, computed);
  }
  last_cycles_ = computed;
  return computed;
}

/// Up to `cycles` cycles in planes; how many they were.
Cycle Fabric::step_planes(Cycle cycles) {
  if (lockstep_) return planes_->step(now_, 1);
  if (planes_->parts() == 1 || observed()) return planes_->step(now_, cycles);
  return choose_threads(1, 2, [&](bool all) -> Cycle {
    if (!all) return planes_->step(now_, cycles);
    each_phase(2, true, [this](unsigned half, unsigned thread) { planes_->step_half(half, thread, now_); });
    return 1;
  });
}

/// The failure that is first in simulated time, and in that cycle at the lowest rank; without an error if
/// there is none.
Fabric::Failure Fabric::take_failure() {
  Failure first;
  for (std::vector<Partition>* all : {&partitions_, &at_cut_}) {
    for (Partition& partition : *all) {
      if (!partition.failure.error) continue;
      if (!first.precedes(partition.failure.cycle, partition.failure.node)) first = partition.failure;
      partition.failure = {};
    }
  }
  return first;
}

/// From now on, only what precedes the first failure is computed.
void Fabric::share_failure() {
  const Failure first = take_failure();
  if (!first.error) return;
  for (std::vector<Partition>* all : {&partitions_, &at_cut_}) {
    for (Partition& partition : *all) partition.failure = first;
  }
}

/// The work of the last cycles, as an estimate for the next ones.
std::uint64_t Fabric::work_per_cycle() {
  std::uint64_t work = 0;
  for (const Partition& p : partitions_)
    work += p.evaluations + p.calls / calls_per_evaluation + p.words * evaluations_per_word;
  return (work - std::exchange(work_before_, work)) / last_cycles_;
}

/// A cycle of the nodes of a partition.
void Fabric::step_partition(Partition& partition) {
  for (Rank first = partition.first; first < partition.last; first += awake_group)
    step_group(first, now_, partition);
}

/// A cycle of up to awake_group nodes. Notes a failure; does nothing after an earlier one.
void Fabric::step_group(Rank first, Cycle now, Partition& partition) {
  if (partition.failure.precedes(now, first)) [[unlikely]]
    return;
  std::uint32_t awake = awake_[now % 2].take(first);
  if (!options_.skip_quiescent)
    awake = (1u << std::min(awake_group, static_cast<Rank>(sites_.size()) - first)) - 1;
  const std::uint32_t due = wake_times_.due(first, now);
  if ((awake | due) == 0) return;
  try {
    for (std::uint32_t m = awake | due; m != 0; m &= m - 1) {
      const unsigned n = static_cast<unsigned>(std::countr_zero(m));
      step_site(now, first + n, (awake >> n) & 1, (due >> n) & 1, partition);
    }
  } catch (...) {
    partition.failure = {std::current_exception(), now, first};
  }
}

inline void Fabric::step_site(Cycle now, Rank node, bool awake, bool due, Partition& partition) {
  Site& s = sites_[node];
  model::NodeIn in;
  LinkWires& wires = wires_[now % 2];
  if (awake) wires.pass(node, wires.take(node), in);
  in.tile_reset = s.tile_reset;
  if (!prepare(now, s, awake, due, in, partition)) return;
  if (lockstep_) lockstep_->asks(node, s.out, in, s.rd_data);
  model::NodeOut& out = s.out;
  if (s.watcher != nullptr) [[unlikely]] {
    s.watcher->before(now, *s.node, out, in);
    s.node->tick(in, out);
    s.watcher->after(now, *s.node, out);
  } else if (s.model != nullptr) {
    s.model->tick(in, out);
  } else {
    s.node->tick(in, out);
  }
  drive_links(now + 1, node, out, partition);
}

/// Passes what a node drives in the next cycle to its neighbours, and wakes those and itself.
inline void Fabric::drive_links(Cycle next, Rank node, const model::NodeOut& out, Partition& partition) {
  LinkWires& wires = wires_[next % 2];
  AwakeNodes& awake = awake_[next % 2];
  if (!out.quiescent) awake.wake(node);
  const LinkWires::End* ends = &far_ends_[std::size_t{node} * links_];
  const std::uint32_t valid = out.link_valid, credit = out.link_credit;
  unsigned flits = 0;
  for (std::uint32_t m = valid | credit; m != 0; m &= m - 1) {
    const unsigned l = static_cast<unsigned>(std::countr_zero(m));
    const unsigned is_valid = valid >> l & 1;
    flits += is_valid;
    if (ends[l].node == no_rank) continue;
    const std::uint8_t credits = (credit >> l & 1) != 0 ? out.credit[l] : std::uint8_t{0};
    if (timed_ && timed_->drive(next, std::size_t{node} * links_ + l, is_valid != 0, out.link[l], credits))
      continue;
    wires.drive(ends[l], is_valid != 0, out.link[l], credits);
    awake.wake(ends[l].node);
  }
  partition.link_flits += flits;
}

bool Fabric::quiet() const {
  if (planes_) return parts().all(planes_->quiet());
  if (slices_) return slices_->quiet();
  return parts().all((!timed_ || (timed_->empty() && !timed_->delivers())) &&
                     std::all_of(sites_.begin(), sites_.end(), [](const Site& s) {
                       return s.out.quiescent && s.out.link_valid == 0 && s.out.link_credit == 0;
                     }));
}

bool Fabric::writes_memory() const {
  if (slices_) return slices_->writes_memory();
  return parts().any(
      std::any_of(sites_.begin(), sites_.end(), [](const Site& s) { return s.out.wr_req != 0; }));
}

std::uint64_t Fabric::sum_of(std::uint64_t Partition::*value) const {
  std::uint64_t n = 0;
  for (const Partition& p : partitions_) n += p.*value;
  for (const Partition& p : at_cut_) n += p.*value;
  return parts().sum(n);
}

std::uint64_t Fabric::link_flits() const { return sum_of(&Partition::link_flits); }
std::uint64_t Fabric::evaluations() const { return sum_of(&Partition::evaluations); }

}  // namespace collnoc

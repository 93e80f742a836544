#include "sim/fabric/fabric.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "sim/fabric/fabric_block.hpp"
#include "sim/fabric/fabric_cycle.hpp"

namespace collnoc {

namespace {

// A call of a host (an idle processor's cycle) takes about this part of a node's evaluation.
constexpr std::uint64_t calls_of_an_evaluation = 4;
// Looks at a counter before a thread that waits for it sleeps, some 10 microseconds.
constexpr unsigned looks = 10'000;

}  // namespace

// Threads that compute a cycle together. A thread that waits looks at a counter for a while; then a worker
// sleeps until there is work, and the main thread yields, so that more threads than processors still make
// progress.
class Fabric::Workers {
 public:
  Workers(Fabric& fabric, unsigned extra)
      : fabric_(fabric), looks_(extra < std::thread::hardware_concurrency() ? looks : 0) {
    for (unsigned t = 0; t < extra; ++t) threads_.emplace_back([this, t] { run(t + 1); });
  }
  ~Workers() {
    stop_ = true;
    begin();
    for (std::thread& t : threads_) t.join();
  }
  void cycle() {
    done_.store(0, std::memory_order_relaxed);
    begin();
    guarded(0);
    for (unsigned n = 0; done_.load(std::memory_order_acquire) != threads_.size(); ++n) {
      if (n >= looks_) std::this_thread::yield();
    }
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void begin() {
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
  }
  void guarded(unsigned partition) {
    try {
      fabric_.step_partition(fabric_.partitions_[partition]);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (error_ && failed_ < partition) return;  // always that of the lowest rank
      error_ = std::current_exception();
      failed_ = partition;
    }
  }
  void run(unsigned partition) {
    std::uint32_t seen = 0;
    for (;;) {
      std::uint32_t g = 0;
      for (unsigned n = 0; (g = generation_.load(std::memory_order_acquire)) == seen; ++n) {
        if (n >= looks_) generation_.wait(seen, std::memory_order_acquire);
      }
      seen = g;
      if (stop_) return;
      guarded(partition);
      done_.fetch_add(1, std::memory_order_release);
    }
  }

  Fabric& fabric_;
  const unsigned looks_;
  std::atomic<std::uint32_t> generation_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
  unsigned failed_ = 0;
  std::vector<std::thread> threads_;
};

Fabric::Fabric(const Topology& topology, const HardwareConfig& config, const Options& options,
               const NodeFactory& make)
    : topology_(topology), config_(config), options_(options), links_(topology.links()) {
  if (!config.fits(topology)) throw std::invalid_argument("node and topology differ in dimensions");
  Rank size = topology.size(), places = size;
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
  parity_ = 1;  // reset() drives the links for cycle 0
  for (Rank n = 0; n < size; ++n) {
    const Rank rank = first_ + n;
    Site& s = sites_.emplace_back(config, options.mem_words);
    s.node = make(rank, config, model::Place::of(topology, rank, s.memory.words()));
    s.model = s.node->model();
    s.rd_data = s.memory.rd_data();
    s.node->reset(s.out);
    Partition none;
    drive_links(n, s.out, none);
    for (Link l = 0; l < links_; ++l) far_ends_[std::size_t{n} * links_ + l] = far_end(rank, l);
  }
  parity_ = 0;
  const Rank groups = (to - from + awake_group - 1) / awake_group;
  const unsigned threads = std::clamp<unsigned>(options.threads, 1, std::max<Rank>(1, groups));
  partitions_.resize(threads);
  for (unsigned t = 0; t < threads; ++t) {
    const auto begin = [&](unsigned k) {
      return from + static_cast<Rank>(std::uint64_t{groups} * k / threads) * awake_group;
    };
    partitions_[t].first = begin(t);
    partitions_[t].last = std::min(to, begin(t + 1));
  }
  if (threads > 1) workers_ = std::make_unique<Workers>(*this, threads - 1);
}

Fabric::~Fabric() = default;

void Fabric::set_watcher(Rank rank, NodeWatcher* watcher) {
  for (const std::unique_ptr<Block>& block : blocks_) block->end();
  blocks_.clear();
  blocks_made_ = true;  // and none any more
  site(rank).watcher = watcher;
  workers_.reset();
}

void Fabric::set_host(Rank rank, Host* host) {
  site(rank).host = host;
  if (host != nullptr) {
    host->keep_wake_at(wake_times_.place(rank - first_));
  } else {
    wake_times_.clear(rank - first_);
  }
}

LinkWires::End Fabric::far_end(Rank rank, Link link) const {
  if (cut_) return cut_->far_end(rank, link);
  const Rank n = topology_.neighbour(rank, link);
  return n == no_rank ? LinkWires::End{} : LinkWires::End{n, topology_.opposite(link)};
}

void Fabric::step(Cycle cycles) {
  if (!blocks_made_) make_blocks();
  if (cut_) return step_parts(cycles);
  for (; cycles != 0; --cycles) {
    observe();
    step_all();
    end_cycle();
  }
}

void Fabric::observe() const {
  for (FabricObserver* o : observers_)
    o->cycle(now_, [this](Rank r) -> const model::NodeOut& { return out(r); });
}

void Fabric::end_cycle() {
  parity_ ^= 1;
  ++now_;
}

/// One cycle of all nodes but those at a cut.
void Fabric::step_all() {
  if (workers_ && has_work_for_threads()) {
    const auto begin = std::chrono::steady_clock::now();
    if (options_.work_for_a_thread == 0 || choice_.all()) {
      workers_->cycle();
    } else {
      for (Partition& partition : partitions_) step_partition(partition);
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    choice_.took(passed.count(), last_work_);
  } else {
    for (Partition& partition : partitions_) step_partition(partition);
  }
}

/// Whether the next cycle is worth computing by all threads: it has about as much work as the last one.
bool Fabric::has_work_for_threads() {
  std::uint64_t work = 0;
  for (const Partition& p : partitions_) work += p.evaluations + p.calls / calls_of_an_evaluation;
  last_work_ = work - std::exchange(work_before_, work);
  return last_work_ >= options_.work_for_a_thread * partitions_.size();
}

void Fabric::step_partition(Partition& partition) {
  AwakeNodes& awake_now = awake_[parity_];
  for (Rank first = partition.first; first < partition.last; first += awake_group) {
    std::uint32_t awake = awake_now.take(first);
    if (!options_.skip_quiescent) awake = (1u << std::min(awake_group, partition.last - first)) - 1;
    const std::uint32_t due = wake_times_.due(first, now_);
    if ((awake | due) != 0 && !blocks_.empty()) {
      blocks_[first / awake_group]->step(awake, due, partition);
      continue;
    }
    for (std::uint32_t m = awake | due; m != 0; m &= m - 1) {
      const unsigned n = static_cast<unsigned>(std::countr_zero(m));
      step_site(first + n, (awake >> n) & 1, (due >> n) & 1, partition);
    }
  }
}

inline void Fabric::step_site(Rank node, bool awake, bool due, Partition& partition) {
  Site& s = sites_[node];
  model::NodeIn in;
  LinkWires& wires = wires_[parity_];
  if (awake) wires.pass(node, wires.take(node), in);
  if (!prepare(s, awake, due, in, partition)) return;
  model::NodeOut& out = s.out;
  if (s.watcher != nullptr) [[unlikely]] {
    s.watcher->before(now_, *s.node, out, in);
    s.node->tick(in, out);
    s.watcher->after(now_, *s.node, out);
  } else if (s.model != nullptr) {
    s.model->tick(in, out);
  } else {
    s.node->tick(in, out);
  }
  drive_links(node, out, partition);
}

/// Passes what a node drives in the next cycle to its neighbours, and wakes those and itself.
inline void Fabric::drive_links(Rank node, const model::NodeOut& out, Partition& partition) {
  LinkWires& wires = wires_[parity_ ^ 1];
  AwakeNodes& awake = awake_[parity_ ^ 1];
  if (!out.quiescent) awake.wake(node);
  const LinkWires::End* ends = &far_ends_[std::size_t{node} * links_];
  const std::uint32_t valid = out.link_valid, credit = out.link_credit;
  unsigned flits = 0;
  for (std::uint32_t m = valid | credit; m != 0; m &= m - 1) {
    const unsigned l = static_cast<unsigned>(std::countr_zero(m));
    const unsigned is_valid = valid >> l & 1;
    flits += is_valid;
    if (ends[l].node == no_rank) continue;
    wires.drive(ends[l], is_valid != 0, out.link[l],
                (credit >> l & 1) != 0 ? out.credit[l] : std::uint8_t{0});
    awake.wake(ends[l].node);
  }
  partition.link_flits += flits;
}

bool Fabric::quiet() const {
  return parts().all(std::all_of(sites_.begin(), sites_.end(), [](const Site& s) {
    return s.out.quiescent && s.out.link_valid == 0 && s.out.link_credit == 0;
  }));
}

bool Fabric::writes_memory() const {
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

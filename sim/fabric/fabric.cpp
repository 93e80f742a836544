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
      if (!error_) error_ = std::current_exception();
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
  std::vector<std::thread> threads_;
};

Fabric::Fabric(const Topology& topology, const HardwareConfig& config, const Options& options,
               const NodeFactory& make)
    : topology_(topology),
      config_(config),
      options_(options),
      links_(topology.links()),
      sites_(topology.size()) {
  if (!config.fits(topology)) throw std::invalid_argument("node and topology differ in dimensions");
  const Rank size = topology.size();
  far_ends_.resize(std::size_t{size} * links_);
  for (unsigned p = 0; p < 2; ++p) {
    wires_[p].resize(size, links_);
    awake_[p].resize(size);
  }
  wake_times_.resize(size);
  parity_ = 1;  // reset() drives the links for cycle 0
  for (Rank r = 0; r < size; ++r) {
    Site& s = sites_[r];
    s.memory = std::make_unique<model::TileMemory>(config, options.mem_words);
    s.node = make(r, config, model::Place::of(topology, r, s.memory->words()));
    s.model = s.node->model();
    s.rd_data = s.memory->rd_data();
    s.node->reset(s.out);
    Partition none;
    drive_links(r, s.out, none);
    for (Link l = 0; l < links_; ++l) {
      const Rank n = topology.neighbour(r, l);
      if (n != no_rank) far_ends_[std::size_t{r} * links_ + l] = {n, topology.opposite(l)};
    }
  }
  parity_ = 0;
  const Rank groups = (size + awake_group - 1) / awake_group;
  const unsigned threads = std::clamp<unsigned>(options.threads, 1, groups);
  partitions_.resize(threads);
  for (unsigned t = 0; t < threads; ++t) {
    partitions_[t].first = static_cast<Rank>(std::uint64_t{groups} * t / threads) * awake_group;
    partitions_[t].last =
        std::min(size, static_cast<Rank>(std::uint64_t{groups} * (t + 1) / threads) * awake_group);
  }
  if (threads > 1) workers_ = std::make_unique<Workers>(*this, threads - 1);
}

Fabric::~Fabric() = default;

void Fabric::set_watcher(Rank rank, NodeWatcher* watcher) {
  sites_[rank].watcher = watcher;
  workers_.reset();
}

void Fabric::set_host(Rank rank, Host* host) {
  sites_[rank].host = host;
  if (host != nullptr) {
    host->keep_wake_at(wake_times_.place(rank));
  } else {
    wake_times_.clear(rank);
  }
}

void Fabric::step(Cycle cycles) {
  for (; cycles != 0; --cycles) {
    for (FabricObserver* o : observers_)
      o->cycle(now_, [this](Rank r) -> const model::NodeOut& { return out(r); });
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
    parity_ ^= 1;
    ++now_;
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
    for (std::uint32_t m = awake | due; m != 0; m &= m - 1) {
      const unsigned n = static_cast<unsigned>(std::countr_zero(m));
      step_site(first + n, (awake >> n) & 1, (due >> n) & 1, partition);
    }
  }
}

inline void Fabric::step_site(Rank rank, bool awake, bool due, Partition& partition) {
  Site& s = sites_[rank];
  model::NodeIn in;
  if (awake) wires_[parity_].take(rank, in);
  const bool called = (due || s.out.event) && s.host != nullptr;
  if (called) {
    in.access = s.host->drive(now_, s.out);
    ++partition.calls;
  }
  if (!awake && !in.access.valid) {
    if (called) s.memory->idle();  // the host may use it
    return;
  }
  evaluate(s, rank, in, called, partition);
}

inline void Fabric::evaluate(Site& s, Rank rank, model::NodeIn& in, bool called, Partition& partition) {
  model::NodeOut& out = s.out;
  in.cycle = static_cast<std::uint32_t>(now_);
  in.rd_data = s.rd_data;
  if ((out.rd_req | out.wr_req) != 0) {
    s.memory->access(out);
    in.rd_gnt = s.memory->rd_gnt();
    in.wr_gnt = s.memory->wr_gnt();
    if (s.listener != nullptr && in.wr_gnt != 0) s.listener->written(now_, out, in.wr_gnt);
    s.memory->advance();
    s.rd_data = s.memory->rd_data();
  } else if (called) {
    s.memory->idle();
  }
  if (s.pin_watcher != nullptr &&
      ((out.link_valid | out.link_credit | in.link_valid | in.rd_gnt | in.wr_gnt) != 0 || out.event)) {
    s.pin_watcher->see(now_, out, in);
  }
  if (s.watcher != nullptr) [[unlikely]] {
    s.watcher->before(now_, *s.node, out, in);
    s.node->tick(in, out);
    s.watcher->after(now_, *s.node, out);
  } else if (s.model != nullptr) {
    s.model->tick(in, out);
  } else {
    s.node->tick(in, out);
  }
  drive_links(rank, out, partition);
  ++partition.evaluations;
}

/// Passes what a node drives in the next cycle to its neighbours, and wakes those and itself.
inline void Fabric::drive_links(Rank rank, const model::NodeOut& out, Partition& partition) {
  LinkWires& wires = wires_[parity_ ^ 1];
  AwakeNodes& awake = awake_[parity_ ^ 1];
  if (!out.quiescent) awake.wake(rank);
  const LinkWires::End* ends = &far_ends_[std::size_t{rank} * links_];
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
  for (Rank r = 0; r < topology_.size(); ++r) {
    const model::NodeOut& o = out(r);
    if (!o.quiescent || o.link_valid != 0 || o.link_credit != 0) return false;
  }
  return true;
}

std::uint64_t Fabric::link_flits() const {
  std::uint64_t n = 0;
  for (const Partition& l : partitions_) n += l.link_flits;
  return n;
}

bool Fabric::writes_memory() const {
  return std::any_of(sites_.begin(), sites_.end(), [](const Site& s) { return s.out.wr_req != 0; });
}

std::uint64_t Fabric::evaluations() const {
  std::uint64_t n = 0;
  for (const Partition& l : partitions_) n += l.evaluations;
  return n;
}

}  // namespace collnoc

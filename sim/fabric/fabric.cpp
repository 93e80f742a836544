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
  neighbour_.resize(std::size_t{size} * links_);
  driven_[0].assign(size + 1, {});
  driven_[1].assign(size + 1, {});
  for (Rank r = 0; r < size; ++r) {
    Site& s = sites_[r];
    s.memory = std::make_unique<model::TileMemory>(config, options.mem_words);
    s.node = make(r, config, model::Place::of(topology, r, s.memory->words()));
    s.node->reset(s.out[0]);
    s.out[1] = s.out[0];
    for (Link l = 0; l < links_; ++l) {
      const Rank n = topology.neighbour(r, l);
      neighbour_[std::size_t{r} * links_ + l] = n == no_rank ? size : n;
      if (n != no_rank) facing_[l] = static_cast<std::uint8_t>(topology.opposite(l));
    }
  }
  const unsigned threads = std::clamp<unsigned>(options.threads, 1, std::max<Rank>(1, size / 2));
  partitions_.resize(threads);
  for (unsigned t = 0; t < threads; ++t) {
    partitions_[t].first = static_cast<Rank>(std::uint64_t{size} * t / threads);
    partitions_[t].last = static_cast<Rank>(std::uint64_t{size} * (t + 1) / threads);
  }
  if (threads > 1) workers_ = std::make_unique<Workers>(*this, threads - 1);
}

Fabric::~Fabric() = default;

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
  for (Rank r = partition.first; r < partition.last; ++r) step_site(r, partition);
}

void Fabric::step_site(Rank rank, Partition& partition) {
  Site& s = sites_[rank];
  const unsigned p = parity_;
  const model::NodeOut& now = s.out[p];
  model::NodeOut& next = s.out[p ^ 1];

  model::NodeIn in;
  const Rank* neighbour = &neighbour_[std::size_t{rank} * links_];
  for (unsigned l = 0; l < links_; ++l) {  // branch-free: half of the branches would be mispredicted
    const Driven driven = driven_[p][neighbour[l]];
    in.link_valid |= ((driven.valid >> facing_[l]) & 1u) << l;
    in.link_credit |= ((driven.credit >> facing_[l]) & 1u) << l;
  }
  for (std::uint32_t m = in.link_valid; m != 0; m &= m - 1) {
    const unsigned l = static_cast<unsigned>(std::countr_zero(m));
    in.link[l] = sites_[neighbour[l]].out[p].link[facing_[l]];
  }
  for (std::uint32_t m = in.link_credit; m != 0; m &= m - 1) {
    const unsigned l = static_cast<unsigned>(std::countr_zero(m));
    in.credit[l] = sites_[neighbour[l]].out[p].credit[facing_[l]];
  }
  const bool called = s.host != nullptr && (now_ >= s.host->wake_at() || now.event);
  if (called) {
    in.access = s.host->drive(now_, now);
    ++partition.calls;
  }

  if (options_.skip_quiescent && now.quiescent && (in.link_valid | in.link_credit) == 0 && !in.access.valid) {
    if (!s.asleep) {
      next = now;
      driven_[p ^ 1][rank] = {};
      s.asleep = true;
    }
    if (called) s.memory->idle();  // the host may use it
    return;
  }

  if ((now.rd_req | now.wr_req) != 0) {
    s.memory->access(now);
    if (s.listener != nullptr && s.memory->wr_gnt() != 0) s.listener->written(now_, now, s.memory->wr_gnt());
  } else {
    s.memory->idle();
  }
  in.cycle = static_cast<std::uint32_t>(now_);
  in.rd_gnt = s.memory->rd_gnt();
  in.wr_gnt = s.memory->wr_gnt();
  for (unsigned r = 0; r < config_.reads(); ++r) in.rd_data[r] = s.memory->rd_data(r);
  if (s.watcher != nullptr) [[unlikely]] {
    s.watcher->before(now_, *s.node, now, in);
    s.node->tick(in, next);
    s.watcher->after(now_, *s.node, next);
  } else {
    s.node->tick(in, next);
  }
  s.memory->advance();
  s.asleep = false;
  driven_[p ^ 1][rank] = {static_cast<std::uint8_t>(next.link_valid),
                          static_cast<std::uint8_t>(next.link_credit)};
  partition.link_flits += static_cast<unsigned>(std::popcount(next.link_valid));
  ++partition.evaluations;
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

std::uint64_t Fabric::evaluations() const {
  std::uint64_t n = 0;
  for (const Partition& l : partitions_) n += l.evaluations;
  return n;
}

}  // namespace collnoc

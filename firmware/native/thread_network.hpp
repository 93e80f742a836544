// Tiles on the host, to try out programs without hardware: each is a thread, or a process with its own
// variables like a tile. Messages take no time, and a put is delivered when it returns. A program that relies
// on this is wrong on hardware. Puts that a NIC refuses are refused here; the run ends when all tiles wait.
#pragma once
#include <pthread.h>
#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/hal/print.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/native/counter_book.hpp"
#include "collnoc/firmware/native/refusal.hpp"
#include "collnoc/firmware/runtime/plan_cache.hpp"

namespace collnoc {

class ThreadNetwork {
 public:
  ThreadNetwork(const Topology& topology, std::size_t memory_bytes)
      : topology_(topology),
        memory_bytes_((memory_bytes + 7) / 8 * 8),
        mapped_(sizeof(Shared) + topology.size() * (sizeof(Site) + memory_bytes_)) {
    // Shared with the processes that run_apart() starts.
    void* const map = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) throw std::bad_alloc();
    shared_ = new (map) Shared;
    sites_ = reinterpret_cast<Site*>(shared_ + 1);
    pthread_mutexattr_t mutex;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared_->mutex, &mutex);
    pthread_condattr_t condition;
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    for (Rank r = 0; r < topology.size(); ++r)
      pthread_cond_init(&(new (sites_ + r) Site)->changed, &condition);
  }
  ~ThreadNetwork() { munmap(shared_, mapped_); }
  ThreadNetwork(const ThreadNetwork&) = delete;
  ThreadNetwork& operator=(const ThreadNetwork&) = delete;

  /// The Tile that a thread or process sees. What a NIC refuses, and a wait that cannot end, throws
  /// HostFailure.
  class ThreadTile {
   public:
    ThreadTile(ThreadNetwork& network, Rank rank) : network_(network), rank_(rank) {}
    Rank rank() const { return rank_; }
    const Topology& topology() const { return network_.topology_; }
    void put(const Put& p) { network_.put(rank_, p, in_library_ != 0); }
    /// To every node of `box` but this one.
    void put(Put p, const Box& box) {
      network_.check_box(rank_, p, box);
      for (p.dst = 0; p.dst < topology().size(); ++p.dst)
        if (box.reaches(topology(), rank_, p.dst)) put(p);
    }
    void put(const PreparedPut& p) { put(p.put(topology())); }
    void wait(std::uint8_t counter, std::uint32_t at_least) {
      network_.wait(rank_, counter, at_least, in_library_ != 0);
    }
    void consume(std::uint8_t counter, std::uint32_t n) {
      network_.consume(rank_, counter, n, in_library_ != 0);
    }
    /// Nanoseconds since the network was made: messages take no time, but programs can wait.
    std::uint64_t cycle() const {
      const auto passed = std::chrono::steady_clock::now() - network_.made_;
      return static_cast<std::uint64_t>(std::chrono::nanoseconds(passed).count());
    }
    std::span<std::byte> memory() { return network_.memory(rank_); }
    /// For mark_begin(tile) and mark_end(tile), firmware/hal/mark.hpp.
    void mark(tile::Mark what) {
      const std::uint64_t now = cycle();
      const Lock lock(network_);
      Shared& marks = *network_.shared_;
      if (what == tile::mark_begin && !marks.begun) {
        marks.begin = now;
        marks.begun = true;
      }
      if (what == tile::mark_end) {
        marks.end = now;
        marks.ended = true;
      }
    }

    /// The plans of run<Schedule>(tile, job).
    PlanCache& plans() { return plans_; }

    /// For in_library(tile), firmware/hal/tile.hpp.
    LibraryScope library_scope() { return LibraryScope(in_library_); }

    /// For print(tile, ...), firmware/hal/print.hpp: to standard output, line by line, with the rank in
    /// front.
    void console(char c) {
      if (c != '\n') {
        line_ += c;
        return;
      }
      std::printf("%u: %s\n", rank_, line_.c_str());
      line_.clear();
    }
    ~ThreadTile() {
      if (!line_.empty()) console('\n');
    }
    ThreadTile(const ThreadTile&) = delete;
    ThreadTile& operator=(const ThreadTile&) = delete;

   private:
    ThreadNetwork& network_;
    Rank rank_;
    unsigned in_library_ = 0;  ///< LibraryScopes
    std::string line_;         ///< printed so far
    PlanCache plans_;
  };

  /// Calls `body(tile)` on all tiles concurrently, in threads of this process, which share its variables;
  /// returns when all calls have returned. Throws HostFailure, or what a body has thrown.
  template <class Body>
  void run(Body body) {
    begin();
    std::vector<std::thread> threads;
    std::vector<std::exception_ptr> thrown(topology_.size());
    for (Rank r = 0; r < topology_.size(); ++r) {
      threads.emplace_back([this, r, &body, &thrown] {
        try {
          ThreadTile tile(*this, r);
          body(tile);
          finish(r);
        } catch (const HostFailure&) {  // fail() keeps the first one
        } catch (...) {
          thrown[r] = std::current_exception();
          stop(r);
        }
      });
    }
    for (std::thread& t : threads) t.join();
    for (const std::exception_ptr& one : thrown) {
      if (one) std::rethrow_exception(one);
    }
    check();
  }

  /// The same with a process for every tile, so every tile has all global variables for itself. Returns what
  /// the bodies have returned. In host_processes.hpp.
  template <class Body>
  std::vector<int> run_apart(Body body);

  std::span<std::byte> memory(Rank rank) {
    std::byte* const first = reinterpret_cast<std::byte*>(sites_ + topology_.size());
    return {first + rank * memory_bytes_, memory_bytes_};
  }
  /// Nanoseconds from the first mark_begin on any tile to the last mark_end; nothing if one is missing.
  std::optional<std::uint64_t> marked() const {
    return shared_->begun && shared_->ended ? std::optional(shared_->end - shared_->begin) : std::nullopt;
  }
  std::uint32_t arrived(Rank rank, unsigned counter) const { return sites_[rank].counters[counter]; }

 private:
  struct alignas(64) Shared {
    pthread_mutex_t mutex;
    bool begun = false, ended = false;  ///< marks
    std::uint64_t begin = 0, end = 0;   ///< of the first mark_begin and the last mark_end, in nanoseconds
    bool failed = false;
    char failure[512] = {};
    CounterBook counters;
  };
  struct alignas(64) Site {
    pthread_cond_t changed;
    bool waiting = false, finished = false;
    std::uint8_t counter = 0;    ///< while it waits
    std::uint32_t at_least = 0;  ///< while it waits
    int code = 0;
    std::uint32_t counters[counter_count] = {};
  };

  class Lock {
   public:
    explicit Lock(ThreadNetwork& network) : mutex_(network.shared_->mutex) { pthread_mutex_lock(&mutex_); }
    ~Lock() { pthread_mutex_unlock(&mutex_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    pthread_mutex_t& mutex_;
  };

  void put(Rank from, const Put& p, bool by_library) {
    const Lock lock(*this);
    check();
    if (const std::string why = why_refused(p, from, topology_, memory_bytes_); !why.empty()) {
      fail(tile_failed(from, why));
    }
    if (p.counter != 0) name_counter(from, p.counter, CounterUse::put, by_library);
    if (!p.signal)
      combine(p.operation, memory(p.dst).data() + p.remote, memory(from).data() + p.local, p.bytes);
    if (p.counter != 0) ++sites_[p.dst].counters[p.counter];
    pthread_cond_broadcast(&sites_[p.dst].changed);
  }

  void check_box(Rank from, const Put& p, const Box& box) {
    const Lock lock(*this);
    check();
    if (const std::string why = why_refused(p, box, from, topology_, memory_bytes_); !why.empty())
      fail(tile_failed(from, why));
  }

  void wait(Rank rank, unsigned counter, std::uint32_t at_least, bool by_library) {
    const Lock lock(*this);
    check_counter(rank, counter);
    name_counter(rank, counter, CounterUse::wait, by_library);
    Site& site = sites_[rank];
    site.counter = static_cast<std::uint8_t>(counter);
    site.at_least = at_least;
    site.waiting = true;
    for (;;) {
      check();
      if (site.counters[counter] >= at_least) break;
      look_for_deadlock();
      pthread_cond_wait(&site.changed, &shared_->mutex);
    }
    site.waiting = false;
  }

  void consume(Rank rank, unsigned counter, std::uint32_t n, bool by_library) {
    const Lock lock(*this);
    check_counter(rank, counter);
    name_counter(rank, counter, CounterUse::consume, by_library);
    sites_[rank].counters[counter] -= n;
  }

  void check_counter(Rank rank, unsigned counter) {
    if (counter == 0 || counter >= counter_count) {
      fail(tile_failed(rank, counter_refusal_text(counter)));
    }
  }

  /// Fails when the program and the library calls that it makes use the same counters.
  void name_counter(Rank rank, unsigned counter, CounterUse use, bool by_library) {
    if (const std::string why = shared_->counters.name(rank, counter, use, by_library); !why.empty())
      fail(why);
  }

  void begin() {
    shared_->counters = {};
    for (Rank r = 0; r < topology_.size(); ++r) sites_[r].waiting = sites_[r].finished = false;
    shared_->failed = false;
  }
  /// Its body has returned, or its process has ended.
  void finish(Rank rank) {
    const Lock lock(*this);
    sites_[rank].finished = true;
    check();
    look_for_deadlock();
  }
  /// Its body has thrown: the others must not wait for it.
  void stop(Rank rank) {
    const Lock lock(*this);
    try {
      fail(tile_failed(rank, "an exception"));
    } catch (const HostFailure&) {
    }
  }

  // The following functions need the lock.

  /// Throws the first failure of the run, if there is one.
  void check() const {
    if (shared_->failed) throw HostFailure(shared_->failure);
  }
  [[noreturn]] void fail(const std::string& why) {
    if (!shared_->failed) {
      std::snprintf(shared_->failure, sizeof shared_->failure, "%s", why.c_str());
      shared_->failed = true;
      for (Rank r = 0; r < topology_.size(); ++r) pthread_cond_broadcast(&sites_[r].changed);
    }
    throw HostFailure(shared_->failure);
  }
  bool is_stuck(const Site& site) const {
    return site.waiting && site.counters[site.counter] < site.at_least;
  }
  /// Fails when all tiles that have not finished wait.
  void look_for_deadlock() {
    unsigned stuck = 0;
    std::string who;
    for (Rank r = 0; r < topology_.size(); ++r) {
      const Site& site = sites_[r];
      if (site.finished) continue;
      if (!is_stuck(site)) return;
      if (++stuck > 3) continue;
      who += (stuck == 1 ? "tile " : "; tile ") + std::to_string(r) + " waits until counter " +
             std::to_string(site.counter) + " is " + std::to_string(site.at_least) + ", it is " +
             std::to_string(site.counters[site.counter]);
    }
    if (stuck == 0) return;
    if (stuck > 3) who += "; and " + std::to_string(stuck - 3) + " more tiles wait";
    fail("deadlock: messages that nobody will send: " + who);
  }

  static void combine(Operation operation, std::byte* to, const std::byte* from, std::uint32_t bytes) {
    for (std::uint32_t at = 0; at < bytes; at += 8) {
      std::uint64_t memory = 0, payload = 0;
      const std::size_t n = bytes - at < 8 ? bytes - at : 8;
      std::memcpy(&memory, to + at, n);
      std::memcpy(&payload, from + at, n);
      memory = combined(operation, memory, payload);
      std::memcpy(to + at, &memory, n);
    }
  }

  Topology topology_;
  std::size_t memory_bytes_, mapped_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
  Shared* shared_ = nullptr;
  Site* sites_ = nullptr;  // [rank]; the memories follow
};
using ThreadTile = ThreadNetwork::ThreadTile;
static_assert(Tile<ThreadTile>);

}  // namespace collnoc

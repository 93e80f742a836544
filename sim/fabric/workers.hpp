// Threads that work together. A thread that waits polls a counter for a while; then a worker sleeps until
// there is work, and the main thread yields, so that more threads than processors still make progress.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace collnoc {

class Workers {
 public:
  explicit Workers(unsigned extra) : polls_(extra < std::thread::hardware_concurrency() ? most_polls : 0) {
    for (unsigned t = 0; t < extra; ++t) threads_.emplace_back([this, t] { run(t + 1); });
  }
  ~Workers() {
    stop_ = true;
    begin();
    for (std::thread& t : threads_) t.join();
  }
  /// Calls `work`, which does not throw, with the number of every thread.
  void each(const std::function<void(unsigned)>& work) {
    work_ = &work;
    done_.store(0, std::memory_order_relaxed);
    begin();
    work(0);
    for (unsigned n = 0; done_.load(std::memory_order_acquire) != threads_.size(); ++n) {
      if (n >= polls_) std::this_thread::yield();
    }
  }

 private:
  static constexpr unsigned most_polls = 10'000;  // before a thread sleeps: some 10 microseconds
  void begin() {
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
  }
  void run(unsigned thread) {
    std::uint32_t seen = 0;
    for (;;) {
      std::uint32_t g = 0;
      for (unsigned n = 0; (g = generation_.load(std::memory_order_acquire)) == seen; ++n) {
        if (n >= polls_) generation_.wait(seen, std::memory_order_acquire);
      }
      seen = g;
      if (stop_) return;
      (*work_)(thread);
      done_.fetch_add(1, std::memory_order_release);
    }
  }

  const unsigned polls_;
  std::atomic<std::uint32_t> generation_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<bool> stop_{false};
  const std::function<void(unsigned)>* work_ = nullptr;
  std::vector<std::thread> threads_;
};

}  // namespace collnoc

// Vector clocks: what a thread knows of all others. A thread is the software of a tile, or a context of its
// NIC's sequencer. Beside the threads, every channel of every NIC has an entry: how many of its messages have
// been read from memory, as far as is known.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace collnoc {

/// What was known when a message left, or what a thread knows now: entries of others from `base`, its own
/// epoch.
struct View {
  std::shared_ptr<const std::vector<std::uint32_t>> base;
  std::uint32_t thread = 0, epoch = 0;
  std::uint32_t operator[](std::uint32_t entry) const { return entry == thread ? epoch : (*base)[entry]; }
};

/// The clock of one thread. Its epoch grows with everything that others can learn of.
class Clock {
 public:
  Clock(std::size_t entries, std::uint32_t thread)
      : known_(std::make_shared<std::vector<std::uint32_t>>(entries)), thread_(thread) {}

  std::uint32_t thread() const { return thread_; }
  std::uint32_t epoch() const { return epoch_; }
  View view() const { return {known_, thread_, epoch_}; }
  /// What others can learn from now on; later actions belong to the next epoch.
  View release() { return {known_, thread_, epoch_++}; }
  void learn(std::uint32_t entry, std::uint32_t value) {
    if (entry != thread_ && (*known_)[entry] < value) own()[entry] = value;
  }
  void learn(const View& view) {
    if (view.base != known_) {
      std::vector<std::uint32_t>& mine = own();
      for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = std::max(mine[i], (*view.base)[i]);
    }
    learn(view.thread, view.epoch);
  }

 private:
  /// Views share the entries until they change.
  std::vector<std::uint32_t>& own() {
    if (known_.use_count() > 1) known_ = std::make_shared<std::vector<std::uint32_t>>(*known_);
    return *known_;
  }

  std::shared_ptr<std::vector<std::uint32_t>> known_;
  std::uint32_t thread_, epoch_ = 1;
};

}  // namespace collnoc

// The virtual channels that a part of a message holds behind its head.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace collnoc {

/// A channel is held until the last flit has left it. If the head waits, the flits behind it stop once the
/// buffers between are full.
class Trail {
 public:
  using Cycle = std::uint64_t;

  /// The head is on `channel` in cycle `start`; if it is `ejected`, on its last one. Calls left(channel,
  /// before, cycle) for each channel that other flits can have from `cycle` on, as is known now; `before`:
  /// the one before it on the path, in whose buffer no flit is left then; nullptr for the first channel.
  /// `flits` of the part, each for `interval` cycles; `depth` of a buffer.
  template <class Left>
  void take(std::size_t channel, Cycle start, bool ejected, std::uint64_t flits, unsigned interval,
            unsigned depth, Left&& left) {
    held_.push_back({channel, start});
    for (; first_ < held_.size() && (ejected || (held_.size() - first_) * depth >= flits); ++first_) {
      Cycle end = 0;
      std::uint64_t rest = flits;  // behind the buffers between, when the head is on a later channel
      for (std::size_t k = first_; k < held_.size() && rest != 0;
           ++k, rest -= std::min<std::uint64_t>(rest, depth))
        end = std::max(end, held_[k].start + rest * interval);
      left(held_[first_].channel, first_ == 0 ? nullptr : &held_[first_ - 1].channel, end);
    }
    if (ejected) std::vector<Held>().swap(held_);
  }

 private:
  struct Held {
    std::size_t channel;
    Cycle start;
  };
  std::vector<Held> held_;
  std::size_t first_ = 0;
};

}  // namespace collnoc

// Model counterpart of rtl/network/link.sv: one direction of a link that is longer or narrower than a hop.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

/// A flit that is driven in cycle t arrives in cycle t + delay - 1. If the link is narrow, a serializer sends
/// the flit from the cycle after t on, or from when the one before is sent; for `interval` cycles, with the
/// last of which the flit is complete. Credits go beside the flits, delayed as these; a narrow link delays
/// them by a register more. Senders hold credits for all flits in a link, so it is never full. A link with
/// LinkTiming{} is wires, and none of these.
class TimedLink {
 public:
  TimedLink(const HardwareConfig& config, LinkTiming timing)
      : timing_(timing),
        words_(config.flit_bits / 64),
        // Data of a flit that has arrived remain for some cycles.
        slots_(std::size_t{config.vcs} * config.vc_depth + 4),
        data_(slots_.size() * words_),
        credits_(timing.registers() + 1u) {}

  /// In cycle `now` this flit is driven; one in a cycle.
  void drive_flit(std::uint64_t now, const FlitRef& flit) {
    const std::size_t slot = driven_++ % slots_.size();
    std::copy_n(flit.data, words_, &data_[slot * words_]);
    if (timing_.interval != 1) {
      now = std::max(now + 1, free_);
      free_ = now + timing_.interval;
      now = free_ - 1;
    }
    slots_[slot] = {now + timing_.delay - 1, {&data_[slot * words_], flit.vc, flit.head, flit.tail}};
  }
  /// The same of credits, a bit for each virtual channel.
  void drive_credits(std::uint64_t now, std::uint8_t vcs) {
    credits_[(now + timing_.registers()) % credits_.size()] = vcs;
    ++credits_inside_;
  }

  /// Calls arrive(flit or nullptr, credits) if anything arrives in cycle `now`. To be called for every cycle;
  /// what is driven in a cycle arrives in a later one.
  template <class Arrive>
  void take(std::uint64_t now, Arrive&& arrive) {
    if (empty()) return;
    const FlitRef* flit = nullptr;
    if (taken_ != driven_ && slots_[taken_ % slots_.size()].arrival == now)
      flit = &slots_[taken_++ % slots_.size()].flit;
    std::uint8_t& place = credits_[now % credits_.size()];
    const std::uint8_t credits = place;
    place = 0;
    if (credits != 0) --credits_inside_;
    if (flit != nullptr || credits != 0) arrive(flit, credits);
  }
  bool empty() const { return taken_ == driven_ && credits_inside_ == 0; }

 private:
  struct Slot {
    std::uint64_t arrival = 0;
    FlitRef flit{};
  };

  LinkTiming timing_;
  std::size_t words_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> data_;  // [slot * words_]
  std::uint64_t driven_ = 0, taken_ = 0;
  std::uint64_t free_ = 0;             ///< the serializer, from this cycle on
  std::vector<std::uint8_t> credits_;  ///< by the cycle of their arrival
  unsigned credits_inside_ = 0;
};

}  // namespace collnoc::model

#include "sim/fabric/fabric_slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "sim/fabric/fabric_cycle.hpp"

namespace collnoc {

Fabric::Sliced::Sliced(Fabric& fabric, SlicedNodes& nodes)
    : SlicedNetwork(fabric.topology_, fabric.config_, nodes),
      fabric_(fabric),
      hosted_(arrays_.size()),
      flits_(std::size_t{links_ + channels_} * flit_words_),
      arrived_flits_(std::size_t{links_} * flit_words_),
      shown_(nodes.size()) {
  for (const Array& a : arrays_) {
    Hosted& hosted = hosted_[a.index];
    for (unsigned n = 0; n < a.nodes; ++n) {
      const NodeAddress address = fabric.topology_.address(static_cast<Rank>(a.first * 64 + n));
      for (unsigned b = 0; b < hosted.source.size(); ++b)
        hosted.source[b][n / 64] |= std::uint64_t{address >> b & 1} << n % 64;
    }
  }
  distance_ = std::clamp<std::size_t>((wires_.reach() + words_ - 1) / words_, 1, arrays_.size());
  in_order_ = arrays_.size() > 2 * distance_ ? 8 : 64;
}

std::string Fabric::Sliced::how_computed() const {
  return fmt::format("RTL in slices of {} nodes{}", nodes_.lanes(),
                     arrays_.size() > 2 * distance_ ? fmt::format(", {} cycles in one pass", in_order_) : "");
}

void Fabric::Sliced::begin() {
  for (const Array& a : arrays_) {
    Hosted& hosted = hosted_[a.index];
    hosted.pins = hosted.packets = hosted.simple = {};
    for (unsigned n = 0; n < a.nodes; ++n) {
      Site& s = fabric_.sites_[a.first * 64 + n];
      // Without the pins of all cycles, flits on links are those that routers have counted (PacketPins),
      // unless links have registers.
      const bool pins = s.packet_watcher != nullptr &&
                        (s.packet_watcher->expects_signals() || fabric_.config_.hop_cycles != 1);
      if (pins) s.pin_watcher = s.packet_pins;
      hosted.pins[n / 64] |= std::uint64_t{s.pin_watcher != nullptr} << n % 64;
      hosted.packets[n / 64] |= std::uint64_t{s.packet_watcher != nullptr && !pins} << n % 64;
      const bool simple = channels_ == 1 && reads_ == 1 && s.listener == nullptr &&
                          (s.host == nullptr || !s.host->uses_memory_port());
      hosted.simple[n / 64] |= std::uint64_t{simple} << n % 64;
    }
  }
}

// In a large network, cycles are computed together, so that an array stays in a cache: in one pass over the
// arrays, each cycle follows the one before it at the distance of the farthest neighbours.
Cycle Fabric::Sliced::step(Cycle now, Cycle cycles) {
  Partition& partition = fabric_.partitions_.front();
  nodes_.changed();
  cycles = std::min(cycles, in_order_);
  for (std::size_t at = 0; at < arrays_.size() + distance_ * (cycles - 1); ++at) {
    for (Cycle c = 0; c < cycles && distance_ * c <= at; ++c) {
      const std::size_t i = at - distance_ * c;
      if (i < arrays_.size()) step_array(arrays_[i], now + c, partition);
    }
  }
  return cycles;
}

/// Notes a failure; does nothing after an earlier one.
void Fabric::Sliced::step_array(Array& a, Cycle now, Partition& partition) {
  const auto first = static_cast<Rank>(a.first * 64);
  if (partition.failure.precedes(now, first)) [[unlikely]]
    return;
  try {
    switch (words_) {
      case 1: return step_words<1>(a, now, partition);
      case 2: return step_words<2>(a, now, partition);
      case 4: return step_words<4>(a, now, partition);
      default: return step_words<8>(a, now, partition);
    }
  } catch (...) {
    partition.failure = {std::current_exception(), now, first};
  }
}

template <unsigned n>
void Fabric::Sliced::step_words(Array& a, Cycle now, Partition& partition) {
  Words comes{};
  take<n>(a, now % 2, comes);
  const std::uint64_t evaluations = partition.evaluations;
  std::uint64_t active = a.quiet ? 0 : 1;
  for (unsigned k = 0; k < n; ++k) {
    active |= comes[k];
    const Calls calls = calls_of(a, k, comes[k], now);
    if ((calls.lanes | hosted_[a.index].read[k]) != 0 && call(a, k, calls, comes[k], now, partition))
      active = 1;
  }
  const unsigned next = (now + 1) % 2;
  if (active == 0) return drive_nothing<n>(a, next);
  partition.evaluations = evaluations + a.nodes;
  clock_edge(a, now);
  partition.link_flits += drive<n>(a, next);
}

bool Fabric::Sliced::quiet() const {
  return std::all_of(arrays_.begin(), arrays_.end(), [](const Array& a) { return a.quiet; });
}

bool Fabric::Sliced::writes_memory() const {
  return std::any_of(arrays_.begin(), arrays_.end(), [&](const Array& a) {
    for (unsigned k = 0; k < words_; ++k)
      if (any_of(a, pins_.wr_req, k) != 0) return true;
    return false;
  });
}

}  // namespace collnoc

// Total exchange `direct-slotted`: one message per pair of nodes on an 8x8 torus. All ranks send to the same
// offsets in the same order. The timing lets every message advance one hop per slot. A slot is the time that
// a message occupies a link.
//
//   slot         0   1   2   3   4          every rank sends to (x+2, y-1), then to (x+1, y+1), ..
//   link +x      A   A   B                  A: offset (2,-1), injected in slot 0
//   link -y              A                  B: offset (1, 1), injected in slot 2
//   link +y                  B
//   ejection                 A   B
//
// All ranks do the same, so all links of one direction behave alike. The schedule packs 63 paths into six
// rows of slots (four links, injection, ejection), and uses nothing twice in a slot. Each direction is used
// in 64 slots; the table needs 68, and the longest path has 8 hops. No message waits for another one, so
// ranks do not start to drift.
//
// The hardware keeps messages in their slots: an incoming message waits while its next link is busy. Its
// buffer must hold the whole message: --vc-depth of one message plus one flit. Before the message of slot t,
// a rank waits until all messages that are ejected up to slot t - 2 have arrived. No put depends on these
// messages; the wait keeps the NIC from running ahead in a free slot. alpha = beta = 63 (beta in blocks).
// Links are shared within a step, because in one step a message travels its whole path. Port model: one-port.
// It also runs on all-port hardware, but there the channels start in parallel and the slots are lost;
// direct_slotted_all_port.hpp preserves them.
//
// The table was found by search (sim/tune/slotted_exchange.cpp, seed 2). Store-and-forward pipelines of this
// kind, one dimension at a time: Dimakopoulos & Dimopoulos, "A theory of total exchange in multidimensional
// interconnection networks", section 4. Using both dimensions at once, in slots, is new in this project.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// The table: what every rank sends, and when.
struct SlottedExchange {
  /// A message to the rank at offset (`x`, `y`), in these directions; injected in `slot`.
  struct Message {
    std::int8_t x, y;
    std::uint8_t slot;
    constexpr std::uint32_t hops() const {
      return static_cast<std::uint32_t>(x < 0 ? -x : x) + static_cast<std::uint32_t>(y < 0 ? -y : y);
    }
    /// The message is on link number h of its path in slot + h, and is then ejected.
    constexpr std::uint32_t ejected() const { return slot + hops(); }
  };
  static constexpr std::uint32_t side = 8;
  static constexpr std::array<Message, side * side - 1> messages{
      {{-2, -4, 0},  {4, 3, 1},    {0, 3, 2},   {-1, 0, 3},  {-2, -1, 4},  {2, -4, 5},   {-2, 2, 6},
       {2, 0, 7},    {-3, -1, 8},  {1, 3, 9},   {2, -3, 10}, {-3, 4, 11},  {3, -1, 12},  {0, 1, 13},
       {-3, -3, 14}, {1, -1, 15},  {2, 3, 16},  {-2, 0, 17}, {3, 2, 18},   {-1, -2, 19}, {-4, -2, 20},
       {1, -2, 21},  {4, -3, 22},  {0, 2, 23},  {-1, 2, 24}, {-4, -1, 25}, {1, 1, 26},   {1, 4, 27},
       {2, -1, 28},  {-2, -3, 29}, {3, 3, 30},  {-1, 1, 31}, {-4, 2, 32},  {2, -2, 33},  {0, -1, 34},
       {3, 1, 35},   {-3, 3, 36},  {0, -3, 37}, {3, 0, 38},  {-1, -3, 39}, {-2, 3, 40},  {3, -2, 41},
       {-1, -1, 42}, {-3, -2, 43}, {1, 2, 44},  {3, -4, 45}, {-1, 4, 46},  {-3, 0, 47},  {1, 0, 48},
       {4, 0, 49},   {-4, -4, 50}, {0, 4, 51},  {0, -2, 52}, {2, 1, 53},   {-2, 1, 54},  {2, 2, 55},
       {-3, 1, 56},  {1, -3, 57},  {3, -3, 58}, {-1, 3, 59}, {-3, 2, 60},  {4, 1, 61},   {-2, -2, 63}}};

  /// Number of messages that are ejected at least two slots before message i is injected.
  static constexpr std::array<std::uint8_t, side * side - 1> ticks() {
    std::array<std::uint8_t, side * side - 1> counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      for (const Message& other : messages) {
        if (other.ejected() + 2 <= messages[i].slot) ++counts[i];
      }
    }
    return counts;
  }
};

struct DirectSlotted {
  static constexpr const char* name = "direct-slotted";
  static constexpr const char* summary =
      "one message per pair, one hop per slot, links never shared in a slot; 8x8 torus, deep buffers";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;

  static constexpr const auto& messages = SlottedExchange::messages;
  static constexpr std::uint32_t side = SlottedExchange::side;

  static constexpr const char* refusal(const Topology& t, PortModel) {
    const bool fits = t.dims() == 2 && t.wraps(0) && t.wraps(1) && t.extent(0) == side && t.extent(1) == side;
    return fits ? nullptr : "it needs a torus of 8x8";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return 2 * job.topology.size() * padded(job.bytes);
  }
  static constexpr std::uint32_t steps(const Job&) { return messages.size(); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step > 0 && ticks[step] != ticks[step - 1]) out.wait(1, ticks[step]);
    out.send(put(job, rank, messages[step].x, messages[step].y));
  }
  /// A put to the rank at offset (`x`, `y`), in these directions.
  static constexpr Put put(const Job& job, Rank rank, int x, int y) {
    Coordinates to = job.topology.coordinates(rank);
    Route route;
    const std::array<int, 2> offset{x, y};
    for (unsigned d = 0; d < 2; ++d) {
      if (offset[d] == 0) continue;
      to[d] = (to[d] + side + static_cast<std::uint32_t>(offset[d])) % side;
      route.direction[d] = offset[d] > 0 ? Direction::plus : Direction::minus;
    }
    const Rank dst = job.topology.rank(to);
    return {dst, send_block(job, dst), receive_block(job, rank), job.bytes, 1, false, route};
  }

  /// Counter 1 counts all messages: in each step, one from the rank at the opposite offset.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }

 private:
  static constexpr auto ticks = SlottedExchange::ticks();
};

}  // namespace collnoc

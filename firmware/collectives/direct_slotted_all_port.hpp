// Total exchange `direct-slotted-all-port`: `direct-slotted` for NICs that feed all links at once.
//
//   put to (x+1,y-1), (x-2,y+2), (x,y-2), (x+4,y+3), (x,y+1)      all four channels have work
//   when 1 message is there    put to (x,y-1), (x-2,y-1)
//   when 2 messages are there  put to (x-2,y-3)                   ..
//
// What counts is the links: each direction is used in 64 slots, a slot being the time a message is on a link.
// A put goes to its link's channel at once, and no channel for all holds the NIC back, so it would get ahead
// of messages that pass through. Therefore a rank waits, before about every second message, until it has
// received so many: a table of offsets and counts. No put depends on what is waited for; it is the clock. All
// ranks do the same, so all clocks tick alike.
//
// The table is found by search, on one rank that is played for all (sim/tune/slotted_exchange_all_port.cpp,
// seed 1). alpha = beta = 63 (beta in blocks). Links are shared within a step: in a step a message goes its
// whole way.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/direct_slotted.hpp"

namespace collnoc {

struct DirectSlottedAllPort {
  static constexpr const char* name = "direct-slotted-all-port";
  static constexpr const char* summary =
      "one message a pair, a hop a slot on all links, paced by arrivals; 8x8 torus, deep buffers";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;

  /// To the rank `x`, `y` further on, in this direction, when `received` messages are there (0: no wait).
  struct Message {
    std::int8_t x, y;
    std::uint8_t received;
  };
  static constexpr std::array<Message, DirectSlotted::messages.size()> messages{
      {{1, -1, 0},  {-2, 2, 0},   {0, -2, 0},  {4, 3, 0},   {0, 1, 0},    {0, -1, 1},  {-2, -1, 0},
       {-2, -3, 2}, {2, 4, 3},    {3, -3, 5},  {-3, -1, 0}, {-4, -3, 7},  {1, 3, 0},   {2, 0, 8},
       {1, 2, 10},  {-3, 3, 0},   {3, -4, 0},  {-2, 0, 13}, {2, 2, 0},    {-3, 2, 14}, {1, -3, 0},
       {3, -2, 17}, {-1, 0, 0},   {-1, 3, 0},  {2, 1, 19},  {-2, -4, 0},  {-2, 1, 0},  {4, 1, 21},
       {-1, 1, 24}, {-1, -3, 25}, {1, 4, 0},   {-3, -2, 0}, {1, 0, 0},    {3, -1, 28}, {-2, 3, 0},
       {4, -2, 31}, {-1, -1, 0},  {-1, -2, 0}, {-1, 2, 33}, {-3, -4, 34}, {4, 4, 0},   {0, 3, 35},
       {-3, 0, 37}, {2, -3, 39},  {-4, 2, 0},  {1, 1, 41},  {1, -2, 42},  {-2, -2, 0}, {2, 3, 0},
       {2, -2, 44}, {-4, -1, 0},  {3, 2, 47},  {0, 2, 0},   {-1, -4, 48}, {3, 0, 49},  {-3, -3, 0},
       {0, 4, 51},  {3, 3, 52},   {-4, 0, 0},  {3, 1, 55},  {0, -3, 0},   {-3, 1, 56}, {2, -1, 0}}};

  static constexpr const char* refusal(const Topology& topology, Nic nic) {
    return nic != Nic::all_port ? "it needs an all-port NIC" : DirectSlotted::refusal(topology, nic);
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return DirectSlotted::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job&) { return messages.size(); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Message& message = messages[step];
    if (message.received != 0) out.wait(1, message.received);
    out.send(DirectSlotted::put(job, rank, message.x, message.y));
  }

  /// Counter 1 has all messages: one a step from the rank that is the offset before this one.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc

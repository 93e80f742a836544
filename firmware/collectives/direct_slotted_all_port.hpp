// Total exchange `direct-slotted-all-port`: `direct-slotted` for NICs that feed all links at once.
//
//   slot         0   1   2   3   4          every rank sends to (x+2, y-1), (x, y+2) and others at once; what
//   link +x      A   A   D                  counts is the links, which are never used twice in a slot; there
//   is link -y      C       A                  no row for injection and none for ejection link +y      B   B
//
// A put goes to its link's channel at once, and nothing keeps the NIC from getting ahead of messages that
// pass through. So a rank waits before a message until it has received so many: a table of offsets and
// counts. No put depends on what is waited for; it is the clock. All ranks do the same, so they tick alike.
// In steady state the message of slot t is sent when what came in slot t - 2 is there: its head is at the
// router just when the link is free.
//
// The table is found by search on one rank that stands for all (sim/tune/slotted_exchange_all_port.cpp).
// alpha = beta = 63 (beta in blocks). Links are shared within a step.
#pragma once
#include <array>
#include <cstdint>

#include "firmware/collectives/direct_slotted.hpp"

namespace collnoc {

struct DirectSlottedAllPort {
  static constexpr const char* name = "direct-slotted-all-port";
  static constexpr const char* summary =
      "one message a pair, a hop a slot on all links, paced by arrivals; 8x8 torus, deep buffers";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;

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

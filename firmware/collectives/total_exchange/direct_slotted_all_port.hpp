// Total exchange `direct-slotted-all-port`: `direct-slotted` for NICs that feed all links at once.
//
//   put to (x+1,y-1), (x-2,y+2), (x,y-2), (x+4,y+3), (x,y+1)      all four channels are busy
//   after 1 message has arrived    put to (x,y-1), (x-2,y-1)
//   after 2 messages have arrived  put to (x-2,y-3)               ..
//
// Only the links limit the speed: each direction is used in 64 slots. A slot is the time that a message
// occupies a link. A put enters its link's channel at once. No common channel slows the NIC down, so it would
// overtake messages in transit. Therefore, before about every second message, a rank waits until a given
// number of messages has arrived: the table has offsets and counts. No put depends on the awaited messages;
// they serve as a clock. All ranks do the same, so all clocks run alike.
//
// The table was found by search, by simulating one rank on behalf of all
// (sim/tune/slotted_exchange_all_port.cpp, seed 1). alpha = beta = 63 (beta in blocks). Links are shared
// within a step, because in one step a message travels its whole path. Port model: all-port.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/firmware/collectives/total_exchange/direct_slotted.hpp"

namespace collnoc {

struct DirectSlottedAllPort {
  static constexpr const char* name = "direct-slotted-all-port";
  static constexpr const char* summary =
      "one message per pair, one hop per slot on all links, paced by arrivals; 8x8 torus, deep buffers";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;

  /// A message to the rank at offset (`x`, `y`), sent after `received` messages have arrived (0: no wait).
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

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    return nic != PortModel::all_port ? "it needs an all-port NIC" : DirectSlotted::refusal(topology, nic);
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return DirectSlotted::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job&) { return messages.size(); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Message& message = messages[step];
    if (message.received != 0) out.wait(1, message.received);
    out.send(DirectSlotted::put(job, rank, message.x, message.y));
  }

  /// Counter 1 counts all messages: in each step, one from the rank at the opposite offset.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc

// Total exchange `direct-aligned`: one message per pair of nodes on an 8x8 torus, in slots as in
// `direct-slotted`, but without a wait. It is meant for NICs with a sequencer, and for messages that fit into
// a buffer.
//
//   cycle                  0  1  2  3  4  5       a put has two words, a message of 8 bytes has two flits:
//   the sequencer reads    A  B  A  B  A  B       sequencer and sender read their tile's memory, which has
//   the sender reads          A     A     A       the banks A and B
//
// Without waits, the ranks stay in step if all of them do the same in the same cycle. The links enforce the
// slots: a message waits behind the message of the previous slot. Memory can cause ranks to drift: where
// sequencer and sender access the same bank, the sequencer loses a cycle. Blocks of an odd number of words
// alternate between the banks, so a rank of odd x sends from the other bank than a rank of even x. Its plan
// therefore begins with one word more, an `until` for a time before that of the first put: now its sequencer
// reads from the other bank, too, and all ranks lose the same cycles.
//
// alpha = beta = 63 (beta in blocks). Links are shared within a step, because in one step a message travels
// its whole path. Port model: one-port; it also runs on all-port hardware. No put depends on an arrival.
//
// The table was found by search (sim/tune/slotted_exchange.cpp, seed 28, 50000 iterations). It has 70 slots.
// It takes the fewest cycles with 8 bytes among several dozen such tables.
#pragma once
#include <array>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/direct_slotted.hpp"

namespace collnoc {

struct DirectAligned {
  static constexpr const char* name = "direct-aligned";
  static constexpr const char* summary =
      "one message per pair in slots, without waits: plans aligned to memory banks; 8x8 torus, short "
      "messages";
  static constexpr Collective collective = Collective::total_exchange;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;

  /// What every rank sends, and its slot: as in SlottedExchange.
  static constexpr std::array<SlottedExchange::Message, 63> messages{
      {{-1, -1, 0}, {2, 4, 1},    {-3, -4, 2},  {0, -2, 3},   {2, 0, 4},    {-2, 4, 5},  {4, 0, 6},
       {-1, 0, 7},  {-1, -4, 8},  {-3, 3, 9},   {1, 1, 10},   {3, -4, 11},  {-3, 1, 12}, {0, -1, 13},
       {2, 3, 14},  {-3, -2, 15}, {1, 0, 16},   {2, 2, 17},   {-4, 3, 18},  {1, -3, 19}, {3, -3, 20},
       {0, 1, 21},  {-2, 0, 22},  {3, 1, 23},   {-1, -3, 25}, {-4, 1, 26},  {1, 2, 27},  {1, -4, 28},
       {2, 1, 29},  {-3, -1, 30}, {3, -1, 31},  {0, 4, 32},   {-2, -2, 33}, {3, -2, 34}, {-3, 2, 35},
       {0, 2, 36},  {3, 2, 37},   {-1, -2, 38}, {-2, -3, 39}, {3, 3, 40},   {-1, 1, 41}, {-2, -1, 42},
       {2, -2, 43}, {-2, 3, 44},  {4, 4, 45},   {0, -3, 47},  {-3, -3, 48}, {1, -1, 49}, {4, -2, 50},
       {-2, 2, 51}, {-4, -3, 53}, {2, -1, 54},  {0, 3, 55},   {3, 0, 56},   {-1, 3, 57}, {-4, -1, 58},
       {1, -2, 59}, {1, 3, 60},   {2, -3, 61},  {-2, 1, 62},  {4, 2, 63},   {-1, 2, 64}, {-3, 0, 65}}};

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    return DirectSlotted::refusal(topology, nic);
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return DirectSlotted::bytes_needed(job); }
  static constexpr std::uint32_t steps(const Job&) { return messages.size(); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    if (step == 0) {
      if (other_bank(job, rank)) out.until(start_cycles - 1);
      out.until(start_cycles);
    }
    out.send(DirectSlotted::put(job, rank, messages[step].x, messages[step].y));
  }
  /// All ranks begin in this cycle, also those with a word more.
  static constexpr std::uint32_t start_cycles = 2;

  /// Whether the blocks that a rank sends begin in the other bank than those of a rank of even x.
  static constexpr bool other_bank(const Job& job, Rank rank) {
    return padded(job.bytes) / 8 % 2 == 1 && job.topology.coordinates(rank)[0] % 2 == 1;
  }

  /// Counter 1 counts all messages: in each step, one from the rank at the opposite offset.
  static constexpr std::uint32_t arrivals(const Job&, Rank, std::uint8_t counter, std::uint32_t step) {
    return counter == 1 ? step : 0;
  }
};

}  // namespace collnoc

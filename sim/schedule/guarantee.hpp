// The messages that must have arrived when a wait returns.
#pragma once
#include <cstdint>
#include <vector>

#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {

inline constexpr std::uint32_t no_event = ~std::uint32_t{0};

/// A put as the proof of order sees it.
struct Message {
  Rank src = 0;
  std::uint32_t event = 0;  ///< index in the program of src
  std::uint32_t step = 0;
  Put put;
  std::uint32_t seen = no_event;  ///< index in the program of put.dst of the first wait that guarantees it
};

/// Sets `seen` of the messages that go to one rank, given by their numbers in `arriving` in the order their
/// senders make them. Puts of one source and route arrive in order; nothing else is assumed. So a wait for n
/// of `total` arrivals on a counter guarantees, of a stream with k messages on that counter, the first
/// n - (total - k), and all that the stream carried before them.
void guarantee(const std::vector<Action>& program, const std::vector<std::uint32_t>& arriving,
               std::vector<Message>& messages);

}  // namespace collnoc

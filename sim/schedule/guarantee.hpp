// The messages that must have arrived when a wait returns.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {

inline constexpr std::uint32_t no_event = ~std::uint32_t{0};

/// What the proof of order needs of every action, in little memory.
struct ActionMark {
  explicit ActionMark(const Action& a)
      : kind(a.kind), starts(a.starts_message()), counter(a.counter), count(a.count), step(a.step) {}

  Action::Kind kind;
  bool starts;  ///< a message
  std::uint8_t counter;
  std::uint32_t count, step;
};

/// A put in the proof of order.
struct Message {
  Rank src = 0;
  std::uint32_t event = 0;  ///< index in the program of src
  std::uint32_t step = 0;
  Put put;                        ///< to one receiver
  std::optional<Box> box{};       ///< of a multicast
  std::uint32_t seen = no_event;  ///< index in the program of put.dst of the first wait that guarantees it
};

/// Sets `seen` of the messages that go to one rank. `arriving` holds their indices in `messages`, in the
/// order in which each sender starts them. The only assumption is that puts of one source and route, or
/// multicasts of one source and box (a stream), arrive in order. If `total` messages use a counter and a
/// stream has k of them, a wait for n arrivals guarantees the first n - (total - k) of those k, and all
/// earlier messages of the stream.
void guarantee(const std::vector<ActionMark>& program, const std::vector<std::uint32_t>& arriving,
               std::vector<Message>& messages);

}  // namespace collnoc

// What the ranks of a schedule from a file do. The file says who sends what; where data lies, what a rank
// waits for and what it combines before it sends follow from that.
#pragma once
#include <fmt/format.h>

#include "sim/schedulefile/file_content.hpp"

namespace collnoc::schedule_file {

/// Bytes [begin, end) of blocks `a` and `b` of the memory, combined into block `to`; a copy if a is b.
struct Combination {
  std::uint32_t to = 0, a = 0, b = 0, begin = 0, end = 0;
};

/// A part of what a rank does, after the messages that it needs have arrived.
struct Work {
  std::uint32_t step = 0;
  std::vector<Id> needs{};    ///< messages to this rank, without those that it has waited for before
  Id message = no_message;    ///< that it sends; or
  Combination combination{};  ///< what it combines
};

struct Works {
  std::vector<std::vector<Work>> of{};  ///< [rank], in the order in which they are done
  std::uint32_t blocks = 0;             ///< of the memory of a rank, each of the bytes of a block
  std::uint32_t steps = 0;
};

/// Sets where the pieces of all messages lie and which counters the messages have, too. Throws UserError if a
/// rank sends what it does not have.
Works work_of(Content& content);

/// Messages for which a rank waits before its last arrival have a counter for each stream; all others have
/// this one.
inline constexpr std::uint8_t shared_counter = last_call_counter;

/// All ranks of a multicast must have a piece in the same place.
inline void check_place(const Content& content, const Message& m, const Piece& piece, const Piece& first) {
  if (piece.to != first.to)
    fail(m.step, m.number,
         fmt::format(
             "the multicast would have to bring the block of rank {} to different places of the memory at "
             "ranks {} and {}",
             piece.origin, content.messages[m.first].dst, m.dst));
}

// The parts of it.
/// Of collectives that move data or copies of it.
Works moving_work(Content& content);
/// Of collectives that combine data.
Works combining_work(Content& content);

}  // namespace collnoc::schedule_file

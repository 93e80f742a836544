// What a file of a schedule says (docs/reference/schedules.md, "Schedules as files"): who sends which bytes
// to whom in which step.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/schema/schemas.hpp"

namespace collnoc::schedule_file {

using Json = nlohmann::ordered_json;

/// Number of a message, in the order of the file.
using Id = std::uint32_t;
inline constexpr Id no_message = std::numeric_limits<Id>::max();

/// Bytes of the block of `origin` (for `target`, where blocks differ) that a message carries, in the units of
/// the file.
struct Piece {
  Rank origin = 0, target = no_rank;
  std::uint32_t begin = 0, end = 0;
  std::vector<Rank>
      ranks{};  ///< whose data is combined in it, ascending; empty: the collective combines none
  /// The blocks of the sender's and of the receiver's memory in which it lies, by number: those of the
  /// collective, and what the schedule needs behind them. Filled by work_of().
  std::uint32_t from = 0, to = 0;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Messages of a stream arrive in the order in which they were sent.
struct Stream {
  Rank src = 0;
  Route route{};
  bool is_multicast = false;
  Box box{};  ///< of a multicast
  friend auto operator<=>(const Stream&, const Stream&) = default;
};

/// To one rank. A multicast is a message to each rank that it reaches; what is sent is the first of them.
struct Message {
  Rank src = 0, dst = 0;
  std::uint32_t step = 0;
  std::size_t number = 0;  ///< in its step
  Route route{};
  std::uint32_t until = 0;      ///< cycles after the start; 0: none
  std::vector<Piece> pieces{};  ///< empty: a signal
  std::uint8_t counter = 0;     ///< at dst; filled by choose_counters()
  std::optional<Box> box{};     ///< of a multicast
  Id first = no_message;        ///< of a multicast: its first message

  Stream stream() const { return {src, route, box.has_value(), box.value_or(Box{})}; }
};

struct Content {
  Collective collective = Collective::broadcast;
  Topology topology{};
  PortModel nic = PortModel::one_port;
  Rank root = 0;
  std::uint32_t bytes = 0, steps = 0;
  std::vector<Message> messages{};
  std::vector<std::vector<Id>> sends{}, arrivals{};  ///< [rank], in the order of the file

  const CollectiveForm& form() const { return form_of(collective); }
  /// Whether it is sent with another message.
  bool is_copy(Id id) const { return messages[id].first != no_message && messages[id].first != id; }
};

/// Throws UserError: the place in the file, and what is wrong there.
[[noreturn]] void fail(std::size_t step, std::size_t transfer, const std::string& what);

/// Throws UserError. Precondition: the document has the form of its schema.
Content read_content(const Json& document);

}  // namespace collnoc::schedule_file

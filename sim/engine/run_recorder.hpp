// Records the messages of a run as a trace that `collnoc replay` reads (docs/reference/replay.md).
#pragma once
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/common/output_file.hpp"
#include "sim/engine/machine.hpp"
#include "sim/engine/replay_tile.hpp"
#include "sim/sanitize/node_watch.hpp"

namespace collnoc {

/// Throws UserError for a run whose messages cannot be recorded: only the registers of the model can be
/// observed.
void check_record(const Platform& platform);

/// Watches all tiles of a fabric of model nodes from its construction on, and writes a line for every put
/// that a NIC accepts, except those to its own tile. A message depends on the latest arrival at its
/// source that can be its cause: software has begun to write put registers after it, or the sequencer has
/// launched.
class RunRecorder final : public MessageEvents {
 public:
  /// The cycle in which a rank has begun what is recorded; nothing while its messages are not recorded.
  using Begun = std::function<std::optional<Cycle>(Rank)>;
  /// Cycles of the trace are counted from the first rank's begin. `file` must outlive this object.
  RunRecorder(Fabric& fabric, OutputFile& file, Begun begun);
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  MessageId puts(Cycle now, SentMessage message) override;
  const SentMessage& message(MessageId id) const override { return in_flight_.at(id).message; }
  void arrived(Cycle now, MessageId id) override;

 private:
  struct InFlight {
    SentMessage message;
    std::uint64_t line = 0;  ///< 0: not in the trace
  };
  struct Arrival {
    std::uint64_t line = 0;  ///< 0: none
    Cycle cycle = 0;
  };

  /// The latest arrival at the rank up to this cycle.
  Arrival latest(Rank rank, Cycle until) const;
  /// Cycles in which a replay writes put registers before the put is launched: a message leaves that much
  /// earlier.
  Cycle writes_before(const SentMessage& message);

  OutputFile& out_;
  const Topology topology_;
  Begun begun_;
  MessageLayout layout_;                                                ///< of a replay
  std::vector<std::optional<std::array<std::uint32_t, 4>>> registers_;  ///< of a replay, [rank]
  std::unordered_map<MessageId, InFlight> in_flight_;
  std::vector<std::deque<Arrival>> last_;  ///< [rank] the latest ones, and all of the last cycles
  MessageId next_ = 1;
  std::uint64_t lines_ = 0;
  Cycle start_ = never;  ///< the first begin
  WatchedNetwork network_;
  std::deque<NodeWatch> watches_;
};

}  // namespace collnoc

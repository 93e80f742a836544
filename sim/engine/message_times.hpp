// When each message of a run was put and when it arrived: for timelines.
#pragma once
#include <deque>
#include <unordered_map>
#include <vector>

#include "sim/sanitize/node_watch.hpp"

namespace collnoc {

struct TimedMessage {
  Rank src = 0, dst = 0;
  std::uint32_t bytes = 0;          ///< 0: a signal
  Cycle launched = 0, arrived = 0;  ///< the NIC has accepted the put; the receiver takes the last flit
};

/// Watches all tiles of a fabric of model nodes from its construction on. A put of a tile to itself is not
/// kept.
class MessageTimes final : public MessageEvents {
 public:
  explicit MessageTimes(Fabric& fabric);
  MessageTimes(const MessageTimes&) = delete;
  MessageTimes& operator=(const MessageTimes&) = delete;

  /// In the order of their puts.
  const std::vector<TimedMessage>& messages() const { return messages_; }

  MessageId puts(Cycle now, SentMessage message) override;
  const SentMessage& message(MessageId id) const override { return in_flight_.at(id); }
  void arrived(Cycle now, MessageId id) override;

 private:
  std::unordered_map<MessageId, SentMessage> in_flight_;
  std::unordered_map<MessageId, std::size_t> index_;  ///< in messages_
  std::vector<TimedMessage> messages_;
  MessageId next_ = 1;
  WatchedNetwork network_;
  std::deque<NodeWatch> watches_;
};

}  // namespace collnoc

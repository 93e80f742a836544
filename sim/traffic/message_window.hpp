// The messages of a trace that are neither waited for nor done: a sliding window of lines. Knows which
// message waits for which, when each may leave, and the longest chain of messages.
#pragma once
#include <cstdint>
#include <deque>
#include <limits>
#include <unordered_map>
#include <vector>

#include "sim/traffic/ledger.hpp"
#include "sim/traffic/trace_reader.hpp"

namespace collnoc {

/// Messages of which each but the first left because its predecessor had arrived. Its parts sum to the cycle
/// in which the last one arrived.
struct MessageChain {
  std::uint64_t first = 0, last = 0;  ///< lines
  std::uint64_t messages = 0;
  std::uint64_t start = 0;  ///< the cycle in which the first one left its program
  std::uint64_t delay = 0;  ///< cycles between an arrival and the next message
  std::uint64_t queueing = 0, network = 0, serialization = 0;  ///< parts of the latencies
  std::uint64_t end() const { return start + delay + queueing + network + serialization; }
};

/// A message at the end of the longest chain.
struct ChainLink {
  std::uint64_t line = 0;
  Rank src = 0, dst = 0;
  std::uint64_t bytes = 0, left = 0, arrived = 0;
};

class MessageWindow {
 public:
  /// A message whose dependencies have arrived.
  struct Released {
    std::uint64_t line, leave;
    Rank src, dst;
    std::uint64_t bytes;
  };

  /// `lines`: the number of successive lines in the window.
  MessageWindow(std::uint64_t lines, Rank size) : lines_(lines), size_(size) {}

  /// Whether the next line fits: the oldest message has arrived, or there are fewer than `lines`.
  bool has_room() const { return messages_.size() < lines_ || messages_.front().arrived != not_yet; }
  /// The next line, in cycle `now`. Precondition: has_room(). Throws UserError (through `reader`) for a
  /// dependency on a line that has left the window.
  void add(const TraceMessage& message, std::uint64_t now, const TraceReader& reader);
  /// Messages that may leave; each is taken once.
  std::vector<Released>& released() { return released_; }

  /// Its source gives it to the NIC. Messages of a pair of nodes are launched in the order of their arrival.
  void launched(std::uint64_t line);
  /// Its head is on the first link.
  void injected(std::uint64_t line, std::uint64_t cycle) { at(line).injected = cycle; }
  /// The oldest message, or signal, from src to dst. Its number of flits is 0. Throws std::logic_error for a
  /// message that was not sent.
  DeliveredPacket arrived(Rank src, Rank dst, bool signal, std::uint64_t accepted, std::uint64_t cycle);
  /// The message that arrived last.
  const TraceMessage& last_arrived() const { return last_; }

  std::uint64_t in_network() const { return in_network_; }               ///< launched and not arrived
  std::uint64_t open() const { return open_; }                           ///< in the window and not arrived
  std::uint64_t lines() const { return first_ + messages_.size() - 1; }  ///< read so far
  /// Messages that left later than they could have, because they were not in the window yet.
  std::uint64_t held() const { return held_; }
  /// The chain that ends last. Of two that end in the same cycle, the one whose last line comes first.
  const MessageChain& longest() const { return longest_; }
  /// Its last messages, at most `most`, in their order.
  std::vector<ChainLink> end_of_longest(std::size_t most) const;

 private:
  static constexpr std::uint64_t not_yet = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Message {
    Rank src, dst;
    std::uint64_t bytes;
    std::uint64_t leave;       // the earliest cycle; once it is released, the cycle in which it leaves
    std::uint64_t entered;     // this cycle is in it
    std::uint64_t ready = 0;   // of the dependencies that have arrived, the last to allow it to leave
    std::uint64_t parent = 0;  // that one's line
    std::uint64_t parent_arrived = 0;
    MessageChain chain;  // that one's; then its own
    std::uint64_t injected = 0, arrived = not_yet;
    std::uint64_t next = 0;        // the next one of the pair
    std::uint32_t unmet = 0;       // dependencies that have not arrived
    std::uint32_t waiting = none;  // first edge to those that wait for it
  };
  struct Edge {
    std::uint64_t line, delay;
    std::uint32_t next;
  };
  struct Queue {
    std::uint64_t head = 0, tail = 0;
  };

  Message& at(std::uint64_t line) { return messages_[line - first_]; }
  const Message& at(std::uint64_t line) const { return messages_[line - first_]; }
  void offer(Message& waiting, const Message& arrived, std::uint64_t line, std::uint64_t delay) const;
  void release(std::uint64_t line);
  std::uint64_t pair_of(Rank src, Rank dst, bool signal) const {
    return (std::uint64_t{src} * size_ + dst) * 2 + (signal ? 1 : 0);
  }

  std::uint64_t lines_;
  Rank size_;
  std::uint64_t first_ = 1;  // line of the first message in the window
  std::deque<Message> messages_;
  std::vector<Edge> edges_;
  std::uint32_t free_edge_ = none;
  std::unordered_map<std::uint64_t, Queue> pairs_;  // lines in the network, [pair_of]
  std::vector<Released> released_;
  std::uint64_t in_network_ = 0, open_ = 0, held_ = 0;
  MessageChain longest_;
  TraceMessage last_;
};

}  // namespace collnoc

// What a NodeWatch sees of the messages of a tile, for the sanitizer and for recordings.
#pragma once
#include <cstdint>
#include <vector>

#include "collnoc/arch/operation.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "sim/fabric/host.hpp"
#include "sim/sanitize/clock.hpp"

namespace collnoc {

/// A name of a message; 0 is none.
using MessageId = std::uint32_t;

/// Where software, or the sequencer, is. `place` is a program counter, an action's address or a step.
struct Site {
  Rank rank = 0;
  unsigned thread = 0;  ///< 0: software; 1 + c: context c of the sequencer
  std::uint32_t place = 0;
  std::uint32_t caller = 0;  ///< of a program: where its own code was last; 0: do not say who called
};

/// A put that the NIC has accepted; of a multicast, what one node of its box gets.
struct SentMessage {
  Site site;
  Cycle launched = 0;
  Rank dst = 0;
  std::uint32_t local = 0, remote = 0, bytes = 0;  ///< 0 bytes: a signal
  std::uint8_t counter = 0;
  Operation operation = Operation::replace;
  unsigned channel = 0;
  bool copy = false;            ///< the message before it is of the same multicast
  std::uint64_t route = 0;      ///< messages on one route stay in order; of a multicast with its box
  View view;                    ///< what its sender knew
  std::uint32_t tx_number = 0;  ///< of its channel, from 1 on
  MessageId before = 0;         ///< the one before it from the same tile to the same tile on the same route

  /// A thread that knows that it has arrived, and since which epoch.
  struct Known {
    std::uint32_t thread, epoch;
  };
  std::vector<Known> known;
  MessageId rival = 0;           ///< may have been counted in its place
  std::uint32_t used_epoch = 0;  ///< the last epoch in which its receiver sent it on

  std::uint32_t end() const { return remote + bytes; }
  bool data() const { return bytes != 0; }
};

/// Receives what happens, in the order in which it happens. A listener overrides what it needs.
class MessageEvents {
 public:
  virtual ~MessageEvents() = default;
  /// The NIC has accepted a put. Returns a name that is not 0.
  virtual MessageId puts(Cycle now, SentMessage message) = 0;
  /// Valid until it has arrived.
  virtual const SentMessage& message(MessageId id) const = 0;
  /// The receiver takes its last flit.
  virtual void arrived(Cycle, MessageId) {}
  /// It has incremented its counter.
  virtual void counted(Cycle, MessageId) {}
  /// `site` knows that `counter` is at least `at_least`.
  virtual void waited(Cycle, const Site&, unsigned /*counter*/, std::uint32_t /*at_least*/) {}
  virtual void consumes(Cycle, const Site&, unsigned /*counter*/, std::uint32_t /*n*/) {}
  /// The thread knows that the channel has read all its messages.
  virtual void sent_all(const Site&, unsigned /*channel*/) {}
  /// Thread `to` of the tile learns what thread `from` knows.
  virtual void learns(Rank, unsigned /*to*/, unsigned /*from*/) {}
};

}  // namespace collnoc

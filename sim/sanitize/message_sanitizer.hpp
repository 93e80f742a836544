// Finds wrong communication of programs: memory that is written while the NIC reads it, read before the wait
// that says that a message has arrived, written by two messages at once, and so on (docs/user/sanitizer.md).
//
// It decides by what happens before what, not by when it happened in this run: every thread of a tile (its
// software, and each context of its NIC's sequencer) has a vector clock. A message carries its sender's
// clock; a wait learns the clocks of the messages that it counts. An access is right if the accessing thread
// has learned of the one before.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/fabric/host.hpp"
#include "sim/sanitize/clock.hpp"
#include "sim/sanitize/message_events.hpp"
#include "sim/sanitize/shadow.hpp"

namespace collnoc {

class MessageSanitizer final : public MessageEvents {
 public:
  struct Layout {
    Rank ranks = 0;
    unsigned contexts = 0;  ///< of a tile's sequencer
    unsigned channels = 1;  ///< of a NIC
    std::uint32_t memory_bytes = 0;
    /// First byte that belongs to messages; below are a program's stack, boot block and data.
    std::uint32_t base = 0;
    bool sites_are_purposes = false;  ///< puts at different places send different things
  };
  /// Says what a message would destroy that writes this range, which is below Layout::base; empty: nothing.
  using Protected = std::function<std::string(std::uint32_t begin, std::uint32_t end)>;
  /// "main() at x.cpp:12"; `message`: the put at that place, if it is one.
  using PlaceText = std::function<std::string(const Site&, const SentMessage* message)>;

  MessageSanitizer(const Layout& layout, PlaceText place, Protected is_protected = {});

  /// Called with every put of a sequencer that names a counter, before it is checked.
  using PlannedPut = std::function<void(Cycle now, const SentMessage& message)>;
  void set_planned_put(PlannedPut planned_put) { planned_put_ = std::move(planned_put); }

  /// The loader has written [begin, end).
  void loaded(Rank rank, std::uint32_t begin, std::uint32_t end);

  // What happens, in the order in which it happens. All throw MessageError.
  void software_reads(Cycle now, const Site& site, std::uint32_t address, std::uint32_t bytes);
  void software_writes(Cycle now, const Site& site, std::uint32_t address, std::uint32_t bytes);
  /// The stack pointer is at byte address `top` of tile memory: what is below is free.
  void stack_is_at(Cycle now, const Site& site, std::uint32_t top);
  /// The block of the heap that begins at this byte address is freed.
  void frees(Cycle now, const Site& site, std::uint32_t block);
  MessageId puts(Cycle now, SentMessage message) override;
  /// A message has incremented its counter.
  void counted(Cycle now, MessageId message) override;
  /// `site` knows that `counter` is at least `at_least`.
  void waited(Cycle now, const Site& site, unsigned counter, std::uint32_t at_least) override;
  void consumes(Cycle now, const Site& site, unsigned counter, std::uint32_t n) override;
  /// The thread knows that the channel has read all its messages.
  void sent_all(const Site& site, unsigned channel) override;
  /// Thread `to` of the tile learns what thread `from` knows.
  void learns(Rank rank, unsigned to, unsigned from) override;
  /// A barrier without messages: the software of every tile learns what the software of all others knows.
  void all_learn();

  /// Where software wrote this byte last.
  Site writer(Rank rank, std::uint32_t address) {
    return {rank, 0, tiles_[rank].shadow.at(address / 8).write_place};
  }
  const SentMessage& message(MessageId id) const override { return messages_[id]; }
  std::uint64_t messages() const { return messages_.size() - 1; }

 private:
  /// A wait that has returned: the first `counted` messages of the counter have arrived.
  struct Wait {
    Site site;
    Cycle cycle = 0;
    std::uint32_t thread = 0, epoch = 0;
    std::uint32_t first = 0, counted = 0;  ///< of the arrivals: from first on, before counted
  };
  struct Counter {
    std::uint32_t consumed = 0, waited = 0;
    std::vector<MessageId> arrivals;
    std::vector<Wait> waits;                                  // each for more than those before
    std::vector<std::pair<unsigned, std::uint32_t>> learned;  // thread, arrivals
  };
  struct Tile {
    Shadow shadow;
    std::vector<MessageId> outgoing;  // data, maybe still read
    std::vector<std::uint32_t> tx;    // messages of each channel
    // The last message to each tile on each route.
    std::vector<std::pair<std::pair<Rank, std::uint64_t>, MessageId>> streams;
    std::array<Counter, counter_count> counters;
  };

  std::uint32_t thread_of(const Site& site) const { return site.rank * per_rank_ + site.thread; }
  std::uint32_t tx_entry(Rank rank, unsigned channel) const {
    return rank * per_rank_ + 1 + layout_.contexts + channel;
  }
  Clock& clock(const Site& site) { return clocks_[site.rank * (1 + layout_.contexts) + site.thread]; }

  /// Whether the view's owner knows that it has arrived, or been read from its sender's memory.
  bool knows_arrival(const View& view, const SentMessage& message) const;
  bool knows_read(const View& view, const SentMessage& message) const;
  void acquire(const Site& site, MessageId id);
  void check_source(Cycle now, const SentMessage& message);
  void check_target(Cycle now, const SentMessage& message);
  void look_for_rivals(Cycle now, const Counter& counter, const Wait& wait, std::size_t first_late);
  /// Whether different lines of the program send them.
  bool for_other_things(const SentMessage& message, const SentMessage& other) const;
  /// Whether its receiver has used its data since that epoch.
  bool used_since(const SentMessage& message, std::uint32_t epoch);
  /// Precondition: the message has a rival.
  void check_rival(Cycle now, const Site& site, const SentMessage& message, const std::string& use,
                   const SentMessage* put = nullptr);
  MessageId overlapping_outgoing(Tile& tile, const View& view, std::uint32_t begin, std::uint32_t end) const;

  std::string text(const SentMessage& message) const;
  [[noreturn]] void report(Cycle now, const Site& site, const std::string& what, const std::string& other,
                           const SentMessage* put = nullptr) const;

  Layout layout_;
  PlaceText place_;
  Protected protected_;
  PlannedPut planned_put_;
  std::uint32_t per_rank_;  // entries of a tile in clocks
  std::vector<Clock> clocks_;
  std::deque<Tile> tiles_;
  std::deque<SentMessage> messages_;  // the first is none
};

}  // namespace collnoc

#include "sim/sanitize/message_sanitizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

/// A tile's list of outgoing messages is cleaned when it is longer. Until then it may contain messages of
/// which the sender knows that they have been read.
constexpr std::size_t most_outgoing = 256;

std::string range(std::uint32_t begin, std::uint32_t end) {
  return fmt::format("{:#x} to {:#x}", begin, end - 1);
}

bool overlap(std::uint32_t begin, std::uint32_t end, std::uint32_t other_begin, std::uint32_t other_end) {
  return begin < other_end && other_begin < end;
}

}  // namespace

MessageSanitizer::MessageSanitizer(const Layout& layout, PlaceText place, Protected is_protected)
    : layout_(layout),
      place_(std::move(place)),
      protected_(std::move(is_protected)),
      per_rank_(1 + layout.contexts + layout.channels),
      messages_(1) {
  const std::size_t entries = std::size_t{layout.ranks} * per_rank_;
  for (Rank r = 0; r < layout.ranks; ++r) {
    for (unsigned t = 0; t <= layout.contexts; ++t) clocks_.emplace_back(entries, r * per_rank_ + t);
    tiles_.push_back({Shadow((layout.memory_bytes + 7) / 8), {}, {}, {}, {}});
    tiles_.back().tx.resize(layout.channels);
  }
}

void MessageSanitizer::loaded(Rank rank, std::uint32_t begin, std::uint32_t end) {
  tiles_[rank].shadow.each(begin, end, [](Shadow::Word& word, std::uint32_t, std::uint8_t mask) {
    word.written |= mask;
    return true;
  });
}

bool MessageSanitizer::knows_arrival(const View& view, const SentMessage& message) const {
  return std::any_of(message.known.begin(), message.known.end(),
                     [&](const auto& known) { return view[known.thread] >= known.epoch; });
}

bool MessageSanitizer::knows_read(const View& view, const SentMessage& message) const {
  return view[tx_entry(message.site.rank, message.channel)] >= message.tx_number ||
         knows_arrival(view, message);
}

MessageId MessageSanitizer::overlapping_outgoing(Tile& tile, const View& view, std::uint32_t begin,
                                                 std::uint32_t end) const {
  for (const MessageId id : tile.outgoing) {
    const SentMessage& m = messages_[id];
    if (overlap(begin, end, m.local, m.local + m.bytes) && !knows_read(view, m)) return id;
  }
  return 0;
}

// Memory.

void MessageSanitizer::software_reads(Cycle now, const Site& site, std::uint32_t address,
                                      std::uint32_t bytes) {
  Clock& own = clock(site);
  const std::uint32_t end = address + bytes;
  MessageId last = 0;
  tiles_[site.rank].shadow.each(address, end, [&](Shadow::Word& word, std::uint32_t, std::uint8_t mask) {
    if (word.in != std::exchange(last, word.in) && word.in != 0) {
      const SentMessage& m = messages_[word.in];
      if (overlap(address, end, m.remote, m.end())) {
        if (!knows_arrival(own.view(), m)) {
          report(now, site,
                 fmt::format("reads {}, but has not waited for the message to it", range(address, end)),
                 text(m));
        }
        if (m.rival != 0) check_rival(now, site, m, fmt::format("reads {}", range(address, end)));
      }
    }
    if ((mask & ~word.written) != 0 && address >= layout_.base) {
      report(now, site, fmt::format("reads {}, which nobody has written", range(address, end)), "");
    }
    word.read(own.epoch(), site.place, mask);
    return true;
  });
}

void MessageSanitizer::software_writes(Cycle now, const Site& site, std::uint32_t address,
                                       std::uint32_t bytes) {
  Clock& own = clock(site);
  const std::uint32_t end = address + bytes;
  tiles_[site.rank].shadow.each(address, end, [&](Shadow::Word& word, std::uint32_t, std::uint8_t mask) {
    if (word.in != 0) {
      const SentMessage& m = messages_[word.in];
      if (overlap(address, end, m.remote, m.end()) && !knows_arrival(own.view(), m)) {
        report(now, site,
               fmt::format("writes {}, but has not waited for the message to it", range(address, end)),
               text(m));
      }
    }
    if (word.out != 0) {
      if (const MessageId id = overlapping_outgoing(tiles_[site.rank], own.view(), address, end); id != 0) {
        report(now, site, fmt::format("writes {}, which the NIC may still read", range(address, end)),
               text(messages_[id]));
      }
    }
    word.write(own.epoch(), site.place, mask);
    return true;
  });
}

void MessageSanitizer::stack_is_at(Cycle now, const Site& site, std::uint32_t top) {
  Tile& tile = tiles_[site.rank];
  for (const MessageId id : tile.outgoing) {
    const SentMessage& m = messages_[id];
    if (m.local >= std::min(top, layout_.base) || knows_read(clock(site).view(), m)) continue;
    report(now, site,
           fmt::format("frees the stack frame with {}, which the NIC may still read",
                       range(m.local, m.local + m.bytes)),
           text(m));
  }
}

void MessageSanitizer::frees(Cycle now, const Site& site, std::uint32_t block) {
  if (block >= layout_.memory_bytes) return;  // of a null pointer
  // The first word is enough: messages are sent from the beginning of blocks, or the heap's lists soon
  // overwrite them.
  Tile& tile = tiles_[site.rank];
  if (const MessageId id = overlapping_outgoing(tile, clock(site).view(), block, block + 8); id != 0) {
    const SentMessage& m = messages_[id];
    report(now, site,
           fmt::format("frees {}, which the NIC may still read", range(m.local, m.local + m.bytes)), text(m));
  }
}

// Messages.

MessageId MessageSanitizer::puts(Cycle now, SentMessage message) {
  if (planned_put_ && message.site.thread != 0 && message.counter != 0) planned_put_(now, message);
  Tile& tile = tiles_[message.site.rank];
  Clock& own = clock(message.site);
  message.launched = now;
  message.view = own.view();
  message.tx_number = tile.tx[message.channel] += message.copy ? 0 : 1;
  const std::pair stream{message.dst, message.route};
  const auto last = std::find_if(tile.streams.begin(), tile.streams.end(),
                                 [&](const auto& one) { return one.first == stream; });
  if (last != tile.streams.end()) message.before = last->second;
  const auto id = static_cast<MessageId>(messages_.size());
  if (message.data()) {
    if (!message.copy) check_source(now, message);
    check_target(now, message);
    tiles_[message.dst].shadow.each(message.remote, message.end(),
                                    [&](Shadow::Word& word, std::uint32_t, std::uint8_t mask) {
                                      word.in = id;
                                      word.written |= mask;
                                      return true;
                                    });
  }
  if (message.data() && !message.copy) {
    tile.shadow.each(message.local, message.local + message.bytes,
                     [&](Shadow::Word& word, std::uint32_t, std::uint8_t) {
                       word.out = id;
                       return true;
                     });
    if (tile.outgoing.size() >= most_outgoing) {
      std::erase_if(tile.outgoing, [&](MessageId one) { return knows_read(message.view, messages_[one]); });
    }
    tile.outgoing.push_back(id);
  }
  if (last != tile.streams.end()) {
    last->second = id;
  } else {
    tile.streams.emplace_back(stream, id);
  }
  own.release();
  messages_.push_back(std::move(message));
  return id;
}

/// What a put sends is there: written, and arrived as far as its thread knows.
void MessageSanitizer::check_source(Cycle now, const SentMessage& message) {
  const std::uint32_t begin = message.local, end = message.local + message.bytes;
  Tile& tile = tiles_[message.site.rank];
  const std::uint32_t software = thread_of({message.site.rank, 0, 0});
  MessageId last = 0;
  tile.shadow.each(begin, end, [&](Shadow::Word& word, std::uint32_t address, std::uint8_t mask) {
    if (word.in != std::exchange(last, word.in) &&
        overlap(begin, end, messages_[word.in].remote, messages_[word.in].end())) {
      SentMessage& m = messages_[word.in];
      if (!knows_arrival(message.view, m)) {
        report(now, message.site,
               fmt::format("sends {}, but has not waited for the message to it", range(begin, end)), text(m),
               &message);
      }
      if (m.rival != 0)
        check_rival(now, message.site, m, fmt::format("sends {}", range(begin, end)), &message);
      m.used_epoch = clock(message.site).epoch();
    }
    // Blocks are padded to whole words, so a word of which a part is written is sent with the rest.
    if ((mask & word.written) == 0 && address >= layout_.base) {
      report(now, message.site,
             fmt::format("sends {}, of which nobody has written {}", range(begin, end),
                         range(std::max(begin, address), std::min(end, address + 8))),
             "", &message);
    }
    if (message.site.thread != 0 && word.written_after(message.view[software], mask)) {
      report(now, message.site,
             fmt::format("sends {}, which software of the tile writes at the same time", range(begin, end)),
             place_({message.site.rank, 0, word.write_place}, nullptr), &message);
    }
    return true;
  });
}

/// Where a put writes, nobody else is busy, as far as its thread knows.
void MessageSanitizer::check_target(Cycle now, const SentMessage& message) {
  const std::uint32_t begin = message.remote, end = message.end();
  Tile& tile = tiles_[message.dst];
  if (begin < layout_.base && protected_) {
    if (const std::string what = protected_(begin, end); !what.empty()) {
      report(now, message.site,
             fmt::format("puts to {} of rank {}: {}", range(begin, end), message.dst, what), "", &message);
    }
  }
  const std::uint32_t software = thread_of({message.dst, 0, 0});
  const auto complain = [&](const std::string& what, const std::string& other) {
    report(now, message.site, fmt::format("puts to {} of rank {}, {}", range(begin, end), message.dst, what),
           other, &message);
  };
  MessageId last = 0;
  tile.shadow.each(begin, end, [&](Shadow::Word& word, std::uint32_t, std::uint8_t mask) {
    if (word.in != std::exchange(last, word.in) && word.in != 0) {
      const SentMessage& m = messages_[word.in];
      // Words are combined one message after another, and after what the same sender sent on the same way
      // before.
      const bool in_order = m.site.rank == message.site.rank && m.route == message.route;
      const bool combine =
          message.operation != Operation::replace && (m.operation != Operation::replace || in_order);
      if (!combine && overlap(begin, end, m.remote, m.end()) && !knows_arrival(message.view, m)) {
        complain("to which another message is in flight", text(m));
      }
    }
    if (word.out != 0) {
      if (const MessageId id = overlapping_outgoing(tile, message.view, begin, end); id != 0) {
        complain("which the NIC there may still read", text(messages_[id]));
      }
    }
    if (word.written_after(message.view[software], mask)) {
      complain(fmt::format("which rank {} has written, without knowing of it", message.dst),
               place_({message.dst, 0, word.write_place}, nullptr));
    }
    if (word.read_after(message.view[software], mask)) {
      complain(fmt::format("which rank {} has read, without knowing of it", message.dst),
               place_({message.dst, 0, word.read_place}, nullptr));
    }
    return true;
  });
}

void MessageSanitizer::acquire(const Site& site, MessageId id) {
  Clock& own = clock(site);
  const std::uint32_t thread = thread_of(site);
  for (MessageId one = id; one != 0; one = messages_[one].before) {
    SentMessage& m = messages_[one];
    if (std::any_of(m.known.begin(), m.known.end(),
                    [&](const auto& known) { return known.thread == thread; }))
      break;
    m.known.push_back({thread, own.epoch()});
    m.rival = 0;
  }
  const SentMessage& m = messages_[id];
  own.learn(m.view);
  own.learn(tx_entry(m.site.rank, m.channel), m.tx_number);
}

void MessageSanitizer::learns(Rank rank, unsigned to, unsigned from) {
  if (to != from) clock({rank, to, 0}).learn(clock({rank, from, 0}).release());
}

void MessageSanitizer::all_learn() {
  Clock& first = clock({0, 0, 0});
  for (Rank r = 1; r < layout_.ranks; ++r) first.learn(clock({r, 0, 0}).release());
  for (Rank r = 1; r < layout_.ranks; ++r) clock({r, 0, 0}).learn(first.release());
}

void MessageSanitizer::sent_all(const Site& site, unsigned channel) {
  clock(site).learn(tx_entry(site.rank, channel), tiles_[site.rank].tx[channel]);
}

// Text.

std::string MessageSanitizer::text(const SentMessage& m) const {
  const std::string what = m.data() ? fmt::format("{} bytes from {:#x} of rank {} to {:#x} of rank {}",
                                                  m.bytes, m.local, m.site.rank, m.remote, m.dst)
                                    : fmt::format("a signal from rank {} to rank {}", m.site.rank, m.dst);
  return fmt::format("{}, counter {}, put in cycle {} by {}", what, m.counter, m.launched,
                     place_(m.site, &m));
}

void MessageSanitizer::report(Cycle now, const Site& site, const std::string& what, const std::string& other,
                              const SentMessage* put) const {
  std::string line = fmt::format("rank {}, cycle {}: {} {}", site.rank, now, place_(site, put), what);
  if (!other.empty()) line += "; the other: " + other;
  throw MessageError(line);
}

}  // namespace collnoc

// Arrival counters: which messages a wait knows, and which of them another could have been counted for.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sanitize/message_sanitizer.hpp"

namespace collnoc {
namespace {

/// The number of a counter's waits that a late message is compared with.
constexpr std::size_t most_waits = 8;

}  // namespace

void MessageSanitizer::waited(Cycle now, const Site& site, unsigned number, std::uint32_t at_least) {
  Counter& counter = tiles_[site.rank].counters[number];
  const auto arrived = static_cast<std::uint32_t>(counter.arrivals.size());
  const std::uint32_t all = std::min(counter.consumed + at_least, arrived);
  counter.waited = std::max(counter.waited, all);
  auto known = std::find_if(counter.learned.begin(), counter.learned.end(),
                            [&](const auto& one) { return one.first == site.thread; });
  if (known == counter.learned.end()) known = counter.learned.insert(known, {site.thread, 0});
  if (all <= known->second) return;
  for (std::uint32_t i = known->second; i < all; ++i) acquire(site, counter.arrivals[i]);
  known->second = all;
  if (counter.waits.size() == most_waits) counter.waits.erase(counter.waits.begin());
  const Wait& wait = counter.waits.emplace_back(
      Wait{site, now, thread_of(site), clock(site).epoch(), counter.consumed, all});
  look_for_rivals(now, counter, wait, all);
}

void MessageSanitizer::counted(Cycle now, MessageId id) {
  const SentMessage& m = messages_[id];
  Counter& counter = tiles_[m.dst].counters[m.counter];
  counter.arrivals.push_back(id);
  for (const Wait& wait : counter.waits) {
    if (m.view[wait.thread] < wait.epoch) {
      look_for_rivals(now, counter, wait, counter.arrivals.size() - 1);
    }
  }
}

/// Looks for messages that arrived after `wait` has returned although their senders did not know of the wait.
/// Such a message could have arrived earlier, in the place of one that the wait counted.
void MessageSanitizer::look_for_rivals(Cycle now, const Counter& counter, const Wait& wait,
                                       std::size_t first_late) {
  for (std::size_t late = first_late; late < counter.arrivals.size(); ++late) {
    const SentMessage& rival = messages_[counter.arrivals[late]];
    if (rival.view[wait.thread] >= wait.epoch || knows_arrival(clock(wait.site).view(), rival)) continue;
    for (std::size_t i = wait.first; i < wait.counted; ++i) {
      SentMessage& m = messages_[counter.arrivals[i]];
      const bool in_order = m.site.rank == rival.site.rank && m.route == rival.route;
      if (in_order || knows_arrival(rival.view, m)) continue;
      const bool purposes = m.data() != rival.data() || for_other_things(m, rival);
      m.rival = counter.arrivals[late];
      if (purposes || used_since(m, wait.epoch)) {
        report(now, wait.site,
               fmt::format("waits in cycle {} for {} on counter {}, which counts two things at once: {}",
                           wait.cycle, wait.counted, rival.counter, text(m)),
               text(rival));
      }
    }
  }
}

bool MessageSanitizer::for_other_things(const SentMessage& m, const SentMessage& other) const {
  if (!layout_.sites_are_purposes || m.site.thread != 0 || other.site.thread != 0) return false;
  const auto line = [&](const SentMessage& sent) {
    return place_({sent.site.rank, 0, sent.site.place}, &sent);  // whoever called it
  };
  return m.site.place != other.site.place && line(m) != line(other);
}

bool MessageSanitizer::used_since(const SentMessage& message, std::uint32_t epoch) {
  if (!message.data()) return false;
  bool used = message.used_epoch >= epoch;
  tiles_[message.dst].shadow.each(message.remote, message.end(),
                                  [&](const Shadow::Word& word, std::uint32_t, std::uint8_t) {
                                    used = used || word.read_epoch >= epoch;
                                    return !used;
                                  });
  return used;
}

void MessageSanitizer::check_rival(Cycle now, const Site& site, const SentMessage& m, const std::string& use,
                                   const SentMessage* put) {
  const SentMessage& rival = messages_[m.rival];
  if (knows_arrival(clock(site).view(), rival)) return;
  report(now, site,
         fmt::format("{}, but counter {} may have counted another message in place of {}", use, m.counter,
                     text(m)),
         text(rival), put);
}

void MessageSanitizer::consumes(Cycle now, const Site& site, unsigned number, std::uint32_t n) {
  Counter& counter = tiles_[site.rank].counters[number];
  const std::uint32_t known = counter.waited > counter.consumed ? counter.waited - counter.consumed : 0;
  if (n > known) {
    const auto arrived = static_cast<std::uint32_t>(counter.arrivals.size());
    const std::uint32_t there = arrived > counter.consumed ? arrived - counter.consumed : 0;
    const std::string last = counter.arrivals.empty() ? "" : text(messages_[counter.arrivals.back()]);
    report(now, site,
           n > there ? fmt::format("consumes {} of counter {}, at which {} have arrived", n, number, there)
                     : fmt::format("consumes {} of counter {}, but has waited for {} only", n, number, known),
           last);
  }
  counter.consumed += n;
}

}  // namespace collnoc

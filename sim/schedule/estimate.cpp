#include "sim/schedule/estimate.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <queue>
#include <tuple>
#include <vector>

#include "collnoc/arch/route.hpp"
#include "collnoc/firmware/runtime/action_plan.hpp"
#include "sim/schedule/path.hpp"
#include "sim/schedule/path_channels.hpp"
#include "sim/schedule/rank_contexts.hpp"
#include "sim/schedule/trail.hpp"

namespace collnoc {
namespace {

using Cycle = std::uint64_t;

// From the write that launches a put to its head on the injection channel, from the last flit on the ejection
// channel to the event, and from an event to the software that waits for it.
constexpr Cycle launch_cycles = 3, arrival_cycles = 2, software_wakes = 2;
/// Until the event of a put that combines, in addition.
constexpr Cycle combining_cycles = 2;
// Register writes of a put; words of a put in a plan, which the contexts of a NIC fetch one per cycle, and
// how many they fetch ahead; puts that wait in a channel's queue.
constexpr Cycle writes_of_put = 3, words_ahead = 8;
constexpr std::size_t queued_puts = 4;
/// A message consists of at most this many parts.
constexpr std::uint64_t parts_of_message = 4;
/// The channel behind the last link of a path.
constexpr std::size_t ejection = ~std::size_t{0};

class Estimate {
 public:
  Estimate(const Algorithm& algorithm, const Job& job, const Performer& performer)
      : job_(job),
        topology_(job_.topology),
        performer_(performer),
        nic_channels_(performer.hardware.channels()),
        contexts_(algorithm, job_, nic_channels_, performer.sequencer),
        waiting_(contexts_.size()),
        channels_(topology_, performer.hardware),
        vcs_(channels_.count()),
        buffers_(channels_.count()),
        links_(std::size_t{topology_.nodes()} * topology_.links()),
        injection_(std::size_t{topology_.size()} * nic_channels_),
        ejection_(injection_.size()),
        fetch_(topology_.size()),
        counters_(topology_.size()),
        reached_(topology_.size()) {
    if (performer.sequencer) job_.timing = ActionPlan(topology_, 0, nic_channels_, {}, 0).timing(job.timing);
  }

  std::optional<Cycle> cycles(Cycle most, std::uint64_t& events) {
    for (std::size_t c = 0; c < contexts_.size(); ++c) add(0, Event::Kind::act, c);
    for (; !events_.empty(); --events) {
      const Event event = events_.top();
      if (event.time > most) return event.time;
      if (events == 0) return std::nullopt;
      events_.pop();
      switch (event.kind) {
        case Event::Kind::act: act(event.time, event.of); break;
        case Event::Kind::inject: inject(event.time, event.of); break;
        case Event::Kind::hop: hop(event.time, event.of); break;
        case Event::Kind::left: left(event.time, event.of); break;
        case Event::Kind::arrival: arrive(event.time, event.of); break;
      }
    }
    const bool ended = std::find(waiting_.begin(), waiting_.end(), true) == waiting_.end();
    return ended ? std::optional(last_) : std::nullopt;
  }

 private:
  struct Event {
    enum class Kind : std::uint8_t { act, inject, hop, left, arrival };
    Cycle time = 0;
    std::uint64_t order = 0;  ///< events of one cycle happen in the order in which they were added
    Kind kind = Kind::act;
    std::size_t of = 0;  ///< context, channel, part, or arrival
    bool operator<(const Event& other) const {
      return std::tie(other.time, other.order) < std::tie(time, order);
    }
  };
  struct Message {
    Put put;
    std::optional<Box> box;
    Rank src = 0;
    Cycle go = 0;
    std::uint64_t flits = 0;  ///< that are still to be sent
    std::uint64_t part = 0;   ///< flits of a part
    model::Head head;
  };
  struct Part {
    /// What its head waits for: to be the first in its buffer, for a virtual channel, for the link.
    enum class For : std::uint8_t { buffer, vc, link };
    std::size_t message = 0, channel = 0;
    std::uint64_t flits = 0;
    PathChannels::Place head;
    PathChannels::Hop next;
    For waits = For::buffer;
    unsigned interval = 1;  ///< cycles for each flit over the narrowest link so far
    bool last = false;
    unsigned open = 2;  ///< has not left the sender, has not been ejected
    Trail trail;
  };
  /// What one part has at a time: a virtual channel until its last flit has left it, or the first place of a
  /// buffer. Who comes first is first.
  struct Turn {
    Cycle free = 0;  ///< from this cycle on, unless taken
    bool taken = false;
    std::vector<std::size_t> waiting;
  };
  /// An injection channel.
  struct Channel {
    std::deque<std::size_t> messages;  ///< the first one is being sent
    std::vector<std::size_t> blocked;  ///< contexts that wait for space in the queue
  };

  void add(Cycle time, Event::Kind kind, std::size_t of) { events_.push({time, order_++, kind, of}); }
  std::size_t channel_at(Rank rank, unsigned channel) const {
    return std::size_t{rank} * nic_channels_ + channel;
  }

  void act(Cycle now, std::size_t c) {
    for (const Action* action = contexts_.current(c); action;
         contexts_.advance(c), action = contexts_.current(c)) {
      switch (action->kind) {
        case Action::Kind::wait:
          if (counters_[contexts_.rank_of(c)][action->counter] >= action->count) continue;
          waiting_[c] = true;
          return;
        case Action::Kind::until:
          if (now >= action->count) continue;
          return add(action->count, Event::Kind::act, c);
        case Action::Kind::combine:
          add(now + padded(action->combine.bytes) / 8, Event::Kind::act, c);
          return contexts_.advance(c);
        default:
          if (const std::optional<Cycle> next = launch(now, c, *action)) {
            add(*next, Event::Kind::act, c);
            contexts_.advance(c);
          }
          return;
      }
    }
    last_ = std::max(last_, now);
  }

  /// The cycle in which the context goes on; nothing if the channel's queue is full.
  std::optional<Cycle> launch(Cycle now, std::size_t c, const Action& action) {
    const Rank src = contexts_.rank_of(c);
    const bool multicast = action.kind == Action::Kind::multicast;
    const Rank first = multicast ? action.box.from : action.put.dst;
    const std::size_t at =
        channel_at(src, channel_of(topology_, nic_channels_, src, first, action.put.route));
    Channel& channel = injection_[at];
    if (channel.messages.size() > queued_puts) {
      channel.blocked.push_back(c);
      return std::nullopt;
    }
    Cycle go = now;
    if (performer_.sequencer) {
      fetch_[src] = std::max(fetch_[src], now > words_ahead ? now - words_ahead : 0) + action.count;
      go = std::max(go, fetch_[src]);
    } else {
      go += (action.continues ? 0 : performer_.startup_cycles) + writes_of_put;
    }
    const std::uint64_t words = (action.put.bytes + job_.timing.flit_bytes - 1) / job_.timing.flit_bytes;
    const std::uint64_t payload = job_.timing.packet_flits - 1;
    const std::uint64_t flits = words + std::max<std::uint64_t>(1, (words + payload - 1) / payload);
    messages_.push_back({action.put,
                         {},
                         src,
                         go,
                         flits,
                         std::max<std::uint64_t>(job_.timing.packet_flits, flits / parts_of_message),
                         {}});
    if (multicast)
      messages_.back().box = action.box;
    else
      messages_.back().head = channels_.head(src, action.put);
    channel.messages.push_back(messages_.size() - 1);
    if (channel.messages.size() == 1) add(go + launch_cycles, Event::Kind::inject, at);
    return go;
  }

  /// Starts the next part of the channel's first message.
  void inject(Cycle now, std::size_t at) {
    const std::size_t of = injection_[at].messages.front();
    Message& m = messages_[of];
    Part part;
    part.message = of;
    part.channel = at;
    part.flits = std::min(m.flits, m.part);
    m.flits -= part.flits;
    part.last = m.flits == 0;
    part.head = channels_.injected(m.src, static_cast<unsigned>(at % nic_channels_), m.head);
    part.open = m.box ? 1 : 2;
    if (free_parts_.empty()) {
      free_parts_.push_back(parts_.size());
      parts_.emplace_back();
    }
    const std::size_t p = free_parts_.back();
    free_parts_.pop_back();
    parts_[p] = std::move(part);
    if (m.box) {
      add(now + parts_[p].flits, Event::Kind::left, p);
      return spread(now, p);
    }
    hold(now, p, parts_[p].head.buffer, now);
    hop(now, p);
  }

  /// The first cycle from `head` on in which `free` is free; taken for the part.
  static Cycle take(Cycle& free, Cycle head, const Part& part, unsigned interval = 1) {
    const Cycle start = std::max(free, head);
    free = start + part.flits * interval;
    return start;
  }

  /// Cycles for each flit of a message that has one virtual channel of the link: in a long one, a buffer's
  /// credits are all on their way for some time.
  unsigned interval_of(Rank rank, Link link) const {
    const LinkTiming timing = topology_.timing(rank, link);
    const LinkTiming back = topology_.timing(topology_.neighbour(rank, link), topology_.opposite(rank, link));
    if (timing == LinkTiming{} && back == LinkTiming{}) return 1;
    const unsigned round_trip = timing.round_trip(back, job_.timing.hop_cycles);
    return std::max<unsigned>(timing.interval,
                              (round_trip + performer_.hardware.vc_depth - 1) / performer_.hardware.vc_depth);
  }

  /// Whether the part has its turn now; else it will, and hop() comes then.
  bool takes(Turn& turn, Cycle now, std::size_t p) {
    if (turn.taken) {
      turn.waiting.push_back(p);
      return false;
    }
    turn.taken = true;
    if (turn.free <= now) return true;
    add(turn.free, Event::Kind::hop, p);
    return false;
  }
  void pass_on(Turn& turn, Cycle now, Cycle free) {
    turn.free = free;
    turn.taken = !turn.waiting.empty();
    if (!turn.taken) return;
    add(std::max(now, free), Event::Kind::hop, turn.waiting.front());
    turn.waiting.erase(turn.waiting.begin());
  }

  /// The head of a part is at a router, or has what it waited for.
  void hop(Cycle now, std::size_t p) {
    Part& part = parts_[p];
    const Message& m = messages_[part.message];
    if (part.waits == Part::For::buffer) {
      part.waits = Part::For::vc;
      if (!takes(buffers_[part.head.buffer], now, p)) return;
    }
    if (part.head.at == m.put.dst) {
      const bool from_link = part.head.port < topology_.links();
      const Cycle start = eject(now, p, part.head.at, nic_channels_ > 1 && from_link ? part.head.port : 0);
      return hold(now, p, ejection, start, true);
    }
    if (part.waits == Part::For::vc) {
      part.waits = Part::For::link;
      part.next = channels_.next(part.head, m.head);
      if (!takes(vcs_[part.next.channel], now, p)) return;
    }
    part.waits = Part::For::buffer;
    const Rank at = part.head.at;
    const LinkTiming timing = topology_.timing(at, part.next.link);
    const Cycle start = take(links_[std::size_t{at} * topology_.links() + part.next.link],
                             now + job_.timing.hop_cycles, part, interval_of(at, part.next.link));
    part.interval = std::max<unsigned>(part.interval, timing.interval);
    part.head = channels_.behind(part.head, part.next);
    add(start + timing.cycles(), Event::Kind::hop, p);
    hold(now, p, part.next.channel, start);
  }

  /// The head of a part is on a channel in cycle `start`, or on the ejection channel.
  void hold(Cycle now, std::size_t p, std::size_t channel, Cycle start, bool ejected = false) {
    Part& part = parts_[p];
    part.trail.take(channel, start, ejected, part.flits, part.interval, performer_.hardware.vc_depth,
                    [&](std::size_t left, const std::size_t* before, Cycle end) {
                      if (before == nullptr) return add(std::max(now, end), Event::Kind::left, p);
                      const Cycle free = end - (left == ejection ? 1 : job_.timing.hop_cycles);
                      if (left != ejection) pass_on(vcs_[left], now, free);
                      pass_on(buffers_[*before], now, free);
                    });
    if (ejected) forget(p);
  }
  void spread(Cycle now, std::size_t p) {
    Part& part = parts_[p];
    const Message& m = messages_[part.message];
    const Box box = *m.box;
    reached_[m.src] = now;
    for_each_tree_link(topology_, m.src, box, m.put.route, [&](Rank at, Link link) {
      const Rank next = topology_.neighbour(at, link);
      reached_[next] = take(links_[std::size_t{at} * topology_.links() + link],
                            reached_[at] + job_.timing.hop_cycles, part);
      if (box.reaches(topology_, m.src, next))
        eject(reached_[next], p, next, nic_channels_ == 1 ? 0 : topology_.opposite(at, link));
    });
  }
  Cycle eject(Cycle now, std::size_t p, Rank rank, Link link) {
    Part& part = parts_[p];
    const Cycle start = take(ejection_[channel_at(rank, link)], now + 1, part);
    if (!part.last) return start;
    const Put& put = messages_[part.message].put;
    arrivals_.push_back({put.counter, rank});
    const Cycle combining = put.operation == Operation::replace ? 0 : combining_cycles;
    add(start + part.flits * part.interval + arrival_cycles + combining, Event::Kind::arrival,
        arrivals_.size() - 1);
    return start;
  }

  void forget(std::size_t p) {
    if (--parts_[p].open == 0) free_parts_.push_back(p);
  }

  /// The sender has sent the part.
  void left(Cycle now, std::size_t p) {
    const Part& part = parts_[p];
    Channel& channel = injection_[part.channel];
    forget(p);
    if (part.last) {
      channel.messages.pop_front();
      for (const std::size_t c : channel.blocked) add(now, Event::Kind::act, c);
      channel.blocked.clear();
      if (channel.messages.empty()) return;
    }
    const Cycle go = messages_[channel.messages.front()].go + launch_cycles;
    add(std::max(now, part.last ? go : now), Event::Kind::inject, part.channel);
  }

  void arrive(Cycle now, std::size_t arrival) {
    const auto [counter, rank] = arrivals_[arrival];
    ++counters_[rank][counter];
    for (unsigned i = 0; i < contexts_.per_rank(); ++i) {
      const std::size_t c = std::size_t{rank} * contexts_.per_rank() + i;
      if (!waiting_[c]) continue;
      waiting_[c] = false;
      add(now + (performer_.sequencer ? 0 : software_wakes), Event::Kind::act, c);
    }
  }

  Job job_;
  const Topology& topology_;
  const Performer& performer_;
  unsigned nic_channels_;
  RankContexts contexts_;
  std::vector<bool> waiting_;
  PathChannels channels_;
  std::vector<Turn> vcs_, buffers_;
  std::vector<Cycle> links_;  ///< free from this cycle on
  std::vector<Channel> injection_;
  std::vector<Cycle> ejection_;
  std::vector<Cycle> fetch_;  ///< of a NIC's sequencer: the last put
  std::vector<std::array<std::uint32_t, 64>> counters_;
  std::vector<Cycle> reached_;  ///< by the head of a multicast
  std::vector<Message> messages_;
  std::vector<Part> parts_;
  std::vector<std::size_t> free_parts_;  ///< places in `parts_`
  std::vector<std::pair<std::uint8_t, Rank>> arrivals_;
  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0;
  Cycle last_ = 0;
};

}  // namespace

std::optional<std::uint64_t> estimated_cycles(const Algorithm& algorithm, const Job& job,
                                              const Performer& performer, std::uint64_t most_cycles,
                                              std::uint64_t& events) {
  if (events == 0) return std::nullopt;
  return Estimate(algorithm, job, performer).cycles(most_cycles, events);
}

}  // namespace collnoc

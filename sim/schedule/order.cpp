// Proof of safety without barriers by happens-before: see check_order in check.hpp.
//
// 1. guarantee() in guarantee.hpp finds, for every message, the first wait of its receiver that cannot return
// before the message has arrived.
// 2. demands() derives the required order from all memory reads and writes of each tile: by messages, and by
// the tile's own software where it combines.
// Messages that combine leave the same in any order, as long as nothing reads or replaces the memory between
// them.
// 3. replay() runs the programs with vector clocks. The demands of a message must be met when it starts,
// those of a combination when it is performed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/schedule/action_reader.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/guarantee.hpp"

namespace collnoc {
namespace {

/// A message must not start before rank `rank` has completed its action `event`.
struct Demand {
  Rank rank;
  std::uint32_t event;
};

/// An access to a tile's memory: by a put of the tile (a read), by a message to it (a write), or by its
/// software.
struct Access {
  bool write;
  bool local;  ///< by software: complete when the action is
  std::uint32_t step;
  std::uint32_t event;    ///< of this rank's program; of a message to it: no_event
  std::uint32_t message;  ///< unless local
  std::uint32_t begin, end;
  bool adds = false;  ///< a write that combines: in any order with others, if nothing is in between
};

class OrderProof {
 public:
  OrderProof(const Algorithm& algorithm, const Job& job)
      : size_(job.topology.size()),
        own_waits_(algorithm.own_waits()),
        meet_(!form_of(algorithm.collective()).has_data()),
        programs_(size_),
        combines_(size_),
        to_(size_),
        local_demands_(size_) {
    for (Rank r = 0; r < size_; ++r) {
      first_.push_back(static_cast<std::uint32_t>(messages_.size()));
      ActionReader reader;
      for (Action a = reader.next(algorithm, job, r); a.kind != Action::Kind::done;
           a = reader.next(algorithm, job, r)) {
        const auto e = static_cast<std::uint32_t>(programs_[r].size());
        programs_[r].emplace_back(a);
        if (a.kind == Action::Kind::combine) combines_[r].emplace_back(e, a.combine);
        if (a.kind == Action::Kind::put && a.put.dst < size_) add_message(r, e, a, a.put.dst);
        if (a.kind != Action::Kind::multicast) continue;
        for (Rank dst = 0; dst < size_; ++dst) {
          if (a.box.reaches(job.topology, r, dst)) add_message(r, e, a, dst);
        }
      }
      combining_ |= !combines_[r].empty();
    }
    first_.push_back(static_cast<std::uint32_t>(messages_.size()));
    same_place_ &= !combining_;
  }

  /// The first violation, or nothing.
  std::optional<std::string> violation() {
    for (Rank r = 0; r < size_; ++r) {
      if (auto v = earlier(r)) return v;
    }
    for (Rank r = 0; r < size_; ++r) guarantee(programs_[r], to_[r], messages_);
    for (Rank r = 0; r < size_; ++r) {
      if (auto v = demands(r)) return v;
    }
    if (own_waits_ && demanded_) return "a schedule with own_waits must not reuse memory";
    if (auto v = replay()) return v;
    for (const Message& m : messages_) {
      if (m.seen == no_event) return fmt::format("rank {} may end before {} has arrived", m.put.dst, name(m));
    }
    return std::nullopt;
  }

  std::size_t messages() const { return messages_.size(); }
  std::size_t memory_orders() const { return orders_; }

 private:
  /// A put to `dst`, or the part of a multicast for `dst`.
  void add_message(Rank r, std::uint32_t event, const Action& a, Rank dst) {
    const auto id = static_cast<std::uint32_t>(messages_.size());
    messages_.push_back({r, event, a.step, a.put});
    messages_.back().put.dst = dst;
    if (a.kind == Action::Kind::multicast) messages_.back().box = a.box;
    to_[dst].push_back(id);
    same_place_ &= a.put.local == a.put.remote && a.put.operation == Operation::replace;
  }
  static std::string name(const Message& m) {
    return fmt::format("the message {} -> {} of step {}", m.src, m.put.dst, m.step);
  }

  /// A time of rank r that lies before the one that it waited for last. Times order nothing else: the proof
  /// ignores them.
  std::optional<std::string> earlier(Rank r) const {
    std::uint32_t last = 0;
    for (const ActionMark& a : programs_[r]) {
      if (a.kind != Action::Kind::until) continue;
      if (a.count < last)
        return fmt::format("rank {} waits in step {} until {} cycles after the start, but before until {}", r,
                           a.step, a.count, last);
      last = a.count;
    }
    return std::nullopt;
  }

  /// Splits the memory of rank r into elementary ranges. In each range, a read must follow the write that it
  /// depends on, and a write must follow the previous write and all reads since then.
  std::optional<std::string> demands(Rank r) {
    std::vector<Access> accesses;
    for (std::uint32_t id = first_[r]; id < first_[r + 1]; ++id)
      add(accesses, false, id, messages_[id].put.local);
    for (std::uint32_t id : to_[r]) add(accesses, true, id, messages_[id].put.remote);
    for (const auto& [e, combine] : combines_[r]) {
      const std::uint32_t step = programs_[r][e].step;
      for (const std::uint32_t from : {combine.a, combine.b})
        accesses.push_back({false, true, step, e, 0, from, from + combine.bytes});
      accesses.push_back({true, true, step, e, 0, combine.to, combine.to + combine.bytes});
    }
    // Within a step: the rank's own actions in their order, then what arrives.
    std::sort(accesses.begin(), accesses.end(), [](const Access& a, const Access& b) {
      return std::tuple(a.step, a.event, a.write, a.message) <
             std::tuple(b.step, b.event, b.write, b.message);
    });
    struct Range {
      std::vector<Access> writes;  ///< the last one that replaces, and those that have combined since
      std::vector<Access> reads;   ///< since these
    };
    std::map<std::uint32_t, Range> ranges;
    for (const Access& a : accesses) {
      ranges[a.begin];
      ranges[a.end];
    }
    for (const Access& a : accesses) {
      for (auto it = ranges.find(a.begin); it->first != a.end; ++it) {
        auto& [writes, reads] = it->second;
        for (const Access& write : writes) {
          if (auto v = too_early(r, a, write, it->first)) return v;
        }
        if (!a.write) {
          orders_ += !writes.empty();
          reads.push_back(a);
          continue;
        }
        if (!same_place_) {
          for (const Access& write : writes) {
            const bool commute = a.adds && write.adds && reads.empty();
            if (commute) continue;
            if (!a.local && !write.local && write.step == a.step && reads.empty())
              return fmt::format("{} and {} write to the same address {}", name(messages_[write.message]),
                                 name(messages_[a.message]), it->first);
            demand_order(r, a, write);
          }
          for (const Access& read : reads) demand_order(r, a, read);
        }
        if (!a.adds || !reads.empty()) writes.clear();
        writes.push_back(a);
        reads.clear();
      }
    }
    return std::nullopt;
  }

  /// An access of rank r's own program that may come before `write`, a message on whose data it depends.
  std::optional<std::string> too_early(Rank r, const Access& a, const Access& write,
                                       std::uint32_t address) const {
    if (a.event == no_event || write.local) return std::nullopt;
    const Message& last = messages_[write.message];
    if (has_arrived(r, last.seen, a.event)) return std::nullopt;
    if (a.local)
      return fmt::format("rank {} may combine in step {} before {} has arrived (address {}, counter {})", r,
                         a.step, name(last), address, last.put.counter);
    return fmt::format(
        "rank {} may send to rank {} in step {} before {} has arrived (address {}, counter {})", r,
        messages_[a.message].put.dst, a.step, name(last), address, last.put.counter);
  }

  /// The write `a` to the memory of rank r must follow the access `before`.
  void demand_order(Rank r, const Access& a, const Access& before) {
    // What the rank's software has done, or waited for, is before all later actions of the same program.
    if (a.local && (before.local || before.write)) return;
    Demand needed{r, before.event};
    if (!before.local) {
      const Message& m = messages_[before.message];
      needed = {before.write ? r : m.put.dst, m.seen};
    }
    ++orders_;
    demanded_ = true;
    if (a.local) {
      local_demands_[r].emplace(a.event, needed);
    } else {
      demands_.emplace_back(a.message, needed);
    }
  }

  /// Whether the put that is event `put` of rank r follows the wait `seen`, the first one that guarantees a
  /// message. With own_waits, another wait for the same counter must be directly before the put.
  bool has_arrived(Rank r, std::uint32_t seen, std::uint32_t put) const {
    if (!(seen < put) || !own_waits_) return seen < put;
    const std::vector<ActionMark>& program = programs_[r];
    for (std::uint32_t e = put; e-- > 0 && !program[e].starts;) {
      const ActionMark& wait = program[e];
      if (wait.kind == Action::Kind::wait && wait.counter == program[seen].counter &&
          wait.count >= program[seen].count)
        return true;
    }
    return false;
  }

  void add(std::vector<Access>& accesses, bool write, std::uint32_t id, std::uint32_t begin) const {
    if (const Message& m = messages_[id]; m.put.bytes != 0) {
      accesses.push_back({write, false, m.step, write ? no_event : m.event, id, begin, begin + m.put.bytes,
                          write && m.put.operation != Operation::replace});
    }
  }

  /// Runs all programs. A wait returns once enough messages for it have been started. A started message stays
  /// started, so if one execution order deadlocks, all do.
  std::optional<std::string> replay() {
    using Clock = std::vector<std::uint32_t>;  // actions completed, per rank
    const bool timed = demanded_ || meet_;     // without demands only the waits matter, and clocks cost N^2
    std::vector<Clock> clock(size_, Clock(timed ? size_ : 1, 0));
    std::vector<std::array<std::uint32_t, counter_count>> started(size_);
    std::map<std::uint32_t, Clock> carried;  // clocks of messages that a later send can depend on
    std::vector<std::multimap<std::uint32_t, std::uint32_t>> news(size_);  // wait -> messages it guarantees
    for (std::uint32_t id = 0; timed && id < messages_.size(); ++id) {
      const Message& m = messages_[id];
      if (matters(m)) {
        news[m.put.dst].emplace(m.seen, id);
      }
    }
    std::stable_sort(demands_.begin(), demands_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::uint32_t> at(size_, 0), sent(first_);
    std::vector<Rank> ready(size_);
    for (Rank r = 0; r < size_; ++r) ready[r] = size_ - 1 - r;
    std::vector<bool> listed(size_, true);
    while (!ready.empty()) {
      const Rank r = ready.back();
      ready.pop_back();
      listed[r] = false;
      for (; at[r] < programs_[r].size(); ++at[r]) {
        const ActionMark& a = programs_[r][at[r]];
        if (a.kind == Action::Kind::wait) {
          if (started[r][a.counter] < a.count) break;
          const auto [first, last] = news[r].equal_range(at[r]);
          for (auto it = first; it != last; ++it) {
            const auto found = carried.find(it->second);
            for (Rank q = 0; q < size_; ++q) clock[r][q] = std::max(clock[r][q], found->second[q]);
            carried.erase(found);
          }
        } else if (a.kind == Action::Kind::combine) {
          if (timed) clock[r][r] = at[r];
          const auto [first, last] = local_demands_[r].equal_range(at[r]);
          for (auto d = first; d != last; ++d) {
            if (d->second.event == no_event || clock[r][d->second.rank] <= d->second.event) {
              return fmt::format(
                  "rank {} may overwrite in step {} what it still sends to rank {}: it has no guarantee that "
                  "rank {} has completed its action {}",
                  r, a.step, d->second.rank, d->second.rank, d->second.event);
            }
          }
        }
        for (; sent[r] < first_[r + 1] && messages_[sent[r]].event == at[r]; ++sent[r]) {
          if (timed) clock[r][r] = at[r];
          const std::uint32_t id = sent[r];
          const Message& m = messages_[id];
          for (auto it = std::lower_bound(demands_.begin(), demands_.end(), id,
                                          [](const auto&one, std::uint32_t of) { return one.first < of; });
               it != demands_.end() && it->first == id; ++it) {
            const Demand& d = it->second;
            if (d.event == no_event || clock[r][d.rank] <= d.event) {
              return fmt::format(
                  "{} may overwrite data that rank {} has not yet read or forwarded: "
                  "rank {} has no guarantee that rank {} has completed its action {}",
                  name(m), m.put.dst, r, d.rank, d.event);
            }
          }
          if (timed) clock[r][r] = at[r] + 1;
          if (timed && matters(m)) carried[id] = clock[r];
          ++started[m.put.dst][m.put.counter];
          if (!listed[m.put.dst] && m.put.dst != r) {
            listed[m.put.dst] = true;
            ready.push_back(m.put.dst);
          }
        }
      }
    }
    for (Rank r = 0; r < size_; ++r) {
      if (at[r] == programs_[r].size()) continue;
      const ActionMark& a = programs_[r][at[r]];
      return fmt::format("rank {} waits forever in step {} for {} arrivals on counter {}; only {} come", r,
                         a.step, a.count, a.counter, started[r][a.counter]);
    }
    for (Rank r = 0; meet_ && r < size_; ++r) {
      for (Rank q = 0; q < size_; ++q) {
        if (q != r && clock[r][q] == 0)
          return fmt::format("rank {} may leave the barrier before rank {} has entered it", r, q);
      }
    }
    return std::nullopt;
  }

  /// Whether its receiver, once a wait guarantees the message, still does what depends on it.
  bool matters(const Message& m) const {
    const Rank r = m.put.dst;
    const bool sends_later = first_[r] != first_[r + 1] && messages_[first_[r + 1] - 1].event > m.seen;
    return m.seen != no_event && (meet_ || combining_ || sends_later);
  }

  Rank size_;
  bool own_waits_;
  bool meet_;  ///< no rank may end before all have begun
  std::vector<std::vector<ActionMark>> programs_;
  std::vector<std::vector<std::pair<std::uint32_t, Combine>>>
      combines_;                                ///< of each rank's software, by action
  std::vector<Message> messages_;               ///< by sender
  std::vector<std::uint32_t> first_;            ///< of each rank's messages, and their number in all
  std::vector<std::vector<std::uint32_t>> to_;  ///< messages by receiver
  std::vector<std::pair<std::uint32_t, Demand>> demands_;  ///< of messages; in replay() sorted by these
  std::vector<std::multimap<std::uint32_t, Demand>> local_demands_;  ///< of each rank's software, by action
  bool same_place_ = true;  ///< all messages have equal local and remote addresses: overwriting is harmless
  bool demanded_ = false;
  bool combining_ = false;  ///< software of the tiles writes to their memories
  std::size_t orders_ = 0;
};

}  // namespace

Verdict check_order(const Algorithm& algorithm, const Job& job) {
  const std::string asked = "order without barriers";
  OrderProof proof(algorithm, job);
  if (auto violation = proof.violation()) return {asked, Verdict::Outcome::bad, *violation};
  return {asked, Verdict::Outcome::good,
          fmt::format("{} messages, {} orders of memory accesses hold by waits alone", proof.messages(),
                      proof.memory_orders())};
}

}  // namespace collnoc

// Collectives that combine: what a rank sends is the combination of the ranks that the file names. Of the
// values that the rank has, its own and those that have arrived or that it has formed before, those are
// combined whose ranks make up these, without overlap. Every value has a place of its own, so nothing that is
// still needed is ever written.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "sim/common/user_error.hpp"
#include "sim/schedulefile/file_work.hpp"
#include "sim/schedulefile/rank_set.hpp"

namespace collnoc::schedule_file {
namespace {

/// When something happens in a rank: twice the step, and 1 for what comes after the step's messages.
using Time = std::uint32_t;

/// Bytes [begin, end) of a block, combined from some ranks.
struct Value {
  std::uint32_t begin, end;
  RankSet ranks;
  std::uint32_t place;      ///< block of the rank's memory
  Time ready;               ///< from when on the rank has it
  Id message = no_message;  ///< that brings it
};

/// A part of a block, and the values that make it up, in the order in which they are ready.
struct Part {
  std::uint32_t begin, end;
  std::vector<std::size_t> values;
};

/// One rank.
class Combiner {
 public:
  Combiner(const Content& content, Rank rank) : content_(content), rank_(rank) {
    // If messages share a counter, a rank can wait for them only when all have arrived.
    std::set<Stream> streams;
    for (const Id id : content.arrivals[rank]) streams.insert(content.messages[id].stream());
    is_early_ = streams.size() < shared_counter;
  }

  /// The place of what a message brings.
  std::uint32_t receive(const Message& m, Id id, const Piece& p) {
    const RankSet ranks(content_.topology.size(), p.ranks);
    const std::uint32_t place = place_for(p.target, p.begin, p.end, ranks);
    values(p.target).push_back({p.begin, p.end, ranks, place, 2 * (m.step + 1), id});
    return place;
  }

  /// Sends a message; each of its pieces becomes one or several, by where they lie.
  void send(Message& m, Id id) {
    const Time time = 2 * m.step;
    Work work{m.step, {}, id};
    std::vector<Piece> pieces;
    for (const Piece& p : m.pieces) {
      const RankSet ranks(content_.topology.size(), p.ranks);
      for (const Part& part : parts_of(p.target, p.begin, p.end, ranks, time)) {
        if (part.values.empty())
          fail(m.step, m.number,
               fmt::format(
                   "{} -> {}: rank {} cannot combine bytes {} to {}{} of the ranks {} from what it has at "
                   "the start of this step",
                   m.src, m.dst, m.src, part.begin, part.end,
                   p.target == no_rank ? "" : fmt::format(" for rank {}", p.target),
                   fmt::join(p.ranks, ", ")));
        Piece& piece = pieces.emplace_back(p);
        piece.begin = part.begin;
        piece.end = part.end;
        const std::size_t value =
            part.values.size() == 1
                ? part.values.front()
                : combine(p.target, part, ranks, place_for(p.target, part.begin, part.end, ranks), time);
        const Value& v = values(p.target)[value];
        piece.from = v.place;
        if (v.message != no_message) work.needs.push_back(v.message);
      }
    }
    m.pieces = std::move(pieces);
    works_.emplace_back(time, std::move(work));
  }

  /// The result, where the rank has one: what of it has not arrived in its place is combined as soon as it
  /// can be. What cannot be is left out: that is for the checker to say.
  void finish(const RankSet& everyone) {
    if (content_.form().result.who == Holders::root && rank_ != content_.root) return;
    const Rank target = content_.form().personal() ? rank_ : no_rank;
    const Time last = 2 * content_.steps;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> have = result_;
    have.emplace_back(content_.bytes, content_.bytes);
    std::ranges::sort(have);
    std::uint32_t at = 0;
    for (const auto& [begin, end] : have) {
      if (at < begin)
        for (const Part& part : parts_of(target, at, begin, everyone, last))
          if (!part.values.empty()) combine(target, part, everyone, result_block(), last);
      at = std::max(at, end);
    }
  }

  std::vector<Work> take_works() {
    std::stable_sort(works_.begin(), works_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Work> all;
    for (auto& [time, work] : works_) all.push_back(std::move(work));
    return all;
  }
  /// Blocks of memory.
  std::uint32_t blocks() const { return own_blocks() + static_cast<std::uint32_t>(layers_.size()); }

 private:
  using Ranges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  std::uint32_t own_blocks() const {
    return static_cast<std::uint32_t>(content_.form().blocks(content_.topology.size()));
  }
  std::uint32_t result_block() const {
    return static_cast<std::uint32_t>(content_.form().start_blocks(content_.topology.size()));
  }

  /// What the rank has of a block; from the start, its own.
  std::vector<Value>& values(Rank target) {
    const auto [found, is_new] = values_.try_emplace(target);
    if (is_new)
      found->second.push_back(
          {0, content_.bytes, RankSet(content_.topology.size(), {rank_}), target == no_rank ? 0 : target, 0});
    return found->second;
  }

  static bool is_free(const Ranges& taken, std::uint32_t begin, std::uint32_t end) {
    return std::ranges::none_of(taken, [&](const auto& r) { return r.first < end && begin < r.second; });
  }
  /// A block of the memory in which these bytes are free, and are not any more: of the result where they are
  /// that.
  std::uint32_t place_for(Rank target, std::uint32_t begin, std::uint32_t end, const RankSet& ranks) {
    const bool is_result = ranks.count() == content_.topology.size() &&
                           (target == no_rank || target == rank_) &&
                           (content_.form().result.who == Holders::everyone || rank_ == content_.root);
    if (is_result && is_free(result_, begin, end)) {
      result_.emplace_back(begin, end);
      return result_block();
    }
    std::size_t& layer = first_free_[{begin, end}];  // those before it never become free again
    while (layer < layers_.size() && !is_free(layers_[layer], begin, end)) ++layer;
    if (layer == layers_.size()) layers_.emplace_back();
    layers_[layer].emplace_back(begin, end);
    return own_blocks() + static_cast<std::uint32_t>(layer);
  }

  /// Bytes [begin, end) in parts, each with the values that make it up; without any if there are none.
  std::vector<Part> parts_of(Rank target, std::uint32_t begin, std::uint32_t end, const RankSet& ranks,
                             Time time) {
    const std::vector<Value>& all = values(target);
    std::vector<std::size_t> use;
    std::vector<std::uint32_t> cuts{begin, end};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Value& v = all[i];
      if (v.end <= begin || end <= v.begin || v.ready > time || !v.ranks.is_in(ranks)) continue;
      use.push_back(i);
      cuts.push_back(std::max(begin, v.begin));
      cuts.push_back(std::min(end, v.end));
    }
    // Of those with the same first rank, the largest first, then the one that is there first.
    std::stable_sort(use.begin(), use.end(), [&](std::size_t a, std::size_t b) {
      const auto key = [&](std::size_t v) {
        return std::tuple(all[v].ranks.first(), all[v].ranks.size() - all[v].ranks.count(), all[v].ready);
      };
      return key(a) < key(b);
    });
    std::ranges::sort(cuts);
    std::vector<Part> parts;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (cuts[i] == cuts[i + 1]) continue;
      Part part{cuts[i], cuts[i + 1], {}};
      make_up(all, use, ranks, part);
      std::stable_sort(part.values.begin(), part.values.end(),
                       [&](std::size_t a, std::size_t b) { return all[a].ready < all[b].ready; });
      if (!parts.empty() && parts.back().values == part.values)
        parts.back().end = part.end;
      else
        parts.push_back(std::move(part));
    }
    return parts;
  }
  /// Finds values that make up `ranks`, or none. `use`: sorted by their first rank, which is that of what is
  /// left: a value that contains that and nothing else that is not left begins with it. Throws UserError if
  /// it is not known after many tries.
  void make_up(const std::vector<Value>& all, const std::vector<std::size_t>& use, const RankSet& ranks,
               Part& part) const {
    constexpr unsigned most_steps_back = 10'000;
    const auto first_of = [&](std::size_t v) { return *all[v].ranks.first(); };
    RankSet left = ranks;
    std::vector<std::vector<std::size_t>::const_iterator> chosen;
    unsigned steps_back = 0;
    auto next = use.begin();
    for (bool is_new = true;;) {
      const std::optional<Rank> first = left.first();
      if (!first) break;
      if (is_new) next = std::ranges::lower_bound(use, *first, {}, first_of);
      while (next != use.end() && first_of(*next) == *first &&
             (all[*next].begin > part.begin || all[*next].end < part.end || !all[*next].ranks.is_in(left)))
        ++next;
      if (next != use.end() && first_of(*next) == *first) {
        left.exchange(all[*next].ranks);
        chosen.push_back(next);
        is_new = true;
        continue;
      }
      if (chosen.empty()) return;
      if (++steps_back > most_steps_back)
        throw UserError(
            fmt::format("rank {}: it is not known after {} tries which of its values make up the "
                        "combination of {} ranks that it needs",
                        rank_, most_steps_back, ranks.count()));
      next = chosen.back();
      chosen.pop_back();
      left.exchange(all[*next].ranks);
      ++next;
      is_new = false;
    }
    for (const auto at : chosen) part.values.push_back(*at);
  }

  /// Combines the values of a part into a place, before `time`; returns the new value's index.
  std::size_t combine(Rank target, const Part& part, const RankSet& ranks, std::uint32_t place, Time time) {
    std::vector<Value>& all = values(target);
    Time at = 0;
    const auto add = [&](std::uint32_t a, const std::vector<std::size_t>& with) {
      Work work;
      for (const std::size_t i : with) {
        at = std::max(at, all[i].ready);
        if (all[i].message != no_message) work.needs.push_back(all[i].message);
      }
      // As soon as it is possible, but behind the messages of that step, if the time is not yet due.
      at = !is_early_ || at >= time ? time : at | 1;
      work.step = at / 2;
      work.combination = {place, a, all[with.back()].place, part.begin, part.end};
      works_.emplace_back(at, std::move(work));
    };
    const std::vector<std::size_t>& from = part.values;
    if (from.size() == 1) add(all[from[0]].place, {from[0]});
    for (std::size_t k = 1; k < from.size(); ++k)
      add(k == 1 ? all[from[0]].place : place, k == 1 ? std::vector{from[0], from[1]} : std::vector{from[k]});
    all.push_back({part.begin, part.end, ranks, place, at});
    return all.size() - 1;
  }

  const Content& content_;
  Rank rank_;
  bool is_early_ = true;
  std::map<Rank, std::vector<Value>> values_{};  ///< by target
  std::vector<Ranges> layers_{};                 ///< what is taken of the blocks behind the collective's
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> first_free_{};  ///< layer, of these bytes
  Ranges result_{};  ///< what is taken of the result
  std::vector<std::pair<Time, Work>> works_{};
};

}  // namespace

Works combining_work(Content& content) {
  std::vector<Message>& messages = content.messages;
  std::vector<Combiner> ranks;
  for (Rank rank = 0; rank < content.topology.size(); ++rank) ranks.emplace_back(content, rank);
  for (Id id = 0; id < messages.size(); ++id) {
    Message& m = messages[id];
    if (content.is_copy(id)) {
      m.pieces = messages[m.first].pieces;
    } else {
      ranks[m.src].send(m, id);
    }
    for (std::size_t i = 0; i < m.pieces.size(); ++i) {
      m.pieces[i].to = ranks[m.dst].receive(m, id, m.pieces[i]);
      if (content.is_copy(id)) check_place(content, m, m.pieces[i], messages[m.first].pieces[i]);
    }
  }
  Works works;
  works.steps = content.steps;
  std::vector<Rank> all(content.topology.size());
  std::iota(all.begin(), all.end(), Rank{0});
  const RankSet everyone(content.topology.size(), all);
  for (Combiner& rank : ranks) {
    rank.finish(everyone);
    works.of.push_back(rank.take_works());
    works.blocks = std::max(works.blocks, rank.blocks());
    if (!works.of.back().empty()) works.steps = std::max(works.steps, works.of.back().back().step + 1);
  }
  return works;
}

}  // namespace collnoc::schedule_file

#include "sim/schedule/rank_contexts.hpp"

#include <bit>

#include "collnoc/arch/route.hpp"

namespace collnoc {
namespace {

/// A put in a plan, without its waits.
constexpr std::uint32_t words_of_put = 2;

}  // namespace

RankContexts::RankContexts(const Algorithm& algorithm, const Job& job, unsigned channels, bool sequencer)
    : algorithm_(algorithm),
      job_(job),
      per_rank_(sequencer ? channels : 1),
      sequencer_(sequencer),
      own_waits_(algorithm.own_waits()),
      contexts_(std::size_t{job.topology.size()} * per_rank_),
      ranks_(job.topology.size()) {}

const Action* RankContexts::current(std::size_t context) {
  Context& c = contexts_[context];
  const Rank rank = rank_of(context);
  while (c.at == c.actions.size()) {
    c.actions.clear();
    c.at = 0;
    if (ranks_[rank].ended) return nullptr;
    make(rank);
  }
  return &c.actions[c.at];
}

/// Makes the rank's next action.
void RankContexts::make(Rank rank) {
  RankState& state = ranks_[rank];
  const Action action = state.reader.next(algorithm_, job_, rank);
  Context* own = &contexts_[std::size_t{rank} * per_rank_];
  switch (action.kind) {
    case Action::Kind::step_begin:
    case Action::Kind::barrier: return;
    case Action::Kind::consume:  // it has waited for all that arrives
    case Action::Kind::done:
      state.ended = true;
      for (unsigned c = 0; sequencer_ && c < per_rank_; ++c) flush(rank, own[c]);
      return;
    default: break;
  }
  ++made_;
  if (sequencer_)
    take(rank, action);
  else
    own->actions.push_back(action);
}

void RankContexts::take(Rank rank, const Action& action) {
  RankState& state = ranks_[rank];
  Context* own = &contexts_[std::size_t{rank} * per_rank_];
  switch (action.kind) {
    case Action::Kind::wait:
      state.counted[action.counter] = action.count;
      for (unsigned c = 0; c < per_rank_; ++c) own[c].pending |= std::uint64_t{1} << action.counter;
      return;
    case Action::Kind::combine: {
      // The result's place becomes one input first, unless it is that of one of them.
      const Combine& what = action.combine;
      const std::uint32_t puts = what.a != what.b && what.to != what.a && what.to != what.b ? 2 : 1;
      for (std::uint32_t put = 0; put < puts; ++put)
        take(rank, {Action::Kind::put, false, 0, 0, 0, {rank, what.a, what.to, what.bytes, combine_counter}});
      state.combined += puts;
      return take(rank, {Action::Kind::wait, false, combine_counter, state.combined, 0, {}});
    }
    case Action::Kind::put:
    case Action::Kind::multicast: {
      const Rank first = action.kind == Action::Kind::put ? action.put.dst : action.box.from;
      Context& context = own[channel_of(job_.topology, per_rank_, rank, first, action.put.route)];
      Action put = action;
      put.count = words(context, action);
      flush(rank, context);
      context.actions.push_back(put);
      context.last = put;
      for (unsigned c = 0; own_waits_ && c < per_rank_; ++c) own[c].pending = 0;
      return;
    }
    default:
      for (unsigned c = 0; c < per_rank_; ++c) {
        flush(rank, own[c]);
        own[c].actions.push_back(action);
      }
  }
}

/// None if it is a further piece of the put before it.
std::uint32_t RankContexts::words(const Context& context, const Action& action) {
  const auto waits = static_cast<std::uint32_t>(std::popcount(context.pending));
  const Put &a = context.last.put, &b = action.put;
  const bool puts = context.last.kind == Action::Kind::put && action.kind == Action::Kind::put;
  if (puts && waits <= 1 && !b.signal && a.dst == b.dst && a.route == b.route &&
      b.local == a.local + a.bytes && b.remote == a.remote + a.bytes)
    return 0;
  return words_of_put + waits;
}

void RankContexts::flush(Rank rank, Context& context) {
  for (std::uint8_t counter = 0; counter < ranks_[rank].counted.size(); ++counter)
    if (context.pending >> counter & 1)
      context.actions.push_back({Action::Kind::wait, false, counter, ranks_[rank].counted[counter], 0, {}});
  context.pending = 0;
}

}  // namespace collnoc

#include "sim/schedulefile/file_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "sim/common/user_error.hpp"

namespace collnoc::schedule_file {
namespace {

/// Waits once for each message.
void drop_what_was_waited_for(const Content& content, Works& works) {
  for (std::vector<Work>& of_rank : works.of) {
    std::map<std::uint8_t, Id> waited;  // the latest by counter
    for (Work& work : of_rank) {
      std::map<std::uint8_t, Id> latest;
      for (const Id need : work.needs) {
        const auto [at, is_new] = latest.try_emplace(content.messages[need].counter, need);
        at->second = std::max(at->second, need);
      }
      work.needs.clear();
      for (const auto& [counter, need] : latest) {
        const auto before = waited.find(counter);
        if (before != waited.end() && (before->second >= need || counter == shared_counter)) continue;
        work.needs.push_back(need);
        waited[counter] = need;
      }
    }
  }
}

/// The lowest counter that none of these sets of counters contains (bit c: counter c); shared_counter if
/// there is none.
std::uint8_t lowest_free(std::uint32_t taken) {
  return static_cast<std::uint8_t>(
      std::min<unsigned>(static_cast<unsigned>(std::countr_one(taken | 1u)), shared_counter));
}

/// Messages of one stream arrive in order; those of several do not. So a counter on which a rank waits before
/// the end has one stream, or the rank waits for all its messages at once. A multicast has one counter at all
/// its ranks.
void choose_counters(Content& content, const Works& works) {
  std::vector<Message>& messages = content.messages;
  std::vector<bool> needed(messages.size());
  for (const std::vector<Work>& of_rank : works.of)
    for (const Work& work : of_rank)
      for (const Id id : work.needs) needed[id] = true;
  std::map<Stream, std::vector<Rank>> multicasts;  // those for which some rank waits
  for (Id id = 0; id < messages.size(); ++id)
    if (needed[id] && messages[id].box) multicasts[messages[id].stream()];
  if (!multicasts.empty())
    for (const Message& m : messages)
      if (const auto found = multicasts.find(m.stream()); found != multicasts.end())
        if (found->second.empty() || found->second.back() < m.dst) found->second.push_back(m.dst);
  std::vector<std::uint32_t> taken(content.topology.size());  // [rank], bit c: counter c
  std::map<Stream, std::uint8_t> of_multicast;
  for (const auto& [stream, ranks] : multicasts) {
    std::uint32_t somewhere = 0;
    for (const Rank rank : ranks) somewhere |= taken[rank];
    const std::uint8_t counter = of_multicast[stream] = lowest_free(somewhere);
    for (const Rank rank : ranks) taken[rank] |= counter == shared_counter ? 0u : 1u << counter;
  }
  for (Rank rank = 0; rank < content.topology.size(); ++rank) {
    std::map<Stream, std::uint8_t> counters;
    for (const Id id : content.arrivals[rank]) {
      if (!needed[id] || messages[id].box) continue;
      const std::uint8_t counter = lowest_free(taken[rank]);
      if (counter != shared_counter && counters.try_emplace(messages[id].stream(), counter).second)
        taken[rank] |= 1u << counter;
    }
    std::uint32_t last_shared = 0;
    for (const Id id : content.arrivals[rank]) {
      const std::map<Stream, std::uint8_t>& of = messages[id].box ? of_multicast : counters;
      const auto own = of.find(messages[id].stream());
      messages[id].counter = own == of.end() ? shared_counter : own->second;
      if (messages[id].counter == shared_counter) last_shared = messages[id].step;
    }
    for (const Work& work : works.of[rank])
      for (const Id need : work.needs)
        if (messages[need].counter == shared_counter && last_shared >= work.step)
          throw UserError(fmt::format(
              "step {}: rank {} passes on what has arrived while others still send to it, and has no "
              "counter to wait for it apart: there are {}, one for each source and route, and a "
              "multicast needs one that is free at all its ranks",
              work.step, rank, shared_counter - 1));
  }
}

}  // namespace

Works work_of(Content& content) {
  Works works = content.form().combines ? combining_work(content) : moving_work(content);
  choose_counters(content, works);
  drop_what_was_waited_for(content, works);
  return works;
}

}  // namespace collnoc::schedule_file

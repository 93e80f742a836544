#include "sim/schedulefile/file_work.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// Messages of one source and route arrive in order; those of several do not. So a counter on which a rank
/// waits before the end has one source and route, or the rank waits for all its messages at once.
void choose_counters(Content& content, const Works& works) {
  std::vector<Message>& messages = content.messages;
  std::vector<bool> needed(messages.size());
  for (const std::vector<Work>& of_rank : works.of)
    for (const Work& work : of_rank)
      for (const Id id : work.needs) needed[id] = true;
  for (Rank rank = 0; rank < content.topology.size(); ++rank) {
    std::map<std::pair<Rank, Route>, std::uint8_t> counters;
    for (const Id id : content.arrivals[rank])
      if (needed[id] && counters.size() + 1 < shared_counter)
        counters.try_emplace({messages[id].src, messages[id].route},
                             static_cast<std::uint8_t>(counters.size() + 1));
    std::uint32_t last_shared = 0;
    for (const Id id : content.arrivals[rank]) {
      const auto own = counters.find({messages[id].src, messages[id].route});
      messages[id].counter = own == counters.end() ? shared_counter : own->second;
      if (own == counters.end()) last_shared = messages[id].step;
    }
    for (const Work& work : works.of[rank])
      for (const Id need : work.needs)
        if (messages[need].counter == shared_counter && last_shared >= work.step)
          throw UserError(
              fmt::format("step {}: rank {} passes on what more than {} ranks have sent, while others still "
                          "send to it; a rank can wait for {} sources apart",
                          work.step, rank, shared_counter - 1, shared_counter - 1));
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

#include "sim/run/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace collnoc {
namespace {

/// `text_of` of the schedules of each reason, joined by `join`, in the order in which the reasons come first.
template <class Value, class Of, class Add>
std::vector<std::pair<std::string, Value>> by_reason(const std::vector<LeftOutSchedule>& schedules, Of of,
                                                     Add add) {
  std::vector<std::pair<std::string, Value>> all;
  for (const LeftOutSchedule& schedule : schedules) {
    const auto known = std::ranges::find(all, schedule.reason, &std::pair<std::string, Value>::first);
    if (known == all.end())
      all.emplace_back(schedule.reason, of(schedule));
    else
      add(known->second, of(schedule));
  }
  return all;
}

}  // namespace

void LeftOut::add(const LeftOutSchedule& schedule) {
  for (LeftOutSchedule& known : schedules_) {
    if (known.algorithm != schedule.algorithm || known.reason != schedule.reason ||
        known.instead != schedule.instead)
      continue;
    known.times += schedule.times;
    return;
  }
  schedules_.push_back(schedule);
}

std::uint64_t LeftOut::times() const {
  std::uint64_t times = 0;
  for (const LeftOutSchedule& schedule : schedules_) times += schedule.times;
  return times;
}

std::string LeftOut::names_by_reason() const {
  const auto name = [](const LeftOutSchedule& schedule) {
    return schedule.instead.empty() ? schedule.algorithm
                                    : fmt::format("{} in place of {}", schedule.instead, schedule.algorithm);
  };
  std::string text;
  for (const auto& [reason, names] : by_reason<std::string>(
           schedules_, name, [](std::string&all, const std::string&more) { all += ", " + more; }))
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", names, reason);
  return text;
}

std::string LeftOut::numbers_by_reason() const {
  std::string text;
  for (const auto& [reason, times] : by_reason<std::uint64_t>(
           schedules_, [](const LeftOutSchedule&schedule) { return schedule.times; },
           [](std::uint64_t&all, std::uint64_t more) { all += more; }))
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", times, reason);
  return text;
}

}  // namespace collnoc

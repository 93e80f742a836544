// Schedules that a command's words include and that it does not run: the user is told which, and why.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace collnoc {

struct LeftOutSchedule {
  std::string algorithm;
  std::string reason;   ///< why it does not run, a clause: "it needs ..."
  std::string instead;  ///< the schedule that runs in its place; empty: none
  std::uint64_t times = 1;
};

/// What the cases of a command leave out; the same schedule with the same reason once, with its number.
class LeftOut {
 public:
  void add(const LeftOutSchedule& schedule);
  bool empty() const { return schedules_.empty(); }
  const std::vector<LeftOutSchedule>& schedules() const { return schedules_; }
  /// Of all schedules.
  std::uint64_t times() const;

  /// "a, b (it needs ...); c (it has ...); d in place of e (it needs ...)", in the order of the reasons'
  /// first schedules.
  std::string names_by_reason() const;
  /// The same for many cases, with the numbers of schedules: "12: it needs ...; 3: it has ...".
  std::string numbers_by_reason() const;

 private:
  std::vector<LeftOutSchedule> schedules_;
};

}  // namespace collnoc

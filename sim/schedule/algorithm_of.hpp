// Puts a schedule behind the virtual functions of Algorithm. Only the units made from the registry
// (cmake/Algorithms.cmake) include this file.
#pragma once
#include <string_view>
#include <vector>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Why a schedule that relies on coordinates does not run on this network, as a clause.
std::string needs_coordinates(const Topology& topology);

/// Whether the type states what its entry in the registry says.
template <class Schedule>
constexpr bool is_registered_as(Collective collective, std::string_view name) {
  return Schedule::collective == collective && Schedule::name == name;
}

/// Receives the actions of a step and keeps the line of one of its puts.
class SendLine {
 public:
  SendLine(const Topology& topology, Rank src, Rank dst, std::uint32_t remote)
      : topology_(topology), src_(src), dst_(dst), remote_(remote) {}
  void wait(std::uint8_t, std::uint32_t) {}
  void until(std::uint32_t) {}
  void combine(const Combine&) {}
  void send(const Put& put, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
            const char* function = __builtin_FUNCTION()) {
    if (put.dst == dst_ && put.remote <= remote_) line_ = {file, line, function};
  }
  void more(const Put& put, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
            const char* function = __builtin_FUNCTION()) {
    send(put, file, line, function);
  }
  void multicast(Put put, const Box& box, const char* file = __builtin_FILE(),
                 unsigned line = __builtin_LINE(), const char* function = __builtin_FUNCTION()) {
    if (!box.reaches(topology_, src_, dst_)) return;
    put.dst = dst_;
    send(put, file, line, function);
  }
  const std::optional<ScheduleLine>& line() const { return line_; }

 private:
  const Topology& topology_;
  Rank src_, dst_;
  std::uint32_t remote_;
  std::optional<ScheduleLine> line_;
};

/// Receives the actions of a step and keeps those from the cursor's on.
class StepActions {
 public:
  StepActions(const Cursor& cursor, std::vector<Action>& actions)
      : step_(cursor.step), before_(cursor.item), actions_(actions) {}

  void wait(std::uint8_t counter, std::uint32_t at_least) {
    keep({Action::Kind::wait, false, counter, at_least, step_, {}});
  }
  void until(std::uint32_t cycles) { keep({Action::Kind::until, false, 0, cycles, step_, {}}); }
  void combine(const Combine& what) { keep({Action::Kind::combine, false, 0, 0, step_, {}, what}); }
  void send(const Put& put) { keep({Action::Kind::put, false, 0, 0, step_, put}); }
  void more(const Put& put) { keep({Action::Kind::put, true, 0, 0, step_, put}); }
  void multicast(const Put& put, const Box& box) {
    keep({Action::Kind::multicast, false, 0, 0, step_, put, {}, box});
  }

 private:
  void keep(const Action& action) {
    if (before_ == 0) {
      actions_.push_back(action);
    } else {
      --before_;
    }
  }

  std::uint32_t step_, before_;
  std::vector<Action>& actions_;
};

/// A schedule as an Algorithm.
template <class Schedule>
class AlgorithmOf final : public Algorithm {
 public:
  std::string_view name() const override { return Schedule::name; }
  std::string_view summary() const override { return Schedule::summary; }
  Collective collective() const override { return Schedule::collective; }
  bool contention_free() const override { return Schedule::contention_free; }
  bool needs_orders() const override {
    if constexpr (requires { Schedule::needs_orders; }) return Schedule::needs_orders;
    return false;
  }
  bool closed_form() const override {
    if constexpr (requires { Schedule::closed_form; }) return Schedule::closed_form;
    return true;
  }
  bool gathers() const override {
    if constexpr (requires { Schedule::gathers; }) return Schedule::gathers;
    return false;
  }
  bool own_waits() const override {
    if constexpr (requires { Schedule::own_waits; }) return Schedule::own_waits;
    return false;
  }
  bool accumulates() const override {
    if constexpr (requires { Schedule::accumulates; }) return Schedule::accumulates;
    return false;
  }
  bool multicasts() const override { return collnoc::multicasts<Schedule>(); }
  std::optional<std::string> why_not(const Topology& topology, PortModel nic) const override {
    if (topology.structure() < needs()) return needs_coordinates(topology);
    const char* reason = Schedule::refusal(topology, nic);
    return reason ? std::optional<std::string>(reason) : std::nullopt;
  }
  std::uint64_t bytes_needed(const Job& job) const override { return Schedule::bytes_needed(job); }
  std::uint32_t steps(const Job& job) const override { return Schedule::steps(job); }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override {
    return collnoc::next<Schedule>(job, rank, cursor);
  }
  void rest_of_step(const Job& job, Rank rank, const Cursor& cursor,
                    std::vector<Action>& actions) const override {
    StepActions step(cursor, actions);
    Schedule::plan(job, rank, cursor.step, step);
  }
  std::optional<ScheduleLine> sends(const Job& job, Rank rank, std::uint32_t step, Rank dst,
                                    std::uint32_t remote) const override {
    SendLine line(job.topology, rank, dst, remote);
    if (step < Schedule::steps(job)) Schedule::plan(job, rank, step, line);
    return line.line();
  }
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    return Schedule::arrivals(job, rank, counter, step);
  }

 private:
  static constexpr Structure needs() {
    if constexpr (requires { Schedule::needs; }) return Schedule::needs;
    return Structure::dimensions;
  }
};

/// The only object of this schedule.
template <class Schedule>
const Algorithm* algorithm_of() {
  static const AlgorithmOf<Schedule> object;
  return &object;
}

}  // namespace collnoc

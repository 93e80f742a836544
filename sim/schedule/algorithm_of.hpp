// Puts a schedule behind the virtual functions of Algorithm. Only the units made from the registry
// (cmake/Algorithms.cmake) and algorithm.cpp include this file.
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

/// Receives the actions of a step and keeps one of them, all from one on, or the line of a put. One class
/// with functions that are not inlined, so that each schedule's plan is compiled once, and small.
class StepReader {
 public:
  /// Keeps the action with index `wanted`.
  StepReader(std::uint32_t wanted, std::uint32_t step) : step_(step), from_(wanted) {}
  /// Appends those from the cursor's on to `actions`.
  StepReader(const Cursor& cursor, std::vector<Action>& actions)
      : step_(cursor.step), from_(cursor.item), actions_(&actions) {}
  /// Keeps the line of the last put from `src` to `dst` that begins at `remote` or before.
  StepReader(const Topology& topology, Rank src, Rank dst, std::uint32_t remote)
      : topology_(&topology), src_(src), dst_(dst), remote_(remote) {}

  void wait(std::uint8_t counter, std::uint32_t at_least);
  void until(std::uint32_t cycles);
  void combine(const Combine& what);
  void send(const Put& put, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
            const char* function = __builtin_FUNCTION());
  void more(const Put& put, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
            const char* function = __builtin_FUNCTION());
  void multicast(const Put& put, const Box& box, const char* file = __builtin_FILE(),
                 unsigned line = __builtin_LINE(), const char* function = __builtin_FUNCTION());

  bool found() const { return seen_ > from_; }
  const Action& action() const { return action_; }
  const std::optional<ScheduleLine>& line() const { return line_; }

 private:
  void keep(const Action& action);
  void note(Rank dst, const Put& put, const ScheduleLine& line);

  std::uint32_t step_ = 0, from_ = 0, seen_ = 0;
  std::vector<Action>* actions_ = nullptr;
  Action action_{};
  const Topology* topology_ = nullptr;  ///< only if lines are read
  Rank src_ = 0, dst_ = 0;
  std::uint32_t remote_ = 0;
  std::optional<ScheduleLine> line_;
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
    return collnoc::next<Schedule, StepReader>(job, rank, cursor);
  }
  void rest_of_step(const Job& job, Rank rank, const Cursor& cursor,
                    std::vector<Action>& actions) const override {
    StepReader step(cursor, actions);
    Schedule::plan(job, rank, cursor.step, step);
  }
  std::optional<ScheduleLine> sends(const Job& job, Rank rank, std::uint32_t step, Rank dst,
                                    std::uint32_t remote) const override {
    StepReader line(job.topology, rank, dst, remote);
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

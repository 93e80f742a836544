// All actions of one rank, for a receiver that keeps them (firmware/runtime/action_plan.hpp,
// prepared_actions.hpp).
#pragma once
#include "sim/schedule/action_reader.hpp"

namespace collnoc {

/// Passes the actions to `out` in their order, by the functions that a schedule calls, and barrier() and
/// consume(counter, count); to step_begin(step), if it has that, the step of each action. Host's counterpart
/// of next_step<Schedule>.
template <class Out>
void pass_actions(const Algorithm& algorithm, const Job& job, Rank rank, bool step_barrier, Out& out) {
  ActionReader reader(step_barrier);
  for (;;) {
    const Action action = reader.next(algorithm, job, rank);
    if constexpr (requires { out.step_begin(action.step); }) out.step_begin(action.step);
    switch (action.kind) {
      case Action::Kind::step_begin: break;
      case Action::Kind::put: action.continues ? out.more(action.put) : out.send(action.put); break;
      case Action::Kind::multicast: out.multicast(action.put, action.box); break;
      case Action::Kind::wait: out.wait(action.counter, action.count); break;
      case Action::Kind::until: out.until(action.count); break;
      case Action::Kind::barrier: out.barrier(); break;
      case Action::Kind::combine: out.combine(action.combine); break;
      case Action::Kind::consume: out.consume(action.counter, action.count); break;
      case Action::Kind::done: return;
    }
  }
}

}  // namespace collnoc

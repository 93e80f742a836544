#include "sim/schedule/rank_actions.hpp"

#include "collnoc/firmware/runtime/prepared_actions.hpp"

namespace collnoc {
namespace {

/// Passes all actions of the rank to `list`; returns their number. Host's counterpart of Plan<Schedule>.
std::uint32_t prepare(const Algorithm& algorithm, const Job& job, Rank rank, bool step_barrier,
                      PreparedActions<AddressCache> list) {
  Cursor cursor;
  cursor.step_barrier = step_barrier;
  for (;;) {
    const Action action = algorithm.next(job, rank, cursor);
    switch (action.kind) {
      case Action::Kind::step_begin: break;
      case Action::Kind::put: action.continues ? list.more(action.put) : list.send(action.put); break;
      case Action::Kind::multicast: list.multicast(action.put, action.box); break;
      case Action::Kind::wait: list.wait(action.counter, action.count); break;
      case Action::Kind::until: list.until(action.count); break;
      case Action::Kind::barrier: list.barrier(); break;
      case Action::Kind::combine: list.combine(action.combine); break;
      case Action::Kind::consume: list.consume(action.counter, action.count); break;
      case Action::Kind::done: return list.length();
    }
  }
}

}  // namespace

std::vector<PreparedPut> rank_actions(const Algorithm& algorithm, const Job& job, Rank rank,
                                      bool step_barrier) {
  const AddressCache addresses(job.topology);
  const std::uint32_t count = prepare(algorithm, job, rank, step_barrier, {addresses, nullptr, 0});
  std::vector<PreparedPut> actions(count + 2);  // the last one may be loaded
  prepare(algorithm, job, rank, step_barrier, {addresses, actions.data(), count});
  actions[count].local = as_end;
  return actions;
}

}  // namespace collnoc

#include "sim/schedule/rank_actions.hpp"

#include "collnoc/firmware/runtime/prepared_actions.hpp"
#include "sim/schedule/all_actions.hpp"

namespace collnoc {

std::vector<PreparedPut> rank_actions(const Algorithm& algorithm, const Job& job, Rank rank,
                                      bool step_barrier) {
  const AddressCache addresses(job.topology);
  PreparedActions<AddressCache> counted(addresses, nullptr, 0);
  pass_actions(algorithm, job, rank, step_barrier, counted);
  std::vector<PreparedPut> actions(counted.length() + 2);  // the last one may be loaded
  PreparedActions<AddressCache> list(addresses, actions.data(), counted.length());
  pass_actions(algorithm, job, rank, step_barrier, list);
  list.finish();
  return actions;
}

}  // namespace collnoc

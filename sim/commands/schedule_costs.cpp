#include "sim/commands/schedule_costs.hpp"

#include <algorithm>
#include <vector>

#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/metrics.hpp"

namespace collnoc {
namespace {

/// Messages with data that the root sends until every byte of the message has left it.
std::uint64_t blocks_of_the_root(const Algorithm& algorithm, const Job& job) {
  std::vector<bool> has_left(job.bytes);
  std::uint32_t missing = job.bytes;
  std::uint64_t blocks = 0;
  StepWalker walker(algorithm, job);
  for (Step step; missing > 0 && walker.next(step);) {
    for (const Transfer& transfer : step) {
      if (transfer.src != job.root || transfer.bytes() == 0 || missing == 0) continue;
      ++blocks;
      for (const Put& put : transfer.puts) {
        const std::uint32_t begin = put.local - job.base, end = std::min(begin + put.bytes, job.bytes);
        for (std::uint32_t byte = begin; byte < end; ++byte) {
          missing -= !has_left[byte];
          has_left[byte] = true;
        }
      }
    }
  }
  return std::max<std::uint64_t>(1, blocks);
}

}  // namespace

theory::ScheduleCosts schedule_costs(const Algorithm& algorithm, const Job& job) {
  const Metrics metrics = measure(algorithm, job);
  theory::ScheduleCosts costs{std::string(algorithm.name()), metrics.alpha, metrics.beta,
                              metrics.message_hops, metrics.messages == metrics.message_hops};
  if (algorithm.collective() == Collective::broadcast) costs.root_blocks = blocks_of_the_root(algorithm, job);
  return costs;
}

}  // namespace collnoc

#include "sim/synthesis/product_exchange.hpp"

#include <algorithm>

#include "sim/theory/exchange.hpp"

namespace collnoc {

std::optional<Schedule> exchange_of_product(const Job& job, PortModel nic) {
  const auto exchange = theory::product_exchange(theory::factors(job.topology), nic);
  if (!exchange) return std::nullopt;
  Schedule schedule;
  schedule.algorithm = "synthesized";
  schedule.collective = Collective::total_exchange;
  schedule.nic = nic;
  schedule.job = job;
  for (const std::vector<theory::ExchangeMove>& moves : exchange->steps) {
    Step step;
    for (const theory::ExchangeMove& m : moves) {
      Transfer transfer{m.src, m.dst, {}, 0, {Block{m.origin, m.target, 0, job.bytes}}};
      Put put;
      put.dst = m.dst;
      put.bytes = job.bytes;
      transfer.puts.push_back(put);
      step.push_back(std::move(transfer));
    }
    std::ranges::sort(step, {}, [](const Transfer& t) { return std::pair(t.src, t.dst); });
    schedule.steps.push_back(std::move(step));
  }
  return schedule;
}

}  // namespace collnoc

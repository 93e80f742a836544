#include "sim/schedule/check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/step_checks.hpp"

namespace collnoc {
namespace {

std::string counted(double alpha, double beta, std::optional<std::uint64_t> message_hops) {
  std::string text = fmt::format("alpha {:.6g}, beta {:.6g}", alpha, beta);
  if (message_hops) text += fmt::format(", message-hops {}", *message_hops);
  return text;
}

}  // namespace

Verdict check_formula(const Algorithm& algorithm, const Job& job, PortModel nic) {
  const std::string question = "formula";
  const Metrics m = measure(algorithm, job);
  const auto paper = paper_cost(algorithm, job, nic);
  if (!paper) {
    return {question, Verdict::Outcome::note,
            counted(m.alpha, m.beta, m.message_hops) + "; there is no closed form"};
  }
  const auto hops = paper->message_hops ? std::optional(m.message_hops) : std::nullopt;
  const std::string ours = counted(m.alpha, m.beta, hops);
  const bool equal =
      m.alpha == paper->alpha && std::abs(m.beta - paper->beta) < 1e-9 && hops == paper->message_hops;
  if (equal) return {question, Verdict::Outcome::good, fmt::format("{}: equal; {}", ours, paper->source)};
  return {question, Verdict::Outcome::note,
          fmt::format("{}, but {} by {}", ours, counted(paper->alpha, paper->beta, paper->message_hops),
                      paper->source)};
}

std::vector<Verdict> check(const Algorithm& algorithm, const Job& job, PortModel nic) {
  std::vector<Verdict> verdicts;
  {
    const Schedule heading = heading_of(algorithm, job, nic);
    DeliveryCheck delivery(heading);
    PortCheck ports(heading.job.topology, nic);
    LinkCheck links(heading.job.topology, algorithm.contention_free());
    StepWalker walker(algorithm, job);
    for (Step step; walker.next(step);) {
      if (auto wrong = delivery.step(step, walker.combinings())) return {*wrong};
      ports.step(step);  // needs legal routes
      links.step(step);
    }
    verdicts.push_back(delivery.end());
    if (!verdicts.front().good()) return verdicts;
    verdicts.push_back(ports.end());
    verdicts.push_back(links.end());
  }
  verdicts.push_back(check_order(algorithm, job));
  verdicts.push_back(check_formula(algorithm, job, nic));
  return verdicts;
}

}  // namespace collnoc

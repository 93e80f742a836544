#include "sim/schedule/check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"

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
  Schedule schedule = spell_out(algorithm, job, nic);
  std::vector<Verdict> verdicts{trace(schedule)};
  if (!verdicts.front().good()) return verdicts;  // the other checks need legal routes
  verdicts.push_back(check_ports(schedule));
  verdicts.push_back(check_links(schedule, algorithm.contention_free()));
  verdicts.push_back(check_order(algorithm, job));
  verdicts.push_back(check_formula(algorithm, job, nic));
  return verdicts;
}

}  // namespace collnoc

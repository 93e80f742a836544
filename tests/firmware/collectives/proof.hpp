// The checks that the tests apply to every schedule: the proofs of `collnoc check`.
#pragma once
#include <gtest/gtest.h>

#include <string_view>

#include "sim/schedule/check.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {

inline const Algorithm& broadcast(std::string_view name) {
  return *find_algorithm(Collective::broadcast, name);
}
inline const Algorithm& exchange(std::string_view name) {
  return *find_algorithm(Collective::total_exchange, name);
}
inline const Algorithm& all_to_all(std::string_view name) {
  return *find_algorithm(Collective::all_to_all_broadcast, name);
}

/// Required relation of a schedule's cost to its closed form: `equal`, or `any` (pieces do not divide evenly,
/// or there is no closed form).
enum class Formula { equal, any };

/// The schedule applies, and every question of `check` has a good answer.
inline void expect_proved(const Algorithm& algorithm, const Job& job, PortModel nic = PortModel::one_port,
                          Formula formula = Formula::any) {
  ASSERT_EQ(why_not(algorithm, job, nic), std::nullopt);
  for (const Verdict& v : check(algorithm, job, nic)) {
    const bool exactly = v.question == "formula" && formula == Formula::equal;
    EXPECT_TRUE(exactly ? v.outcome == Verdict::Outcome::good : v.good())
        << algorithm.name() << " on " << to_text(job.topology) << ", " << to_text(nic) << ", from "
        << job.root << ", " << job.bytes << " bytes: " << v.question << ": " << v.answer;
  }
}

}  // namespace collnoc

// The papers' closed forms of a schedule's cost as code, equation by equation.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// A closed form of what measure() counts. Pieces are taken to divide evenly.
struct PaperCost {
  double alpha = 0;
  double beta = 0;
  std::string source;                         ///< authors, section or equation, the formula
  std::string optimality;                     ///< what is known of it; may be empty
  std::optional<std::uint64_t> message_hops;  ///< TCD, where the paper counts it
};

/// The closed form for this algorithm on this job, where there is one.
std::optional<PaperCost> paper_cost(const Algorithm& algorithm, const Job& job, Nic nic);

}  // namespace collnoc

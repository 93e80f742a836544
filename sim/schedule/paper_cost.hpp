// The papers' closed forms of a schedule's cost as code, equation by equation.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Time = alpha T_s + beta L T_c.
struct PaperTerms {
  double alpha = 0;
  double beta = 0;
};

/// A closed form of what measure() counts. Pieces are taken to divide evenly.
struct PaperCost {
  double alpha = 0;
  double beta = 0;
  std::string source;                         ///< authors, section or equation, the formula
  std::string optimality;                     ///< what is known of it; may be empty
  std::optional<std::uint64_t> message_hops;  ///< TCD, where the paper counts it
  /// The paper's own terms, where this schedule costs something else.
  std::optional<PaperTerms> published = std::nullopt;
  /// Segments per tree of a pipelined schedule.
  std::optional<double> segments = std::nullopt;
  /// The real number of segments with the least time if T_s is the time of one flit of 8 bytes. It is
  /// inversely proportional to the square root of T_s.
  std::optional<double> unit_startup_segments = std::nullopt;
};

/// The closed form for this algorithm on this job, where there is one.
std::optional<PaperCost> paper_cost(const Algorithm& algorithm, const Job& job, PortModel nic);

}  // namespace collnoc

// The papers' closed forms of the schedules' costs, as code.
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

/// A closed form of the counts of measure(). It assumes that messages divide into equal pieces.
struct PaperCost {
  double alpha = 0;
  double beta = 0;
  std::string source;                         ///< authors, section or equation, the formula
  std::string optimality;                     ///< known optimality; may be empty
  std::optional<std::uint64_t> message_hops;  ///< TCD, where the paper counts it
  /// The paper's own terms, where they differ from those of this schedule.
  std::optional<PaperTerms> published = std::nullopt;
  /// Segments per tree of a pipelined schedule.
  std::optional<double> segments = std::nullopt;
  /// The optimal number of segments, a real number, if T_s is the time of one flit of 8 bytes. The optimum is
  /// inversely proportional to the square root of T_s.
  std::optional<double> unit_startup_segments = std::nullopt;
};

/// The closed form for this algorithm and job, if there is one.
std::optional<PaperCost> paper_cost(const Algorithm& algorithm, const Job& job, PortModel nic);

}  // namespace collnoc

// What a theorem says about a network.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace collnoc::theory {

/// What is compared with its bound, and takes `value`.
struct Reached {
  std::string by;  ///< "Algorithm A2", or the name of a schedule
  double value = 0;
  bool least = false;  ///< whether it is the least possible: the bound, for a count rounded up
};

struct Statement {
  std::string source;    ///< authors, section, theorem or equation
  std::string quantity;  ///< what is bounded: "steps", "alpha", "beta", "message-hops"
  double bound = 0;      ///< no schedule of the statement's kind has less
  std::optional<Reached> reached;
  std::string text;  ///< one line for a reader
};

}  // namespace collnoc::theory

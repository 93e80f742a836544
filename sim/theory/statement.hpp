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
  bool meets_bound =
      false;  ///< value is the bound, for a count rounded up; if not, less need not be possible
};

struct Statement {
  std::string source;    ///< authors, section, theorem or equation
  std::string quantity;  ///< what is bounded: "steps", "alpha", "beta", "message-hops"
  double bound = 0;      ///< a lower bound of the quantity, under the conditions that `text` states
  std::optional<Reached> reached;
  std::string text;  ///< one line for a reader
};

/// How far a value is from its bound: "1.40 times the bound", or the difference where this would be 1.00.
/// Precondition: value > bound > 0.
std::string excess(double value, double bound);

}  // namespace collnoc::theory

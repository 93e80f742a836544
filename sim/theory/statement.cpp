#include "sim/theory/statement.hpp"

#include <fmt/format.h>

namespace collnoc::theory {

std::string excess(double value, double bound) {
  constexpr double shown_as_one = 1.006;
  return value < shown_as_one * bound ? fmt::format("{:.3g} more than the bound", value - bound)
                                      : fmt::format("{:.2f} times the bound", value / bound);
}

}  // namespace collnoc::theory

// A number of steps that need not be whole, without rounding.
#pragma once
#include <cstdint>

namespace collnoc::theory {

/// Precondition of all functions: over >= 1, and products of the numbers fit into 64 bits where two are
/// compared.
struct Fraction {
  std::uint64_t number = 0;
  std::uint64_t over = 1;

  double value() const { return static_cast<double>(number) / static_cast<double>(over); }
  /// Rounded up.
  std::uint64_t whole() const { return number / over + (number % over != 0); }
  bool is(std::uint64_t other) const { return number % over == 0 && number / over == other; }
};

}  // namespace collnoc::theory

// The mean of a stationary series whose values depend on their predecessors, and what is known of its error.
// Knows no simulator.
#pragma once
#include <span>

namespace collnoc {

/// The mean of a series x1 ... xn, correlated as an autoregressive series of order 1: over k values, phi^k.
/// phi is estimated from neighbours, corrected for its bias of -(1 + 3 phi) / n (M. G. Kendall, Biometrika
/// 41, 1954), and at least 0.
struct CorrelatedMean {
  double variance = 0;  ///< of a value
  double independent =
      0;                ///< as many independent values have an equally precise mean: n (1 - phi) / (1 + phi)
  double skewness = 0;  ///< of the mean

  /// Precondition: at least 3 values.
  explicit CorrelatedMean(std::span<const double> values);
  /// Half of the 95 % confidence interval of the mean: Student's t with `freedom` degrees of freedom (at
  /// least 2), as long as the longer side of the interval of skewed values (R. Willink, Communications in
  /// Statistics: Theory and Methods 34, 2005).
  double half_width(double freedom) const;
};

/// The value that Student's t with `freedom` degrees of freedom (at least 2) exceeds in absolute value in 5 %
/// of cases. Error below 0.1 % (Abramowitz and Stegun, 26.7.5).
double student_t_95(double freedom);

}  // namespace collnoc

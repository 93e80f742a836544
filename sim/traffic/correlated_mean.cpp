#include "sim/traffic/correlated_mean.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace collnoc {

double student_t_95(double freedom) {
  if (freedom < 3) {  // between the exact values of 2 and 3
    const double part = freedom - 2;
    return 4.3027 + part * (3.1824 - 4.3027);
  }
  const double z = 1.959964, z2 = z * z, n = freedom;
  const double g1 = (z2 + 1) / 4, g2 = ((5 * z2 + 16) * z2 + 3) / 96,
               g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
               g4 = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return z * (1 + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n);
}

CorrelatedMean::CorrelatedMean(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0, cubes = 0, neighbours = 0, before = 0;
  for (const double x : values) {
    const double d = x - mean;
    squares += d * d;
    cubes += d * d * d;
    neighbours += before * d;
    before = d;
  }
  independent = n;
  if (squares <= 1e-20 * n * mean * mean) return;  // equal values, and their rounding
  variance = squares / (n - 1);
  const double r = std::max(0.0, neighbours / squares);
  const double phi = std::clamp(neighbours / squares + (1 + 3 * r) / n, 0.0, 1.0);
  independent = n * (1 - phi) / (1 + phi);
  const double of_value =
      cubes / n / (squares / n * std::sqrt(squares / n)) * std::sqrt(n * (n - 1)) / (n - 2);
  skewness = independent > 0 ? of_value / std::sqrt(independent) : 0;
}

double CorrelatedMean::half_width(double freedom) const {
  const double t = student_t_95(freedom);
  const double b = std::abs(skewness) / 6;
  const double longer = b < 1e-6 ? t : std::abs(std::cbrt(1 - 6 * b * (t + b)) - 1) / (2 * b);
  return std::max(t, longer) * std::sqrt(variance / independent);
}

}  // namespace collnoc

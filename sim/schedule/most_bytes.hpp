// The limit in an error message, computed by what refuses.
#pragma once
#include <cstdint>

namespace collnoc {

/// The most bytes, a multiple of `unit`, for which `fits(bytes)` holds; 0 if it holds for none. By bisection:
/// `fits` does not hold for `refused`, and where it holds, it holds for less.
template <class Fits>
std::uint64_t most_bytes(std::uint64_t refused, std::uint64_t unit, const Fits& fits) {
  std::uint64_t good = 0, bad = refused / unit;
  while (bad > good + 1) {
    const std::uint64_t middle = good + (bad - good) / 2;
    (fits(middle * unit) ? good : bad) = middle;
  }
  return good * unit;
}

/// The same, with fewer calls if the limit is a little below `refused`.
template <class Fits>
std::uint64_t most_bytes_below(std::uint64_t refused, std::uint64_t unit, const Fits& fits) {
  for (std::uint64_t step = 8 * unit; step < refused; step *= 4) {
    const std::uint64_t tried = (refused - step) / unit * unit;
    if (tried > 0 && fits(tried))
      return tried +
             most_bytes(refused - tried, unit, [&](std::uint64_t more) { return fits(tried + more); });
    refused = tried;
  }
  return most_bytes(refused, unit, fits);
}

}  // namespace collnoc

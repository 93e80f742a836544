#include "sim/traffic/arrivals.hpp"

#include <algorithm>
#include <cmath>

namespace collnoc {

Arrivals::Arrivals(const ProcessChoice& choice, double rate, double mean_flits, RandomStream& random)
    : kind_(choice.kind), create_(RandomStream::threshold(rate)) {
  if (rate <= 0) return;
  if (kind_ == Process::periodic) {
    interval_ = std::max(1.0, 1 / rate);
    if (!choice.aligned) offset_ = std::ldexp(static_cast<double>(random.next() >> 11), -53) * interval_;
  } else if (kind_ == Process::bursty) {
    const double peak_rate = std::min(1.0, choice.peak / mean_flits), share = std::min(1.0, rate / peak_rate);
    const double end = 1 / choice.burst_cycles;
    create_ = RandomStream::threshold(peak_rate);
    // In equilibrium share x end = (1 - share) x begin. A share near 1 needs longer bursts.
    const double begin = share < 1 ? share * end / (1 - share) : 1;
    begin_ = RandomStream::threshold(begin);
    end_ = RandomStream::threshold(share == 1 ? 0 : begin > 1 ? (1 - share) / share : end);
    on_ = random.chance(RandomStream::threshold(share));
  }
}

std::uint64_t Arrivals::next(std::uint64_t from, std::uint64_t until, RandomStream& random) {
  if (create_ == 0) return never;
  if (kind_ == Process::periodic) {
    const auto at = [&] {
      return static_cast<std::uint64_t>(offset_ + static_cast<double>(count_) * interval_);
    };
    while (at() < from) ++count_;
    return at() < until ? at() : never;
  }
  if (kind_ == Process::bernoulli) {
    const std::uint64_t cycle = from < until ? from + random.failures(create_, until - from) : until;
    return cycle < until ? cycle : never;
  }
  for (std::uint64_t c = from; c < until; ++c) {
    const bool created = on_ && random.chance(create_);
    on_ = on_ ? !random.chance(end_) : random.chance(begin_);
    if (created) return c;
  }
  return never;
}

}  // namespace collnoc

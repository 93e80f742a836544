#include "sim/traffic/warmup.hpp"

#include <cmath>

namespace collnoc {

void WarmupDetector::arrived(std::uint64_t latency, unsigned flits) {
  ++now_.packets;
  now_.latency += latency;
  now_.arrived += flits;
}

bool WarmupDetector::close_window() {
  const auto close = [](double a, double b) { return std::abs(a - b) <= largest_change * a; };
  const auto mean = [](const Window& w) {
    return static_cast<double>(w.latency) / static_cast<double>(w.packets);
  };
  const bool steady = now_.packets != 0 && before_.packets != 0 && close(mean(now_), mean(before_)) &&
                      close(static_cast<double>(now_.created), static_cast<double>(now_.arrived));
  before_ = now_;
  now_ = {};
  return steady;
}

}  // namespace collnoc

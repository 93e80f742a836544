#include "sim/program/progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/results/table.hpp"

namespace collnoc {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(Console& console, bool forced)
    : console_(console), enabled_(forced || console.err_is_terminal) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::clear() {
  if (!shown_) return;
  console_.err << (console_.err_is_terminal ? "\r\033[K" : "\n") << std::flush;
  shown_ = false;
}

Progress ProgressLine::part(std::size_t index, std::size_t count, const std::string& what) {
  if (!enabled_) return {};
  return [this, index, count, what, begin = Clock::now()](std::uint64_t cycle) {
    const Seconds passed = Clock::now() - begin;
    const auto rate = static_cast<std::uint64_t>(static_cast<double>(cycle) / std::max(passed.count(), 1e-3));
    show(index, count, fmt::format("{}  cycle {}, {} per second", what, grouped(cycle), grouped(rate)));
  };
}

void ProgressLine::step(std::size_t index, std::size_t count, const std::string& what) {
  if (enabled_) show(index, count, what);
}

/// "[#####-----]  3 of 6  WHAT  12 s left". The time left is that of equally long parts.
void ProgressLine::show(std::size_t index, std::size_t count, const std::string& what) {
  constexpr std::size_t width = 20;
  const Clock::time_point now = Clock::now();
  const Seconds passed = now - start_;
  if (passed < 1s || now - last_ < (console_.err_is_terminal ? 200ms : 2000ms)) return;
  last_ = now;
  std::string text;
  if (count > 1) {
    const std::size_t done = width * index / count;
    text = fmt::format("[{:#<{}}{:-<{}}]  {} of {}  ", "", done, "", width - done, index + 1, count);
  }
  text += what;
  if (index > 0) {
    const double left = passed.count() / static_cast<double>(index) * static_cast<double>(count - index);
    text += fmt::format("  {:.0f} s left", left);
  }
  if (console_.err_is_terminal)
    console_.err << "\r\033[K" << text << std::flush;
  else
    console_.err << (shown_ ? "\n" : "") << text << std::flush;
  shown_ = true;
}

}  // namespace collnoc

#include "sim/program/progress_line.hpp"

#include <fmt/format.h>

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
  return [this, index, count, what](std::uint64_t cycle) {
    show(fmt::format("{} of {}  {}  cycle {}", index + 1, count, what, grouped(cycle)));
  };
}

void ProgressLine::show(const std::string& text) {
  const Clock::time_point now = Clock::now();
  if (now - start_ < 1s || now - last_ < 200ms) return;
  last_ = now;
  if (console_.err_is_terminal)
    console_.err << "\r\033[K" << text << std::flush;
  else
    console_.err << (shown_ ? "\n" : "") << text << std::flush;
  shown_ = true;
}

}  // namespace collnoc

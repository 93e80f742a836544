#include "sim/commands/progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "sim/results/table.hpp"

namespace collnoc {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(Console& console, bool forced, bool quiet)
    : console_(console),
      enabled_(forced || console.err_is_terminal || (console.plain_progress && !quiet) || console.progress) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::clear() {
  watcher_ = {};
  if (!shown_) return;
  console_.err << "\r\033[K" << std::flush;
  shown_ = false;
}

void ProgressLine::watch(const std::string& what) {
  if (!enabled_ || console_.progress) return;
  watcher_ = std::jthread([this, what](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!wake.wait_for(lock, stop, 500ms, [&stop] { return stop.stop_requested(); }))
      show(0, 1, fmt::format("{}  {:.0f} s", what, Seconds(Clock::now() - start_).count()), 1);
  });
}

Progress ProgressLine::part(std::size_t index, std::size_t count, const std::string& what) {
  if (!enabled_) return {};
  return [this, index, count, what, begin = Clock::now()](std::uint64_t cycle) {
    const Seconds passed = Clock::now() - begin;
    const auto rate = static_cast<std::uint64_t>(static_cast<double>(cycle) / std::max(passed.count(), 1e-3));
    show(index, count, fmt::format("{}  cycle {}, {} per second", what, grouped(cycle), grouped(rate)),
         index + 1);
  };
}

void ProgressLine::step(std::size_t index, std::size_t count, const std::string& what) {
  if (enabled_) show(index, count, what, index + 1);
}

void ProgressLine::ended(std::size_t ended, std::size_t count, const std::string& what) {
  if (enabled_) show(ended, count, what, ended);
}

/// "[#####-----]  3 of 6  WHAT  0.5 per second, 12 s left". The time left is that of equally long parts.
void ProgressLine::show(std::size_t index, std::size_t count, const std::string& what, std::size_t shown) {
  if (console_.progress) return console_.progress(index, count, what);
  constexpr std::size_t width = 20;
  const bool terminal = console_.err_is_terminal;
  const Clock::time_point now = Clock::now();
  const Seconds passed = now - start_;
  // Plain lines become rarer, so that long work does not fill a log.
  const Seconds pause = terminal ? 200ms : Seconds(std::min(2.0 * (1 << std::min(lines_, 5)), 60.0));
  if (passed < (terminal ? Seconds(1s) : Seconds(2s)) || now - last_ < pause) return;
  last_ = now;
  std::string text;
  if (count > 1) {
    const std::size_t done = width * index / count;
    text = fmt::format("[{:#<{}}{:-<{}}]  {} of {}  ", "", done, "", width - done, shown, count);
  }
  text += what;
  if (index > 0) {
    const double rate = static_cast<double>(index) / passed.count();
    text +=
        rate >= 1 ? fmt::format("  {:.1f} per second", rate) : fmt::format("  {:.1f} per minute", rate * 60);
    text += fmt::format(", {:.0f} s left", static_cast<double>(count - index) / rate);
  }
  if (terminal) {
    console_.err << "\r\033[K" << text << std::flush;
    shown_ = true;
  } else {
    console_.err << text << std::endl;
    ++lines_;
  }
}

}  // namespace collnoc

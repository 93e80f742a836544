// The progress of long work on stderr: on a terminal one line with a bar, otherwise plain lines.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "sim/commands/console.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// Silent in the first second (two, if stderr is no terminal) and when disabled; on a terminal it is erased
/// by its destructor.
class ProgressLine {
 public:
  /// Shown on a terminal, when `forced`, and unless `quiet` where the console wants plain lines.
  ProgressLine(Console& console, bool forced, bool quiet = false);
  ~ProgressLine();
  ProgressLine(ProgressLine&&) = delete;

  /// A reporter for part `index` of `count`, called `what`; valid as long as this line.
  Progress part(std::size_t index, std::size_t count, const std::string& what);
  /// Part `index` of `count` begins.
  void step(std::size_t index, std::size_t count, const std::string& what);
  /// `ended` of `count` have ended.
  void ended(std::size_t ended, std::size_t count, const std::string& what);
  /// From now on shows the time that has passed, for work that cannot say how far it is; until clear().
  void watch(const std::string& what);
  /// Erases the line so that other text can be printed; it reappears with the next progress.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  /// `index` of `count` have ended; the line has the number `shown`.
  void show(std::size_t index, std::size_t count, const std::string& what, std::size_t shown);

  Console& console_;
  bool enabled_;
  bool shown_ = false;
  int lines_ = 0;  ///< plain ones
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::jthread watcher_;
};

}  // namespace collnoc

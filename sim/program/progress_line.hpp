// One line on stderr that shows the progress of long work.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "sim/program/program.hpp"
#include "sim/run/engine.hpp"

namespace collnoc {

/// Silent in the first second and when disabled; erased by its destructor.
class ProgressLine {
 public:
  /// Shown when `forced`, or when stderr is a terminal.
  ProgressLine(Console& console, bool forced);
  ~ProgressLine();
  ProgressLine(ProgressLine&&) = delete;

  /// A reporter for part `index` of `count`, called `what`; valid as long as this line.
  Progress part(std::size_t index, std::size_t count, const std::string& what);
  /// Part `index` of `count` begins.
  void step(std::size_t index, std::size_t count, const std::string& what);
  /// Erases the line so that other text can be printed; it reappears with the next progress.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  void show(std::size_t index, std::size_t count, const std::string& what);

  Console& console_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace collnoc

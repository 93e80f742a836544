// Where a command writes: a terminal, or the caller of the library.
#pragma once
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "sim/sweep/child_process.hpp"

namespace collnoc {

struct Console {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool plain_progress = false;  ///< long work prints lines on `err` if that is no terminal
  bool writes_results = true;   ///< false in all but the first of the processes that simulate one network
  /// Gets the progress in place of `err`, a few times per second: `done` of `count` parts have ended. It may
  /// end the work by an exception that is no std::exception.
  std::function<void(std::size_t done, std::size_t count, const std::string& what)> progress{};
  /// Runs a point of a sweep, or an own run of a regression; empty: as a child process (run_self).
  RunApart run_apart{};
  /// Get the results as a document in place of text on `out`, and lines that are no errors in place of `err`.
  std::function<void(nlohmann::ordered_json document)> results{};
  std::function<void(const std::string& line)> note{};
};

/// A line on stderr that is no error.
void tell(const std::string& what, Console& console);

/// `text` without line ends.
std::string one_line(std::string text);

}  // namespace collnoc

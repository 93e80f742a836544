// The program itself as a child process: a point of a sweep that fails or runs out of memory ends alone.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace collnoc {

struct ChildResult {
  int exit_code = 0;
  int signal = 0;  ///< that ended it; 0: none
  std::string out, err;
};

/// The line with which it failed, without "collnoc: ".
std::string error_of(const ChildResult& child);

/// Whether work that is under way is to end; empty: it is not.
using Stopped = std::function<bool()>;

/// Runs the program in `file` with `words`, of which the first is its name, and waits for its end, which a
/// stop brings. Several threads may do so at once. A child ends when its parent does. Throws
/// std::system_error if it cannot be started.
ChildResult run_child(const std::string& file, std::vector<std::string> words, const Stopped& stopped);

/// Runs `collnoc ARGUMENTS` apart from this call; a stop ends it.
using RunApart =
    std::function<ChildResult(const std::vector<std::string>& arguments, const Stopped& stopped)>;

/// This program as a child process.
ChildResult run_self(const std::vector<std::string>& arguments, const Stopped& stopped);

}  // namespace collnoc

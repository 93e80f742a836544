// The program itself as a child process: a point of a sweep that fails or runs out of memory ends alone.
#pragma once
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

/// Runs this program with `arguments` and waits for its end. Several threads may do so at once. A child ends
/// when its parent does. Throws std::system_error if it cannot be started.
ChildResult run_self(const std::vector<std::string>& arguments);

}  // namespace collnoc

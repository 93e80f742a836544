// Runs what may fail, and says how it ended.
#pragma once
#include <exception>
#include <new>
#include <string>

#include "sim/common/errors.hpp"

namespace collnoc {

/// How work ended: exit code; for a failure its kind ("error", "deadlock") and one line.
struct Ended {
  int code = 0;
  std::string kind, message;
};

/// Exceptions that are no std::exception pass.
template <class Body>
Ended perform(const Body& body) {
  try {
    return {static_cast<int>(body()), {}, {}};
  } catch (const Failure& failure) {
    return {static_cast<int>(failure.code()), failure.kind(), failure.what()};
  } catch (const std::bad_alloc&) {
    return {static_cast<int>(ExitCode::user_error), "error", "not enough memory for this network"};
  } catch (const std::exception& error) {
    return {static_cast<int>(ExitCode::user_error), "error", error.what()};
  }
}

}  // namespace collnoc

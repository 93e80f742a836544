// The exit codes of a command, and an exception for each.
#pragma once
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/common/user_error.hpp"

namespace collnoc {

/// Exit codes of the program (docs: "Exit codes").
enum class ExitCode : int {
  good = 0,
  user_error = 1,
  wrong_data = 2,  ///< wrong bytes, a deadlock, a limit of cycles, or a tile program that failed
  baseline_differs = 3,
  lockstep_mismatch = 4,
  not_installed = 77
};

/// A failure with its own exit code. `kind` begins the error line.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, std::string kind, const std::string& message)
      : std::runtime_error(message), code_(code), kind_(std::move(kind)) {}
  ExitCode code() const { return code_; }
  const std::string& kind() const { return kind_; }

 private:
  ExitCode code_;
  std::string kind_;
};

/// Bytes at a destination are wrong.
class WrongData : public Failure {
 public:
  explicit WrongData(const std::string& message) : Failure(ExitCode::wrong_data, "wrong data", message) {}
};

/// The network has stopped; the message names the waiting packets or ranks and what they wait for.
class Deadlock : public Failure {
 public:
  explicit Deadlock(const std::string& message) : Failure(ExitCode::wrong_data, "deadlock", message) {}
};

/// The run has reached a limit of cycles, although nothing says that it could not go on.
class NotFinished : public Failure {
 public:
  explicit NotFinished(const std::string& message) : Failure(ExitCode::wrong_data, "not finished", message) {}
};

/// A tile program failed; the message gives the tile, the place in the program, and the cycle.
class TileProgramFailed : public Failure {
 public:
  explicit TileProgramFailed(const std::string& message)
      : Failure(ExitCode::wrong_data, "program failed", message) {}
};

/// The sanitizer has found wrong communication; the message gives rank, cycle, both places and the message.
class MessageError : public Failure {
 public:
  explicit MessageError(const std::string& message) : Failure(ExitCode::wrong_data, "sanitizer", message) {}
};

/// A measured number differs from its baseline.
class BaselineDiffers : public Failure {
 public:
  explicit BaselineDiffers(const std::string& message)
      : Failure(ExitCode::baseline_differs, "baseline differs", message) {}
};

/// RTL (or netlist) and model drive different values; the message names cycle, node, port, expected and
/// actual.
class LockstepMismatch : public Failure {
 public:
  explicit LockstepMismatch(const std::string& message, const std::string& kind = "RTL and model differ")
      : Failure(ExitCode::lockstep_mismatch, kind, message) {}
};

/// An optional part is missing (no Verilator, or a feature that this build lacks), so the work is skipped.
class NotInstalled : public Failure {
 public:
  explicit NotInstalled(const std::string& message)
      : Failure(ExitCode::not_installed, "not installed", message) {}
};

}  // namespace collnoc

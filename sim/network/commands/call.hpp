// Commands with settings, a document and exceptions, on top of command().
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collnoc/commands/values.hpp"

namespace collnoc {
inline namespace commands {

/// What every command gives: fields, and what they were read from.
struct Results {
  Json document;                   ///< as in docs/schemas
  std::string printed;             ///< what programs on tiles have printed
  std::vector<std::string> notes;  ///< such as which schedules were left out
};

/// A command that has failed: what() is the line that the program prints.
class CommandError : public NetworkError {
 public:
  CommandError(const std::string& what, int code, Results results)
      : NetworkError(what), code_(code), results_(std::make_shared<Results>(std::move(results))) {}
  /// The exit code of the program.
  int code() const { return code_; }
  /// What was measured all the same, such as runs with wrong bytes: results<RunResults>(). Nothing if nothing
  /// was.
  template <class T>
  std::optional<T> results() const {
    if (results_->document.is_null()) return std::nullopt;
    T fields = results_of<T>(results_->document);
    static_cast<Results&>(fields) = *results_;
    return fields;
  }

 private:
  int code_;
  std::shared_ptr<const Results> results_;  // an exception can be copied
};

/// A setting is wrong: which one, why, and what would be right. Also points of a sweep that have failed.
class UserError : public CommandError {
  using CommandError::CommandError;
};
/// Wrong bytes, a deadlock, a limit of cycles, or a program on a tile that failed.
class RunFailed : public CommandError {
  using CommandError::CommandError;
};
/// RTL and model differ.
class LockstepMismatch : public CommandError {
  using CommandError::CommandError;
};
/// A tool is missing, such as Verilator for hardware that was not built.
class NotInstalled : public CommandError {
  using CommandError::CommandError;
};

namespace detail {

[[noreturn]] inline void fail(const std::string& what, int code, Results results) {
  if (code == 1) throw UserError(what, code, std::move(results));
  if (code == 2) throw RunFailed(what, code, std::move(results));
  if (code == 4) throw LockstepMismatch(what, code, std::move(results));
  if (code == 77) throw NotInstalled(what, code, std::move(results));
  throw CommandError(what, code, std::move(results));
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Runs a command and reads its document.
template <class T>
T perform(const char* name, const NamedSettings& settings, const CallProgress& progress, int also_good = 0) {
  const Answer output = command(name, settings, progress);
  Results common;
  common.printed = output.printed;
  common.notes = lines_of(output.notes);
  try {
    if (!output.document.empty()) common.document = Json::parse(output.document);
  } catch (const Json::exception& broken) {
    throw NetworkError(std::string("collnoc has given no JSON: ") + broken.what());
  }
  if (output.code != 0 && output.code != also_good)
    fail(output.error.empty() ? "exit code " + std::to_string(output.code) : output.error, output.code,
         std::move(common));
  T results = results_of<T>(common.document);
  static_cast<Results&>(results) = std::move(common);
  return results;
}

}  // namespace detail
}  // namespace commands
}  // namespace collnoc

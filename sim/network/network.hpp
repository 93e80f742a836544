// collnoc as a library: a network for other simulators, and the program's commands as functions. Everything
// is inline, on top of the C interface collnoc.h; link collnoc::network (libcollnoc), which any compiler can
// do. docs/user/embedding.md has examples.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "collnoc.h"

namespace collnoc {

/// One line: what is wrong, and what would be right.
class NetworkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A message that has arrived: message, source, target, bytes; cycles sent, injected, accepted, arrived.
using Arrival = collnoc_arrival;

/// Names and values of settings; a name several times for one that has several values.
using NamedSettings = std::vector<std::pair<std::string, std::string>>;

namespace c {

/// As the C interface takes them; valid as long as `settings`.
inline std::vector<collnoc_setting> settings_of(const NamedSettings& settings) {
  std::vector<collnoc_setting> all;
  for (const auto& [name, value] : settings) all.push_back({name.c_str(), value.c_str()});
  return all;
}

}  // namespace c

/// Every function throws NetworkError where the C function fails.
class Network {
 public:
  /// `options`: of `collnoc replay`, for the network, such as "--topology torus:8x8 --vcs 4".
  explicit Network(const std::string& options) : network_(collnoc_open(options.c_str())) {
    check(network_ != nullptr);
  }

  /// The same settings by names, such as {{"topology", "torus:8x8"}, {"vcs", "4"}}.
  explicit Network(const NamedSettings& settings) {
    const std::vector<collnoc_setting> all = c::settings_of(settings);
    network_.reset(collnoc_open_with(all.size(), all.data()));
    check(network_ != nullptr);
  }
  Network(std::initializer_list<NamedSettings::value_type> settings) : Network(NamedSettings(settings)) {}

  std::uint32_t nodes() const { return collnoc_nodes(network_.get()); }
  std::uint64_t now() const { return collnoc_now(network_.get()); }
  /// Messages that were sent and have not arrived.
  std::uint64_t under_way() const { return collnoc_under_way(network_.get()); }

  /// Gives a message to the queue of `source` in the current cycle. Returns its number, from 1.
  std::uint64_t send(std::uint32_t source, std::uint32_t target, std::uint64_t bytes) {
    const std::uint64_t number = collnoc_send(network_.get(), source, target, bytes);
    check(number != 0);
    return number;
  }

  /// Simulates `cycles` cycles.
  void step(std::uint64_t cycles = 1) { check(collnoc_step(network_.get(), cycles) == 0); }

  /// Simulates until there is an arrival that was not taken yet, no message is under way, or `most` cycles
  /// have passed. Returns whether there is an arrival.
  bool step_to_arrival(std::uint64_t most) {
    const std::int64_t arrivals = collnoc_step_to_arrival(network_.get(), most);
    check(arrivals >= 0);
    return arrivals > 0;
  }

  /// What has arrived and was not taken yet, oldest first; messages of one cycle in the order of their
  /// targets.
  std::vector<Arrival> arrivals() {
    std::vector<Arrival> all;
    std::array<Arrival, 64> some;
    for (std::size_t n = some.size(); n == some.size();) {
      n = collnoc_take_arrivals(network_.get(), some.data(), some.size());
      all.insert(all.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(n));
    }
    return all;
  }

 private:
  struct Close {
    void operator()(collnoc_network* network) const { collnoc_close(network); }
  };

  static void check(bool good) {
    if (!good) throw NetworkError(collnoc_error());
  }

  std::unique_ptr<collnoc_network, Close> network_;
};

/// What a command has printed, and its exit code.
struct Output {
  int code = 0;
  std::string text, messages;  ///< standard output, standard error
};

/// `done` of `count` parts have ended, `what` is the next one. False ends the command.
using CallProgress = std::function<bool(std::size_t done, std::size_t count, const std::string& what)>;

namespace c {

/// Calls `function` with a progress for C; an exception must not pass through C.
template <class Function>
auto output_of(const CallProgress& progress, const Function& function) {
  struct Caller {
    const CallProgress& progress;
    std::exception_ptr thrown;
  } caller{progress, nullptr};
  const collnoc_progress step = [](void* user, std::size_t done, std::size_t count, const char* what) {
    auto& self = *static_cast<Caller*>(user);
    try {
      return self.progress(done, count, what) ? 0 : 1;
    } catch (...) {
      self.thrown = std::current_exception();
      return 1;
    }
  };
  struct Free {
    void operator()(collnoc_output* output) const { collnoc_output_free(output); }
  };
  std::unique_ptr<collnoc_output, Free> output(function(progress ? step : nullptr, &caller));
  if (caller.thrown) std::rethrow_exception(caller.thrown);
  if (!output) throw NetworkError(collnoc_error());
  return output;
}

}  // namespace c

/// `collnoc ARGUMENTS`, such as {"run", "broadcast", "--topology", "torus:8x8"}. Throws NetworkError if
/// `progress` has ended it.
inline Output call(const std::vector<std::string>& arguments, const CallProgress& progress = {}) {
  std::vector<const char*> words;
  for (const std::string& argument : arguments) words.push_back(argument.c_str());
  const auto output = c::output_of(progress, [&](collnoc_progress step, void* user) {
    return collnoc_call(words.size(), words.data(), step, user);
  });
  return {collnoc_output_code(output.get()), collnoc_output_text(output.get()),
          collnoc_output_messages(output.get())};
}

/// What a command has given.
struct Answer {
  int code = 0;          ///< exit code of the program
  std::string document;  ///< results as JSON (docs/schemas); empty: none
  std::string printed;   ///< by programs on tiles
  std::string notes;     ///< a line each
  std::string error;     ///< empty: nothing is wrong
};

/// A command with settings, such as command("run", {{"collective", "broadcast"}, {"vcs", "4"}}). Throws
/// NetworkError if `progress` has ended it.
inline Answer command(const std::string& name, const NamedSettings& settings,
                      const CallProgress& progress = {}) {
  const std::vector<collnoc_setting> all = c::settings_of(settings);
  const auto output = c::output_of(progress, [&](collnoc_progress step, void* user) {
    return collnoc_command(name.c_str(), all.size(), all.data(), step, user);
  });
  return {collnoc_output_code(output.get()), collnoc_output_document(output.get()),
          collnoc_output_printed(output.get()), collnoc_output_notes(output.get()),
          collnoc_output_error(output.get())};
}

/// The results of a command as JSON text (docs/schemas): call() with --quiet --json -. Throws NetworkError
/// with the program's message if it fails.
inline std::string json(std::vector<std::string> arguments, const CallProgress& progress = {}) {
  arguments.insert(arguments.end(), {"--quiet", "--json", "-"});
  Output output = call(arguments, progress);
  while (!output.messages.empty() && output.messages.back() == '\n') output.messages.pop_back();
  if (output.code != 0) throw NetworkError(output.messages.substr(output.messages.rfind('\n') + 1));
  return std::move(output.text);
}

}  // namespace collnoc

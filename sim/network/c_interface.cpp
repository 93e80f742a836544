// collnoc.h: turns its calls into those of MessageNetwork, call_command() and call_program(), and exceptions
// into a line of text.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/commands/platform_options.hpp"
#include "sim/commands/setting_groups.hpp"
#include "sim/common/errors.hpp"
#include "sim/network/call.hpp"
#include "sim/network/message_network.hpp"
#include "sim/program/option_parser.hpp"
#include "sim/topology/topology_text.hpp"

struct collnoc_network {
  explicit collnoc_network(const collnoc::Platform& platform) : network(platform) {}
  collnoc::MessageNetwork network;
  std::string failure;  ///< why it cannot be used any more
};

struct collnoc_output {
  collnoc::CommandOutput printed;  ///< of collnoc_call
  collnoc::CommandResult result;   ///< of collnoc_command
  std::string notes;               ///< its lines
};

namespace {

using namespace collnoc;

thread_local std::string error;

/// The result of `body`, or `failed` and a line of text.
template <class Result, class Body>
Result guarded(Result failed, Body&& body) noexcept {
  try {
    try {
      return body();
    } catch (const Failure& failure) {
      error = failure.kind() + ": " + failure.what();
    } catch (const std::bad_alloc&) {
      error = "not enough memory";
    } catch (const std::exception& exception) {
      error = exception.what();
    }
    std::replace(error.begin(), error.end(), '\n', ' ');
  } catch (...) {  // no memory for the text
    error.clear();
  }
  return failed;
}

/// The same on a network, which cannot be used after a failure of the simulation.
template <class Result, class Body>
Result guarded_step(collnoc_network* handle, Result failed, Body&& body) noexcept {
  return guarded(failed, [&]() -> Result {
    if (handle == nullptr) throw UserError("the network is NULL");
    if (!handle->failure.empty()) throw UserError(handle->failure);
    try {
      return body(handle->network);
    } catch (const UserError&) {
      throw;
    } catch (const Failure& failure) {
      handle->failure = failure.kind() + ": " + failure.what();
      throw;
    } catch (const std::exception& exception) {
      handle->failure = exception.what();
      throw;
    }
  });
}

Platform platform_of(const Choices& choices) {
  const Settings settings = merged(network_command_settings(), choices);
  Platform platform;
  read_network(settings, parse_topology(settings.text("topology")), platform);
  read_platform(settings, platform);
  if (!settings.given("max_cycles")) platform.max_cycles = never;
  if (platform.topology.size() < 2) fail(settings.get("topology"), "a network has at least 2 nodes");
  return platform;
}

collnoc_network* opened(const Choices& choices) {
  return std::make_unique<collnoc_network>(platform_of(choices)).release();
}

/// Settings of one name are values of one that has many.
NamedTexts named(std::size_t count, const collnoc_setting* settings) {
  NamedTexts all;
  for (std::size_t i = 0; i < count; ++i) {
    if (settings == nullptr || settings[i].name == nullptr || settings[i].value == nullptr)
      throw UserError(fmt::format("setting {} is NULL", i));
    const auto found = std::ranges::find(all, std::string(settings[i].name), &NamedTexts::value_type::first);
    if (found != all.end())
      found->second.emplace_back(settings[i].value);
    else
      all.push_back({settings[i].name, {settings[i].value}});
  }
  return all;
}

CommandProgress progress_of(collnoc_progress progress, void* user) {
  if (progress == nullptr) return {};
  return [=](std::size_t done, std::size_t all, const std::string& what) {
    return progress(user, done, all, what.c_str()) == 0;
  };
}

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& line : all) text += line + "\n";
  return text;
}

}  // namespace

extern "C" {

const char* collnoc_version() { return COLLNOC_VERSION; }

const char* collnoc_error() { return error.c_str(); }

collnoc_network* collnoc_open(const char* options) {
  return guarded<collnoc_network*>(nullptr, [&] {
    if (options == nullptr) throw UserError("the options are NULL");
    return opened(choices_in(std::string(options), network_command_settings()));
  });
}

collnoc_network* collnoc_open_with(size_t count, const collnoc_setting* settings) {
  return guarded<collnoc_network*>(
      nullptr, [&] { return opened(choices_of(network_command_settings(), true, named(count, settings))); });
}

void collnoc_close(collnoc_network* network) { delete network; }

uint32_t collnoc_nodes(const collnoc_network* network) {
  return network == nullptr ? 0 : network->network.nodes();
}

uint64_t collnoc_now(const collnoc_network* network) {
  return network == nullptr ? 0 : network->network.now();
}

uint64_t collnoc_send(collnoc_network* network, uint32_t source, uint32_t target, uint64_t bytes) {
  return guarded_step<uint64_t>(
      network, 0, [&](MessageNetwork& messages) { return messages.send(source, target, bytes); });
}

int collnoc_step(collnoc_network* network, uint64_t cycles) {
  return guarded_step(network, -1, [&](MessageNetwork& messages) {
    messages.step(cycles);
    return 0;
  });
}

int64_t collnoc_step_to_arrival(collnoc_network* network, uint64_t most) {
  return guarded_step<int64_t>(network, -1, [&](MessageNetwork& messages) {
    messages.step(most, true);
    return static_cast<int64_t>(messages.arrivals().size());
  });
}

uint64_t collnoc_under_way(const collnoc_network* network) {
  return network == nullptr ? 0 : network->network.under_way();
}

size_t collnoc_take_arrivals(collnoc_network* network, collnoc_arrival* arrivals, size_t capacity) {
  return guarded_step<size_t>(network, 0, [&](MessageNetwork& messages) {
    auto& all = messages.arrivals();
    const size_t n = arrivals == nullptr ? 0 : std::min(capacity, all.size());
    std::copy_n(all.begin(), n, arrivals);
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    return n;
  });
}

collnoc_output* collnoc_call(size_t count, const char* const* arguments, collnoc_progress progress,
                             void* user) {
  return guarded<collnoc_output*>(nullptr, [&] {
    std::vector<std::string> words;
    for (size_t i = 0; i < count; ++i) {
      if (arguments == nullptr || arguments[i] == nullptr)
        throw UserError(fmt::format("argument {} is NULL", i));
      words.emplace_back(arguments[i]);
    }
    std::optional<CommandOutput> printed = call_program(words, progress_of(progress, user));
    if (!printed) throw UserError("ended by the caller");
    return new collnoc_output{std::move(*printed), {}, {}};
  });
}

collnoc_output* collnoc_command(const char* command, size_t count, const collnoc_setting* settings,
                                collnoc_progress progress, void* user) {
  return guarded<collnoc_output*>(nullptr, [&] {
    if (command == nullptr) throw UserError("the command is NULL");
    std::optional<CommandResult> result =
        call_command(command, named(count, settings), progress_of(progress, user));
    if (!result) throw UserError("ended by the caller");
    std::string notes = lines(result->notes);
    const int code = result->code;
    return new collnoc_output{{code, {}, {}}, std::move(*result), std::move(notes)};
  });
}

int collnoc_output_code(const collnoc_output* output) {
  return output == nullptr ? -1 : output->printed.code;
}

const char* collnoc_output_text(const collnoc_output* output) {
  return output == nullptr ? "" : output->printed.out.c_str();
}

const char* collnoc_output_messages(const collnoc_output* output) {
  return output == nullptr ? "" : output->printed.err.c_str();
}

const char* collnoc_output_document(const collnoc_output* output) {
  return output == nullptr ? "" : output->result.document.c_str();
}

const char* collnoc_output_printed(const collnoc_output* output) {
  return output == nullptr ? "" : output->result.printed.c_str();
}

const char* collnoc_output_notes(const collnoc_output* output) {
  return output == nullptr ? "" : output->notes.c_str();
}

const char* collnoc_output_error(const collnoc_output* output) {
  return output == nullptr ? "" : output->result.error.c_str();
}

void collnoc_output_free(collnoc_output* output) { delete output; }

}  // extern "C"

// collnoc.h: turns its calls into those of MessageNetwork and call_program(), and exceptions into a line of
// text.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"
#include "sim/network/call.hpp"
#include "sim/network/message_network.hpp"
#include "sim/program/platform_options.hpp"
#include "sim/program/setting_groups.hpp"
#include "sim/topology/topology_text.hpp"

struct collnoc_network {
  explicit collnoc_network(const collnoc::Platform& platform) : network(platform) {}
  collnoc::MessageNetwork network;
  std::string failure;  ///< why it cannot be used any more
};

struct collnoc_output {
  collnoc::CommandOutput printed;
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

std::vector<std::string> network_keys() {
  std::vector<std::string> keys;
  for (const Setting& setting : network_command_settings()) keys.push_back(setting.key);
  return keys;
}

Platform platform_of(const std::string& options) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  const SettingsParser parser(app, network_command_settings(), network_keys);
  app.parse(options, false);
  for (const std::string& word : app.remaining()) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    throw UserError(fmt::format("unknown option '{}'; {}", word, suggestion(word, names)));
  }
  const Settings settings = parser.resolve();
  Platform platform;
  read_network(settings, parse_topology(settings.text("topology")), platform);
  read_platform(settings, platform);
  if (!settings.given("max_cycles")) platform.max_cycles = never;
  if (platform.topology.size() < 2) fail(settings.get("topology"), "a network has at least 2 nodes");
  return platform;
}

}  // namespace

extern "C" {

const char* collnoc_version() { return COLLNOC_VERSION; }

const char* collnoc_error() { return error.c_str(); }

collnoc_network* collnoc_open(const char* options) {
  return guarded<collnoc_network*>(nullptr, [&] {
    if (options == nullptr) throw UserError("the options are NULL");
    return std::make_unique<collnoc_network>(platform_of(options)).release();
  });
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
    CommandProgress report;
    if (progress != nullptr)
      report = [=](std::size_t done, std::size_t all, const std::string& what) {
        return progress(user, done, all, what.c_str()) == 0;
      };
    std::optional<CommandOutput> printed = call_program(words, report);
    if (!printed) throw UserError("ended by the caller");
    return new collnoc_output{std::move(*printed)};
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

void collnoc_output_free(collnoc_output* output) { delete output; }

}  // extern "C"

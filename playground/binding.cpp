// The functions that JavaScript calls. Arguments and answers are JSON; an answer is valid until the next
// call. Files are in emscripten's file system in memory.
#include <emscripten.h>

#include "playground/describe.hpp"
#include "sim/network/call.hpp"

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> words(const char* json) { return Json::parse(json).get<std::vector<std::string>>(); }

const char* answer(const Json& value) {
  static std::string text;
  text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.c_str();
}

}  // namespace

extern "C" {

/// `collnoc ARGUMENTS`, an array of words: {"code", "out", "err"}, the exit code and what was printed.
EMSCRIPTEN_KEEPALIVE const char* collnoc_command(const char* arguments) {
  const auto output = collnoc::call_program(words(arguments), {});
  return answer({{"code", output->code}, {"out", output->out}, {"err", output->err}});
}

/// collnoc::choices().
EMSCRIPTEN_KEEPALIVE const char* collnoc_choices() { return answer(collnoc::choices()); }

/// collnoc::describe(); {"error": one line} for what the user must change.
EMSCRIPTEN_KEEPALIVE const char* collnoc_describe(const char* arguments) {
  try {
    return answer(collnoc::describe(words(arguments)));
  } catch (const std::exception& error) {
    return answer({{"error", error.what()}});
  }
}

}  // extern "C"

// What is wrong with JSON, in words for a user.
#pragma once
#include <exception>
#include <string>

namespace collnoc {

/// The message of an exception of nlohmann-json without its number: "key 'cycles' not found"; of others the
/// whole message.
inline std::string json_problem(const std::exception& error) {
  const std::string text = error.what();
  const std::size_t begin = text.starts_with("[json.exception.") ? text.find("] ") : std::string::npos;
  return begin == std::string::npos ? text : text.substr(begin + 2);
}

}  // namespace collnoc

// Small tools for the user's text, shared by the files that parse it.
#pragma once
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace collnoc {

/// The parts of a text between separators; at least one.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// The number that the whole text is, or nothing.
template <class T>
std::optional<T> number(const std::string& text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || at != end) return std::nullopt;
  return value;
}

}  // namespace collnoc

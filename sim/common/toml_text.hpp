// TOML that users write: its errors in one line, with the place in the file.
#pragma once
#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "sim/common/user_error.hpp"

namespace collnoc {

/// FILE:LINE, for messages.
inline std::string place(const std::string& file, const toml::node& node) {
  return fmt::format("{}:{}", file, node.source().begin.line);
}

/// Throws UserError, which begins with FILE:LINE:COLUMN.
inline toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw UserError(fmt::format("{}:{}:{}: not TOML: {}", file, at.line, at.column, error.description()));
  }
}

/// `said`: the file as the user named it, for the error. Throws UserError.
inline toml::table parse_toml_file(const std::string& file, const std::string& said) {
  std::error_code none;
  std::ifstream stream(file);
  if (!stream || std::filesystem::is_directory(file, none))
    throw UserError(fmt::format("{}: cannot be read", said));
  return parse_toml(std::string(std::istreambuf_iterator<char>(stream), {}), file);
}

/// A text, a number, true or false, as an option of the command line has it; nothing for anything else.
inline std::optional<std::string> scalar_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  return std::nullopt;
}

}  // namespace collnoc

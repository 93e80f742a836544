// The only file that reads TOML.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <fstream>
#include <sstream>

#include "sim/common/errors.hpp"
#include "sim/program/settings.hpp"

namespace collnoc {
namespace {

std::string scalar_text(const toml::node& node, const std::string& where) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  throw UserError(fmt::format("{}: must be a text, a number, true, false or a list of these", where));
}

void flatten(const toml::table& table, const std::string& prefix, const std::string& file,
             std::vector<std::pair<std::string, std::string>>& out) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const std::string where = fmt::format("{}:{}: {}", file, node.source().begin.line, key);
    if (const auto* inner = node.as_table()) {
      flatten(*inner, key + ".", file, out);
    } else if (const auto* list = node.as_array()) {
      std::string text;
      for (const toml::node& item : *list) text += (text.empty() ? "" : ",") + scalar_text(item, where);
      out.emplace_back(key, text);
    } else {
      out.emplace_back(key, scalar_text(node, where));
    }
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> read_toml(const std::string& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) throw UserError(fmt::format("--config {}: cannot be read", file));
  try {
    const toml::table table = toml::parse(text.str(), file);
    std::vector<std::pair<std::string, std::string>> pairs;
    flatten(table, "", file, pairs);
    return pairs;
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw UserError(fmt::format("{}:{}:{}: not TOML: {}", file, at.line, at.column, error.description()));
  }
}

}  // namespace collnoc

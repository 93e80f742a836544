// The file of --config.
#include <fmt/format.h>

#include "sim/commands/settings.hpp"
#include "sim/common/errors.hpp"
#include "sim/common/toml_text.hpp"

namespace collnoc {
namespace {

void flatten(const toml::table& table, const std::string& prefix, const std::string& file,
             std::vector<std::pair<std::string, std::string>>& out) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const std::string where = fmt::format("{}: {}", place(file, node), key);
    const auto value_of = [&](const toml::node& value) {
      if (auto text = scalar_text(value)) return *text;
      throw UserError(where + ": must be a text, a number, true, false or a list of these");
    };
    if (const auto* inner = node.as_table()) {
      flatten(*inner, key + ".", file, out);
    } else if (const auto* list = node.as_array()) {
      std::string text;
      for (const toml::node& item : *list) text += (text.empty() ? "" : ",") + value_of(item);
      out.emplace_back(key, text);
    } else {
      out.emplace_back(key, value_of(node));
    }
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> read_toml(const std::string& file) {
  std::vector<std::pair<std::string, std::string>> pairs;
  flatten(parse_toml_file(file, "--config " + file), "", file, pairs);
  return pairs;
}

}  // namespace collnoc

#include "sim/schema/schemas.hpp"

#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "sim/common/nearest.hpp"
#include "sim/common/user_error.hpp"

namespace collnoc {

extern const std::pair<const char*, const char*> schema_texts[];  // schemas.cpp.in; the last one is null

std::vector<std::string> schema_names() {
  std::vector<std::string> names;
  for (const auto* text = schema_texts; text->first != nullptr; ++text) names.emplace_back(text->first);
  return names;
}

const JsonSchema& schema(const std::string& name, const std::string& part) {
  static std::mutex mutex;
  static std::map<std::string, JsonSchema> compiled;
  const std::lock_guard lock(mutex);
  const auto known = compiled.find(name + part);
  if (known != compiled.end()) return known->second;
  const auto* text = schema_texts;
  while (text->first != nullptr && text->first != name) ++text;
  if (text->first == nullptr) throw std::out_of_range("no schema " + name);
  return compiled.emplace(name + part, JsonSchema(JsonSchema::Json::parse(text->second), part)).first->second;
}

std::string not_json(const nlohmann::ordered_json::exception& error) {
  const auto* wrong = dynamic_cast<const nlohmann::ordered_json::parse_error*>(&error);
  return wrong != nullptr ? "is not JSON from byte " + std::to_string(wrong->byte) + " on"
                          : "is not JSON: a number is too large";
}

nlohmann::ordered_json parse_json(const std::string& text) {
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::ordered_json::exception& error) {
    throw UserError(not_json(error));
  }
}

std::string schema_of(const nlohmann::ordered_json& document) {
  const std::string begin = "collnoc.";
  std::vector<std::string> known;
  for (std::string name : schema_names()) {
    const std::string file = name;
    name.replace(name.rfind('-'), 1, "/");
    known.push_back(begin + name);
    if (document.is_object() && document.contains("schema") && document["schema"] == known.back())
      return file;
  }
  if (!document.is_object() || !document.contains("schema")) throw UserError("has no schema");
  const nlohmann::ordered_json& given = document["schema"];
  throw UserError("unknown schema " + given.dump() + "; " +
                  suggestion(given.is_string() ? given.get<std::string>() : "", known));
}

void check_schema(const nlohmann::ordered_json& document, const std::string& name, const std::string& part,
                  const std::string& at) {
  if (const auto violation = schema(name, part).violation(document, at)) throw UserError(*violation);
}

}  // namespace collnoc

#include "sim/schema/json_schema.hpp"

#include <map>
#include <stdexcept>
#include <vector>

#include "sim/schema/schema_rule.hpp"

namespace collnoc {

using Json = nlohmann::ordered_json;
using Rule = JsonSchema::Rule;

struct JsonSchema::Rules {
  explicit Rules(const Json& whole) : schema(whole) {}

  Rule* compile(const Json& json) {
    Rule& rule = *all.emplace_back(std::make_unique<Rule>());
    for (const auto& [key, value] : json.items()) add(rule, key, value);
    return &rule;
  }
  Rule* definition(const std::string& reference) {
    const std::string begin = "#/$defs/";
    if (!reference.starts_with(begin)) throw std::invalid_argument("$ref " + reference);
    Rule*& known = definitions[reference];
    if (known == nullptr) known = compile(schema.at("$defs").at(reference.substr(begin.size())));
    return known;
  }
  void add(Rule& rule, const std::string& key, const Json& value) {
    if (key == "type") {
      rule.types =
          value.is_string() ? std::vector<std::string>{value} : value.get<std::vector<std::string>>();
      for (const std::string& type : rule.types) schema_type_noun(type);
    } else if (key == "const") {
      rule.values = {value};
    } else if (key == "enum") {
      rule.values = value.get<std::vector<Json>>();
    } else if (key == "minimum") {
      rule.least = value;
    } else if (key == "exclusiveMinimum") {
      rule.above = value;
    } else if (key == "maximum") {
      rule.greatest = value;
    } else if (key == "pattern") {
      rule.pattern_text = value;
      rule.pattern = {new regex_t, [](regex_t* old) {
                        ::regfree(old);
                        delete old;
                      }};
      if (::regcomp(rule.pattern.get(), rule.pattern_text.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
        throw std::invalid_argument("pattern " + rule.pattern_text);
    } else if (key == "properties") {
      for (const auto& [name, inner] : value.items()) rule.properties.emplace_back(name, compile(inner));
    } else if (key == "required") {
      rule.required = value.get<std::vector<std::string>>();
    } else if (key == "additionalProperties") {
      rule.closed = value == false;
      if (value.is_object()) rule.others = compile(value);
    } else if (key == "items") {
      rule.items = compile(value);
    } else if (key == "minItems") {
      rule.min_items = value;
    } else if (key == "oneOf") {
      for (const Json& alternative : value) rule.one_of.push_back(compile(alternative));
    } else if (key == "$ref") {
      rule.one_of.push_back(definition(value));
    } else if (key != "$schema" && key != "$defs" && key != "title" && key != "description") {
      throw std::invalid_argument("schemas have no " + key);
    }
  }

  const Json schema;
  std::vector<std::unique_ptr<Rule>> all;
  std::map<std::string, Rule*> definitions;
  Rule* top = nullptr;
};

JsonSchema::JsonSchema(const Json& schema, const std::string& part)
    : rules_(std::make_unique<Rules>(schema)) {
  rules_->top = rules_->compile(schema.at(Json::json_pointer(part)));
}
JsonSchema::~JsonSchema() = default;
JsonSchema::JsonSchema(JsonSchema&&) noexcept = default;

std::optional<std::string> JsonSchema::violation(const Json& document, const std::string& at) const {
  const auto found = first_violation(document, *rules_->top, at);
  if (!found) return std::nullopt;
  return found->first.empty() ? found->second : found->first + ": " + found->second;
}

}  // namespace collnoc

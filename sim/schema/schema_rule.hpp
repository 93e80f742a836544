// A JSON schema, compiled, and the check of a value by it: parts of json_schema.hpp.
#pragma once
#include <regex.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/schema/json_schema.hpp"

namespace collnoc {

struct JsonSchema::Rule {
  std::vector<std::string> types;              ///< empty: any
  std::vector<Json> values;                    ///< enum or const; empty: any
  std::optional<Json> least, above, greatest;  ///< numbers
  std::shared_ptr<regex_t> pattern;
  std::string pattern_text;
  std::vector<std::pair<std::string, Rule*>> properties;
  std::vector<std::string> required;
  bool closed = false;     ///< no other properties
  Rule* others = nullptr;  ///< of other properties
  Rule* items = nullptr;
  std::size_t min_items = 0;
  std::vector<Rule*> one_of;
};

/// The name of a type of JSON in a sentence: "a whole number". Throws std::out_of_range.
std::string schema_type_noun(const std::string& type);

/// The first violation by `value`, which is at the JSON pointer `pointer`: the pointer of the wrong part, and
/// what is wrong.
std::optional<std::pair<std::string, std::string>> first_violation(const nlohmann::ordered_json& value,
                                                                   const JsonSchema::Rule& rule,
                                                                   const std::string& pointer);

}  // namespace collnoc

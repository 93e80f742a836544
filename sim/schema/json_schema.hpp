// Checks JSON against a schema and says what is wrong, where, and what would be right.
//
// Schemas use this part of JSON Schema 2020-12: type, const, enum, minimum, maximum, exclusiveMinimum,
// pattern (a POSIX extended regular expression), properties, required, additionalProperties, items, minItems,
// oneOf, and $ref to #/$defs/NAME. (valijson, which Debian has, says neither the value nor what would be
// right.)
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace collnoc {

class JsonSchema {
 public:
  using Json = nlohmann::ordered_json;

  /// The whole `schema`, or its part at the JSON pointer `part`. Throws std::invalid_argument for a keyword
  /// that is not listed above.
  explicit JsonSchema(const Json& schema, const std::string& part = "");
  ~JsonSchema();
  JsonSchema(JsonSchema&&) noexcept;

  /// The first violation in one line, such as `/runs/0/cycles: is "many"; must be a whole number from 0 to
  /// 9`; nothing if `document` conforms. The line begins with the JSON pointer of the wrong part, `at` that
  /// of the document; an empty pointer is left out.
  std::optional<std::string> violation(const Json& document, const std::string& at = "") const;

  struct Rule;

 private:
  struct Rules;
  std::unique_ptr<Rules> rules_;
};

}  // namespace collnoc

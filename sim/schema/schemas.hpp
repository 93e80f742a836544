// The schemas in docs/schemas, which are compiled into the program.
#pragma once
#include <string>
#include <vector>

#include "sim/schema/json_schema.hpp"

namespace collnoc {

/// Names such as "result-1", sorted.
std::vector<std::string> schema_names();

/// The schema of that name, or its part at a JSON pointer; compiled on its first use. Throws
/// std::out_of_range.
const JsonSchema& schema(const std::string& name, const std::string& part = "");

/// Throws UserError with the first wrong byte.
nlohmann::ordered_json parse_json(const std::string& text);
/// What is wrong with a text that is not JSON.
std::string not_json(const nlohmann::ordered_json::exception& error);

/// The name of the schema that a document of collnoc says it conforms to; throws UserError if there is none.
std::string schema_of(const nlohmann::ordered_json& document);

/// Throws UserError with the first violation, unless `document` conforms to the schema of that name. `at`:
/// the JSON pointer of the document in its file.
void check_schema(const nlohmann::ordered_json& document, const std::string& name,
                  const std::string& part = "", const std::string& at = "");

}  // namespace collnoc

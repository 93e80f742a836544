#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/common/nearest.hpp"
#include "sim/schema/schema_rule.hpp"

namespace collnoc {

using Json = nlohmann::ordered_json;

std::string schema_type_noun(const std::string& type) {
  static const std::map<std::string, std::string> nouns{
      {"object", "an object"},      {"array", "a list"}, {"string", "a text"},
      {"boolean", "true or false"}, {"null", "null"},    {"number", "a number"},
      {"integer", "a whole number"}};
  return nouns.at(type);
}

namespace {

using Rule = JsonSchema::Rule;

struct Violation {
  std::string pointer, text;
  bool other_type = false;  ///< than wanted, so that another alternative may be meant
};
using Result = std::optional<Violation>;

/// Exact for all integers of JSON.
long double value_of(const Json& number) {
  if (number.is_number_unsigned()) return static_cast<long double>(number.get<std::uint64_t>());
  if (number.is_number_integer()) return static_cast<long double>(number.get<std::int64_t>());
  return number.get<double>();
}

bool is_whole(const Json& value) {
  return value.is_number_integer() || (value.is_number() && std::trunc(value_of(value)) == value_of(value));
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  return type == "integer" ? is_whole(value) : value.is_number();
}

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

/// What a value may be: "a whole number from 0 to 9 or null".
std::string wanted(const Rule& rule) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " or ") + more; };
  if (!rule.values.empty()) {
    std::string list;
    for (const Json& value : rule.values) list += (list.empty() ? "" : ", ") + value.dump();
    return rule.values.size() == 1 ? list : "one of " + list;
  }
  for (const Rule* alternative : rule.one_of) add(wanted(*alternative));
  std::string range;
  if (rule.above) range = " above " + rule.above->dump();
  if (rule.least) range = (rule.greatest ? " from " : " of at least ") + rule.least->dump();
  if (rule.greatest) range += (rule.least ? " to " : " of at most ") + rule.greatest->dump();
  for (const std::string& type : rule.types)
    add(schema_type_noun(type) + (type == "integer" || type == "number" ? range : ""));
  return text.empty() ? "another value" : text;
}

std::string step(const std::string& pointer, const std::string& key) {
  std::string escaped;
  for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer + "/" + escaped;
}

class Check {
 public:
  Result operator()(const Json& value, const Rule& rule, const std::string& pointer) const {
    const auto wrong = [&](bool other_type = false) -> Result {
      return Violation{pointer, fmt::format("is {}; must be {}", shown(value), wanted(rule)), other_type};
    };
    if (!rule.types.empty() && std::none_of(rule.types.begin(), rule.types.end(),
                                            [&](const std::string& type) { return has_type(value, type); }))
      return wrong(true);
    if (!rule.values.empty() && std::find(rule.values.begin(), rule.values.end(), value) == rule.values.end())
      return wrong();
    if (value.is_number() && ((rule.least && value_of(value) < value_of(*rule.least)) ||
                              (rule.above && value_of(value) <= value_of(*rule.above)) ||
                              (rule.greatest && value_of(value) > value_of(*rule.greatest))))
      return wrong();
    if (value.is_string() && rule.pattern &&
        ::regexec(rule.pattern.get(), value.get_ref<const std::string&>().c_str(), 0, nullptr, 0) != 0)
      return Violation{pointer, fmt::format("is {}; must match {}", shown(value), rule.pattern_text)};
    if (value.is_object()) return object(value, rule, pointer);
    if (value.is_array()) return array(value, rule, pointer);
    return rule.one_of.empty() ? Result() : alternatives(value, rule, pointer);
  }

 private:
  Result object(const Json& value, const Rule& rule, const std::string& pointer) const {
    for (const auto& [key, inner] : value.items()) {
      const auto known = std::find_if(rule.properties.begin(), rule.properties.end(),
                                      [&key = key](const auto& property) { return property.first == key; });
      if (known != rule.properties.end()) {
        if (Result result = (*this)(inner, *known->second, step(pointer, key))) return result;
      } else if (rule.others != nullptr) {
        if (Result result = (*this)(inner, *rule.others, step(pointer, key))) return result;
      } else if (rule.closed) {
        std::vector<std::string> names;
        for (const auto& property : rule.properties) names.push_back(property.first);
        return Violation{
            pointer, fmt::format("has {}, which is unknown; {}", shown(Json(key)), suggestion(key, names))};
      }
    }
    for (const std::string& key : rule.required) {
      if (value.contains(key)) continue;
      const auto known = std::find_if(rule.properties.begin(), rule.properties.end(),
                                      [&](const auto& property) { return property.first == key; });
      return Violation{pointer,
                       fmt::format("has no {}; must be {}", Json(key).dump(),
                                   known == rule.properties.end() ? "there" : wanted(*known->second))};
    }
    return rule.one_of.empty() ? Result() : alternatives(value, rule, pointer);
  }

  Result array(const Json& value, const Rule& rule, const std::string& pointer) const {
    if (value.size() < rule.min_items)
      return Violation{pointer,
                       fmt::format("has {} elements; must have at least {}", value.size(), rule.min_items)};
    if (rule.items != nullptr)
      for (std::size_t i = 0; i < value.size(); ++i)
        if (Result result = (*this)(value[i], *rule.items, fmt::format("{}/{}", pointer, i))) return result;
    return rule.one_of.empty() ? Result() : alternatives(value, rule, pointer);
  }

  /// A property of `rule` that differs from its constant; nothing if there is none. `equal`: those that do
  /// not.
  static const std::pair<std::string, Rule*>* other_constant(const Json& value, const Rule& rule,
                                                             std::size_t& equal) {
    const std::pair<std::string, Rule*>* other = nullptr;
    equal = 0;
    if (!value.is_object()) return other;
    for (const auto& property : rule.properties) {
      const auto own = value.find(property.first);
      if (property.second->values.size() != 1 || own == value.end()) continue;
      if (*own == property.second->values.front())
        ++equal;
      else
        other = &property;
    }
    return other;
  }

  /// Exactly one must hold. Of those that do not, one of the same kind says what is wrong: of the same type,
  /// and with the same constants.
  Result alternatives(const Json& value, const Rule& rule, const std::string& pointer) const {
    const auto is_other_type = [&](const Violation& violation) {
      return violation.other_type && violation.pointer == pointer;
    };
    std::size_t hold = 0;
    Result best;
    Rule constants;  // those that the property `constant` may have, in the alternatives with the most equal
                     // ones
    std::string constant;
    std::size_t most_equal = 0, equal = 0;
    for (const Rule* alternative : rule.one_of) {
      if (const auto* other = other_constant(value, *alternative, equal)) {
        if (equal > most_equal) constants.values.clear();
        if (equal < most_equal) continue;
        most_equal = equal;
        constant = other->first;
        constants.values.push_back(other->second->values.front());
        continue;
      }
      const Result result = (*this)(value, *alternative, pointer);
      if (!result)
        ++hold;
      else if (!best || (is_other_type(*best) && !is_other_type(*result)))
        best = result;
    }
    if (hold == 1) return {};
    if (hold == 0 && best && !is_other_type(*best)) return best;
    if (hold == 0 && !constants.values.empty())
      return (*this)(value[constant], constants, step(pointer, constant));
    return Violation{pointer, fmt::format("is {}; must be {}", shown(value), wanted(rule)), true};
  }
};

}  // namespace

std::optional<std::pair<std::string, std::string>> first_violation(const Json& value, const Rule& rule,
                                                                   const std::string& pointer) {
  const Result result = Check()(value, rule, pointer);
  if (!result) return std::nullopt;
  return std::pair(result->pointer, result->text);
}

}  // namespace collnoc

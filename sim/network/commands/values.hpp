// What the functions of commands.hpp share: values of settings, and how a document becomes fields.
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "collnoc/network.hpp"

namespace collnoc {
inline namespace commands {

/// A document as the program writes it; its members keep their order.
using Json = nlohmann::ordered_json;

/// A setting: text, a number, a path, true and false (on and off), or a list of these. Without a value it is
/// not passed on.
class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) = delete;
  Value(const char* text) : Value(std::string(text)) {}
  Value(std::string text) : items_(std::in_place) { items_->push_back(std::move(text)); }
  Value(std::string_view text) : Value(std::string(text)) {}
  Value(const std::filesystem::path& path) : Value(path.string()) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T> && !std::is_same_v<T, char>, int> = 0>
  Value(T number) : Value(text_of(number)) {}
  Value(std::initializer_list<Value> list) : items_(std::in_place) {
    for (const Value& value : list) append(value);
  }
  template <class T>
  Value(const std::vector<T>& list) : items_(std::in_place) {
    for (const T& value : list) append(Value(value));
  }

  bool given() const { return items_.has_value(); }
  /// None if it is not given.
  std::vector<std::string> items() const { return items_.value_or(std::vector<std::string>{}); }
  /// The items with commas in between, as on the command line.
  std::string text() const {
    std::string all;
    const char* separator = "";
    for (const std::string& item : items()) {
      all += separator + item;
      separator = ",";
    }
    return all;
  }

 private:
  template <class T>
  static std::string text_of(T number) {
    if constexpr (std::is_same_v<T, bool>) {
      return number ? "on" : "off";
    } else {
      char digits[64];
      return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
    }
  }

  void append(const Value& value) {
    for (std::string& item : value.items()) items_->push_back(std::move(item));
  }

  std::optional<std::vector<std::string>> items_;
};

/// Further keys of a configuration file, such as {"hardware.vcs", 4}.
using Keys = std::map<std::string, Value>;

namespace detail {

/// The names and values of settings that are given.
class Named {
 public:
  Named& setting(const char* name, const Value& value) {
    if (value.given()) all_.emplace_back(name, value.text());
    return *this;
  }
  Named& many(const char* name, const Value& value) {
    for (std::string& item : value.items()) all_.emplace_back(name, std::move(item));
    return *this;
  }
  Named& flag(const char* name, bool on) {
    if (on) all_.emplace_back(name, "on");
    return *this;
  }
  Named& keys(const Keys& keys) {
    for (const auto& [key, value] : keys)
      if (value.given()) all_.emplace_back("set", key + "=" + value.text());
    return *this;
  }
  NamedSettings take() { return std::move(all_); }

 private:
  NamedSettings all_;
};

/// Fields from JSON. Structs have a function read().
struct Reader {
  static void value(const Json& json, bool& to) { json.get_to(to); }
  static void value(const Json& json, std::uint64_t& to) { json.get_to(to); }
  static void value(const Json& json, double& to) { json.get_to(to); }
  static void value(const Json& json, std::string& to) { json.get_to(to); }
  static void value(const Json& json, Json& to) { to = json; }
  template <class T>
  static void value(const Json& json, std::vector<T>& to) {
    to.clear();
    to.reserve(json.size());
    for (const Json& element : json) value(element, to.emplace_back());
  }
  template <class T>
  static void value(const Json& json, std::map<std::string, T>& to) {
    to.clear();
    for (const auto& [key, element] : json.items()) value(element, to[key]);
  }
  template <class T>
  static void value(const Json& json, std::optional<T>& to) {
    to.reset();
    if (!json.is_null()) value(json, to.emplace());
  }
  template <class T>
  static auto value(const Json& json, T& to) -> decltype(to.read(json)) {
    to.read(json);
  }

  /// Only what may be absent may be missing.
  template <class T>
  static void member(const Json& json, const char* name, T& to) {
    value(json.at(name), to);
  }
  template <class T>
  static void member(const Json& json, const char* name, std::optional<T>& to) {
    const auto found = json.find(name);
    if (found != json.end())
      value(*found, to);
    else
      to.reset();
  }
  /// A list that only some documents have.
  template <class T>
  static void list(const Json& json, const char* name, std::vector<T>& to) {
    const auto found = json.find(name);
    if (found != json.end())
      value(*found, to);
    else
      to.clear();
  }
};

}  // namespace detail

/// A document, or a part of one, as a struct with fields: results_of<RunResults>(point.result).
template <class T>
T results_of(const Json& json) {
  try {
    T fields;
    detail::Reader::value(json, fields);
    return fields;
  } catch (const Json::exception& wrong) {
    throw NetworkError(std::string("the results are not those of this version's commands.hpp: ") +
                       wrong.what());
  }
}

}  // namespace commands
}  // namespace collnoc

#include "sim/commands/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"

namespace collnoc {
namespace {

std::string with_underscores(std::string key) {
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

/// Its name in a library: "vc_depth", "collective".
std::string name_of(const Setting& setting) {
  std::string name = with_underscores(setting.flag);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

[[noreturn]] void unknown_key(const std::string& where, const std::string& key,
                              const std::vector<std::string>& keys) {
  throw UserError(fmt::format("{}: unknown key '{}'; {}", where, key, suggestion(key, keys)));
}

}  // namespace

std::string help_of(const Setting& setting) {
  return setting.fallback.empty() ? setting.help : fmt::format("{} [{}]", setting.help, setting.fallback);
}

Setting config_setting() { return {"config", "", "FILE", "", "TOML file with the same settings"}; }

Setting set_setting() {
  return {"set", "", "KEY=VALUE", "", "set a key of the configuration, such as hardware.vcs=4"};
}

void fail(const Given& given, const std::string& what) { throw UserError(given.quoted + ": " + what); }

bool parse_switch(const Given& given) {
  for (const char* on : {"on", "1", "true"})
    if (given.text == on) return true;
  for (const char* off : {"off", "0", "false"})
    if (given.text == off) return false;
  fail(given, "must be on or off");
}

Given Settings::get(const std::string& key) const {
  if (const auto found = values_.find(key); found != values_.end()) return found->second.back();
  const Setting& setting = declared_.at(key);
  return {setting.fallback, fmt::format("--{} {}", setting.flag, setting.fallback)};
}

bool Settings::on(const std::string& key) const {
  const Given value = get(key);
  return !value.text.empty() && parse_switch(value);
}

void Settings::refuse(const std::string& only, const std::string& why) const {
  for (const std::string& key : order_)
    if (given(key) && declared_.at(key).only == only) fail(get(key), only + why);
}

void Settings::refuse_alone() const {
  for (const std::string& key : order_) {
    const std::string& with = declared_.at(key).with;
    if (with.empty() || !given(key) || given(with)) continue;
    const Setting& other = declared_.at(with);
    fail(get(key), fmt::format("is for --{} {}, which is not given", other.flag, other.value));
  }
}

std::vector<std::string> Settings::texts(const std::string& key) const {
  std::vector<std::string> all;
  if (const auto found = values_.find(key); found != values_.end())
    for (const Given& value : found->second) all.push_back(value.text);
  return all;
}

Settings merged(const std::vector<Setting>& declared, const Choices& choices) {
  Settings settings;
  for (const Setting& setting : declared) {
    settings.declared_[setting.key] = setting;
    settings.order_.push_back(setting.key);
  }
  if (!choices.file.empty()) {
    const std::vector<std::string> keys = all_setting_keys();
    for (const auto& [key, value] : read_toml(choices.file)) {
      const std::string name = with_underscores(key);
      if (std::find(keys.begin(), keys.end(), name) == keys.end()) unknown_key(choices.file, key, keys);
      if (settings.has(name))
        settings.values_[name] = {{value, fmt::format("{}: {} = {}", choices.file, key, value)}};
    }
  }
  for (const std::string& override : choices.overrides) {
    const std::size_t equals = override.find('=');
    if (equals == std::string::npos)
      throw UserError(fmt::format("--set {}: must be KEY=VALUE, such as hardware.vcs=4", override));
    const std::string name = with_underscores(override.substr(0, equals));
    if (!settings.has(name)) unknown_key("--set " + override, name, settings.order_);
    settings.values_[name] = {{override.substr(equals + 1), "--set " + override}};
  }
  for (const auto& [key, texts] : choices.options) {
    const Setting& setting = settings.declared_.at(key);
    std::vector<Given>& values = settings.values_[key];
    values.clear();
    for (const std::string& text : texts)
      values.push_back({text, setting.positional ? text : fmt::format("--{} {}", setting.flag, text)});
    if (texts.empty()) values.push_back({setting.value.empty() ? "on" : "", "--" + setting.flag});
  }
  for (const Setting& setting : declared)
    if (setting.required && !settings.given(setting.key))
      throw UserError((setting.positional ? "" : "--") + setting.flag + " is required");
  return settings;
}

Choices choices_of(const std::vector<Setting>& declared, bool files, const NamedTexts& named) {
  Choices choices;
  std::vector<std::string> names;
  if (files) names = {"config", "set"};
  for (const Setting& setting : declared) names.push_back(name_of(setting));
  std::set<std::string> seen;
  for (const auto& [written, texts] : named) {
    const std::string name = with_underscores(written);
    if (files && name == "set") {
      choices.overrides.insert(choices.overrides.end(), texts.begin(), texts.end());
      continue;
    }
    const auto found = std::ranges::find(declared, name, name_of);
    const bool is_key = files && name.find('.') != std::string::npos;
    if (found == declared.end() && !is_key && (!files || name != "config"))
      throw UserError(fmt::format("unknown setting '{}'; {}", written, suggestion(name, names)));
    if (found != declared.end() && found->many) {
      choices.options.emplace_back(found->key, texts);
      continue;
    }
    if (texts.size() != 1 || !seen.insert(name).second)
      throw UserError(fmt::format("{}: has one value, but is given several times", written));
    const std::string& text = texts.front();
    if (is_key)
      choices.overrides.push_back(name + "=" + text);
    else if (found == declared.end())
      choices.file = text;
    else if (!found->value.empty() || found->positional)
      choices.options.emplace_back(found->key, texts);
    else if (text.empty() || parse_switch({text, name + " = " + text}))
      choices.options.emplace_back(found->key, std::vector<std::string>{});
    else
      choices.options.emplace_back(found->key, std::vector<std::string>{"off"});
  }
  return choices;
}

std::vector<std::string> words_of(const std::vector<Setting>& declared, const Choices& choices) {
  std::vector<std::string> arguments, options;
  if (!choices.file.empty()) options.insert(options.end(), {"--config", choices.file});
  for (const std::string& override : choices.overrides) options.insert(options.end(), {"--set", override});
  for (const auto& [key, texts] : choices.options) {
    const Setting& setting = *std::ranges::find(declared, key, &Setting::key);
    std::vector<std::string>& words = setting.positional ? arguments : options;
    if (!setting.positional && setting.value.empty() && !texts.empty()) {  // a switch that is off
      words.push_back(fmt::format("--{}={}", setting.flag, texts.front()));
      continue;
    }
    if (!setting.positional) words.push_back("--" + setting.flag);
    words.insert(words.end(), texts.begin(), texts.end());
  }
  arguments.insert(arguments.end(), options.begin(), options.end());
  return arguments;
}

}  // namespace collnoc

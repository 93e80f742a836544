#include "sim/program/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"

namespace collnoc {
namespace {

std::string with_underscores(std::string key) {
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

[[noreturn]] void unknown_key(const std::string& where, const std::string& key,
                              const std::vector<std::string>& keys) {
  throw UserError(fmt::format("{}: unknown key '{}'; {}", where, key, suggestion(key, keys)));
}

}  // namespace

void fail(const Given& given, const std::string& what) { throw UserError(given.quoted + ": " + what); }

bool parse_switch(const Given& given) {
  for (const char* on : {"on", "1", "true"})
    if (given.text == on) return true;
  for (const char* off : {"off", "0", "false"})
    if (given.text == off) return false;
  fail(given, "must be on or off");
}

Given Settings::get(const std::string& key) const {
  if (const auto found = values_.find(key); found != values_.end()) return found->second;
  const Setting& setting = declared_.at(key);
  return {setting.fallback, fmt::format("--{} {}", setting.flag, setting.fallback)};
}

bool Settings::on(const std::string& key) const {
  const Given value = get(key);
  return !value.text.empty() && parse_switch(value);
}

void Settings::refuse(const std::string& only) const {
  for (const std::string& key : order_)
    if (given(key) && declared_.at(key).only == only) fail(get(key), only);
}

void Settings::refuse_alone() const {
  for (const std::string& key : order_) {
    const std::string& with = declared_.at(key).with;
    if (with.empty() || !given(key) || given(with)) continue;
    const Setting& other = declared_.at(with);
    fail(get(key), fmt::format("is for --{} {}, which is not given", other.flag, other.value));
  }
}

SettingsParser::SettingsParser(CLI::App& app, std::vector<Setting> settings,
                               std::vector<std::string> (*known)())
    : settings_(std::move(settings)), known_(known) {
  for (const Setting& setting : settings_) {
    // const, because CLI11 would treat a mutable second argument of add_flag as the variable of the flag.
    const std::string help =
        setting.fallback.empty() ? setting.help : fmt::format("{} [{}]", setting.help, setting.fallback);
    CLI::Option* option = nullptr;
    if (setting.positional)
      option = app.add_option(setting.flag, storage_[setting.key], help);
    else if (setting.value.empty())
      option = app.add_flag("--" + setting.flag, help);
    else
      option = app.add_option("--" + setting.flag, storage_[setting.key], help)->type_name(setting.value);
    if (!setting.positional) option->group(setting.title);
    options_[setting.key] = option;
  }
  app.add_option("--config", config_file_, "TOML file with the same settings")->type_name("FILE");
  app.add_option("--set", overrides_, "set a key of the configuration, such as hardware.vcs=4")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void SettingsParser::read_file(Settings& settings) const {
  const std::vector<std::string> keys = known_();
  for (const auto& [key, value] : read_toml(config_file_)) {
    const std::string name = with_underscores(key);
    if (std::find(keys.begin(), keys.end(), name) == keys.end()) unknown_key(config_file_, key, keys);
    if (settings.declared_.count(name))
      settings.values_[name] = {value, fmt::format("{}: {} = {}", config_file_, key, value)};
  }
}

void SettingsParser::read_overrides(Settings& settings) const {
  std::vector<std::string> keys;
  for (const Setting& setting : settings_) keys.push_back(setting.key);
  for (const std::string& override : overrides_) {
    const std::size_t equals = override.find('=');
    if (equals == std::string::npos)
      throw UserError(fmt::format("--set {}: must be KEY=VALUE, such as hardware.vcs=4", override));
    const std::string name = with_underscores(override.substr(0, equals));
    if (!settings.declared_.count(name)) unknown_key("--set " + override, name, keys);
    settings.values_[name] = {override.substr(equals + 1), "--set " + override};
  }
}

Settings SettingsParser::resolve() const {
  Settings settings;
  for (const Setting& setting : settings_) {
    settings.declared_[setting.key] = setting;
    settings.order_.push_back(setting.key);
  }
  if (!config_file_.empty()) read_file(settings);
  read_overrides(settings);
  for (const Setting& setting : settings_) {
    const CLI::Option* option = options_.at(setting.key);
    if (option->count() == 0) continue;
    const std::string text = option->results().back();
    settings.values_[setting.key] = {text,
                                     setting.positional ? text : fmt::format("--{} {}", setting.flag, text)};
  }
  return settings;
}

}  // namespace collnoc

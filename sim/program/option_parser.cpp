#include "sim/program/option_parser.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/common/errors.hpp"
#include "sim/common/nearest.hpp"

namespace collnoc {
namespace {

bool has_optional_value(const Setting& setting) { return setting.value.starts_with('['); }

template <class Parse>
Choices choices_of_words(const std::vector<Setting>& settings, const Parse& parse) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  const OptionParser parser(app, settings, true);
  try {
    parse(app);
  } catch (const CLI::ParseError& error) {
    throw UserError(error.what());
  }
  refuse_leftovers(app);
  return parser.choices();
}

}  // namespace

OptionParser::OptionParser(CLI::App& app, std::vector<Setting> settings, bool files)
    : settings_(std::move(settings)) {
  for (const Setting& setting : settings_) {
    // const, because CLI11 would treat a mutable second argument of add_flag as the variable of the flag.
    const std::string help = help_of(setting);
    const std::string letter = setting.letter.empty() ? "" : fmt::format("-{},", setting.letter);
    const std::string name = setting.positional ? setting.flag : fmt::format("{}--{}", letter, setting.flag);
    CLI::Option* option = nullptr;
    if (setting.value.empty() && !setting.positional) {
      option = app.add_flag(name, help);
    } else {
      option = setting.many ? app.add_option(name, texts_[setting.key], help)
                            : app.add_option(name, text_[setting.key], help);
      if (has_optional_value(setting)) option->expected(0, 1);
      option->type_name(setting.value.empty() ? "TEXT" : setting.value);
    }
    option->required(setting.required);
    if (!setting.positional) option->group(setting.title);
    options_[setting.key] = option;
  }
  if (!files) return;
  const Setting config = config_setting(), set = set_setting();
  app.add_option("--" + config.flag, file_, config.help)->type_name(config.value);
  app.add_option("--" + set.flag, overrides_, set.help)
      ->type_name(set.value)
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

/// None of a switch that is on, and of an option without its value.
std::vector<std::string> OptionParser::texts_of(const Setting& setting) const {
  if (setting.many) return texts_.at(setting.key);
  if (setting.positional || !setting.value.empty()) {
    const std::string& text = text_.at(setting.key);
    return text.empty() && has_optional_value(setting) ? std::vector<std::string>{} : std::vector{text};
  }
  const std::string text = options_.at(setting.key)->results().back();
  return text == "true" ? std::vector<std::string>{} : std::vector{text};
}

Choices OptionParser::choices() const {
  Choices choices{file_, overrides_, {}};
  for (const Setting& setting : settings_) {
    if (options_.at(setting.key)->count() == 0) continue;
    choices.options.emplace_back(setting.key, texts_of(setting));
  }
  return choices;
}

std::vector<std::string> long_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

void refuse_leftovers(const CLI::App& app) {
  const std::string of = app.get_name().empty() ? "" : " of " + app.get_name();
  const std::vector<std::string> left = app.remaining();
  for (const std::string& word : left)
    if (word.size() > 1 && word[0] == '-') {
      const std::string name = word.substr(0, word.find('='));
      throw UserError(fmt::format("unknown option '{}'{}; {}", name, of, suggestion(name, long_names(app))));
    }
  if (!left.empty())
    throw UserError(fmt::format("unexpected argument '{}'{}; options begin with --", left.front(),
                                app.get_name().empty() ? "" : " after " + app.get_name()));
}

Choices choices_in(const std::vector<std::string>& words, const std::vector<Setting>& settings) {
  return choices_of_words(
      settings, [&](CLI::App& app) { app.parse(std::vector<std::string>(words.rbegin(), words.rend())); });
}

Choices choices_in(const std::string& words, const std::vector<Setting>& settings) {
  return choices_of_words(settings, [&](CLI::App& app) { app.parse(words, false); });
}

}  // namespace collnoc

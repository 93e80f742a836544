// The settings of a command as options of CLI11.
#pragma once
#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "sim/commands/settings.hpp"

namespace collnoc {

class OptionParser {
 public:
  /// Adds the options to `app`, which must outlive this object; with `files` also --config and --set.
  OptionParser(CLI::App& app, std::vector<Setting> settings, bool files);
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;
  /// After parsing.
  Choices choices() const;

 private:
  std::vector<std::string> texts_of(const Setting& setting) const;

  std::vector<Setting> settings_;
  std::map<std::string, std::string> text_;
  std::map<std::string, std::vector<std::string>> texts_;  // of those that may have many
  std::map<std::string, CLI::Option*> options_;
  std::string file_;
  std::vector<std::string> overrides_;
};

/// The options of `app`, each with --.
std::vector<std::string> long_names(const CLI::App& app);

/// Throws UserError for words that are no options of `app`, or arguments that it does not have.
void refuse_leftovers(const CLI::App& app);

/// What stands in `words`, which are options only. Throws UserError.
Choices choices_in(const std::vector<std::string>& words, const std::vector<Setting>& settings);
/// The same for words in one text, with spaces in between, quoted where they have some.
Choices choices_in(const std::string& words, const std::vector<Setting>& settings);

}  // namespace collnoc

// Settings of a command: the same names as flags, in a TOML file and after --set.
//
// Precedence: default < --config FILE < --set KEY=VALUE < flag. Every value remembers its source for error
// messages.
#pragma once
#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace collnoc {

/// One setting; sim/run/settings.toml describes them.
struct Setting {
  std::string flag;      ///< "vc-depth"; of a positional argument its name in capitals
  std::string key;       ///< "hardware.vc_depth"
  std::string value;     ///< placeholder of the value in the help: "FLITS"; empty: a switch
  std::string fallback;  ///< default, as text; empty: none
  std::string help;
  bool positional = false;
  std::string only{};  ///< the sentence that refuses it where it does not apply; empty: it applies everywhere
  std::string with{};  ///< key of the setting without which it has no effect; empty: none
  std::string title{"Options"};  ///< of its group, in --help
};

/// A value and how the user wrote it ("--vcs 9", "run.toml: hardware.vcs = 9").
struct Given {
  std::string text;
  std::string quoted;
};

/// Ends with a UserError: what the user wrote, then `what`.
[[noreturn]] void fail(const Given& given, const std::string& what);

/// "on" or "off"; also "1" or "0", "true" or "false".
bool parse_switch(const Given& given);

/// The values merged from all sources.
class Settings {
 public:
  bool given(const std::string& key) const { return values_.count(key) != 0; }
  /// Whether the command has it.
  bool has(const std::string& key) const { return declared_.count(key) != 0; }
  /// Given value or default. Precondition: the key is declared.
  Given get(const std::string& key) const;
  /// Text of the value; empty when neither given nor defaulted.
  std::string text(const std::string& key) const { return get(key).text; }
  /// Whether a switch is on.
  bool on(const std::string& key) const;
  /// Throws UserError for a given setting with this sentence (Setting::only).
  void refuse(const std::string& only) const;
  /// Throws UserError for a given setting without the one that it belongs to (Setting::with).
  void refuse_alone() const;

 private:
  friend class SettingsParser;
  std::map<std::string, Setting> declared_;
  std::vector<std::string> order_;  // keys as declared
  std::map<std::string, Given> values_;
};

/// The keys of all commands: a file may serve several of them.
std::vector<std::string> all_setting_keys();

/// Declares settings as options of a subcommand and merges what was given.
class SettingsParser {
 public:
  /// Adds the options, --config and --set to `app`, which must outlive this object.
  /// `known`: the keys that a file may have, also those of other commands.
  SettingsParser(CLI::App& app, std::vector<Setting> settings,
                 std::vector<std::string> (*known)() = all_setting_keys);
  SettingsParser(const SettingsParser&) = delete;
  SettingsParser& operator=(const SettingsParser&) = delete;
  /// After parsing. Throws UserError for an unreadable file or an unknown key.
  Settings resolve() const;

 private:
  void read_file(Settings& settings) const;
  void read_overrides(Settings& settings) const;

  std::vector<Setting> settings_;
  std::vector<std::string> (*known_)();
  std::map<std::string, std::string> storage_;
  std::map<std::string, CLI::Option*> options_;
  std::string config_file_;
  std::vector<std::string> overrides_;
};

/// Keys and values of a TOML file, tables joined by dots, arrays by commas. Throws UserError with file and
/// line.
std::vector<std::pair<std::string, std::string>> read_toml(const std::string& file);

}  // namespace collnoc

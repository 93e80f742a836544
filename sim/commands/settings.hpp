// Settings of a command: the same names as flags, in a TOML file, after --set and as names of the library.
//
// Precedence: default < --config FILE < --set KEY=VALUE < flag. Every value remembers its source for error
// messages.
#pragma once
#include <map>
#include <string>
#include <utility>
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
  std::string letter{};  ///< "o": also -o; empty: none
  bool many = false;     ///< it has several values, each an argument
  bool required = false;
  std::string title{"Options"};  ///< of its group, in --help
};

/// Its help, with the default.
std::string help_of(const Setting& setting);

/// The options with which a command gets settings from a file, and by key.
Setting config_setting();
Setting set_setting();

/// A value and how the user wrote it ("--vcs 9", "run.toml: hardware.vcs = 9").
struct Given {
  std::string text;
  std::string quoted;
};

/// Ends with a UserError: what the user wrote, then `what`.
[[noreturn]] void fail(const Given& given, const std::string& what);

/// "on" or "off"; also "1" or "0", "true" or "false".
bool parse_switch(const Given& given);

struct Choices;

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
  /// All values of one that may have many.
  std::vector<std::string> texts(const std::string& key) const;
  /// Whether a switch is on.
  bool on(const std::string& key) const;
  /// Throws UserError for a given setting with this sentence (Setting::only), with `why` behind it.
  void refuse(const std::string& only, const std::string& why = {}) const;
  /// Throws UserError for a given setting without the one that it belongs to (Setting::with).
  void refuse_alone() const;

 private:
  friend Settings merged(const std::vector<Setting>& declared, const Choices& choices);
  std::map<std::string, Setting> declared_;
  std::vector<std::string> order_;  // keys as declared
  std::map<std::string, std::vector<Given>> values_;
};

/// The keys of all commands: a file may serve several of them.
std::vector<std::string> all_setting_keys();

/// What the user has chosen, by what was written.
struct Choices {
  std::string file;                    ///< TOML with settings, as --config; empty: none
  std::vector<std::string> overrides;  ///< KEY=VALUE, as --set
  /// Keys with their texts: several of one that may have many, none of a switch that is on or of an option
  /// without its value.
  std::vector<std::pair<std::string, std::vector<std::string>>> options;
};

/// The settings of a command with what was chosen. Throws UserError for an unreadable file, an unknown key
/// and what is required and missing.
Settings merged(const std::vector<Setting>& declared, const Choices& choices);

/// Choices by names: those of flags or of positional arguments, in small letters, with - or _; with `files`
/// also "config", "set", whose texts are KEY=VALUE, and keys with a point. A switch is on, off or empty.
/// Throws UserError for an unknown name, and for several texts of a setting that has one.
using NamedTexts = std::vector<std::pair<std::string, std::vector<std::string>>>;
Choices choices_of(const std::vector<Setting>& declared, bool files, const NamedTexts& named);

/// The words with which the command line has these choices: positional arguments first.
std::vector<std::string> words_of(const std::vector<Setting>& declared, const Choices& choices);

/// Keys and values of a TOML file, tables joined by dots, arrays by commas. Throws UserError with file and
/// line.
std::vector<std::pair<std::string, std::string>> read_toml(const std::string& file);

}  // namespace collnoc

// Completion of the command line in bash, zsh and fish.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/program/command_line_description.hpp"

namespace collnoc {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// `text` with `escape` in front of each of `characters`.
std::string escaped(const std::string& text, const std::string& characters, const std::string& escape) {
  std::string all;
  for (const char c : text) all += (characters.find(c) != std::string::npos ? escape : "") + c;
  return all;
}

/// In single quotes, for bash and zsh.
std::string in_quotes(const std::string& text) { return "'" + escaped(text, "'", "'\\'") + "'"; }

}  // namespace

std::string bash_completion(const std::vector<DescribedCommand>& commands) {
  std::string names, values, options;
  for (const DescribedCommand& command : commands) {
    names += command.name + " ";
    std::string words;
    for (const DescribedOption& option : command.options) {
      words += (option.positional ? joined(option.words) : option.name) + " ";
      if (option.positional || option.value.empty()) continue;
      const std::string reply = option.file() ? "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return"
                                              : "words=" + in_quotes(joined(option.words));
      values += fmt::format("    '{} {}') {} ;;\n", command.name, option.name, reply);
    }
    options += fmt::format("      {}) words={} ;;\n", command.name, in_quotes(words));
  }
  return fmt::format(R"(# Completion of collnoc for bash.
_collnoc() {{
  local words='' current previous line at
  # The line up to the cursor, cut at blanks only: bash also cuts at the colon of mesh:8x8.
  read -ra line <<< "${{COMP_LINE:0:COMP_POINT}}"
  [[ ${{COMP_LINE:0:COMP_POINT}} == *[[:space:]] ]] && line+=('')
  at=$((${{#line[@]}} - 1))
  current=${{line[at]}} previous=${{line[at - 1]}}
  if ((at < 2)); then
    words='{}--help --version'
  else
    case "${{line[1]}} $previous" in
{}    *)
      case ${{line[1]}} in
{}      esac ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  # bash replaces only what follows the last colon.
  [[ $current == *:* ]] && COMPREPLY=("${{COMPREPLY[@]#"${{current%:*}}:"}}")
}}
complete -F _collnoc collnoc
)",
                     names, values, options);
}

std::string zsh_completion(const std::vector<DescribedCommand>& commands) {
  std::string names, cases;
  for (const DescribedCommand& command : commands) {
    names += "    " + in_quotes(command.name + ":" + command.help) + "\n";
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const DescribedOption& option : command.options) {
      const std::string words =
          option.words.empty() ? "" : fmt::format("({})", escaped(joined(option.words), ":", "\\"));
      const std::string action = option.file() ? "_files" : words;
      std::string text;
      if (option.positional) {
        text = fmt::format("1:{}:{}", option.name, action);
      } else {
        text = fmt::format("{}[{}]", option.name, escaped(option.help, "[]:\\", "\\"));
        if (!option.value.empty()) text += fmt::format(":{}:{}", escaped(option.value, ":", "\\"), action);
      }
      cases += " \\\n        " + in_quotes(text);
    }
    cases += " ;;\n";
  }
  return fmt::format(R"(#compdef collnoc
# Completion of collnoc for zsh.
_collnoc() {{
  local -a commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    _arguments '--help[how to call it]' '--version[its version]'
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}
_collnoc "$@"
)",
                     names, cases);
}

std::string fish_completion(const std::vector<DescribedCommand>& commands) {
  const auto quote = [](const std::string& text) { return "'" + escaped(text, "'\\", "\\") + "'"; };
  std::string all =
      "# Completion of collnoc for fish.\ncomplete -c collnoc -f\n"
      "complete -c collnoc -n __fish_use_subcommand -l help -d 'how to call it'\n"
      "complete -c collnoc -n __fish_use_subcommand -l version -d 'its version'\n";
  for (const DescribedCommand& command : commands) {
    all += fmt::format("complete -c collnoc -n __fish_use_subcommand -a {} -d {}\n", command.name,
                       quote(command.help));
    const std::string here =
        fmt::format("complete -c collnoc -n '__fish_seen_subcommand_from {}'", command.name);
    for (const DescribedOption& option : command.options) {
      if (option.positional) {
        if (!option.words.empty()) all += fmt::format("{} -a {}\n", here, quote(joined(option.words)));
        continue;
      }
      all += fmt::format("{} -l {} -d {}", here, option.name.substr(2), quote(option.help));
      if (option.file())
        all += " -r -F";
      else if (!option.value.empty())
        all += option.words.empty() ? " -x" : " -x -a " + quote(joined(option.words));
      all += "\n";
    }
  }
  return all;
}

}  // namespace collnoc

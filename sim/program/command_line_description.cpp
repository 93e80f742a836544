#include "sim/program/command_line_description.hpp"

#include <algorithm>
#include <cctype>

#include "sim/run/names.hpp"

namespace collnoc {
namespace {

using Words = std::vector<std::string>;

/// The words of a placeholder such as "on|off"; those in capitals stand for something else.
Words alternatives_in(const std::string& placeholder) {
  if (placeholder.find('|') == std::string::npos) return {};
  Words words;
  for (std::size_t at = 0; at <= placeholder.size();) {
    const std::size_t end = std::min(placeholder.find('|', at), placeholder.size());
    const std::string word = placeholder.substr(at, end - at);
    if (!word.empty() && std::islower(static_cast<unsigned char>(word[0])) != 0) words.push_back(word);
    at = end + 1;
  }
  return words;
}

Words algorithms(const AlgorithmCatalogue& catalogue) {
  Words words{"all", "auto"};
  for (const AlgorithmInfo& info : catalogue.algorithms())
    if (std::find(words.begin(), words.end(), info.name) == words.end()) words.push_back(info.name);
  return words;
}

Words topologies(const AlgorithmCatalogue& catalogue) {
  Words words;
  for (const TopologyInfo& info : catalogue.topologies()) words.push_back(info.example);
  return words;
}

Words proposals(const std::string& name, const std::string& placeholder,
                const AlgorithmCatalogue& catalogue) {
  if (name == "COLLECTIVE" || name == "--collective") return words_of<Collective>();
  if (name == "--algorithm") return algorithms(catalogue);
  if (name == "--topology") return topologies(catalogue);
  return alternatives_in(placeholder);
}

}  // namespace

std::vector<DescribedCommand> describe(const Commands& commands, const AlgorithmCatalogue& catalogue) {
  std::vector<DescribedCommand> all;
  for (const auto& command : commands) {
    DescribedCommand& described = all.emplace_back();
    described.name = command->name();
    described.help = command->help();
    described.examples = command->examples();
    const auto add = [&](const std::string& name, const std::string& value, const std::string& help) {
      DescribedOption& option = described.options.emplace_back();
      option.name = name;
      option.value = value;
      option.help = help;
      option.words = proposals(name, value, catalogue);
      return &option;
    };
    add("--help", "", "Print this help message and exit");
    for (const Setting& setting : command->settings()) {
      DescribedOption* option =
          add(setting.positional ? setting.flag : "--" + setting.flag,
              setting.positional && setting.value.empty() ? "TEXT" : setting.value, help_of(setting));
      option->positional = setting.positional;
      option->many = setting.many;
    }
    if (command->reads_files())
      for (const Setting& setting : {config_setting(), set_setting()})
        add("--" + setting.flag, setting.value, setting.help);
  }
  return all;
}

}  // namespace collnoc

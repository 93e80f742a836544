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

std::vector<DescribedCommand> describe(const CLI::App& program, const AlgorithmCatalogue& catalogue) {
  std::vector<DescribedCommand> commands;
  for (const CLI::App* app : program.get_subcommands({})) {
    DescribedCommand command{app->get_name(), app->get_description(), app->get_footer(), {}};
    for (const CLI::Option* option : app->get_options()) {
      DescribedOption one;
      one.positional = option->get_positional();
      one.name = one.positional ? option->get_single_name() : "--" + option->get_lnames().front();
      if (option->get_type_size() != 0) one.value = option->get_type_name();
      one.help = option->get_description();
      one.many = option->get_expected_max() > 1;
      one.words = proposals(one.name, one.value, catalogue);
      command.options.push_back(one);
    }
    commands.push_back(command);
  }
  return commands;
}

}  // namespace collnoc

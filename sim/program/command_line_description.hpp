// The command line as data: for completion in shells and the manual page.
#pragma once
#include <string>
#include <vector>

#include "sim/commands/command.hpp"

namespace collnoc {

struct DescribedOption {
  std::string name;                ///< "--topology"; of a positional argument "COLLECTIVE"
  std::string value;               ///< placeholder: "FILE", "on|off"; empty: a switch
  std::string help;                ///< one line
  std::vector<std::string> words;  ///< proposals for the value; empty: none are known
  bool positional = false;
  bool many = false;  ///< it may be given several times
  bool file() const { return value.rfind("FILE", 0) == 0 || value == "DIR"; }
};

struct DescribedCommand {
  std::string name, help;
  std::vector<std::string> examples;
  std::vector<DescribedOption> options;
};

/// The options of each command, --help first.
std::vector<DescribedCommand> describe(const Commands& commands, const AlgorithmCatalogue& catalogue);

/// Scripts that complete the command line, and the manual page in troff.
std::string bash_completion(const std::vector<DescribedCommand>& commands);
std::string zsh_completion(const std::vector<DescribedCommand>& commands);
std::string fish_completion(const std::vector<DescribedCommand>& commands);
std::string manual_page(const std::vector<DescribedCommand>& commands);

}  // namespace collnoc

// The command line as data, read from the declared options: for completion in shells and the manual page.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sim/run/catalogue.hpp"

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
  std::string examples;  ///< lines
  std::vector<DescribedOption> options;
};

std::vector<DescribedCommand> describe(const CLI::App& program, const AlgorithmCatalogue& catalogue);

/// Scripts that complete the command line, and the manual page in troff.
std::string bash_completion(const std::vector<DescribedCommand>& commands);
std::string zsh_completion(const std::vector<DescribedCommand>& commands);
std::string fish_completion(const std::vector<DescribedCommand>& commands);
std::string manual_page(const std::vector<DescribedCommand>& commands);

}  // namespace collnoc

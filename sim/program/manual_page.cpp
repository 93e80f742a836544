// The manual page, in troff with the macros of man(7).
#include <fmt/format.h>

#include "sim/common/version.hpp"
#include "sim/program/command_line_description.hpp"

namespace collnoc {
namespace {

/// As plain text: hyphens are those of options, and no line is a request.
std::string plain(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '\\')
      all += "\\\\";
    else if (c == '-')
      all += "\\-";
    else
      all += c;
  }
  return all.empty() || (all[0] != '.' && all[0] != '\'') ? all : "\\&" + all;
}

}  // namespace

std::string manual_page(const std::vector<DescribedCommand>& commands) {
  std::string page = fmt::format(R"(.TH COLLNOC 1 "" "collnoc {}" "User Commands"
.ad l
.SH NAME
collnoc \- a network-on-chip and the collectives that run on it
.SH SYNOPSIS
.B collnoc
.I COMMAND
.RI [ OPTION ]...
.SH DESCRIPTION
Simulates collectives, traffic and programs of your own on a network of cycle-exact routers and network interfaces.
.SH COMMANDS
)",
                                 version);
  for (const DescribedCommand& command : commands) {
    page += fmt::format(".SS {}\n{}\n", plain(command.name), plain(command.help));
    for (const DescribedOption& option : command.options) {
      page += fmt::format(".TP\n\\fB{}\\fR", plain(option.name));
      if (!option.value.empty() && !option.positional)
        page += fmt::format(" \\fI{}\\fR", plain(option.value));
      page += "\n" + plain(option.help) + "\n";
    }
  }
  page += ".SH EXAMPLES\n.nf\n";
  for (const DescribedCommand& command : commands)
    for (const std::string& example : command.examples)
      page += plain(example.substr(example.find("collnoc "))) + "\n";
  return page + R"(.fi
.SH EXIT STATUS
.TP
.B 0
success
.TP
.B 1
the command line, a file or a configuration is wrong
.TP
.B 2
a run failed: wrong bytes, a deadlock, a limit of cycles, a program on a tile
.TP
.B 3
a number differs from its baseline
.TP
.B 4
RTL and model differ
.TP
.B 77
something that the command needs is not installed
)";
}

}  // namespace collnoc

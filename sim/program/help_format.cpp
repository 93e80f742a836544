#include "sim/program/help_format.hpp"

#include <fmt/format.h>

#include <utility>

namespace collnoc {

namespace {
constexpr std::size_t screen = 100;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width, const std::string& places) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (text.size() - begin > width) {
    const auto none = [&](std::size_t at) { return at == std::string::npos || at <= begin; };
    std::size_t end = text.rfind(' ', begin + width);
    if (none(end)) end = text.find_last_of(places, begin + width - 1);
    if (none(end)) end = text.find_first_of(" " + places, begin + width);
    if (end == std::string::npos) break;
    const bool space = text[end] == ' ';
    lines.push_back(text.substr(begin, end - begin + (space ? 0 : 1)));
    begin = end + 1;
  }
  lines.push_back(text.substr(begin));
  return lines;
}

std::string HelpFormat::make_group(std::string group, bool is_positional,
                                   std::vector<const CLI::Option*> options) const {
  const bool first = is_positional || group == "Options";  // the base class has a line between groups
  const std::string text = CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
  return first ? text : text.substr(1);
}

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string name = make_option_name(option, is_positional) + make_option_opts(option);
  const std::size_t width = get_column_width();
  std::string text;
  for (const std::string& part : wrapped(name, screen - 6, "|"))
    text += (text.empty() ? "  " : "\n      ") + part;
  bool beside = text.size() < width;
  for (const std::string& line : wrapped(make_option_desc(option), screen - width, ",")) {
    if (beside)
      text += fmt::format("{:{}}{}", "", width - text.size(), line);
    else if (!line.empty())
      text += fmt::format("\n{:{}}{}", "", width, line);
    beside = false;
  }
  return text + "\n";
}

}  // namespace collnoc

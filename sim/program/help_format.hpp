// The form of --help: lines of at most 100 columns.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace collnoc {

/// `text` in lines of at most `width` characters where it has a place to break: at a space, or in a longer
/// word after one of `places`.
std::vector<std::string> wrapped(const std::string& text, std::size_t width, const std::string& places = "");

class HelpFormat final : public CLI::Formatter {
 public:
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

}  // namespace collnoc

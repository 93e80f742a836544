#include "sim/commands/console.hpp"

#include <fmt/ostream.h>

#include <algorithm>

namespace collnoc {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

void tell(const std::string& what, Console& console) {
  if (console.note) return console.note(one_line(what));
  fmt::print(console.err, "collnoc: note: {}\n", one_line(what));
  console.err.flush();
}

}  // namespace collnoc

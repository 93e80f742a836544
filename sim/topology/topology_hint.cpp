#include "sim/topology/topology_hint.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "sim/common/nearest.hpp"
#include "sim/common/user_error.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// What other simulators and papers call our kinds, in letters only. The first name that the text contains
/// counts.
const std::vector<std::pair<std::string, std::string>> names{{"kncube", "torus"},
                                                             {"karyncube", "torus"},
                                                             {"hypercube", "hypercube"},
                                                             {"hcube", "hypercube"},
                                                             {"ncube", "hypercube"},
                                                             {"cube", "hypercube"},
                                                             {"fullyconnected", "ghc"},
                                                             {"complete", "ghc"},
                                                             {"clique", "ghc"},
                                                             {"alltoall", "ghc"},
                                                             {"flattenedbutterfly", "ghc"},
                                                             {"flatbutterfly", "ghc"},
                                                             {"flatfly", "ghc"},
                                                             {"fbfly", "ghc"},
                                                             {"hyperx", "ghc"},
                                                             {"generalizedhypercube", "ghc"},
                                                             {"ghc", "ghc"},
                                                             {"hc", "hypercube"},
                                                             {"spidergon", "spidergon"},
                                                             {"spider", "spidergon"},
                                                             {"stargraph", "star"},
                                                             {"star", "star"},
                                                             {"torus", "torus"},
                                                             {"tori", "torus"},
                                                             {"ring", "torus"},
                                                             {"cycle", "torus"},
                                                             {"mesh", "mesh"},
                                                             {"grid", "mesh"},
                                                             {"line", "mesh"},
                                                             {"chain", "mesh"},
                                                             {"linear", "mesh"},
                                                             {"array", "mesh"},
                                                             {"path", "mesh"}};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The text in parts: its letters, its numbers, and the D of "2D" or "D2" if there is one.
struct Words {
  std::string letters;
  std::vector<std::string> numbers;
  unsigned dims = 0;
};

Words words_of(std::string_view text) {
  Words words;
  for (std::size_t i = 0; i < text.size();) {
    if (is_digit(text[i])) {
      std::size_t end = i;
      while (end < text.size() && is_digit(text[end])) ++end;
      const bool dims = end == i + 1 && text[i] != '0' && end < text.size() && (text[end] | 32) == 'd';
      if (dims)
        words.dims = static_cast<unsigned>(text[i] - '0');
      else
        words.numbers.emplace_back(text.substr(i, end - i));
      i = end + (dims ? 1 : 0);
    } else {
      const bool between = (text[i] | 32) == 'x' && i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) &&
                           is_digit(text[i + 1]);
      if (std::isalpha(static_cast<unsigned char>(text[i])) != 0 && !between)
        words.letters += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
      ++i;
    }
  }
  return words;
}

std::string letters_of(std::string text) {
  std::erase(text, '-');
  return text;
}

std::string kind_of(const std::string& letters) {
  for (const TopologyWord& word : topology_words())
    if (letters == letters_of(word.kind)) return word.kind;
  for (const auto& [name, kind] : names)
    if (letters.find(name) != std::string::npos) return kind;
  if (letters.empty()) return "mesh";
  std::vector<std::string> known;
  for (const auto& [name, kind] : names) known.push_back(name);
  const std::optional<std::string> spelled = nearest(letters, known);
  return spelled ? kind_of(*spelled) : "";
}

}  // namespace

std::optional<std::string> topology_hint(std::string_view text) {
  Words words = words_of(text);
  const std::string kind = kind_of(words.letters);
  if (kind.empty() || (words.letters.empty() && words.numbers.size() < 2)) return std::nullopt;
  if (words.dims > 1 && words.numbers.size() == 1) words.numbers.resize(words.dims, words.numbers.front());
  const auto& all = topology_words();
  const auto word =
      std::find_if(all.begin(), all.end(), [&](const TopologyWord& known) { return known.kind == kind; });
  if (word == all.end()) return std::nullopt;
  std::string hint = kind + ":";
  const char* between = word->example.find(',') == word->example.npos ? "x" : ",";
  for (const std::string& number : words.numbers) hint += (hint.back() == ':' ? "" : between) + number;
  if (words.numbers.empty()) hint = word->example;
  try {
    return to_text(parse_topology(hint));
  } catch (const UserError&) {
    return std::nullopt;
  }
}

}  // namespace collnoc

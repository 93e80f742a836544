// "Did you mean": the known name that is nearest to what the user typed.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace collnoc {

/// Smallest number of inserted, deleted, replaced or swapped neighbouring characters that turns a into b
/// (Damerau-Levenshtein, restricted).
inline unsigned edit_distance(std::string_view a, std::string_view b) {
  std::vector<unsigned> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

/// The name nearest to `word`: one that starts with it, or one whose edit distance is at most a third of its
/// length (2 for lengths 4 and 5).
inline std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names) {
  std::optional<std::string> best;
  unsigned best_distance = ~0u;
  for (const std::string& name : names) {
    const unsigned distance = edit_distance(word, name);
    const std::size_t length = std::max(word.size(), name.size());
    const bool close = distance <= std::max<std::size_t>(length >= 4 ? 2 : 1, length / 3);
    const bool begins = word.size() >= 2 && name.substr(0, word.size()) == word;
    if ((close || begins) && distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

/// The clause that ends an error about an unknown name: "did you mean 'torus'?" or "one of a, b, c".
inline std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  if (const auto name = nearest(word, names)) return "did you mean '" + *name + "'?";
  if (names.empty()) return "there is none";
  std::string list = names.size() == 1 ? "it can only be " : "one of ";
  for (std::size_t i = 0; i < names.size(); ++i) list += (i ? ", " : "") + names[i];
  return list;
}

}  // namespace collnoc

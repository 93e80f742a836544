// Covering arrays: few cases that together hold every combination of values that any few factors can take.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace collnoc::test {

/// A case of a test as the values of its factors, each numbered from 0: algorithm 3, topology 1, NIC 0, ...
using Factors = std::vector<unsigned>;

/// The values of `strength` factors of one case: pairs of factor and value, factors ascending.
using Tuple = std::vector<std::pair<unsigned, unsigned>>;

/// All combinations of `strength` factors that the case holds, in a fixed order. None if it has fewer
/// factors.
inline std::vector<Tuple> tuples(const Factors& factors, unsigned strength) {
  std::vector<Tuple> all;
  Tuple chosen;
  const auto extend = [&](const auto& self, unsigned first) -> void {
    if (chosen.size() == strength) {
      all.push_back(chosen);
      return;
    }
    for (unsigned f = first; f < factors.size(); ++f) {
      chosen.emplace_back(f, factors[f]);
      self(self, f + 1);
      chosen.pop_back();
    }
  };
  extend(extend, 0);
  return all;
}

/// Indices of cases, ascending. Every combination of `strength` factors that some case holds is held by a
/// chosen one: strength 2 covers all pairs. `cases` contains only legal cases, so illegal combinations need
/// no rule. The algorithm is greedy: it takes the case with the most missing combinations, and the first one
/// of equal cases, so the choice depends on `cases` alone.
inline std::vector<std::size_t> covering(const std::vector<Factors>& cases, unsigned strength) {
  std::vector<std::vector<Tuple>> held;
  std::set<Tuple> missing;
  for (const Factors& factors : cases) {
    held.push_back(tuples(factors, strength));
    missing.insert(held.back().begin(), held.back().end());
  }
  std::vector<std::size_t> chosen;
  while (!missing.empty()) {
    std::size_t best = 0, most = 0;
    for (std::size_t c = 0; c < cases.size(); ++c) {
      const auto is_missing = [&](const Tuple& one) { return missing.contains(one); };
      const auto news = static_cast<std::size_t>(std::count_if(held[c].begin(), held[c].end(), is_missing));
      if (news > most) {
        best = c;
        most = news;
      }
    }
    for (const Tuple& one : held[best]) missing.erase(one);
    held[best].clear();
    chosen.push_back(best);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace collnoc::test

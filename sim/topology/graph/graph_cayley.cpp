// Families of graphs whose nodes are permutations.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/topology/graph/family.hpp"

namespace collnoc::family {
namespace {

using Generators = std::vector<std::string>;

/// Akers and Krishnamurthy, "A group-theoretic model for symmetric interconnection networks" (1989): a node
/// for each permutation of some symbols, in lexicographic order, and a link for each generator, which says
/// what comes to each place. Generators come with their inverses. To which node each generator leads each.
GeneratorMoves cayley(const Generators& generators, std::string_view text) {
  const std::size_t symbols = generators.front().size();
  const auto fail = [&](const std::string& what) {
    throw UserError(fmt::format("topology '{}': {}", text, what));
  };
  if (symbols < 3 || symbols > 6) fail("generators are permutations of 3 to 6 symbols");
  std::string identity;
  for (std::size_t s = 0; s < symbols; ++s) identity += static_cast<char>('1' + s);
  const auto apply = [](const std::string& to, const std::string& generator) {
    std::string moved = to;
    for (std::size_t place = 0; place < to.size(); ++place)
      moved[place] = to[static_cast<std::size_t>(generator[place] - '1')];
    return moved;
  };
  for (const std::string& generator : generators) {
    std::string sorted = generator;
    std::ranges::sort(sorted);
    if (sorted != identity)
      fail(fmt::format("generator {} is no permutation of the symbols {}", generator, identity));
    if (generator == identity) fail(fmt::format("generator {} leaves all in place", generator));
    if (std::ranges::none_of(generators, [&](const auto& g) { return apply(generator, g) == identity; }))
      fail(fmt::format("generator {} has no inverse among the others", generator));
    if (std::ranges::count(generators, generator) > 1)
      fail(fmt::format("generator {} is named twice", generator));
  }
  std::vector<std::string> nodes;
  std::string permutation = identity;
  do nodes.push_back(permutation);
  while (std::ranges::next_permutation(permutation).found);
  GeneratorMoves moves;
  for (const std::string& generator : generators) {
    std::vector<Rank>& to = moves.emplace_back();
    for (const std::string& node : nodes)
      to.push_back(
          static_cast<Rank>(std::ranges::lower_bound(nodes, apply(node, generator)) - nodes.begin()));
  }
  return moves;
}

}  // namespace

GeneratorMoves cayley(std::string_view rest, std::string_view text) {
  Generators generators;
  for (;;) {
    const std::size_t comma = rest.find(',');
    generators.emplace_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  const bool alike = std::ranges::all_of(generators, [&](const std::string& g) {
    return g.size() == generators.front().size() &&
           std::ranges::all_of(g, [](char c) { return c >= '1' && c <= '9'; });
  });
  if (!alike)
    throw UserError(
        fmt::format("topology '{}': write generators as permutations, such as cayley:2134,3214,4231", text));
  return cayley(generators, text);
}

GeneratorMoves permutations(const Numbers& n, bool neighbours) {
  n.expect(1, 1, neighbours ? "bubble-sort:SYMBOLS" : "pancake:SYMBOLS");
  const std::uint32_t symbols = n.within(0, 3, 6, "the number of symbols");
  Generators generators;
  for (std::uint32_t k = 1; k < symbols; ++k) {
    std::string generator;
    for (std::uint32_t s = 0; s < symbols; ++s) generator += static_cast<char>('1' + s);
    const auto begin = generator.begin() + (neighbours ? k - 1 : 0);
    std::reverse(begin, generator.begin() + k + 1);
    generators.push_back(generator);
  }
  return cayley(generators, n.text());
}

}  // namespace collnoc::family

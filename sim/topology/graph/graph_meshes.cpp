// Families of graphs that are meshes with differences.
#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "sim/topology/graph/family.hpp"

namespace collnoc::family {

/// A mesh without some nodes, which are drawn so that the others stay connected. The others keep their order.
GraphLinks holes(std::string_view rest, std::string_view text) {
  const std::size_t comma = rest.find(',');
  if (comma == std::string_view::npos)
    throw UserError(
        fmt::format("topology '{}': write holes:WxH,NODES,SEED with the nodes that the mesh lacks", text));
  const Extents size(rest.substr(0, comma), "mesh", text);
  const Numbers n(rest.substr(comma + 1), text);
  n.expect(2, 2, "holes:WxH,NODES,SEED with the nodes that the mesh lacks");
  const std::uint64_t all = std::uint64_t{size.x} * size.y;
  if (all > Graph::max_graph_nodes || all < 3)
    throw UserError(fmt::format("topology '{}': {} nodes; a mesh with holes has 3 to {}", text, all,
                                Graph::max_graph_nodes));
  const std::uint32_t lacking = n.within(0, 1, static_cast<std::uint32_t>(all) - 2, "the number of holes");
  std::vector<bool> there(all, true);
  const auto joined = [&](Rank a, auto&& visit) {
    if (a % size.x + 1 < size.x && there[a + 1]) visit(a + 1);
    if (a + size.x < all && there[a + size.x]) visit(a + size.x);
    if (a % size.x > 0 && there[a - 1]) visit(a - 1);
    if (a >= size.x && there[a - size.x]) visit(a - size.x);
  };
  const auto is_connected = [&] {
    std::vector<bool> seen(all);
    std::vector<Rank> open{static_cast<Rank>(std::ranges::find(there, true) - there.begin())};
    seen[open.front()] = true;
    for (std::size_t k = 0; k < open.size(); ++k) {
      joined(open[k], [&](Rank next) {
        if (seen[next]) return;
        seen[next] = true;
        open.push_back(next);
      });
    }
    return open.size() == static_cast<std::size_t>(std::ranges::count(there, true));
  };
  std::mt19937 random(n[1]);
  for (std::uint32_t made = 0; made < lacking;) {  // an end of a tree that spans the rest can always go
    const auto hole = static_cast<Rank>(random() % all);
    if (!there[hole]) continue;
    there[hole] = false;
    if (is_connected())
      ++made;
    else
      there[hole] = true;
  }
  std::vector<Rank> number(all);
  GraphLinks g{0, {}};
  for (Rank a = 0; a < all; ++a) number[a] = there[a] ? g.nodes++ : no_rank;
  for (Rank a = 0; a < all; ++a) {
    if (!there[a]) continue;
    joined(a, [&](Rank b) {
      if (b > a) g.add(number[a], number[b]);
    });
  }
  return g;
}

/// A mesh of chiplets. Tiles are numbered as in one mesh, x first.
GraphLinks chiplets(std::string_view rest, std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t comma = 0; comma != std::string_view::npos; rest.remove_prefix(comma + 1)) {
    comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    if (part != "of" || parts.size() != 1) parts.push_back(part);  // 2x2,of,4x4,8,2
    if (comma == std::string_view::npos) break;
  }
  if (parts.size() != 4)
    throw UserError(
        fmt::format("topology '{}': write chiplets:WxH,WxH,DELAY,INTERVAL with the chiplets, the "
                    "tiles of each, and the cycles of links between them",
                    text));
  const Extents many(parts[0], "mesh of chiplets", text), each(parts[1], "mesh of tiles", text);
  const std::uint64_t x = std::uint64_t{many.x} * each.x, y = std::uint64_t{many.y} * each.y;
  if (x > Graph::max_graph_nodes || y > Graph::max_graph_nodes || x * y > Graph::max_graph_nodes)
    throw UserError(fmt::format("topology '{}': more than {} tiles", text, Graph::max_graph_nodes));
  const std::uint32_t delay = parse_number(parts[2], "a delay", text),
                      interval = parse_number(parts[3], "an interval", text);
  if (const std::string wrong = wrong_timing(delay, interval); !wrong.empty())
    throw UserError(fmt::format("topology '{}': {}", text, wrong));
  const LinkTiming between{static_cast<std::uint8_t>(delay), static_cast<std::uint8_t>(interval)};
  GraphLinks g{static_cast<std::uint32_t>(x * y), {}};
  const auto add = [&](Rank a, Rank b, bool within) { within ? g.add(a, b) : g.add(a, b, between, between); };
  for (Rank t = 0; t < g.nodes; ++t) {
    const Rank at_x = t % static_cast<Rank>(x), at_y = t / static_cast<Rank>(x);
    if (at_x + 1 < x) add(t, t + 1, (at_x + 1) % each.x != 0);
    if (at_y + 1 < y) add(t, t + static_cast<Rank>(x), (at_y + 1) % each.y != 0);
  }
  return g;
}

}  // namespace collnoc::family

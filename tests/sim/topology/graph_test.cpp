// Graphs: their families, and errors of their texts; and their routes, which must reach every destination
// without a cycle of channels that wait for each other. The tables are followed here by themselves, without
// the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "sim/common/user_error.hpp"
#include "sim/fabric/dependency_graph.hpp"
#include "sim/topology/graph/channel_order.hpp"
#include "sim/topology/graph/graph_product.hpp"
#include "sim/topology/graph/graph_routes.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/support/random_graph.hpp"

namespace collnoc {
namespace {

using test::random_graph;

/// Which channels wait for which: [channel] of (node * links + link) * vcs + vc.
using Waits = std::vector<std::set<std::size_t>>;

bool has_cycle(const Waits& waits) {
  std::vector<std::size_t> before(waits.size());
  for (const auto& next : waits)
    for (const std::size_t to : next) ++before[to];
  std::vector<std::size_t> free;
  for (std::size_t c = 0; c < waits.size(); ++c)
    if (before[c] == 0) free.push_back(c);
  std::size_t removed = 0;
  while (!free.empty()) {
    const std::size_t c = free.back();
    free.pop_back();
    ++removed;
    for (const std::size_t to : waits[c])
      if (--before[to] == 0) free.push_back(to);
  }
  return removed != waits.size();
}

/// Follows the entries of all pairs with `vcs` virtual channels, whichever of an entry's channels packets
/// take; the number of hops of all pairs together.
std::uint64_t follow_all(const GraphTables& t, unsigned vcs) {
  Waits waits(std::size_t{t.nodes} * t.links * vcs);
  std::uint64_t hops = 0;
  for (Rank to = 0; to < t.tiles; ++to) {
    for (Rank from = 0; from < t.tiles; ++from) {
      std::vector<std::size_t> held;
      std::uint32_t length = 0;
      for (Rank at = from; at != to; ++length) {
        EXPECT_LE(length, t.nodes) << from << " to " << to;
        if (length > t.nodes) return 0;
        const std::uint32_t entry = t.routes[vcs - 1][at * t.entries + to];
        const Link link = nic::route_link.of(entry);
        EXPECT_LT(link, t.links);
        const Rank next = t.neighbour[at * t.links + link];
        EXPECT_NE(next, no_rank);
        if (next == no_rank) return 0;
        std::vector<std::size_t> wanted;
        for (unsigned k = 0; k <= nic::route_more_vcs.of(entry); ++k) {
          const unsigned vc = nic::route_first_vc.of(entry) + k;
          EXPECT_LT(vc, vcs);
          wanted.push_back((std::size_t{at} * t.links + link) * vcs + vc);
        }
        for (const std::size_t a : held) waits[a].insert(wanted.begin(), wanted.end());
        held = wanted;
        at = next;
      }
      EXPECT_GE(length, t.distance[from * t.nodes + to]);
      hops += length;
    }
  }
  EXPECT_FALSE(has_cycle(waits)) << vcs << " virtual channels";
  return hops;
}

std::uint64_t shortest(const GraphTables& t) {
  std::uint64_t sum = 0;
  for (Rank from = 0; from < t.tiles; ++from)
    for (Rank to = 0; to < t.tiles; ++to) sum += t.distance[std::size_t{from} * t.nodes + to];
  return sum;
}

void expect_links_match(const Topology& t) {
  for (Rank r = 0; r < t.nodes(); ++r) {
    for (Link l = 0; l < t.links(); ++l) {
      const Rank far = t.neighbour(r, l);
      if (far == no_rank) continue;
      const Link back = t.opposite(r, l);
      EXPECT_EQ(t.neighbour(far, back), r);
      EXPECT_EQ(t.opposite(far, back), l);
    }
  }
}

std::string error_of(const std::string& text) {
  try {
    parse_topology(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

struct Family {
  const char* text;
  Rank tiles;
  unsigned links;
  std::uint32_t diameter;
  Rank switches = 0;
};

TEST(Graph, families_have_their_nodes_links_and_diameters) {
  for (const Family& f : {Family{"ring:7", 7, 2, 3},
                          Family{"chordal-ring:16,4", 16, 4, 3},
                          Family{"chordal-ring:12,6", 12, 3, 3},
                          Family{"complete:9", 9, 8, 1},
                          Family{"tree:2,3", 15, 3, 6},
                          Family{"tree:7,1", 8, 7, 2},
                          Family{"dragonfly:4,2", 36, 5, 3},
                          Family{"dragonfly:2,1", 6, 2, 3},
                          Family{"product:ring:5+tree:2,1", 15, 4, 4},
                          Family{"product:star:3+mesh:4x2+torus:2", 96, 6, 8},
                          Family{"random-regular:64,6,1", 64, 6, 4},
                          Family{"fat-tree:4", 16, 4, 6, 20},
                          Family{"fat-tree:2", 2, 2, 6, 5},
                          Family{"fat-tree:6", 54, 6, 6, 45},
                          Family{"cmesh:4x2,3", 24, 6, 6, 8},
                          Family{"cmesh:1x1,8", 8, 8, 2, 1},
                          Family{"dragonfly:3,2,1", 24, 5, 5, 12},
                          Family{"chiplets:2x2,3x2,5,4", 24, 4, 8},
                          Family{"chiplets:2x1,of,2x2,16,8", 8, 3, 4},
                          Family{"product:chiplets:2x1,2x1,3,1+ring:3", 12, 4, 4},
                          Family{"pancake:4", 24, 3, 4},
                          Family{"pancake:5", 120, 4, 5},
                          Family{"bubble-sort:4", 24, 3, 6},
                          Family{"cayley:2134,3214,4231", 24, 3, 4},
                          Family{"cayley:231,312,213", 6, 3, 2},
                          Family{"hypercube:7", 128, 7, 7},
                          Family{"ghc:2x3x4", 24, 6, 3}}) {
    const Topology t = parse_topology(f.text);
    SCOPED_TRACE(f.text);
    EXPECT_EQ(t.size(), f.tiles);
    EXPECT_EQ(t.nodes(), f.tiles + f.switches);
    EXPECT_EQ(t.links(), f.links);
    std::uint32_t most = 0;
    for (Rank a = 0; a < t.size(); ++a)
      for (Rank b = 0; b < t.size(); ++b) most = std::max(most, t.distance(a, b));
    EXPECT_EQ(most, f.diameter);
    EXPECT_EQ(to_text(t), f.text);
    EXPECT_EQ(t, parse_topology(f.text)) << "the same tables";
    expect_links_match(t);
    // Of these graphs, only four have routes that are not shortest.
    const std::uint64_t hops = follow_all(*t.tables(), 2), least = shortest(*t.tables());
    EXPECT_LE(hops, least + least / 30);
    EXPECT_GE(hops, least);
  }
  EXPECT_EQ(parse_topology("dragonfly:4,2").neighbour(0, 3), 7u) << "the last link of group 1";
}

TEST(Graph, a_mesh_with_holes_is_connected_and_lacks_their_links) {
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    const Topology t = parse_topology("holes:8x8,20," + std::to_string(seed));
    EXPECT_EQ(t.size(), 44u);
    EXPECT_LE(t.links(), 4u);
    expect_links_match(t);
    follow_all(*t.tables(), 2);
  }
  EXPECT_NE(parse_topology("holes:6x6,9,1").tables()->distance[35], 0);
}

TEST(Graph, routes_of_random_graphs_arrive_and_never_wait_in_a_circle) {
  std::mt19937 random(1);
  std::uint64_t routed = 0, least = 0;
  unsigned one_class = 0;
  for (unsigned n = 0; n < 150; ++n) {
    const std::uint32_t nodes = 2 + random() % 47;
    SCOPED_TRACE(::testing::Message() << "graph " << n << " of " << nodes << " nodes");
    GraphLinks graph = random_graph(random, nodes);
    if (n % 3 == 0 && nodes > 2) graph.switches = static_cast<std::uint32_t>(random() % (nodes - 2));
    const Topology t = make_graph("random", graph);
    EXPECT_EQ(t.size(), nodes - graph.switches);
    expect_links_match(t);
    const GraphTables& tables = *t.tables();
    std::uint64_t hops = 0;
    for (unsigned vcs = 1; vcs <= 4; ++vcs) {
      EXPECT_EQ(tables.routes[vcs - 1] != nullptr, vcs >= tables.classes);
      if (tables.routes[vcs - 1] == nullptr) continue;
      const std::uint64_t with = follow_all(tables, vcs);
      EXPECT_TRUE(hops == 0 || hops == with);
      hops = with;
    }
    one_class += tables.classes == 1 ? 1 : 0;
    routed += hops;
    least += shortest(tables);
    if (HasFatalFailure() || HasNonfatalFailure()) return;
  }
  EXPECT_GT(one_class, 0u);
  EXPECT_LT(one_class, 150u);
  EXPECT_LE(static_cast<double>(routed), 1.02 * static_cast<double>(least)) << "mostly shortest paths";
}

TEST(Graph, the_model_follows_the_tables) {
  for (const char* text : {"ring:9", "dragonfly:4,2", "random-regular:24,5,3"}) {
    const Topology t = parse_topology(text);
    HardwareConfig config;
    config.fit(t);
    for (config.vcs = t.tables()->classes; config.vcs <= 4; ++config.vcs) {
      const DependencyGraph graph = dependency_graph(t, config);
      EXPECT_TRUE(graph.cycle.empty()) << text;
      EXPECT_GT(graph.dependencies, 0u);
    }
  }
}

/// With one class, many graphs have routes along a tree.
TEST(Graph, searches_with_any_number_of_classes_reach_all) {
  std::mt19937 random(2);
  for (unsigned n = 0; n < 60; ++n) {
    const GraphWires wires("random", random_graph(random, 2 + random() % 40));
    const unsigned classes = 1 + n % 2;
    const GraphRoutes routes = search_routes(wires, classes);
    GraphTables t;
    t.nodes = t.tiles = wires.nodes;
    t.links = wires.links;
    t.neighbour = wires.neighbour.data();
    t.distance = wires.distance.data();
    t.entries = wires.nodes;
    t.routes[classes - 1] = routes.next.data();  // a class is one virtual channel
    EXPECT_EQ(follow_all(t, classes), routes.hops);
  }
}

TEST(Graph, an_order_of_channels_refuses_exactly_what_closes_a_cycle) {
  std::mt19937 random(3);
  unsigned refused = 0;
  for (unsigned n = 0; n < 40; ++n) {
    const GraphWires wires("random", random_graph(random, 3 + random() % 6));
    const unsigned classes = 1 + n % 2;
    ChannelOrder order(wires, classes);
    Waits waits(order.channels());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> there;
    for (unsigned k = 0; k < 300; ++k) {
      if (random() % 4 == 0 && !there.empty()) {
        const std::size_t which = random() % there.size();
        const auto [from, to] = there[which];
        order.remove(from, to);
        there.erase(there.begin() + static_cast<std::ptrdiff_t>(which));
        if (std::find(there.begin(), there.end(), std::pair(from, to)) == there.end()) waits[from].erase(to);
        continue;
      }
      const Rank node = random() % wires.nodes;
      const Link link = random() % wires.links;
      const Rank next = wires.neighbour[wires.at(node, link)];
      if (next == no_rank) continue;
      const Link onward = random() % wires.links;
      if (wires.neighbour[wires.at(next, onward)] == no_rank) continue;
      const std::uint32_t from = order.channel(node, link, random() % classes),
                          to = order.channel(next, onward, random() % classes);
      const bool is_new = waits[from].insert(to).second, cycle = has_cycle(waits);
      if (cycle && is_new) waits[from].erase(to);
      ASSERT_EQ(order.add(from, to), !cycle) << from << " to " << to;
      EXPECT_EQ(order.has(from, to), !cycle);
      if (!cycle) there.emplace_back(from, to);
      refused += cycle ? 1 : 0;
    }
  }
  EXPECT_GT(refused, 100u);
}

/// Products are found whatever the numbers of their nodes, and prime graphs are not divided.
TEST(Graph, factors_are_those_of_the_product) {
  const auto sizes = [](const GraphLinks& g) {
    std::multiset<std::uint32_t> all;
    for (const GraphFactor& f : factors_of(GraphWires("product", g))) all.insert(f.graph.nodes);
    return all;
  };
  std::mt19937 random(4);
  for (unsigned n = 0; n < 30; ++n) {
    // The product of two or three random graphs, numbered at random.
    std::vector<GraphLinks> factors;
    std::uint32_t nodes = 1;
    for (unsigned k = 0; k < 2 + n % 2; ++k) {
      factors.push_back(named_graph("ring", std::to_string(3 + 2 * (random() % 3)), "a ring"));
      if (k == 0) factors.back() = GraphLinks{4, {{0, 1}, {1, 2}, {2, 3}, {1, 3}}};
      nodes *= factors.back().nodes;
    }
    std::vector<Rank> name(nodes);
    for (Rank r = 0; r < nodes; ++r) name[r] = r;
    for (std::size_t k = nodes; k > 1; --k) std::swap(name[k - 1], name[random() % k]);
    GraphLinks product{nodes, {}};
    std::multiset<std::uint32_t> expected;
    std::uint32_t stride = 1;
    for (const GraphLinks& f : factors) {
      expected.insert(f.nodes);
      for (Rank r = 0; r < nodes; ++r) {
        const Rank own = r / stride % f.nodes;
        for (const GraphLink& link : f.links)
          if (own == link.a) product.add(name[r], name[r + (link.b - link.a) * stride]);
      }
      stride *= f.nodes;
    }
    EXPECT_EQ(sizes(product), expected);
    const Topology t = make_graph("product", product);
    for (const unsigned vcs : {2u, 3u, 4u}) EXPECT_EQ(follow_all(*t.tables(), vcs), shortest(*t.tables()));
  }
  for (const char* prime : {"7", "11"})
    EXPECT_EQ(sizes(named_graph("ring", prime, "a ring")).size(), 1u) << prime;
  EXPECT_EQ(sizes(named_graph("ring", "4", "a ring")), (std::multiset<std::uint32_t>{2, 2})) << "a square";
  EXPECT_EQ(sizes(named_graph("tree", "2,3", "a tree")).size(), 1u);
  EXPECT_EQ(sizes(named_graph("complete", "6", "a complete graph")).size(), 1u);
}

/// As a graph, a mesh or torus of 8x8 uses its links as evenly as dimension order does.
TEST(Graph, grids_are_routed_as_well_as_by_formulas) {
  for (const bool torus : {false, true}) {
    GraphLinks g{64, {}};
    for (Rank y = 0; y < 8; ++y) {
      for (Rank x = 0; x < 8; ++x) {
        if (x < 7 || torus) g.add(y * 8 + x, y * 8 + (x + 1) % 8);
        if (y < 7 || torus) g.add(y * 8 + x, (y + 1) % 8 * 8 + x);
      }
    }
    const GraphRoutes routes = graph_routes(GraphWires("grid", g));
    EXPECT_EQ(routes.hops, torus ? 64u * 64 * 4 : 64u * 64 * 21 / 4);
    EXPECT_EQ(routes.most_used, torus ? 64u : 128u);
  }
}

TEST(Graph, wrong_families_say_what_is_right) {
  EXPECT_NE(error_of("ring:2").find("3 to 1024, not 2"), std::string::npos);
  EXPECT_NE(error_of("ring:3,4").find("write ring:NODES"), std::string::npos);
  EXPECT_NE(error_of("complete:10").find("2 to 9, not 10"), std::string::npos);
  EXPECT_NE(error_of("tree:7,5").find("nodes; a graph has 2 to 1024"), std::string::npos);
  EXPECT_NE(error_of("chordal-ring:8,5").find("a chord is 2 to 4, not 5"), std::string::npos);
  EXPECT_NE(error_of("random-regular:5,3,1").find("their product even"), std::string::npos);
  EXPECT_NE(error_of("random-regular:12,2,1").find("try another seed"), std::string::npos);
  EXPECT_NE(error_of("product:ring:5+tre:2").find("unknown kind 'tre'"), std::string::npos);
  EXPECT_NE(error_of("product:mesh:64x64+ring:3").find("more than 1024 nodes"), std::string::npos);
  EXPECT_NE(error_of("product:complete:9+ring:3").find("more than 8 links"), std::string::npos);
  EXPECT_NE(error_of("dragonfly:8,7").find("more than 8 links"), std::string::npos);
  EXPECT_NE(error_of("dragonfly:4,5,2").find("more than 8 links"), std::string::npos);
  EXPECT_NE(error_of("fat-tree:5").find("is even"), std::string::npos);
  EXPECT_NE(error_of("fat-tree:10").find("2 to 8, not 10"), std::string::npos);
  EXPECT_NE(error_of("cmesh:4x4").find("write cmesh:WxH,TILES"), std::string::npos);
  EXPECT_NE(error_of("cmesh:4,2").find("'4' is no mesh, such as 4x2"), std::string::npos);
  EXPECT_NE(error_of("cmesh:4x4,5").find("more than 8 links"), std::string::npos);
  EXPECT_NE(error_of("cmesh:20x20,2").find("1200 tiles and switches"), std::string::npos);
  EXPECT_NE(error_of("chiplets:2x2,2x2").find("write chiplets:WxH,WxH,DELAY,INTERVAL"), std::string::npos);
  EXPECT_NE(error_of("chiplets:2x2,2x2,17,1").find("a delay is 1 to 16 cycles, not 17"), std::string::npos);
  EXPECT_NE(error_of("chiplets:2x2,2x2,1,3").find("not 3"), std::string::npos);
  EXPECT_NE(error_of("chiplets:0x2,2x2,1,1").find("a number must be at least 1"), std::string::npos);
  EXPECT_NE(error_of("chiplets:9x9,9x9,1,1").find("more than 1024 tiles"), std::string::npos);
  EXPECT_NE(error_of("cayley:2134,321").find("write generators as permutations"), std::string::npos);
  EXPECT_NE(error_of("cayley:2134,2341").find("generator 2341 has no inverse"), std::string::npos);
  EXPECT_NE(error_of("cayley:2133").find("no permutation of the symbols 1234"), std::string::npos);
  EXPECT_NE(error_of("cayley:1234").find("leaves all in place"), std::string::npos);
  EXPECT_NE(error_of("cayley:2134,2134").find("named twice"), std::string::npos);
  EXPECT_NE(error_of("cayley:2134").find("not connected"), std::string::npos);
  EXPECT_NE(error_of("cayley:231,312").find("not connected"), std::string::npos);
  EXPECT_NE(error_of("pancake:7").find("3 to 6, not 7"), std::string::npos);
  EXPECT_NE(error_of("holes:4x4").find("write holes:WxH,NODES,SEED"), std::string::npos);
  EXPECT_NE(error_of("holes:4x4,15,1").find("1 to 14, not 15"), std::string::npos);
  EXPECT_NE(error_of("hypercube:9").find("at most 8"), std::string::npos);
  EXPECT_NE(error_of("product:fat-tree:4+ring:3").find("fat-tree:4 has switches"), std::string::npos);
}

}  // namespace
}  // namespace collnoc

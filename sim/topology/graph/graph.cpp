// Graphs: the simulator's part of arch/topology/graph.hpp.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "sim/topology/graph/graph_routes.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

/// A graph's tables, and what they point to.
struct StoredGraph {
  StoredGraph(const std::string& text, const GraphLinks& graph)
      : text(text), wires(text, graph), routes(graph_routes(wires)) {
    tables.nodes = wires.nodes;
    tables.tiles = wires.tiles;
    tables.links = wires.links;
    tables.classes = routes.classes;
    tables.neighbour = wires.neighbour.data();
    tables.opposite = wires.opposite.data();
    tables.distance = wires.distance.data();
    if (!wires.timing.empty()) {
      tables.timing = wires.timing.data();
      tables.registers = wires.registers.data();
    }
    tables.entries = Graph::table_entries(wires.tiles);
    tables.text = this->text.c_str();
    for (unsigned vcs = routes.classes; vcs <= 4; ++vcs) {
      entries[vcs - 1] = entries_for(vcs);
      tables.routes[vcs - 1] = entries[vcs - 1].data();
    }
  }

  /// A class has as many of the virtual channels as the others; the last one has the rest as well.
  std::vector<std::uint8_t> entries_for(unsigned vcs) const {
    const unsigned each = vcs / routes.classes;
    std::vector<std::uint8_t> all(std::size_t{wires.nodes} * tables.entries);
    for (std::size_t at = 0; at < routes.next.size(); ++at) {
      if (at % wires.nodes >= wires.tiles) continue;
      unsigned first = routes.of_class(at) * each,
               count = routes.of_class(at) + 1 == routes.classes ? vcs - first : each;
      if (!routes.spread.empty()) {
        // Two of four: the VC hash then selects one of these, so that short messages wait for each other
        // less.
        const unsigned chosen = count == 4 ? 2 : 1;
        first += routes.spread[at] % (count / chosen) * chosen;
        count = chosen;
      }
      all[at / wires.nodes * tables.entries + at % wires.nodes] =
          static_cast<std::uint8_t>(nic::route_link.at(routes.link(at)) | nic::route_first_vc.at(first) |
                                    nic::route_more_vcs.at(count - 1));
    }
    return all;
  }

  std::string text;
  GraphWires wires;
  GraphRoutes routes;
  std::vector<std::uint8_t> entries[4];
  GraphTables tables;
};

class GraphForm final : public TopologyForm {
 public:
  std::string_view noun() const override { return "a graph"; }
  std::vector<TopologyWord> words() const override {
    return {
        {"graph", "graph:FILE", "any graph, link by link, from a file (TOML, JSON or BookSim's anynet)"},
        {"ring", "ring:8", "ring, routed by tables"},
        {"chordal-ring", "chordal-ring:16,4", "ring with links from every node to those some numbers ahead"},
        {"complete", "complete:6", "complete graph of 2 to 9 nodes, routed by tables"},
        {"tree", "tree:2,3", "tree in which every node but the leaves has the same number of children"},
        {"dragonfly", "dragonfly:4,1",
         "groups that are complete graphs, with some links from every node to other groups"},
        {"fat-tree", "fat-tree:4", "fat tree of three levels of switches with this number of links"},
        {"cmesh", "cmesh:4x4,2", "mesh of switches, each with this number of tiles"},
        {"chiplets", "chiplets:2x2,4x4,8,2",
         "mesh of chiplets, which are meshes; links between them have a delay and an interval"},
        {"holes", "holes:8x8,6,1", "mesh without some nodes, drawn with a seed"},
        {"pancake", "pancake:4", "permutations of 3 to 6 symbols; links reverse the first ones"},
        {"bubble-sort", "bubble-sort:4", "the same; links exchange two symbols side by side"},
        {"cayley", "cayley:2134,3214,4231", "the same, with links for any permutations of places"},
        {"product", "product:ring:5+tree:2,2", "product of networks of any kinds, such as the papers study"},
        {"random-regular", "random-regular:16,4,1",
         "random graph of nodes with equally many links, and a seed"},
    };
  }

  Topology parse(std::string_view kind, std::string_view rest, std::string_view text) const override {
    return make_graph(std::string(text),
                      kind == "graph" ? graph_of_file(std::string(rest)) : named_graph(kind, rest, text));
  }

  std::string text(const Topology& topology) const override {
    return topology.tables() == nullptr ? "graph" : topology.tables()->text;
  }

  std::string link_name(std::uint32_t, Link link) const override { return fmt::format("l{}", link); }

  std::string vcs_needed(const Topology& topology, unsigned) const override {
    return fmt::format("its routes need {}", topology.tables()->classes);
  }
};

}  // namespace

Topology make_graph(const std::string& text, const GraphLinks& graph) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, GraphLinks>, std::unique_ptr<const StoredGraph>> all;
  const std::lock_guard lock(mutex);
  auto& stored = all[{text, graph}];
  if (!stored) {
    try {
      stored = std::make_unique<const StoredGraph>(text, graph);
    } catch (...) {
      all.erase({text, graph});
      throw;
    }
  }
  return Topology::graph(stored->tables);
}

const TopologyForm& form_of(Graph) {
  static const GraphForm form;
  return form;
}

}  // namespace collnoc

// Files of graphs: TOML, JSON, and BookSim's anynet.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "sim/common/json_problem.hpp"
#include "sim/common/toml_text.hpp"
#include "sim/topology/graph/graph_links.hpp"

namespace collnoc {
namespace {

constexpr const char* form = "nodes = N and links = [[A, B], …], nodes numbered from 0";
constexpr const char* link_form =
    "a link is [A, B], the numbers of two nodes, or [A, B, DELAY] or [A, B, DELAY, INTERVAL], each a number "
    "or "
    "[from A to B, from B to A]";

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw UserError(fmt::format("{}: {}", where, what));
}

/// A number of a node, or of nodes.
std::uint32_t number(std::int64_t value, const std::string& where) {
  if (value < 0 || value > Graph::max_graph_nodes)
    fail(where, fmt::format("{} is not 0 to {}", value, Graph::max_graph_nodes));
  return static_cast<std::uint32_t>(value);
}

/// The elements of a link in a file: numbers, or pairs of them.
struct Element {
  bool pair = false;
  std::uint32_t first = 0, second = 0;
};

void add_link(GraphLinks& graph, const std::vector<Element>& elements, const std::string& where) {
  if (elements.size() < 2 || elements.size() > 4 || elements[0].pair || elements[1].pair)
    fail(where, link_form);
  const Element delay = elements.size() > 2 ? elements[2] : Element{false, 1, 1},
                interval = elements.size() > 3 ? elements[3] : Element{false, 1, 1};
  const auto timing = [&](std::uint32_t cycles, std::uint32_t of_flit) {
    if (const std::string wrong = wrong_timing(cycles, of_flit); !wrong.empty()) fail(where, wrong);
    return LinkTiming{static_cast<std::uint8_t>(cycles), static_cast<std::uint8_t>(of_flit)};
  };
  graph.add(elements[0].first, elements[1].first, timing(delay.first, interval.first),
            timing(delay.second, interval.second));
}

/// The number of switches among `nodes` nodes.
std::uint32_t switches_of(std::uint32_t switches, std::uint32_t nodes, const std::string& where) {
  if (switches > nodes) fail(where, fmt::format("{} switches of {} nodes", switches, nodes));
  return switches;
}

GraphLinks of_toml(const std::string& path, const std::string& text) {
  const toml::table table = parse_toml(text, path);
  const auto where = [&](const toml::node& node) { return place(path, node); };
  for (const auto& [key, value] : table) {
    if (key.str() != "nodes" && key.str() != "links" && key.str() != "switches")
      fail(where(value), fmt::format("unknown key '{}'; a graph is {}", key.str(), form));
  }
  const auto* const nodes = table["nodes"].as_integer();
  const auto* const links = table["links"].as_array();
  if (nodes == nullptr || links == nullptr) fail(path, fmt::format("a graph is {}", form));
  GraphLinks graph{number(nodes->get(), where(*nodes)), {}};
  if (const toml::node* const switches = table.get("switches")) {
    if (!switches->is_integer()) fail(where(*switches), "switches: a whole number is needed");
    graph.switches =
        switches_of(number(switches->as_integer()->get(), where(*switches)), graph.nodes, where(*switches));
  }
  for (const toml::node& link : *links) {
    const auto* const words = link.as_array();
    if (words == nullptr) fail(where(link), link_form);
    const auto whole = [&](const toml::node& word) {
      if (!word.is_integer()) fail(where(link), link_form);
      return number(word.as_integer()->get(), where(link));
    };
    std::vector<Element> elements;
    for (const toml::node& word : *words) {
      const auto* const pair = word.as_array();
      if (pair == nullptr) {
        elements.push_back({false, whole(word), whole(word)});
      } else {
        if (pair->size() != 2) fail(where(link), link_form);
        elements.push_back({true, whole((*pair)[0]), whole((*pair)[1])});
      }
    }
    add_link(graph, elements, where(link));
  }
  return graph;
}

GraphLinks of_json(const std::string& path, const std::string& text) {
  using Json = nlohmann::json;
  const auto whole = [](const Json& value, const std::string& where) {
    if (!value.is_number_integer()) fail(where, "a whole number is needed");
    const bool large = value.is_number_unsigned() && value.get<std::uint64_t>() > Graph::max_graph_nodes;
    if (large) fail(where, fmt::format("{} is not 0 to {}", value.dump(), Graph::max_graph_nodes));
    return number(value.get<std::int64_t>(), where);
  };
  try {
    const Json json = Json::parse(text);
    if (!json.contains("nodes") || !json.contains("links") || !json["links"].is_array())
      fail(path, fmt::format("a graph is {}", form));
    for (const auto& [key, value] : json.items()) {
      if (key != "nodes" && key != "links" && key != "switches")
        fail(path, fmt::format("unknown key '{}'; a graph is {}", key, form));
    }
    GraphLinks graph{whole(json["nodes"], path + ": nodes"), {}};
    if (json.contains("switches"))
      graph.switches = switches_of(whole(json["switches"], path + ": switches"), graph.nodes, path);
    const Json& links = json["links"];
    for (std::size_t k = 0; k < links.size(); ++k) {
      const std::string where = fmt::format("{}: links[{}]", path, k);
      if (!links[k].is_array()) fail(where, link_form);
      std::vector<Element> elements;
      for (const Json& word : links[k]) {
        if (word.is_array() && word.size() != 2) fail(where, link_form);
        const bool pair = word.is_array();
        elements.push_back({pair, whole(pair ? word[0] : word, where), whole(pair ? word[1] : word, where)});
      }
      add_link(graph, elements, where);
    }
    return graph;
  } catch (const Json::exception& error) {
    fail(path, json_problem(error));
  }
}

/// Lines `router A node N router B router C …`; a number behind a neighbour is the cycles of that link, in
/// both directions unless the other one has its own. Where each router has one node, they are a tile with its
/// node. Otherwise nodes are tiles whose own routers are linked to switches: one hop more at each end.
class Anynet {
 public:
  Anynet(const std::string& path, const std::string& text) : path_(path) {
    std::istringstream lines(text);
    std::string line;
    for (unsigned at = 1; std::getline(lines, line); ++at) read(line, fmt::format("{}:{}", path, at));
  }

  GraphLinks graph() const {
    const bool alike = std::all_of(routers_.begin(), routers_.end(), [&](const auto& router) {
      const auto nodes = nodes_of_.find(router.first);
      return nodes != nodes_of_.end() && nodes->second.size() == 1 && nodes->second.begin()->second == 1;
    });
    std::map<Rank, Rank> router_of;  // by node
    for (const auto& [router, nodes] : nodes_of_) {
      for (const auto& [node, cycles] : nodes) {
        if (!router_of.emplace(node, router).second)
          fail(path_, fmt::format("two routers have node {}", node));
      }
    }
    const auto tiles = static_cast<std::uint32_t>(router_of.size());
    if (tiles == 0) fail(path_, "no router has a node");
    if (router_of.rbegin()->first >= tiles)
      fail(path_,
           fmt::format("node {}: nodes are numbered from 0 to {}", router_of.rbegin()->first, tiles - 1));
    GraphLinks graph{tiles, {}};
    std::map<Rank, Rank> number;  // of each router
    for (const auto& [router, neighbours] : routers_)
      number[router] = alike ? nodes_of_.at(router).begin()->first : graph.nodes++;
    if (!alike) {
      graph.switches = graph.nodes - tiles;
      for (const auto& [node, router] : router_of) {
        const LinkTiming timing = timed(nodes_of_.at(router).at(node));
        graph.add(node, number.at(router), timing, timing);
      }
    }
    for (const auto& [router, neighbours] : routers_) {
      for (const auto& [other, cycles] : neighbours) {
        const auto& back = routers_.at(other);
        const auto reverse = back.find(router);
        if (router == other) fail(path_, fmt::format("router {} has a link to itself", router));
        if (reverse != back.end() && other < router) continue;
        graph.add(number.at(router), number.at(other), timed(cycles),
                  timed(reverse == back.end() ? cycles : reverse->second));
      }
    }
    return graph;
  }

 private:
  using Cycles = std::map<Rank, std::uint32_t>;  ///< of links to these

  static LinkTiming timed(std::uint32_t cycles) {
    return {static_cast<std::uint8_t>(std::min<std::uint32_t>(cycles, 255))};
  }

  void read(const std::string& line, const std::string& where) {
    std::istringstream words(line);
    std::string word;
    std::string kind;  // of the line's first word
    Rank head = 0;
    std::uint32_t* cycles = nullptr;  // a number of cycles may follow
    const auto take_number = [&] {
      std::int64_t value = -1;
      if (!(words >> value)) fail(where, fmt::format("a number must follow '{}'", word));
      return number(value, where);
    };
    while (words >> word) {
      if (word == "router" || word == "node") {
        const Rank n = take_number();
        if (word == "router") routers_[n];
        if (kind.empty()) {
          kind = word;
          head = n;
        } else if (kind == "router" && word == "router") {
          cycles = &(routers_[head][n] = 1);
        } else if (kind != word) {
          cycles = &(nodes_of_[kind == "router" ? head : n][kind == "router" ? n : head] = 1);
        } else {
          fail(where, "a node cannot be linked to a node");
        }
      } else if (cycles != nullptr && std::all_of(word.begin(), word.end(), is_digit) && word.size() < 5) {
        *cycles = number(std::stoi(word), where);
        if (*cycles < 1 || *cycles > LinkTiming::max_delay)
          fail(where,
               fmt::format("a link of {} cycles; they are 1 to {}", word, unsigned{LinkTiming::max_delay}));
        cycles = nullptr;
      } else {
        fail(where, fmt::format("'{}' is neither router, node nor a number of cycles", word));
      }
    }
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  const std::string& path_;
  std::map<Rank, Cycles> routers_;   ///< and their neighbours
  std::map<Rank, Cycles> nodes_of_;  ///< by router
};

}  // namespace

GraphLinks graph_of_file(const std::string& path) {
  const auto unreadable = [&] { fail(fmt::format("topology 'graph:{}'", path), "the file cannot be read"); };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) unreadable();
  std::ifstream stream(path, std::ios::binary);
  if (!stream) unreadable();
  std::string content(std::istreambuf_iterator<char>(stream), {});
  if (content.starts_with("\xef\xbb\xbf")) content.erase(0, 3);
  std::istringstream words(content);
  std::string first;
  if (!(words >> first)) fail(path, fmt::format("the file is empty; a graph is {}", form));
  if (first.front() == '{') return of_json(path, content);
  if (first == "router" || first == "node") return Anynet(path, content).graph();
  return of_toml(path, content);
}

}  // namespace collnoc

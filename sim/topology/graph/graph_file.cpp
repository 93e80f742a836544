// Files of graphs: TOML, JSON, and BookSim's anynet.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "sim/common/json_problem.hpp"
#include "sim/common/user_error.hpp"
#include "sim/topology/graph/graph_links.hpp"

namespace collnoc {
namespace {

constexpr const char* form = "nodes = N and links = [[A, B], …], nodes numbered from 0";

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw UserError(fmt::format("{}: {}", where, what));
}

/// A number of a node, or of nodes.
std::uint32_t number(std::int64_t value, const std::string& where) {
  if (value < 0 || value > Graph::max_graph_nodes)
    fail(where, fmt::format("{} is not 0 to {}", value, Graph::max_graph_nodes));
  return static_cast<std::uint32_t>(value);
}

GraphLinks of_toml(const std::string& path, const std::string& text) {
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    fail(fmt::format("{}:{}:{}", path, at.line, at.column), fmt::format("not TOML: {}", error.description()));
  }
  const auto where = [&](const toml::node& node) {
    return fmt::format("{}:{}", path, node.source().begin.line);
  };
  for (const auto& [key, value] : table) {
    if (key.str() != "nodes" && key.str() != "links")
      fail(where(value), fmt::format("unknown key '{}'; a graph is {}", key.str(), form));
  }
  const auto* const nodes = table["nodes"].as_integer();
  const auto* const links = table["links"].as_array();
  if (nodes == nullptr || links == nullptr) fail(path, fmt::format("a graph is {}", form));
  GraphLinks graph{number(nodes->get(), where(*nodes)), {}};
  for (const toml::node& link : *links) {
    const auto* const ends = link.as_array();
    if (ends == nullptr || ends->size() != 2 || !(*ends)[0].is_integer() || !(*ends)[1].is_integer())
      fail(where(link), "a link is [A, B], the numbers of two nodes");
    graph.add(number((*ends)[0].as_integer()->get(), where(link)),
              number((*ends)[1].as_integer()->get(), where(link)));
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
      if (key != "nodes" && key != "links")
        fail(path, fmt::format("unknown key '{}'; a graph is {}", key, form));
    }
    GraphLinks graph{whole(json["nodes"], path + ": nodes"), {}};
    const Json& links = json["links"];
    for (std::size_t k = 0; k < links.size(); ++k) {
      const std::string where = fmt::format("{}: links[{}]", path, k);
      const Json& ends = links[k];
      if (!ends.is_array() || ends.size() != 2) fail(where, "a link is [A, B], the numbers of two nodes");
      graph.add(whole(ends[0], where), whole(ends[1], where));
    }
    return graph;
  } catch (const Json::exception& error) {
    fail(path, json_problem(error));
  }
}

/// Lines `router A node N router B router C …`; a number behind a neighbour is the cycles of that link. Here
/// each router has one tile: its own number is that of its only node.
GraphLinks of_anynet(const std::string& path, const std::string& text) {
  std::map<Rank, std::set<Rank>> routers;  // and their neighbours
  std::map<Rank, std::vector<Rank>> nodes_of;
  std::istringstream lines(text);
  std::string line;
  for (unsigned at = 1; std::getline(lines, line); ++at) {
    const std::string where = fmt::format("{}:{}", path, at);
    std::istringstream words(line);
    std::string word;
    std::string kind;  // of the line's first word
    Rank head = 0;
    bool cycles = false;  // a number of cycles may follow
    const auto take_number = [&] {
      std::int64_t value = -1;
      if (!(words >> value)) fail(where, fmt::format("a number must follow '{}'", word));
      return number(value, where);
    };
    while (words >> word) {
      if (word == "router" || word == "node") {
        const Rank n = take_number();
        cycles = !kind.empty();
        if (kind.empty()) {
          kind = word;
          head = n;
          if (kind == "router") routers[head];
        } else if (kind == "router" && word == "router") {
          routers[head].insert(n);
          routers[n].insert(head);
        } else if (kind != word) {
          const Rank router = kind == "router" ? head : n, node = kind == "router" ? n : head;
          auto& nodes = nodes_of[router];
          if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
        } else {
          fail(where, "a node cannot be linked to a node");
        }
      } else if (std::exchange(cycles, false) && word == "1") {
        // the cycles of this link
      } else if (!kind.empty() && word != "1" &&
                 std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        fail(where, fmt::format("a link of {} cycles; here all links take one cycle", word));
      } else {
        fail(where, fmt::format("'{}' is neither router, node nor a number of cycles", word));
      }
    }
  }
  GraphLinks graph{static_cast<std::uint32_t>(routers.size()), {}};
  std::map<Rank, Rank> rank;
  for (const auto& [router, neighbours] : routers) {
    const auto& nodes = nodes_of[router];
    if (nodes.size() != 1)
      fail(path, fmt::format("router {} has {} nodes; here every router has one", router, nodes.size()));
    if (nodes.front() >= graph.nodes)
      fail(path, fmt::format("node {}: nodes are numbered from 0 to {}", nodes.front(), graph.nodes - 1));
    rank[router] = nodes.front();
  }
  for (const auto& [router, neighbours] : routers)
    for (const Rank other : neighbours)
      if (router < other)
        graph.add(rank[router], rank[other]);
      else if (router == other)
        fail(path, fmt::format("router {} has a link to itself", router));
  std::set<Rank> ranks;
  for (const auto& [router, node] : rank)
    if (!ranks.insert(node).second) fail(path, fmt::format("two routers have node {}", node));
  return graph;
}

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
  if (first == "router" || first == "node") return of_anynet(path, content);
  return of_toml(path, content);
}

}  // namespace collnoc

// Files of graphs: all forms name the same graphs, and errors say where and what.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/common/user_error.hpp"
#include "sim/topology/graph/anynet_text.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_topology(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

class GraphFile : public ::testing::Test {
 protected:
  std::string write(const std::string& content) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("graph_test_" + std::to_string(getpid()) + ".txt");
    std::ofstream(file) << content;
    files_.push_back(file);
    return "graph:" + file.string();
  }
  ~GraphFile() override {
    for (const auto& file : files_) std::filesystem::remove(file);
  }

 private:
  std::vector<std::filesystem::path> files_;
};

TEST_F(GraphFile, all_forms_name_the_same_graph) {
  const std::string toml = "nodes = 4\nlinks = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]\n";
  const std::string json = R"({"nodes": 4, "links": [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]})";
  const std::string anynet =
      "router 0 node 0 router 1 router 2 1 router 3\nrouter 1 node 1 router 2\nrouter 3 node 3 router 2\n"
      "node 2 router 2\n";
  for (const std::string& content : {toml, json, anynet}) {
    const Topology t = parse_topology(write(content));
    EXPECT_EQ(t.size(), 4u);
    EXPECT_EQ(t.links(), 3u);
    std::set<std::pair<Rank, Rank>> links;
    for (Rank r = 0; r < 4; ++r)
      for (Link l = 0; l < 3; ++l)
        if (t.neighbour(r, l) != no_rank && t.neighbour(r, l) > r) links.insert({r, t.neighbour(r, l)});
    EXPECT_EQ(links, (std::set<std::pair<Rank, Rank>>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}})) << content;
  }
}

/// Who is linked to whom, and the delays of what each of them drives.
std::map<std::pair<Rank, Rank>, unsigned> delays_of(const Topology& t) {
  std::map<std::pair<Rank, Rank>, unsigned> delays;
  for (Rank node = 0; node < t.nodes(); ++node)
    for (Link l = 0; l < t.links(); ++l)
      if (const Rank other = t.neighbour(node, l); other != no_rank)
        delays[{node, other}] = t.timing(node, l).delay;
  return delays;
}

TEST_F(GraphFile, what_is_written_as_anynet_is_read_as_the_same_network) {
  const std::string own = write("nodes = 4\nlinks = [[0, 1, 3], [1, 2, [2, 5]], [3, 1], [2, 3, 16]]\n");
  for (const std::string& text :
       {own, std::string("mesh:3x4"), std::string("torus:4x3"), std::string("star:4"),
        std::string("tree:2,3"), std::string("fat-tree:4"), std::string("cmesh:3x2,4"),
        std::string("dragonfly:3,2,1"), std::string("chiplets:2x2,2x2,7,1")}) {
    const Topology t = parse_topology(text), again = parse_topology(write(anynet_text(t, text)));
    EXPECT_EQ(again.size(), t.size()) << text;
    EXPECT_EQ(again.nodes(), t.nodes()) << text;
    EXPECT_EQ(delays_of(again), delays_of(t)) << text;
  }
}

TEST_F(GraphFile, what_anynet_cannot_say_is_refused) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      return anynet_text(parse_topology(text), text);
    } catch (const UserError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal("chiplets:2x1,2x1,1,4"),
            "--anynet: in 'chiplets:2x1,2x1,1,4', the link from 1 to 2 takes a flit every 4 cycles; links of "
            "anynet "
            "take one in each");
  EXPECT_THAT(refusal("torus:2x2"),
              testing::HasSubstr("two links join 0 and 1; in anynet it is one at most"));
  const std::string two =
      write("nodes = 5\nswitches = 2\nlinks = [[0, 3], [0, 4], [1, 3], [2, 4], [3, 4]]\n");
  EXPECT_THAT(
      refusal(two),
      testing::HasSubstr("tile 0 has 2 links; beside switches, a tile of anynet is a node of one switch"));
  const std::string joined = write("nodes = 4\nswitches = 1\nlinks = [[0, 1], [1, 3], [2, 3]]\n");
  EXPECT_THAT(refusal(joined), testing::HasSubstr("tile 0 has a link to a tile"));
  const std::string uneven = write("nodes = 3\nswitches = 1\nlinks = [[0, 2, [2, 3]], [1, 2]]\n");
  EXPECT_THAT(refusal(uneven), testing::HasSubstr("tile 0 has links of 2 and 3 cycles"));
}

/// Each direction has its own; BookSim's cycles hold for both unless the other one is named, too.
TEST_F(GraphFile, links_have_delays_and_intervals) {
  const std::string toml = "nodes = 3\nlinks = [[0, 1], [1, 2, 3], [2, 0, [4, 5], [2, 8]]]\n";
  const std::string json = R"({"nodes": 3, "links": [[0, 1], [1, 2, 3], [2, 0, [4, 5], [2, 8]]]})";
  for (const std::string& content : {toml, json}) {
    const Topology t = parse_topology(write(content));
    EXPECT_EQ(t.timing(0, 0), (LinkTiming{}));
    EXPECT_EQ(t.timing(1, 1), (LinkTiming{3, 1}));
    EXPECT_EQ(t.timing(2, 0), (LinkTiming{3, 1}));
    EXPECT_EQ(t.timing(2, 1), (LinkTiming{4, 2}));
    EXPECT_EQ(t.timing(0, 1), (LinkTiming{5, 8}));
    // From 0 to 2: directly 4 + 1 registers, or over node 1 two.
    EXPECT_EQ(t.tables()->registers[2], 2u);
    EXPECT_EQ(t.tables()->registers[2 * 3 + 0], 2u);
  }
  const Topology t = parse_topology(
      write("router 0 node 0 router 1 7 router 2 3\nrouter 2 node 2 router 0 4\nrouter 1 node 1 router 2\n"));
  EXPECT_EQ(t.size(), 3u);
  EXPECT_EQ(t.nodes(), 3u);
  EXPECT_EQ(t.timing(0, 0), (LinkTiming{7, 1}));
  EXPECT_EQ(t.timing(1, 0), (LinkTiming{7, 1}));
  EXPECT_EQ(t.timing(0, 1), (LinkTiming{3, 1}));
  EXPECT_EQ(t.timing(2, 0), (LinkTiming{4, 1}));
  EXPECT_FALSE(parse_topology(write("nodes = 2\nlinks = [[0, 1, 1, 1]]")).has_timing());
}

TEST_F(GraphFile, the_last_nodes_are_switches) {
  for (const char* content :
       {"nodes = 5\nswitches = 2\nlinks = [[0, 3], [1, 3], [2, 4], [3, 4]]",
        R"({"nodes": 5, "switches": 2, "links": [[0, 3], [1, 3], [2, 4], [3, 4]]})",
        // Where a router has several nodes, or none, nodes are tiles with routers of their own.
        "router 7 node 0 node 1 router 9\nnode 2 router 9\n"}) {
    const Topology t = parse_topology(write(content));
    EXPECT_EQ(t.size(), 3u);
    EXPECT_EQ(t.nodes(), 5u);
    EXPECT_EQ(t.distance(0, 1), 2u);
    EXPECT_EQ(t.distance(0, 2), 3u);
    EXPECT_EQ(t.routes(), 16u) << "for tiles only";
    EXPECT_EQ(t.address(4), 4u);
  }
}

TEST_F(GraphFile, errors_name_place_and_reason) {
  const auto expect = [&](const std::string& content, const std::string& what) {
    const std::string error = error_of(write(content));
    EXPECT_NE(error.find(what), std::string::npos) << error << "\nof " << content;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  };
  expect("nodes = 3\nlinks = [[0, 1]]", "node 2 has no link");
  expect("nodes = 4\nlinks = [[0, 1], [2, 3]]", "not connected: no path from node 0 to 2");
  expect("nodes = 3\nlinks = [[0, 1], [1, 2], [1, 0]]", "two links join nodes 0 and 1");
  expect("nodes = 3\nlinks = [[0, 1], [1, 1], [1, 2]]", "node 1 has a link to itself");
  expect("nodes = 3\nlinks = [[0, 1], [1, 3]]", "there is no node 3; the last one is 2");
  expect("nodes = 3\nlinks = [\n [0, 1],\n [1, -1]]", ":4: -1 is not 0 to 1024");
  expect("nodes = 3\nlinks = [\n [0, 1],\n [1]]", ":4: a link is [A, B]");
  expect("nodes = 2\nlinks = [[0, 1]]\ndelay = 2", ":3: unknown key 'delay'");
  expect("nodes = 2000\nlinks = [[0, 1]]", ":1: 2000 is not 0 to 1024");
  expect("nodes = 1\nlinks = []", "1 nodes; a graph has 2 to 1024");
  expect("links = [[0, 1]]", "a graph is nodes = N");
  expect("nodes = ", "not TOML");
  expect("{\"nodes\": 2}", "a graph is nodes = N");
  expect("{\"nodes\": 2, \"links\": {}}", "a graph is nodes = N");
  expect("{\"nodes\": 2.9, \"links\": []}", "nodes: a whole number is needed");
  expect("{\"nodes\": 18446744073709551615, \"links\": []}", "18446744073709551615 is not 0 to 1024");
  expect(" \n", "the file is empty");
  expect("", "the file is empty");
  expect("router 0 node 0 1 1 router 1", ":1: '1' is neither");
  expect("{\"nodes\": 2, \"links\": [[0, \"a\"]]}", "links[0]: a whole number is needed");
  expect("router 0 node 0 node 3 router 1\nrouter 1 node 2", "node 3: nodes are numbered from 0 to 2");
  expect("router 0 node 0 router 1\nrouter 1 node 0", "two routers have node 0");
  expect("router 0 router 1", "no router has a node");
  expect("router 0 node 0 router 1 17\nrouter 1 node 1", ":1: a link of 17 cycles; they are 1 to 16");
  expect("router 0 node 0 router 1 0\nrouter 1 node 1", ":1: a link of 0 cycles");
  expect("nodes = 2\nlinks = [[0, 1, 0]]", ":2: a delay is 1 to 16 cycles, not 0");
  expect("nodes = 2\nlinks = [[0, 1, [1, 17]]]", ":2: a delay is 1 to 16 cycles, not 17");
  expect("nodes = 2\nlinks = [[0, 1, 1, 3]]", "an interval is 1, 2, 4 or 8 cycles for each flit, not 3");
  expect("nodes = 2\nlinks = [[0, 1, 300]]", ":2: a delay is 1 to 16 cycles, not 300");
  expect("nodes = 2\nlinks = [[0, 1, 1, 1, 1]]", ":2: a link is [A, B]");
  expect("nodes = 2\nlinks = [[0, 1, [1, 2, 3]]]", ":2: a link is [A, B]");
  expect("nodes = 2\nlinks = [[0, [1, 1]]]", ":2: a link is [A, B]");
  expect("{\"nodes\": 2, \"links\": [[0, 1, [1]]]}", "links[0]: a link is [A, B]");
  expect("nodes = 3\nswitches = 2\nlinks = [[0, 1], [1, 2]]",
         "2 of 3 nodes are switches; a graph has 2 tiles");
  expect("nodes = 3\nswitches = 4\nlinks = [[0, 1], [1, 2]]", ":2: 4 switches of 3 nodes");
  expect("nodes = 3\nswitches = \"a\"\nlinks = [[0, 1], [1, 2]]", ":2: switches: a whole number");
  expect("router 0 node 0 switch 1", ":1: 'switch' is neither");
  std::string nine = "nodes = 10\nlinks = [";
  for (unsigned n = 1; n < 10; ++n) nine += "[0, " + std::to_string(n) + "],";
  expect(nine + "]", "node 0 has more than 8 links");
  EXPECT_NE(error_of("graph:/nowhere/file").find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace collnoc

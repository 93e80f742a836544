// Boxes and substars of multicasts, and the branches into which an all-port NIC divides their trees.
#include "collnoc/arch/box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "tests/support/boxes.hpp"
#include "tests/support/multicast_tree.hpp"

namespace collnoc::test {
namespace {

TEST(Branches, divide_the_tree_by_its_first_links) {
  for (const Topology& t :
       {Topology::mesh(4, 3), Topology::torus(5, 4), Topology::torus(2, 2), Topology::hypercube(4),
        Topology::complete({4, 3}, 2), Topology::star(4), Topology::star(5), Topology::star(6)}) {
    std::mt19937_64 random(t.size());
    for (unsigned n = 0; n < (t.size() > 200 ? 200u : 2000u); ++n) {
      const Rank sender = static_cast<Rank>(random() % t.size());
      const Box box = n % 10 == 0 ? Box::all(t, sender) : random_box(t, sender, random);
      const Route route = random_route(t, random);
      const Tree whole = TreeMaker(t, sender, box, route).tree;
      std::map<std::pair<Rank, Link>, unsigned> links;
      unsigned branches = 0;
      for_each_branch(t, t.coordinates(sender), box, route, [&](const Box& part, Route its) {
        const Tree tree = TreeMaker(t, sender, part, its).tree;
        EXPECT_EQ(tree.first, 1u);
        for (const auto& link : tree.links) EXPECT_TRUE(links.insert(link).second);
        ++branches;
      });
      ASSERT_EQ(links, whole.links) << sender << " to " << box.from << ".." << box.to;
      ASSERT_EQ(branches, whole.first);
    }
  }
}

TEST(Box, of_a_star_graph_is_the_substar_that_it_names) {
  for (const unsigned symbols : {3u, 4u, 5u}) {
    const Topology t = Topology::star(symbols);
    for (Rank sender = 0; sender < t.size(); ++sender) {
      for (unsigned places = 0; places < (1u << symbols) - 2; places += 2) {
        const Box box = Box::substar(t, sender, places);
        unsigned members = 0, farthest = 0;
        for (Rank r = 0; r < t.size(); ++r) {
          bool inside = r != sender;
          for (unsigned place = 1; place < symbols; ++place) {
            const bool equal = ((t.address(r) ^ t.address(sender)) >> (3 * place) & 7) == 0;
            inside &= equal || (places >> place & 1) == 0;
          }
          EXPECT_EQ(box.reaches(t, sender, r), inside) << sender << " places " << places << " to " << r;
          members += inside ? 1 : 0;
          if (inside) farthest = std::max(farthest, t.distance(sender, r));
        }
        const TreeMaker maker(t, sender, box);
        EXPECT_EQ(maker.members, members);
        EXPECT_EQ(maker.tree.links.size(), members);
        EXPECT_EQ(maker.tree.depth, farthest);
      }
    }
  }
}

TEST(Box, all_is_every_node_and_no_branch_is_longer_than_half_of_a_ring) {
  for (const Topology& t :
       {Topology::torus(8, 8), Topology::torus(5, 4), Topology::mesh(3, 4), Topology::hypercube(6)}) {
    for (Rank sender = 0; sender < t.size(); ++sender) {
      const Box box = Box::all(t, sender);
      unsigned farthest = 0;
      for (Rank r = 0; r < t.size(); ++r) {
        EXPECT_TRUE(box.contains(t, r));
        farthest = std::max(farthest, t.distance(sender, r));
      }
      EXPECT_EQ(TreeMaker(t, sender, box).tree.depth, farthest);
      EXPECT_EQ(TreeMaker(t, sender, box).tree.links.size(), t.size() - 1);
    }
  }
}

}  // namespace
}  // namespace collnoc::test

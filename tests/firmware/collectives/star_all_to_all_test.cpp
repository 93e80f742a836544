// Tests the all-to-all broadcasts of star graphs, down several trees and along Hamiltonian cycles.
#include <algorithm>
#include <string_view>
#include <vector>

#include "collnoc/firmware/collectives/all_to_all_broadcast/all_to_all_hamiltonian.hpp"
#include "sim/schedule/path.hpp"
#include "tests/firmware/collectives/proof.hpp"
#include "tests/firmware/collectives/star_reference.hpp"

namespace collnoc {
namespace {

TEST(AllToAllMultiTree, IsProvedAndCostsWhatThePaperSays) {
  for (const unsigned n : star_sizes) {
    for (const std::uint32_t bytes : {1u, 8u, 40u, 96u}) {
      const Job job{Topology::star(n), 0, bytes, 0};
      const Formula formula = bytes == 96 ? Formula::equal : Formula::any;
      expect_proved(all_to_all("multi-tree"), job, PortModel::one_port, formula);
      expect_proved(all_to_all("multi-tree-all-port"), job, PortModel::all_port, formula);
    }
  }
}

TEST(AllToAllMultiTree, LoadsAllLinksEquallyInEveryStep) {
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    const std::vector<unsigned> hops = distances(topology, 0);
    for (const char* name : {"multi-tree-all-port", "hamiltonian-all-port"}) {
      const Schedule schedule =
          spell_out(all_to_all(name), {topology, 0, 8 * (n - 1), 0}, PortModel::all_port);
      std::size_t carried = 0;
      for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
        const Step& transfers = schedule.steps[step];
        EXPECT_EQ(transfers.size(), topology.size() * (n - 1)) << "every link is used";
        for (const Transfer& t : transfers) EXPECT_EQ(t.bytes(), transfers[0].bytes()) << "Lemma 7";
        carried += transfers[0].bytes() / 8;
        if (std::string_view(name).starts_with("multi")) {
          EXPECT_EQ(transfers[0].bytes() / 8, std::count(hops.begin(), hops.end(), step + 1));
        }
      }
      EXPECT_EQ(carried, topology.size() - 1);
    }
  }
}

TEST(AllToAllHamiltonian, IsProvedAndCostsWhatThePaperSays) {
  for (const unsigned n : star_sizes) {
    const Topology topology = Topology::star(n);
    for (const std::uint32_t bytes : {1u, 24u}) {
      const Job job{topology, 0, bytes, 0};
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port})
        expect_proved(all_to_all("hamiltonian"), job, nic, bytes % 8 == 0 ? Formula::equal : Formula::any);
      expect_proved(all_to_all("hamiltonian-all-port"), {topology, 0, 4 * bytes, 0}, PortModel::all_port,
                    bytes % 8 == 0 ? Formula::equal : Formula::any);
    }
    const StarCycle cycle = star_cycle(n);
    for (std::uint32_t i = 0; i < topology.size(); ++i) {
      EXPECT_EQ(cycle.place[cycle.node[i]], i);
      EXPECT_EQ(distance(topology, cycle.node[i], cycle.node[(i + 1) % topology.size()]), 1u);
    }
  }
}

}  // namespace
}  // namespace collnoc

// Compiled with -ffreestanding -fno-exceptions -fno-rtti: firmware needs no hosted library.
#include "collnoc/firmware/collectives/all_to_all_direct.hpp"
#include "collnoc/firmware/collectives/all_to_all_hamiltonian.hpp"
#include "collnoc/firmware/collectives/all_to_all_multi_tree.hpp"
#include "collnoc/firmware/collectives/all_to_all_recursive_doubling.hpp"
#include "collnoc/firmware/collectives/all_to_all_ring.hpp"
#include "collnoc/firmware/collectives/all_to_all_ring_all_port.hpp"
#include "collnoc/firmware/collectives/bruck.hpp"
#include "collnoc/firmware/collectives/direct.hpp"
#include "collnoc/firmware/collectives/direct_phased.hpp"
#include "collnoc/firmware/collectives/direct_scattered.hpp"
#include "collnoc/firmware/collectives/direct_slotted.hpp"
#include "collnoc/firmware/collectives/direct_slotted_all_port.hpp"
#include "collnoc/firmware/collectives/eyes.hpp"
#include "collnoc/firmware/collectives/eyes_fig2.hpp"
#include "collnoc/firmware/collectives/eyes_optimal.hpp"
#include "collnoc/firmware/collectives/line.hpp"
#include "collnoc/firmware/collectives/network_partition.hpp"
#include "collnoc/firmware/collectives/product.hpp"
#include "collnoc/firmware/collectives/product_all_port.hpp"
#include "collnoc/firmware/collectives/product_bundled.hpp"
#include "collnoc/firmware/collectives/recursion_based.hpp"
#include "collnoc/firmware/collectives/recursion_based_all_port.hpp"
#include "collnoc/firmware/collectives/recursive_division.hpp"
#include "collnoc/firmware/collectives/scatter_collect.hpp"
#include "collnoc/firmware/collectives/star_binomial.hpp"
#include "collnoc/firmware/collectives/star_multi_tree.hpp"
#include "collnoc/firmware/collectives/ternary.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/executor.hpp"

static_assert(__STDC_HOSTED__ == 0);

namespace collnoc {

// A schedule can even be evaluated at compile time.
static_assert(Product::steps({Topology::torus(8, 8), 0, 8}) == 256);
static_assert(RecursionBased::steps({Topology::mesh(8, 8), 0, 8}) == 9);
static_assert(RecursionBasedAllPort::steps({Topology::mesh(8, 8), 0, 8}) == 7);
static_assert(Ternary::steps({Topology::mesh(8, 8), 0, 8}) == 6);
static_assert(DirectPhased::steps({Topology::torus(8, 8), 0, 8}) == 64);
static_assert(ProductAllPort::steps({Topology::torus(8, 8), 0, 8}) == 64);
static_assert(AllToAllRing::steps({Topology::mesh(8, 8), 0, 8}) == 14);
static_assert(AllToAllRingAllPort::steps({Topology::torus(8, 8), 0, 8}) == 8);
static_assert(MultiTreeAllPort<4>::steps({Topology::star(4), 0, 8}) == 11);
static_assert(AllToAllHamiltonian::steps({Topology::star(5), 0, 8}) == 119);

template Action next<AllToAllDirect>(const Job&, Rank, Cursor&);
template Action next<AllToAllHamiltonian>(const Job&, Rank, Cursor&);
template Action next<AllToAllMultiTree<false>>(const Job&, Rank, Cursor&);
template Action next<AllToAllMultiTree<true>>(const Job&, Rank, Cursor&);
template Action next<AllToAllRecursiveDoubling>(const Job&, Rank, Cursor&);
template Action next<AllToAllRing>(const Job&, Rank, Cursor&);
template Action next<AllToAllRingAllPort>(const Job&, Rank, Cursor&);
template Action next<Bruck>(const Job&, Rank, Cursor&);
template Action next<Direct>(const Job&, Rank, Cursor&);
template Action next<DirectPhased>(const Job&, Rank, Cursor&);
template Action next<DirectScattered>(const Job&, Rank, Cursor&);
template Action next<DirectSlotted>(const Job&, Rank, Cursor&);
template Action next<DirectSlottedAllPort>(const Job&, Rank, Cursor&);
template Action next<DNode>(const Job&, Rank, Cursor&);
template Action next<Eyes>(const Job&, Rank, Cursor&);
template Action next<EyesFig2>(const Job&, Rank, Cursor&);
template Action next<EyesOptimal>(const Job&, Rank, Cursor&);
template Action next<GreedyTree<>>(const Job&, Rank, Cursor&);
template Action next<Line>(const Job&, Rank, Cursor&);
template Action next<MultiTree<>>(const Job&, Rank, Cursor&);
template Action next<MultiTreeAllPort<>>(const Job&, Rank, Cursor&);
template Action next<NpD<1>>(const Job&, Rank, Cursor&);
template Action next<NpRb<2>>(const Job&, Rank, Cursor&);
template Action next<NpRd<2>>(const Job&, Rank, Cursor&);
template Action next<NpSc<2>>(const Job&, Rank, Cursor&);
template Action next<Product>(const Job&, Rank, Cursor&);
template Action next<ProductAllPort>(const Job&, Rank, Cursor&);
template Action next<ProductBundled>(const Job&, Rank, Cursor&);
template Action next<RecursionBased>(const Job&, Rank, Cursor&);
template Action next<RecursionBasedAllPort>(const Job&, Rank, Cursor&);
template Action next<RecursionBasedQuarters>(const Job&, Rank, Cursor&);
template Action next<RecursiveDivision>(const Job&, Rank, Cursor&);
template Action next<ScatterCollect>(const Job&, Rank, Cursor&);
template Action next<StarBinomial>(const Job&, Rank, Cursor&);
template Action next<Ternary>(const Job&, Rank, Cursor&);

}  // namespace collnoc

// Compiled with -ffreestanding -fno-exceptions -fno-rtti: firmware needs nothing hosted.
#include "firmware/collectives/all_to_all_direct.hpp"
#include "firmware/collectives/all_to_all_recursive_doubling.hpp"
#include "firmware/collectives/all_to_all_ring.hpp"
#include "firmware/collectives/all_to_all_ring_all_port.hpp"
#include "firmware/collectives/bruck.hpp"
#include "firmware/collectives/direct.hpp"
#include "firmware/collectives/direct_phased.hpp"
#include "firmware/collectives/direct_scattered.hpp"
#include "firmware/collectives/direct_slotted.hpp"
#include "firmware/collectives/eyes.hpp"
#include "firmware/collectives/eyes_fig2.hpp"
#include "firmware/collectives/eyes_optimal.hpp"
#include "firmware/collectives/line.hpp"
#include "firmware/collectives/network_partition.hpp"
#include "firmware/collectives/product.hpp"
#include "firmware/collectives/product_all_port.hpp"
#include "firmware/collectives/product_bundled.hpp"
#include "firmware/collectives/recursion_based.hpp"
#include "firmware/collectives/recursion_based_all_port.hpp"
#include "firmware/collectives/recursive_division.hpp"
#include "firmware/collectives/scatter_collect.hpp"
#include "firmware/collectives/ternary.hpp"
#include "firmware/hal/tile.hpp"
#include "firmware/runtime/executor.hpp"

static_assert(__STDC_HOSTED__ == 0);

namespace collnoc {

// A schedule can even be asked at compile time.
static_assert(Product::steps({Topology::torus(8, 8), 0, 8}) == 256);
static_assert(RecursionBased::steps({Topology::mesh(8, 8), 0, 8}) == 9);
static_assert(RecursionBasedAllPort::steps({Topology::mesh(8, 8), 0, 8}) == 7);
static_assert(Ternary::steps({Topology::mesh(8, 8), 0, 8}) == 6);
static_assert(DirectPhased::steps({Topology::torus(8, 8), 0, 8}) == 64);
static_assert(ProductAllPort::steps({Topology::torus(8, 8), 0, 8}) == 64);
static_assert(AllToAllRing::steps({Topology::mesh(8, 8), 0, 8}) == 14);
static_assert(AllToAllRingAllPort::steps({Topology::torus(8, 8), 0, 8}) == 8);

template Action next<AllToAllDirect>(const Job&, Rank, Cursor&);
template Action next<AllToAllRecursiveDoubling>(const Job&, Rank, Cursor&);
template Action next<AllToAllRing>(const Job&, Rank, Cursor&);
template Action next<AllToAllRingAllPort>(const Job&, Rank, Cursor&);
template Action next<Bruck>(const Job&, Rank, Cursor&);
template Action next<Direct>(const Job&, Rank, Cursor&);
template Action next<DirectPhased>(const Job&, Rank, Cursor&);
template Action next<DirectScattered>(const Job&, Rank, Cursor&);
template Action next<DirectSlotted>(const Job&, Rank, Cursor&);
template Action next<DNode>(const Job&, Rank, Cursor&);
template Action next<Eyes>(const Job&, Rank, Cursor&);
template Action next<EyesFig2>(const Job&, Rank, Cursor&);
template Action next<EyesOptimal>(const Job&, Rank, Cursor&);
template Action next<Line>(const Job&, Rank, Cursor&);
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
template Action next<Ternary>(const Job&, Rank, Cursor&);

}  // namespace collnoc

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

Action next_of_all_to_all_direct(const Job& job, Rank rank, Cursor& cursor) {
  return next<AllToAllDirect>(job, rank, cursor);
}
Action next_of_recursive_doubling(const Job& job, Rank rank, Cursor& cursor) {
  return next<AllToAllRecursiveDoubling>(job, rank, cursor);
}
Action next_of_ring(const Job& job, Rank rank, Cursor& cursor) {
  return next<AllToAllRing>(job, rank, cursor);
}
Action next_of_ring_all_port(const Job& job, Rank rank, Cursor& cursor) {
  return next<AllToAllRingAllPort>(job, rank, cursor);
}
Action next_of_product(const Job& job, Rank rank, Cursor& cursor) { return next<Product>(job, rank, cursor); }
Action next_of_direct(const Job& job, Rank rank, Cursor& cursor) { return next<Direct>(job, rank, cursor); }
Action next_of_scatter(const Job& job, Rank rank, Cursor& cursor) {
  return next<ScatterCollect>(job, rank, cursor);
}
Action next_of_division(const Job& job, Rank rank, Cursor& cursor) {
  return next<RecursiveDivision>(job, rank, cursor);
}
Action next_of_recursion(const Job& job, Rank rank, Cursor& cursor) {
  return next<RecursionBased>(job, rank, cursor);
}
Action next_of_eyes(const Job& job, Rank rank, Cursor& cursor) { return next<Eyes>(job, rank, cursor); }
Action next_of_fig2(const Job& job, Rank rank, Cursor& cursor) { return next<EyesFig2>(job, rank, cursor); }
Action next_of_optimal(const Job& job, Rank rank, Cursor& cursor) {
  return next<EyesOptimal>(job, rank, cursor);
}
Action next_of_line(const Job& job, Rank rank, Cursor& cursor) { return next<Line>(job, rank, cursor); }
Action next_of_np_rd(const Job& job, Rank rank, Cursor& cursor) { return next<NpRd<2>>(job, rank, cursor); }
Action next_of_np_sc(const Job& job, Rank rank, Cursor& cursor) { return next<NpSc<2>>(job, rank, cursor); }
Action next_of_np_rb(const Job& job, Rank rank, Cursor& cursor) { return next<NpRb<2>>(job, rank, cursor); }

Action next_of_recursion_all_port(const Job& job, Rank rank, Cursor& cursor) {
  return next<RecursionBasedAllPort>(job, rank, cursor);
}
Action next_of_ternary(const Job& job, Rank rank, Cursor& cursor) { return next<Ternary>(job, rank, cursor); }

Action next_of_phased(const Job& job, Rank rank, Cursor& cursor) {
  return next<DirectPhased>(job, rank, cursor);
}
Action next_of_slotted(const Job& job, Rank rank, Cursor& cursor) {
  return next<DirectSlotted>(job, rank, cursor);
}
Action next_of_scattered(const Job& job, Rank rank, Cursor& cursor) {
  return next<DirectScattered>(job, rank, cursor);
}
Action next_of_bundled(const Job& job, Rank rank, Cursor& cursor) {
  return next<ProductBundled>(job, rank, cursor);
}
Action next_of_all_port(const Job& job, Rank rank, Cursor& cursor) {
  return next<ProductAllPort>(job, rank, cursor);
}
Action next_of_bruck(const Job& job, Rank rank, Cursor& cursor) { return next<Bruck>(job, rank, cursor); }

}  // namespace collnoc

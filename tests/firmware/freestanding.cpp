// Compiled with -ffreestanding -fno-exceptions -fno-rtti: firmware needs nothing hosted.
#include "firmware/collectives/bruck.hpp"
#include "firmware/collectives/direct.hpp"
#include "firmware/collectives/direct_phased.hpp"
#include "firmware/collectives/product.hpp"
#include "firmware/collectives/product_all_port.hpp"
#include "firmware/collectives/product_bundled.hpp"
#include "firmware/collectives/recursion_based.hpp"
#include "firmware/collectives/recursive_division.hpp"
#include "firmware/collectives/scatter_collect.hpp"
#include "firmware/hal/tile.hpp"
#include "firmware/runtime/executor.hpp"

static_assert(__STDC_HOSTED__ == 0);

namespace collnoc {

// A schedule can even be asked at compile time.
static_assert(Product::steps({Topology::torus(8, 8), 0, 8}) == 256);
static_assert(RecursionBased::steps({Topology::mesh(8, 8), 0, 8}) == 9);
static_assert(DirectPhased::steps({Topology::torus(8, 8), 0, 8}) == 64);
static_assert(ProductAllPort::steps({Topology::torus(8, 8), 0, 8}) == 64);

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

Action next_of_phased(const Job& job, Rank rank, Cursor& cursor) {
  return next<DirectPhased>(job, rank, cursor);
}
Action next_of_bundled(const Job& job, Rank rank, Cursor& cursor) {
  return next<ProductBundled>(job, rank, cursor);
}
Action next_of_all_port(const Job& job, Rank rank, Cursor& cursor) {
  return next<ProductAllPort>(job, rank, cursor);
}
Action next_of_bruck(const Job& job, Rank rank, Cursor& cursor) { return next<Bruck>(job, rank, cursor); }

}  // namespace collnoc

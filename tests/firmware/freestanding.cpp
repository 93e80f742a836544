// Compiled with -ffreestanding -fno-exceptions -fno-rtti: firmware needs no hosted library.
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/runtime/executor.hpp"
#include "collnoc_algorithm_types.hpp"

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

/// Instantiates the executor for every schedule.
template <class>
struct Executors;
template <class... Schedules>
struct Executors<AlgorithmTypes<Schedules...>> {
  static constexpr Action (*all[])(const Job&, Rank, Cursor&) = {next<Schedules>...};
};
template struct Executors<RegisteredAlgorithms>;

}  // namespace collnoc

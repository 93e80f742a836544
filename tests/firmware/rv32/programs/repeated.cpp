// What a broadcast of 64 bytes costs with a kept plan (argument 0), and at the first time (1); what a barrier
// costs (2). The marked part is one call that all tiles begin in the same cycle.
#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/runtime/collectives.hpp"

namespace {
using namespace collnoc;

template <Tile T, class Call>
void measure(T& tile, std::uint32_t scratch, Call call) {
  start_together(tile, scratch);
  mark_begin(tile);
  call();
  mark_end(tile);
}

template <Tile T>
int program(T& tile, const BootBlock& boot) {
  const Area area{boot.base, 64};
  const std::uint32_t scratch = boot.base + 64;
  barrier(tile);  // prepares its signals
  if (boot.argument == 0) broadcast(tile, area);
  if (boot.argument == 2) {
    measure(tile, scratch, [&] { barrier(tile); });
  } else {
    measure(tile, scratch, [&] { broadcast(tile, area); });
  }
  return 0;
}

}  // namespace

COLLNOC_PROGRAM(program)

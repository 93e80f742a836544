// A collective as a program for tiles. It runs one schedule, the same as native tiles. Like software that
// runs the collective often, it first plans the schedule. The measurement begins in the same cycle on all
// tiles, after all have planned. If the boot block says so, the NIC's sequencer performs the plan, and the
// processor sleeps. Macros select the schedule: COLLNOC_HEADER and COLLNOC_SCHEDULE.
// COLLNOC_COLLECTIVE and COLLNOC_NAME check it.
#include <cassert>
#include <string_view>

#include "collnoc/firmware/runtime/action_plan.hpp"
#include "collnoc/firmware/runtime/plan.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"
#include "nic_performs.hpp"
#include COLLNOC_HEADER

#define COLLNOC_TEXT_OF(x) #x
#define COLLNOC_TEXT(x) COLLNOC_TEXT_OF(x)

using namespace collnoc;
using Schedule = COLLNOC_SCHEDULE;
static_assert(std::string_view(Schedule::name) == COLLNOC_TEXT(COLLNOC_NAME));
static_assert(Schedule::collective == Collective::COLLNOC_COLLECTIVE);

namespace {
/// Receives the actions of a step for either kind of plan, so that the schedule's functions, most of the
/// program, are compiled once.
struct Receiver {
  void* plan;
  void (*wait_in)(void*, std::uint8_t, std::uint32_t);
  void (*until_in)(void*, std::uint32_t);
  void (*send_in)(void*, const Put&);
  void (*combine_in)(void*, const Combine&);
  void (*multicast_in)(void*, const Put&, const Box&);

  void wait(std::uint8_t counter, std::uint32_t at_least) { wait_in(plan, counter, at_least); }
  void until(std::uint32_t cycles) { until_in(plan, cycles); }
  void combine(const Combine& what) { combine_in(plan, what); }
  void send(const Put& put) { send_in(plan, put); }
  void more(const Put& put) { send_in(plan, put); }  // plans treat both alike
  void multicast(const Put& put, const Box& box) { multicast_in(plan, put, box); }
};
[[gnu::noinline]] void plan_step(const Job& job, Rank rank, std::uint32_t step, Receiver& out) {
  rv32::mark(tile::mark_alive);  // for the watchdog
  Schedule::plan(job, rank, step, out);
}
struct OnceCompiled : Schedule {
  template <class Out>
  static void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    Receiver receiver{
        &out,
        [](void* to, std::uint8_t c, std::uint32_t n) { static_cast<Out*>(to)->wait(c, n); },
        [](void* to, std::uint32_t cycles) { static_cast<Out*>(to)->until(cycles); },
        [](void* to, const Put& put) { static_cast<Out*>(to)->send(put); },
        [](void* to, const Combine& what) { static_cast<Out*>(to)->combine(what); },
        [](void* to, const Put& put, const Box& box) {
          if constexpr (collnoc::multicasts<Schedule>()) static_cast<Out*>(to)->multicast(put, box);
        },
    };
    plan_step(job, rank, step, receiver);
  }
};
Timing timing_of(const BootBlock& boot) {
  return {boot.flit_bytes, boot.packet_flits, boot.hop_cycles, boot.software_cycles};
}

/// The processor performs the plan.
void perform(MmioTile& tile, const Job& job, bool step_barrier) {
  static Plan<OnceCompiled, 2048> plan(job, tile.rank(), step_barrier);
  const std::uint64_t start = start_together(tile, boot_scratch);
  rv32::mark(tile::mark_begin);
  do {
    assert(plan.fits());
    plan.run(tile, start);
  } while (plan.next_part());
  rv32::mark(tile::mark_end);
}

/// The NIC performs the plan, which is at byte address `address` and may fill the rest of the memory.
[[noreturn]] void plan_for_nic(MmioTile& tile, const Job& job, bool step_barrier, std::uint32_t address) {
  static ActionPlan plan(job.topology, tile.rank(), MmioTile::channels(), tile.words(address), address);
  const bool fits = write_plan<OnceCompiled>(job, step_barrier, plan);
  assert(fits);
  let_nic_perform(tile, address);
}
}  // namespace

int main() {
  MmioTile tile;
  const BootBlock& boot = boot_block();
  const Job job{tile.topology(),
                boot.root,
                boot.bytes,
                boot.base,
                timing_of(boot),
                static_cast<Op>(boot.op),
                static_cast<Element>(boot.element)};
  const bool step_barrier = (boot.flags & BootBlock::step_barrier) != 0;
  if (boot.plan == 0) {
    perform(tile, job, step_barrier);
  } else {
    plan_for_nic(tile, job, step_barrier, boot.plan);
  }
  return 0;
}

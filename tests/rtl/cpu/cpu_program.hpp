// Programs for a processor and its model; they leave their results in memory.
#pragma once
#include "Vcpu_8.h"
#include "tests/rtl/cpu/cpu_lockstep.hpp"

namespace collnoc::test {

using Core = CpuLockstep<Vcpu_8>;

inline constexpr std::uint32_t data = boot_addr + 0xc000;  ///< where programs leave their results

/// Ends a program. Uses x31.
inline void stop(riscv::Program& p) { p.li(31, halt) << riscv::store(riscv::sw, 0, 31, 0); }

/// Runs a program to its end; then the test checks its results in memory.
inline void run(Core& core, riscv::Program p, std::uint64_t most_cycles = 100'000) {
  stop(p);
  core.load(p);
  ASSERT_TRUE(core.run(most_cycles));
}

}  // namespace collnoc::test

// Gives a tile's processor other registers while the network stands still between two cycles. It uses only
// the reset and the instruction set, so it serves model, RTL and lockstep, and knows no pipeline.
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "collnoc/model/cpu/cpu_csr.hpp"
#include "sim/processor/any_processor.hpp"

namespace collnoc {

/// What a program can see of its processor between two instructions.
struct ProcessorState {
  std::array<std::uint32_t, 32> regs{};  ///< regs[0] is ignored
  std::uint32_t pc = 0;
  model::CpuCsr csr;   ///< mip is not used
  bool event = false;  ///< bit 0 of the tile register EVENT
};

/// Resets the processor and gives it instructions that load `state` and jump to its pc; its first fetches
/// from there are left to `program_word`, which reads program memory. The processor asks for nothing else
/// outside. Returns the word that it has fetched last. Precondition: the pc is in program memory, a multiple
/// of 4, and program memory has more than 512 bytes.
std::uint32_t restart(AnyProcessor& processor, const ProcessorState& state,
                      const std::function<std::uint32_t(std::uint32_t)>& program_word);

}  // namespace collnoc

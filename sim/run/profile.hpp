// What the processors of a run spent their cycles on.
#pragma once
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace collnoc {

/// What a processor does in a cycle (docs/reference/modules/cpu.md, "Cycles"). Every cycle is one of them.
enum class CycleUse : std::uint8_t {
  instruction,  ///< an instruction completes
  load_use,     ///< waits for the word that it loaded in the cycle before
  branch,       ///< fetches where a jump or branch went, which fetch did not expect
  multiply,     ///< waits for the product of the cycle before
  divide,
  put,    ///< waits until the NIC takes a put
  fetch,  ///< has no instruction, because data of program memory was read instead; also after the reset
  trap,
  asleep,  ///< sleeps in wfi until an arrival
  ended    ///< after the end of its program
};
inline constexpr std::array<std::string_view, 10> cycle_uses = {
    "instruction", "load_use", "branch", "multiply", "divide", "put", "fetch", "trap", "asleep", "ended"};

struct CycleUses {
  std::array<std::uint64_t, cycle_uses.size()> cycles{};
  std::uint64_t& operator[](CycleUse use) { return cycles[static_cast<std::size_t>(use)]; }
  std::uint64_t operator[](CycleUse use) const { return cycles[static_cast<std::size_t>(use)]; }
  std::uint64_t total() const { return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0}); }
  CycleUses& operator+=(const CycleUses& other) {
    for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
    return *this;
  }
  friend bool operator==(const CycleUses&, const CycleUses&) = default;
};

/// A function of the program on one tile, without the functions that it calls.
struct FunctionProfile {
  std::string name;
  std::uint64_t calls = 0;
  CycleUses uses;
};

/// The functions of each tile, those with the most cycles first. The cycles of a tile add up to those of the
/// run.
using Profile = std::vector<std::vector<FunctionProfile>>;

}  // namespace collnoc
